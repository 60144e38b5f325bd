// Fills a database with many trades: nearly all are old and ended, as after months of service, and
// a few are open.

import type pg from 'pg';
import { LIMITS } from '../../server/domain/service/limits.ts';
import { HOUR_MS } from '../../server/lib/durations.ts';
import { openStage, stageTrades } from './stage.ts';
import { writeStage } from './write-stage.ts';

export type FilledHistory = {
  readonly merchants: readonly string[];
  readonly accounts: readonly string[];
  /** Trades are numbered; those of one database never share a number. */
  readonly first: number;
  readonly count: number;
  /** The span in which the ended ones were made, epoch milliseconds. */
  readonly from_at: number;
  readonly to_at: number;
};

export type FillReport = {
  readonly trades: number;
  readonly seconds: number;
  readonly bytes_per_trade: number;
};

/** Trades per chunk: the largest size whose events are still sorted in memory. */
const CHUNK = 20_000;
const TELL_EVERY = 10 * CHUNK;
/** The last trades of each fill are open. */
const OPEN_SHARE = 0.01;
const COMPLETED_PERCENT = 50;
/** Long enough that no open trade expires during a measurement. */
const OPEN_LIFE_MS = 24 * HOUR_MS;
const LIFE_MS = LIMITS.payin_life_default_ms;
/** A prime: an amount is repeated only after this many others. */
const AMOUNTS = 9_999_991;
/** Above the amounts of loads, which may have reserved some: an account has each amount once. */
const LOWEST_CENTS = 20_000_000;

/**
 * Parameters: first and last number, merchants, accounts, first open number, start, milliseconds
 * per trade, now. Ended trades either have a UTR and were confirmed by a person, or expired.
 */
const SOURCE = `
  select n, ($3::uuid[])[1 + n % cardinality($3::uuid[])] as merchant_id,
    ($4::uuid[])[1 + (n + n / cardinality($4::uuid[])) % cardinality($4::uuid[])]
      as receiving_account_id,
    true as exclusive, ${LOWEST_CENTS} + n * 7919 % ${AMOUNTS} as amount_cents, state,
    case when state = 'completed' then '4' || lpad(n::text, 11, '0') end as utr, created_ms,
    case when state = 'completed' then created_ms + 60000 + n % 300000 end as claimed_ms,
    case state when 'completed' then created_ms + 400000 + n % 300000
      when 'expired' then created_ms + ${LIFE_MS} + n % 1000 end as ended_ms,
    created_ms + case state when 'pending' then ${OPEN_LIFE_MS} else ${LIFE_MS} end as expires_ms
  from (
    select n,
      case when n >= $5 then 'pending'
        when ('x' || left(md5('state ' || n), 7))::bit(28)::int % 100 < ${COMPLETED_PERCENT}
        then 'completed' else 'expired' end as state,
      case when n >= $5 then $8::bigint - ${HOUR_MS} + (n - $5) % ${HOUR_MS}
        else $6::bigint + ((n - $1) * $7::float8)::bigint end as created_ms
    from generate_series($1::bigint, $2::bigint) as n
  ) s`;

async function databaseBytes(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database())::text as bytes',
  );
  return Number(rows[0]?.bytes);
}

/** Runs in one transaction with full durability. */
export async function inTransaction(client: pg.ClientBase, work: () => Promise<void>) {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Vacuums as autovacuum would have done if so many trades had come one by one. */
export async function settleTables(client: pg.ClientBase): Promise<void> {
  await client.query('vacuum (analyze)');
}

async function fillChunk(
  client: pg.ClientBase,
  history: FilledHistory,
  from: number,
  count: number,
) {
  const { first, from_at, to_at } = history;
  const first_open = first + Math.ceil(history.count * (1 - OPEN_SHARE));
  const step_ms = (to_at - from_at) / Math.max(1, first_open - first);
  const start_at = Math.round(from_at + (from - first) * step_ms);
  const values = [
    from,
    from + count - 1,
    history.merchants,
    history.accounts,
    first_open,
    start_at,
    step_ms,
    Date.now(),
  ];
  await inTransaction(client, async () => {
    await stageTrades(client, SOURCE, values);
    await writeStage(client);
  });
}

/** Adds trades in order of time, so that indexes grow as in production. */
export async function fillHistory(
  client: pg.ClientBase,
  history: FilledHistory,
  say: (text: string) => void,
): Promise<FillReport> {
  const started_ms = performance.now();
  const bytes_before = await databaseBytes(client);
  await openStage(client);
  for (let done = 0; done < history.count; done += CHUNK) {
    await fillChunk(client, history, history.first + done, Math.min(CHUNK, history.count - done));
    if (done > 0 && done % TELL_EVERY === 0) say(`${done} of ${history.count} trades filled`);
  }
  await settleTables(client);
  const seconds = (performance.now() - started_ms) / 1000;
  const bytes = (await databaseBytes(client)) - bytes_before;
  return { trades: history.count, seconds, bytes_per_trade: bytes / history.count };
}
