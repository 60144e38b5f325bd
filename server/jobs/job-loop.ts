// Runs one job for ever: never twice at a time, and with growing pauses during an outage.
import type { OutageLog } from './outage-log.ts';

export type Job = {
  readonly name: string;
  /** One round; true if there may be more to do at once. */
  run(): Promise<boolean>;
  /** Resolves when there may be work; called anew after each round. */
  wake?(): Promise<void>;
  /** The longest pause between two rounds, without any signal. */
  readonly poll_ms: number;
  /** Its rounds take longer the more data there is: it pauses in proportion. */
  readonly rests_longer?: boolean;
};

export type JobLoop = {
  /** Resolves when the round under way has ended. */
  stop(): Promise<void>;
};

/**
 * The pause as a multiple of the round's time, so that searching for work uses little of the
 * machine.
 */
const RESTS = 50;
const LONGEST_REST_MS = 60_000;
const BACKOFF_FIRST_MS = 250;
const BACKOFF_MAX_MS = 5_000;

/** How long a job pauses after a round that took `took_ms`. */
export function restMs({ poll_ms, rests_longer = false }: Job, took_ms: number): number {
  if (!rests_longer) return poll_ms;
  return Math.max(poll_ms, Math.min(RESTS * took_ms, LONGEST_REST_MS));
}

/** `rests`: the job does nothing for now, and is asked again at its next round. */
export function startJobLoop(job: Job, outages: OutageLog, rests: () => Promise<boolean>): JobLoop {
  let is_stopping = false;
  let interrupt: (() => void) | undefined;

  // Not Promise.race with a promise that lives as long as the loop: each race would stay in memory.
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
      const started = performance.now();
      const has_more = (await rests()) ? false : await job.run();
      outages.succeeded(job.name);
      if (!has_more) await pause(restMs(job, performance.now() - started), job.wake);
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
