// Brings a database to many existing trades: nearly all of them old and ended, as after months of
// service, some open.
import type pg from 'pg';
import { LIMITS } from '../../server/domain/service/limits.ts';
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

/** As large as the events of one still sort in memory. */
const CHUNK = 20_000;
const TELL_EVERY = 10 * CHUNK;
/** The last of each fill are open. */
const OPEN_SHARE = 0.01;
const COMPLETED_PERCENT = 50;
const HOUR_MS = 3_600_000;
/** Nothing that is open expires while it is measured. */
const OPEN_LIFE_MS = 24 * HOUR_MS;
const LIFE_MS = LIMITS.payin_life_default_ms;
/** A prime: as many amounts follow each other before one comes again. */
const AMOUNTS = 9_999_991;
/** Above what loads ask for: those may have made trades already, and an account has each once. */
const LOWEST_CENTS = 20_000_000;

/**
 * Parameters: first and last number, merchants, accounts, first open number, start, milliseconds
 * per trade, now. Ended trades have a claimed UTR and a person's confirmation, or ran out.
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

/** Whole or not at all; durable like everything else. */
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

/** What autovacuum would have done by the time that so many trades had come one by one. */
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

/** Trades are added in the order of their time, so that indexes grow as they do in life. */
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
