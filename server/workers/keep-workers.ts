// Keeps a number of worker processes alive: forks them, and forks another when one has ended.
import cluster, { type Worker } from 'node:cluster';
import type { Log } from '../app/process/log-words.ts';
import type { FromWorker, ToWorker } from './messages.ts';

const BACKOFF_FIRST_MS = 50;
const BACKOFF_MAX_MS = 5_000;
/** A worker that has served this long was healthy: the next one starts without a pause. */
const HEALTHY_MS = 30_000;

export type KeptWorker = {
  readonly id: number;
  readonly process_id: number | undefined;
  /** Since when it takes connections; null while it starts. */
  serving_since_ms: number | null;
  send(message: ToWorker): void;
};

export type WorkerEvents = {
  started(worker: KeptWorker): void;
  said(worker: KeptWorker, message: FromWorker): void;
  ended(worker: KeptWorker): void;
};

type EndFacts = {
  readonly worker: number | undefined;
  readonly code: number;
  readonly signal: string;
};

export type Keeper = {
  workers(): readonly KeptWorker[];
  /** Resolves when all have ended; none is started again. False if one had to be killed. */
  stop(): Promise<boolean>;
};

function kept(worker: Worker): KeptWorker {
  return {
    id: worker.id,
    process_id: worker.process.pid,
    serving_since_ms: null,
    send(message) {
      // If the worker has gone, its exit event follows; the message is lost with it.
      if (worker.isConnected()) worker.send(message, () => undefined);
    },
  };
}

export function keepWorkers(count: number, log: Log, events: WorkerEvents): Keeper {
  const alive = new Map<number, KeptWorker>();
  const ended = new Map<number, Promise<void>>();
  let delay_ms = BACKOFF_FIRST_MS;
  let is_stopping = false;
  let was_cut = false;

  const replace = (worker: KeptWorker, facts: EndFacts): void => {
    const { serving_since_ms } = worker;
    const was_healthy =
      serving_since_ms !== null && performance.now() - serving_since_ms >= HEALTHY_MS;
    if (was_healthy) delay_ms = BACKOFF_FIRST_MS;
    log.warn({ ...facts, delay_ms }, 'a worker has ended; another one is started');
    setTimeout(() => {
      if (!is_stopping) fork();
    }, delay_ms);
    delay_ms = Math.min(BACKOFF_MAX_MS, delay_ms * 2);
  };

  const fork = (): void => {
    const process_handle = cluster.fork();
    const worker = kept(process_handle);
    const { promise, resolve } = Promise.withResolvers<void>();
    alive.set(worker.id, worker);
    ended.set(worker.id, promise);
    process_handle.on('message', (message: FromWorker) => events.said(worker, message));
    // Its exit event follows, and that is what counts.
    process_handle.on('error', (error) =>
      log.warn({ err: error }, 'a worker could not be sent a message'),
    );
    process_handle.once('exit', (code, signal) => {
      alive.delete(worker.id);
      ended.delete(worker.id);
      events.ended(worker);
      if (!is_stopping) replace(worker, { worker: worker.process_id, code, signal });
      else if (code !== 0) was_cut = true;
      resolve();
    });
    events.started(worker);
  };

  cluster.setupPrimary({ serialization: 'advanced' });
  for (let index = 0; index < count; index += 1) fork();
  return {
    workers: () => [...alive.values()],
    async stop() {
      is_stopping = true;
      for (const worker of alive.values()) worker.send({ kind: 'stop' });
      await Promise.all(ended.values());
      return !was_cut;
    },
  };
}
