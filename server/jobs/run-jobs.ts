// Which jobs there are, how often each looks by itself, and what wakes it sooner.
import {
  createDeliveryPool,
  type DeliveryWork,
  type PooledDelivery,
  type PoolLimits,
} from './delivery-pool.ts';
import { type Job, startJobLoop } from './job-loop.ts';
import { createOutageLog, type JobLog } from './outage-log.ts';

/** What the jobs do, handed in, so that their order and timing can be tested without a database. */
export type JobWork<Delivery extends PooledDelivery> = Omit<DeliveryWork<Delivery>, 'failed'> & {
  readonly log: JobLog;
  readonly events: { wait(timeout_ms: number): Promise<void> };
  isOutage(error: unknown): boolean;
  /** Each does one batch and tells how many it found. */
  expire(): Promise<number>;
  number(): Promise<number>;
  rematch(): Promise<number>;
  clean(): Promise<number>;
};

export type JobRunner = {
  /** Nothing new is begun; attempts under way end, which their time-out bounds. */
  stop(): Promise<void>;
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

export function runJobs<Delivery extends PooledDelivery>(
  work: JobWork<Delivery>,
  limits?: PoolLimits,
): JobRunner {
  const outages = createOutageLog(work.log, work.isOutage);
  const failed = (error: unknown): void => outages.failed('deliver', error);
  const pool = createDeliveryPool<Delivery>({ ...work, failed }, limits);
  // Events that got their numbers have deliveries now; until then there was nothing to claim.
  let numbered = Promise.withResolvers<void>();

  const number = async (): Promise<boolean> => {
    const count = await work.number();
    if (count > 0) numbered.resolve();
    return count > 0;
  };
  const deliver = (): Promise<boolean> => {
    numbered = Promise.withResolvers();
    return pool.fill();
  };

  const jobs: Job[] = [
    { name: 'expire', run: async () => (await work.expire()) > 0, poll_ms: SECOND_MS },
    {
      name: 'number',
      run: number,
      wake: () => work.events.wait(SECOND_MS),
      poll_ms: SECOND_MS,
    },
    {
      name: 'deliver',
      run: deliver,
      wake: () => Promise.race([numbered.promise, pool.freed()]),
      poll_ms: SECOND_MS,
    },
    // What it finds may be found again while it waits for a person, so it never runs twice in a
    // row.
    {
      name: 'rematch',
      run: async () => {
        await work.rematch();
        return false;
      },
      poll_ms: 2 * SECOND_MS,
    },
    { name: 'clean', run: async () => (await work.clean()) > 0, poll_ms: MINUTE_MS },
  ];
  const loops = jobs.map((job) => startJobLoop(job, outages));
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
      await pool.drain();
    },
  };
}
