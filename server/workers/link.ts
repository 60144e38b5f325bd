// A worker's link to its primary: what the primary tells it, what it asks, what it reports.
import type { RequestsElsewhere, SettingsElsewhere } from '../app/process/app.ts';
import type { Rendered, Snapshot } from '../programs/metrics.ts';
import type { Connection } from '../store/open/open-database.ts';
import type { FromWorker, TokenCounts, ToWorker } from './messages.ts';

export type Link = {
  /** How to reach the database, once it is ready. */
  opening: Promise<{ connection: Connection; port: number }>;
  /** Resolves when the workers may listen on the port. */
  listening: Promise<void>;
  /** Resolves when this worker is to run also the jobs that one process does for all. */
  single_jobs: Promise<void>;
  told_to_stop: Promise<void>;
  requests_elsewhere: RequestsElsewhere;
  settings_elsewhere: SettingsElsewhere;
  /** Resolves when the message has been handed over. */
  send(message: FromWorker): Promise<void>;
  /** The metrics of the whole service. */
  render(): Promise<Rendered>;
  /** From now on answers the primary's questions about this process's metrics. */
  measureWith(snapshot: () => Promise<Snapshot>): void;
};

/** The delay with which other processes learn of requests here. */
const TELL_EVERY_MS = 100;

/** Counts per token, sent together at intervals: a message per request would cost more. */
function createCounting(send: (counts: TokenCounts) => void) {
  const passed = new Map<string, number>();
  const listeners: ((token_id: string, count: number) => void)[] = [];
  const tell = () => {
    send([...passed]);
    passed.clear();
  };
  const requests_elsewhere: RequestsElsewhere = {
    passed(token_id, count) {
      if (passed.size === 0) setTimeout(tell, TELL_EVERY_MS).unref();
      passed.set(token_id, (passed.get(token_id) ?? 0) + count);
    },
    listen: (told) => void listeners.push(told),
  };
  const heard = (counts: TokenCounts) => {
    for (const [token_id, count] of counts) for (const told of listeners) told(token_id, count);
  };
  return { requests_elsewhere, heard };
}

/** Questions to the primary, each with a number that its answer repeats. */
function createAsking<Value>() {
  const open = new Map<number, (value: Value) => void>();
  let count = 0;
  return {
    async ask(tell: (id: number) => Promise<void>): Promise<Value> {
      count += 1;
      const { promise, resolve } = Promise.withResolvers<Value>();
      open.set(count, resolve);
      await tell(count);
      return await promise;
    },
    answer(id: number, value: Value): void {
      open.get(id)?.(value);
      open.delete(id);
    },
  };
}

function send(message: FromWorker): Promise<void> {
  // If the primary is gone there is nobody to send to; this process ends by itself.
  return new Promise((resolve) => {
    if (process.connected && process.send !== undefined) process.send(message, () => resolve());
    else resolve();
  });
}

/** Code loaded before may have unreferenced the channel, which must keep this process alive. */
function holdChannel(): void {
  process.channel?.ref();
}

export function linkToPrimary(): Link {
  holdChannel();
  const opening = Promise.withResolvers<{ connection: Connection; port: number }>();
  const listening = Promise.withResolvers<void>();
  const single_jobs = Promise.withResolvers<void>();
  const stopping = Promise.withResolvers<void>();
  const rendering = createAsking<Rendered>();
  const changing = createAsking<void>();
  const measuring = Promise.withResolvers<() => Promise<Snapshot>>();
  let look: () => Promise<unknown> = () => Promise.resolve();
  const counting = createCounting((counts) => void send({ kind: 'requests', counts }));

  const measure = async (id: number): Promise<void> => {
    const snapshot = await measuring.promise;
    await send({ kind: 'measured', id, snapshot: await snapshot() });
  };

  const lookNow = async (id: number): Promise<void> => {
    // If it fails, the settings' own polling finds the change within a second.
    await look().catch(() => undefined);
    await send({ kind: 'looked', id });
  };

  const obey = (message: ToWorker) => {
    switch (message.kind) {
      case 'open':
        return opening.resolve(message);
      case 'listen':
        return listening.resolve();
      case 'do_single_jobs':
        return single_jobs.resolve();
      case 'stop':
        return stopping.resolve();
      case 'measure':
        return void measure(message.id);
      case 'rendered':
        return rendering.answer(message.id, message.metrics);
      case 'requests_elsewhere':
        return counting.heard(message.counts);
      case 'look':
        return void lookNow(message.id);
      case 'all_looked':
        return changing.answer(message.id, undefined);
    }
  };
  process.on('message', obey);

  return {
    opening: opening.promise,
    listening: listening.promise,
    single_jobs: single_jobs.promise,
    told_to_stop: stopping.promise,
    requests_elsewhere: counting.requests_elsewhere,
    send,
    measureWith: measuring.resolve,
    settings_elsewhere: {
      changed: () => changing.ask((id) => send({ kind: 'changed', id })),
      lookWith(given) {
        look = given;
      },
    },
    render: () => rendering.ask((id) => send({ kind: 'render', id })),
  };
}
