// Makes a backlog of callbacks: new pay-ins, each with an event that waits for delivery.
import type pg from 'pg';
import { inTransaction, settleTables } from './fill-history.ts';
import { openStage, stageTrades } from './stage.ts';
import { writeStage } from './write-stage.ts';

export type Backlog = {
  readonly merchants: readonly string[];
  readonly accounts: readonly string[];
  readonly first: number;
  readonly count: number;
  /** The callback URL of the merchant with the same index. */
  readonly urls: readonly string[];
};

const LIFE_MS = 24 * 3_600_000;

/** Parameters: first and last number, merchants, accounts, now. */
const SOURCE = `
  select n, ($3::uuid[])[1 + n % cardinality($3::uuid[])] as merchant_id,
    ($4::uuid[])[1 + n % cardinality($4::uuid[])] as receiving_account_id, true as exclusive,
    10000 + n as amount_cents, 'pending' as state, null::text as utr, $5::bigint as created_ms,
    null::bigint as claimed_ms, null::bigint as ended_ms, $5::bigint + ${LIFE_MS} as expires_ms
  from generate_series($1::bigint, $2::bigint) as n`;

/** The deliveries as they are right after their events are committed, before any is sent. */
const WRITE_DELIVERIES = `
  insert into deliveries (merchant_id, trade_id, sequence, number, url, status, is_next,
    attempts, attempts_before, due_at)
  select e.merchant_id, e.trade_id, e.sequence, e.number, u.url, 'waiting', true, 0, 0,
    now()
  from fill_trades f join events e using (merchant_id, trade_id)
  join unnest($1::uuid[], $2::text[]) as u(merchant_id, url) using (merchant_id)
  order by f.n`;

export async function fillBacklog(client: pg.ClientBase, backlog: Backlog): Promise<void> {
  const { merchants, accounts, first, count, urls } = backlog;
  await openStage(client);
  await inTransaction(client, async () => {
    const values = [first, first + count - 1, merchants, accounts, Date.now()];
    await stageTrades(client, SOURCE, values);
    await writeStage(client);
    await client.query(WRITE_DELIVERIES, [merchants, urls]);
  });
  await settleTables(client);
}
