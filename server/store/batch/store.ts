// The store as the use cases see it: the database, the cipher, and the transaction of a batch.
import {
  type Change,
  isMissing,
  type OrMissing,
  type Result,
} from '../../domain/batch/decision.ts';
import { type BatchReads, isAllNew } from '../../domain/batch/needs.ts';
import type { World } from '../../domain/batch/world.ts';
import type { Bands } from '../../domain/record/band.ts';
import type { HoldTerms } from '../../domain/record/credit-hold.ts';
import type { Trade, TradeKey } from '../../domain/record/trade.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import type { ServiceMode } from '../../domain/service/service-mode.ts';
import type { Shard } from '../account/account-days.ts';
import { type AccountUse, createAccountUse } from '../account/account-use.ts';
import { type ActSums, type ControlPlace, withActSums } from '../approval/act-sums.ts';
import type { CallbackAddress } from '../callback/outbox.ts';
import { type BatchClock, createBatchClock } from '../connection/batch-clock.ts';
import { coalesce } from '../connection/coalesce.ts';
import type { Database, Queryable } from '../connection/database.ts';
import { planOnce } from '../connection/engine.ts';
import { runInPieces } from '../connection/pace/in-pieces.ts';
import { createTurns, type Turns } from '../connection/turns.ts';
import type { Cipher, KeyedCipher } from '../encryption/encryption.ts';
import { areAccountsMissing, type BalanceRow, readBalances } from '../ledger/ledger.ts';
import { readOrders, readTrades } from '../trade/trades.ts';
import { commit } from './commit.ts';
import { type ReadContext, readFacts } from './read-facts.ts';
import { LateLines, type LineTry } from './read-review.ts';
import { requireSettings } from './settings-behind.ts';
import { readServiceClock } from './settings-version.ts';

export type Store = {
  db: Database;
  cipher: KeyedCipher;
  /** Where people, their ties and the sums of a day are; null: in the same database. */
  control: ControlPlace | null;
  /** Reads that many requests make, combined into one query at a time. */
  reads: Reads;
  /** Ledger accounts that this process knows to exist. */
  known_accounts: Set<string>;
  /** The use of receiving accounts today, as this process last saw it. */
  account_use: AccountUse;
  /** Batches with bank lines lock trades one after the other. */
  line_turns: Turns;
  /** Of accounts that are made under the lock of their number. */
  number_turns: Turns;
  clock: BatchClock;
  /** Milliseconds added to the database's clock: for the sandbox's past orders, and for tests. */
  clock_offset_ms: number;
  /** True in the sandbox: its clock can be ahead, and is read with the database's. */
  is_sandbox: boolean;
  /** How far the sandbox's clock is ahead, as last read with the settings; 0 in live mode. */
  sandbox_ahead_ms: number;
};

type OrderKey = { merchant_id: string; order_id: string };

export type Reads = {
  trade(key: TradeKey): Promise<Trade | null>;
  order(key: OrderKey): Promise<Trade | null>;
  /** Null if the merchant has no ledger account yet. */
  balances(merchant_id: string): Promise<readonly BalanceRow[] | null>;
};

async function readBalanceGroups(db: Database, ids: readonly string[]) {
  const rows = await readBalances(db, ids);
  return [...Map.groupBy(rows, (row) => row.merchant_id).values()];
}

function openReads(db: Database, cipher: Cipher): Reads {
  const trade_name = (key: TradeKey) => `${key.merchant_id}/${key.trade_id}`;
  const order_name = (key: OrderKey) => `${key.merchant_id}/${key.order_id}`;
  return {
    trade: coalesce<TradeKey, Trade>((keys) => readTrades(db, cipher, keys), {
      key: trade_name,
      value: trade_name,
    }),
    order: coalesce<OrderKey, Trade>((keys) => readOrders(db, cipher, keys), {
      key: order_name,
      value: order_name,
    }),
    balances: coalesce<string, readonly BalanceRow[]>((ids) => readBalanceGroups(db, ids), {
      key: (id) => id,
      value: (rows) => rows[0]?.merchant_id ?? '',
    }),
  };
}

export function openStore(
  db: Database,
  cipher: KeyedCipher,
  mode: ServiceMode,
  control: ControlPlace | null = null,
): Store {
  return {
    db,
    cipher,
    control,
    reads: openReads(db, cipher),
    known_accounts: new Set(),
    account_use: createAccountUse(),
    line_turns: createTurns(),
    number_turns: createTurns(),
    clock: createBatchClock(),
    clock_offset_ms: 0,
    is_sandbox: mode === 'sandbox',
    sandbox_ahead_ms: 0,
  };
}

/** How far the service's time is ahead of the database's clock, as this process knows. */
export function aheadMs(store: Pick<Store, 'clock_offset_ms' | 'sandbox_ahead_ms'>): number {
  return store.clock_offset_ms + store.sandbox_ahead_ms;
}

/**
 * The service's time: the database's clock, so that all processes agree. Within a transaction, pass
 * its own connection: if every connection waited for another one here, none would ever continue.
 */
export async function now(store: Store, db: Queryable = store.db): Promise<number> {
  return (await readServiceClock(db, store.is_sandbox)) + store.clock_offset_ms;
}

export type Answer = Result | Refusal;

/** One answer per command; whether deliveries were added; the trades that changed. */
export type Written = { answers: Answer[]; has_deliveries: boolean; changed: Trade[] };

/** A batch's work: the facts that it needs, and the steps that decide on them. */
export type BatchWork = BatchReads & {
  decide(world: World): Generator<undefined, OrMissing<{ answers: Answer[]; changes: Change[] }>>;
};

/** Told what a batch does, each time that it is tried; absent if nobody watches. */
export type BatchWatch = {
  reading?(): void;
  deciding?(): void;
  writing?(): void;
  /** A group of statements was sent. */
  sent?(): void;
};

export type BatchOptions = {
  watch?: BatchWatch;
  /** The address of a merchant's callbacks. */
  addressOf: CallbackAddress;
  /** The writer's own row of counters that several writers share. */
  shard: Shard;
  /** By merchant, only for merchants with a settlement delay or a reserve. */
  hold_terms: ReadonlyMap<string, HoldTerms>;
  /** Several merchants use the same receiving accounts. */
  is_shared: boolean;
  /** From which amounts a second person is needed. */
  bands: Bands;
};

/** Thrown to end the transaction, in which nothing was written: the next try reads everything. */
class FactsLeftOut extends Error {}

/** What a batch has learned from its earlier tries. */
type Try = LineTry & Pick<ReadContext, 'wide'>;

const MOST_LINE_TRIES = 3;

/**
 * One batch in one transaction: read, decide, write. Throws conflicts and outages; refusals are
 * answers.
 */
export async function runBatch(
  store: Store,
  work: BatchWork,
  options: BatchOptions,
): Promise<Written> {
  let one: Try = { wide: false, first_lines: [], is_last: false };
  for (let tries = 1; ; tries += 1) {
    try {
      const tried = one;
      return await withActSums(store.control, (sums) => runOnce(store, work, options, tried, sums));
    } catch (error) {
      if (error instanceof FactsLeftOut && !one.wide) one = { ...one, wide: true };
      else if (error instanceof LateLines) {
        const first_lines = [...one.first_lines, ...error.ids];
        one = { ...one, first_lines, is_last: tries >= MOST_LINE_TRIES };
      } else if (areAccountsMissing(error) && store.known_accounts.size > 0) {
        // Nothing was written; the next try inserts what is missing.
        store.known_accounts.clear();
      } else throw error;
    }
  }
}

/**
 * An answer without changes may depend on data that the standby does not have yet: after an
 * unconfirmed commit, the same order comes again. A commit that writes waits for everything written
 * before it; one that writes nothing does not wait, so this statement writes a message. The row
 * leads it to the machine that has the data.
 */
const KEEP_ANSWER = `select case when current_setting('synchronous_standby_names') <> ''
    then pg_logical_emit_message(true, 'payment-orders', '') is not null end as kept
  from settings_versions where name = 'settings'`;

const UNWATCHED: BatchWatch = {};

async function runOnce(
  store: Store,
  work: BatchWork,
  { addressOf, shard, hold_terms, is_shared, bands, watch = UNWATCHED }: BatchOptions,
  one: Try,
  act_sums: ActSums,
): Promise<Written> {
  const { cipher, known_accounts, account_use } = store;
  const made = await store.db.transaction(
    async (tx) => {
      watch.reading?.();
      if (isAllNew(work.needs)) planOnce(tx, tx.engine);
      const context = { ...store, hold_terms, is_shared, bands, act_sums, ...one };
      const facts = await readFacts(tx, context, work);
      watch.deciding?.();
      const decided = await runInPieces(work.decide(facts.world));
      requireSettings(decided);
      if (isMissing(decided)) throw new FactsLeftOut(`Not read: ${decided.facts_missing}`);
      const { answers, changes } = decided;
      watch.writing?.();
      if (changes.length === 0) void tx.query('keep-answer', KEEP_ANSWER, []);
      const written = await commit(
        tx,
        { cipher, known_accounts, addressOf, shard, act_sums },
        changes,
        facts,
      );
      await act_sums.keep();
      return { answers, written, changes };
    },
    { is_awaited: true, ...(watch.sent === undefined ? {} : { onSent: watch.sent }) },
  );
  const { made_accounts, has_deliveries } = made.written;
  for (const account of made_accounts) known_accounts.add(account);
  account_use.add(made.changes);
  const changed = made.changes.flatMap((change) =>
    change.kind === 'trade_changed' ? change.trade : [],
  );
  return { answers: made.answers, has_deliveries, changed };
}
