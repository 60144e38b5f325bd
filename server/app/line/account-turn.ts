// One delivery of bank lines of an account after the other, whichever process takes it: two that
// tell the same movements at once would not see each other's lines.
import { setTimeout as pause } from 'node:timers/promises';
import { type AccountLock, withAccountLock } from '../../store/line/account-lock.ts';
import type { App } from '../process/app.ts';
import { isOutage } from '../process/outage.ts';

type Queues = Map<string, Promise<unknown>>;

/** The deliveries of each account that this process has under way, and those behind them. */
const QUEUES = new WeakMap<App['store'], Queues>();

function queuesOf({ store }: App): Queues {
  const queues = QUEUES.get(store) ?? new Map<string, Promise<unknown>>();
  QUEUES.set(store, queues);
  return queues;
}

/** Each holds a connection of the pool, which the work itself needs too. */
const MOST_HELD = 3;
let held = 0;
const waiting: (() => void)[] = [];

async function placeForLock(): Promise<void> {
  if (held < MOST_HELD) held += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
}

function freePlace(): void {
  const next = waiting.shift();
  if (next === undefined) held -= 1;
  else next();
}

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

/**
 * Null if another process has the lock, or the link to the database broke before the work began. If
 * the link breaks at the end of the work, the work is done.
 */
async function tryLocked<Value>(
  app: App,
  receiving_account_id: string,
  work: (lock: AccountLock) => Promise<Value>,
  may_break: boolean,
): Promise<{ value: Value } | null> {
  let has_begun = false;
  let done: { value: Value } | null = null;
  try {
    return await withAccountLock(app.store.db, receiving_account_id, async (lock) => {
      has_begun = true;
      done = { value: await work(lock) };
      return done.value;
    });
  } catch (error) {
    if (done === null && (has_begun || !may_break || !isOutage(error))) throw error;
    return done;
  }
}

/** As often as a batch is tried again. */
const MOST_BREAKS = 5;

/** Asked again and again, so that no connection waits while another process has the lock. */
async function underLock<Value>(
  app: App,
  receiving_account_id: string,
  work: (lock: AccountLock) => Promise<Value>,
): Promise<Value> {
  let wait_ms = FIRST_PAUSE_MS;
  for (let tries = 1; ; tries += 1) {
    await placeForLock();
    try {
      const done = await tryLocked(app, receiving_account_id, work, tries < MOST_BREAKS);
      if (done !== null) return done.value;
    } finally {
      freePlace();
    }
    await pause(wait_ms);
    wait_ms = Math.min(wait_ms * 2, LONGEST_PAUSE_MS);
  }
}

/** In the order of the calls, as far as this process knows of them. */
export async function inAccountTurn<Value>(
  app: App,
  receiving_account_id: string,
  work: (lock: AccountLock) => Promise<Value>,
): Promise<Value> {
  const queues = queuesOf(app);
  const before = queues.get(receiving_account_id) ?? Promise.resolve();
  const locked = () => underLock(app, receiving_account_id, work);
  const own = before.then(locked, locked);
  queues.set(receiving_account_id, own);
  try {
    return await own;
  } finally {
    if (queues.get(receiving_account_id) === own) queues.delete(receiving_account_id);
  }
}
