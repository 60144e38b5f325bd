// Runs one job for ever: never twice at a time, patient while the database is away.
import type { OutageLog } from './outage-log.ts';

export type Job = {
  readonly name: string;
  /** One round; true when there may be more to do at once. */
  run(): Promise<boolean>;
  /** Resolves when there may be work; asked anew after each round. */
  wake?(): Promise<void>;
  /** It looks by itself after that, whatever wakes it. */
  readonly poll_ms: number;
};

export type JobLoop = {
  /** Resolves when the round under way has ended. */
  stop(): Promise<void>;
};

const BACKOFF_FIRST_MS = 250;
const BACKOFF_MAX_MS = 5_000;

export function startJobLoop(job: Job, outages: OutageLog): JobLoop {
  let is_stopping = false;
  let interrupt: (() => void) | undefined;

  // No race against one promise that lives as long as the loop: each race would stay in its memory.
  const pause = (pause_ms: number, wake?: () => Promise<void>): Promise<void> => {
    if (is_stopping) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, pause_ms);
      interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
      wake?.().then(interrupt, reject);
    });
  };

  const round = async (): Promise<boolean> => {
    try {
      const has_more = await job.run();
      outages.succeeded(job.name);
      if (!has_more) await pause(job.poll_ms, job.wake);
      return true;
    } catch (error) {
      outages.failed(job.name, error);
      return false;
    }
  };

  const loop = async (): Promise<void> => {
    let backoff_ms = BACKOFF_FIRST_MS;
    while (!is_stopping) {
      if (await round()) backoff_ms = BACKOFF_FIRST_MS;
      else {
        await pause(backoff_ms);
        backoff_ms = Math.min(backoff_ms * 2, BACKOFF_MAX_MS);
      }
    }
  };

  const done = loop();
  return {
    stop: () => {
      is_stopping = true;
      interrupt?.();
      return done;
    },
  };
}
