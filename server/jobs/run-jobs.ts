// The list of jobs, how often each runs, and what starts it sooner.

import type { Log } from '../app/process/log-words.ts';
import type { QueuedEndpoint } from '../domain/callback/delivery-places.ts';
import { MINUTE_MS, SECOND_MS } from '../lib/durations.ts';
import { createDeliveryPool, type DeliveryWork, type PoolLimits } from './delivery-pool.ts';
import { type Job, startJobLoop } from './job-loop.ts';
import { createKeptSignal } from './kept-signal.ts';
import { createOutageLog } from './outage-log.ts';

/** What the jobs do, passed in so that their order and timing can be tested without a database. */
export type JobWork<Delivery extends QueuedEndpoint> = Omit<DeliveryWork<Delivery>, 'failed'> & {
  readonly log: Log;
  readonly events: { wait(timeout_ms: number): Promise<void> };
  isOutage(error: unknown): boolean;
  countFailure(job: string): void;
  /** True while no job may do anything. */
  rests(): Promise<boolean>;
  /** Each does one batch and returns how many items it handled. */
  expire(): Promise<number>;
  rematch(): Promise<number>;
  clean(): Promise<number>;
  endByAge(): Promise<number>;
  endCallbacks(): Promise<number>;
  releaseHolds(): Promise<number>;
  expireProposals(): Promise<number>;
  followErasures(): Promise<number>;
  followDeadlines(): Promise<number>;
  workRails(): Promise<number>;
  answerSandboxOrders(): Promise<number>;
  prove(): Promise<number>;
  reseal(): Promise<number>;
  makeWords(): Promise<number>;
  makePayeeWords(): Promise<boolean>;
  applyRules(): Promise<number>;
  measure(): Promise<number>;
  countEvents(): Promise<boolean>;
  watchAlerts(): Promise<number>;
  writeMisses(): Promise<number>;
  sendNotices(): Promise<number>;
  sendReports(): Promise<number>;
  followClock(): Promise<number>;
  followEndpoints(): Promise<number>;
};

export type JobRunner = {
  /** Starts nothing new; waits for the attempts under way, which their time limit bounds. */
  stop(): Promise<void>;
};

type OwnWork = Pick<
  JobWork<never>,
  Exclude<
    keyof JobWork<never>,
    'claim' | 'post' | 'record' | 'events' | 'log' | 'rests' | 'countFailure'
  >
>;

const sendingJobs = (work: Pick<OwnWork, 'sendNotices' | 'sendReports'>): Job[] => [
  { name: 'send notices', run: async () => (await work.sendNotices()) > 0, poll_ms: SECOND_MS },
  { name: 'send reports', run: async () => (await work.sendReports()) > 0, poll_ms: SECOND_MS },
];

/** Pauses before it goes on, also if there is more. */
async function once(work: () => Promise<number>): Promise<boolean> {
  await work();
  return false;
}

/** A page each time, so that deleting never keeps the database from its other work. */
const endingJobs = (work: Pick<OwnWork, 'endByAge' | 'endCallbacks' | 'followErasures'>): Job[] => [
  { name: 'end by age', run: () => once(work.endByAge), poll_ms: 10 * SECOND_MS },
  { name: 'end callbacks', run: () => once(work.endCallbacks), poll_ms: SECOND_MS },
  {
    name: 'follow erasures',
    run: async () => (await work.followErasures()) > 0,
    poll_ms: 5 * SECOND_MS,
  },
];

/** The jobs that one process does for all. */
function jobsOfOne(work: OwnWork): Job[] {
  // Safe in any number of processes, but they would all find the same work.
  return [
    { name: 'clock', run: async () => (await work.followClock()) > 0, poll_ms: SECOND_MS },
    {
      name: 'follow endpoints',
      run: async () => (await work.followEndpoints()) > 0,
      poll_ms: SECOND_MS,
    },
    { name: 'expire', run: async () => (await work.expire()) > 0, poll_ms: SECOND_MS },
    // It may find the same lines again while they wait for a person, so it never runs twice in a
    // row.
    {
      name: 'rematch',
      run: async () => {
        await work.rematch();
        return false;
      },
      poll_ms: 2 * SECOND_MS,
      rests_longer: true,
    },
    {
      name: 'sandbox bank',
      run: async () => (await work.answerSandboxOrders()) > 0,
      poll_ms: SECOND_MS,
    },
    { name: 'rails', run: async () => (await work.workRails()) > 0, poll_ms: SECOND_MS },
    {
      name: 'release holds',
      run: async () => (await work.releaseHolds()) > 0,
      poll_ms: 10 * SECOND_MS,
    },
    {
      name: 'disputes',
      run: async () => (await work.followDeadlines()) > 0,
      poll_ms: 10 * SECOND_MS,
    },
    {
      name: 'expire proposals',
      run: async () => (await work.expireProposals()) > 0,
      poll_ms: 10 * SECOND_MS,
    },
    { name: 'clean', run: async () => (await work.clean()) > 0, poll_ms: MINUTE_MS },
    { name: 'measure', run: async () => (await work.measure()) > 0, poll_ms: MINUTE_MS },
    {
      name: 'watch alerts',
      run: async () => {
        await work.watchAlerts();
        return false;
      },
      poll_ms: 20 * SECOND_MS,
    },
    ...[...sendingJobs(work), ...endingJobs(work)],
    { name: 'prove', run: async () => (await work.prove()) > 0, poll_ms: MINUTE_MS },
    { name: 'count events', run: () => work.countEvents(), poll_ms: 5 * SECOND_MS },
    {
      name: 'make words',
      run: async () => (await work.makeWords()) > 0,
      poll_ms: 5 * SECOND_MS,
    },
    { name: 'make payee words', run: () => work.makePayeeWords(), poll_ms: 5 * SECOND_MS },
    // After the words of new lines, by which rules find them.
    {
      name: 'apply rules',
      run: async () => (await work.applyRules()) > 0,
      poll_ms: 5 * SECOND_MS,
    },
    { name: 'reseal', run: async () => (await work.reseal()) > 0, poll_ms: 5 * SECOND_MS },
  ];
}

/**
 * `single_jobs` resolves when this process is to run also the jobs that one process does for all.
 */
export function runJobs<Delivery extends QueuedEndpoint>(
  work: JobWork<Delivery>,
  limits?: PoolLimits,
  single_jobs: Promise<void> = Promise.resolve(),
): JobRunner {
  const outages = createOutageLog(work.log, work.isOutage, work.countFailure);
  const failed = (error: unknown): void => outages.failed('deliver', error);
  const pool = createDeliveryPool<Delivery>({ ...work, failed }, limits);
  const written = createKeptSignal(work.events);
  const deliver: Job = {
    name: 'deliver',
    run: () => {
      written.reset();
      return pool.fill();
    },
    wake: () => Promise.race([written.signalled(), pool.freed()]),
    poll_ms: SECOND_MS,
  };
  const count_misses: Job = {
    name: 'write misses',
    run: async () => (await work.writeMisses()) > 0,
    poll_ms: 2 * SECOND_MS,
  };
  const startLoop = (job: Job) => startJobLoop(job, outages, work.rests);
  const loops = [deliver, count_misses].map(startLoop);
  let is_stopping = false;
  void single_jobs.then(() => {
    if (!is_stopping) loops.push(...jobsOfOne(work).map(startLoop));
  });
  return {
    stop: async () => {
      is_stopping = true;
      written.stop();
      await Promise.all(loops.map((loop) => loop.stop()));
      await pool.drain();
    },
  };
}
