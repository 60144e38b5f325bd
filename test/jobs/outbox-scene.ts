// An outbox in memory and the jobs over it; they are stopped when a file's tests have ended.
import { EventEmitter, once } from 'node:events';
import { createCallbackClient } from '../../server/jobs/callback-client.ts';
import type { Claim, PoolLimits } from '../../server/jobs/delivery-pool.ts';
import { type JobRunner, type JobWork, runJobs } from '../../server/jobs/run-jobs.ts';
import type { Receiver } from '../support/receiver.ts';
import { closing } from './callback-scene.ts';

export type Delivery = {
  id: number;
  trade: number;
  url: string;
  host: string;
  body: string;
  headers: Record<string, string>;
};
type Outcome = { id: number; status: number | null; error: string | null };

export type Outbox = {
  readonly outcomes: readonly Outcome[];
  readonly due: ReadonlyMap<number, Delivery>;
  readonly leased: ReadonlyMap<number, Delivery>;
  add(receiver_index: number, count: number, trade?: number): void;
  claim(wanted: Claim): Promise<Delivery[]>;
  record(delivery: Delivery, attempt: Omit<Outcome, 'id'>): Promise<boolean>;
  until(holds: () => boolean): Promise<void>;
};

/** Claims as the contract says: due ones by age, one per trade, leased, busy hosts left out. */
export function createOutbox(receivers: readonly Receiver[]): Outbox {
  const due = new Map<number, Delivery>();
  const leased = new Map<number, Delivery>();
  const outcomes: Outcome[] = [];
  const changes = new EventEmitter();
  let next_id = 1;
  return {
    outcomes,
    due,
    leased,
    add(receiver_index: number, count: number, trade?: number): void {
      const { url = '', port = 0 } = receivers[receiver_index] ?? {};
      for (let added = 0; added < count; added += 1, next_id += 1) {
        const headers = { 'content-type': 'application/json', 'webhook-id': `msg_${next_id}` };
        const delivery = { id: next_id, trade: trade ?? next_id, url, body: '{}', headers };
        due.set(next_id, { ...delivery, host: `127.0.0.1:${port}` });
      }
    },
    claim({ limit, per_host, rooms }: Claim): Promise<Delivery[]> {
      const claimed: Delivery[] = [];
      const left = new Map(rooms);
      for (const delivery of due.values()) {
        const is_behind = [...leased.values()].some((one) => one.trade === delivery.trade);
        if (claimed.length === limit) break;
        const room = left.get(delivery.host) ?? per_host;
        if (is_behind || room === 0) continue;
        left.set(delivery.host, room - 1);
        due.delete(delivery.id);
        leased.set(delivery.id, delivery);
        claimed.push(delivery);
      }
      return Promise.resolve(claimed);
    },
    record({ id, trade }: Delivery, { status, error }: Omit<Outcome, 'id'>): Promise<boolean> {
      leased.delete(id);
      outcomes.push({ id, status, error });
      changes.emit('outcome');
      return Promise.resolve([...due.values()].some((one) => one.trade === trade));
    },
    async until(holds: () => boolean): Promise<void> {
      while (!holds()) await once(changes, 'outcome');
    },
  };
}

export const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const never = { wait: () => new Promise<void>(() => undefined) };

export function start(
  work: Partial<JobWork<Delivery>>,
  limits?: PoolLimits,
  timeout_ms = 10_000,
): JobRunner {
  const client = createCallbackClient({ allow_local: true, timeout_ms });
  const runner = runJobs<Delivery>(
    {
      log: quiet,
      events: never,
      isOutage: (error) => error instanceof Error && error.message === 'away',
      expire: async () => 0,
      rematch: async () => 0,
      clean: async () => 0,
      releaseHolds: async () => 0,
      workRails: async () => 0,
      prove: async () => 0,
      measure: async () => 0,
      claim: async () => [],
      post: client.post,
      record: async () => false,
      ...work,
    },
    limits,
  );
  closing.unshift(async () => {
    await runner.stop();
    await client.close();
  });
  return runner;
}
