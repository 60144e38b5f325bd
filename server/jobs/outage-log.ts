// Logs once that the database became unreachable and once that it is back, however many jobs
// notice.
import type { Log } from '../app/process/log-words.ts';

export type OutageLog = {
  /** Logs an outage once, and a bug each time; counts both each time. */
  failed(job: string, error: unknown): void;
  succeeded(job: string): void;
};

export function createOutageLog(
  log: Log,
  isOutage: (error: unknown) => boolean,
  count: (job: string) => void,
): OutageLog {
  const affected = new Set<string>();
  return {
    failed: (job, error) => {
      count(job);
      if (!isOutage(error)) {
        log.error({ job, err: error }, 'a job failed');
        return;
      }
      if (affected.size === 0)
        log.warn({ job, err: error }, 'the database is unreachable; jobs wait for it');
      affected.add(job);
    },
    succeeded: (job) => {
      if (affected.delete(job) && affected.size === 0) {
        log.info({}, 'the database is reachable again; jobs continue');
      }
    },
  };
}
