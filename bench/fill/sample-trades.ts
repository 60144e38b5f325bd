// Picks random trades from the whole history of a database, for loads that read.
import type pg from 'pg';
import type { KnownTrade } from '../load/load-plan.ts';

/** Scans every page of the table, so that all trades are equally likely. */
export async function sampleTrades(
  client: pg.ClientBase,
  merchants: readonly string[],
  count: number,
): Promise<KnownTrade[]> {
  const { rows: found } = await client.query<{ trades: string }>(
    'select greatest(reltuples, 1)::bigint::text as trades from pg_class where relname = $1',
    ['trades'],
  );
  const percent = Math.min(100, (120 * count) / Number(found[0]?.trades));
  const { rows } = await client.query<KnownTrade>(
    `select merchant_id, trade_id, order_id
     from trades tablesample bernoulli(${percent})
     where merchant_id = any($1::uuid[]) order by random() limit $2`,
    [merchants, count],
  );
  return rows;
}

/**
 * Reads each trade once by its key, so that the load does not measure the disk: the system evicts
 * pages that were not read recently.
 */
export async function touchTrades(
  client: pg.ClientBase,
  trades: readonly KnownTrade[],
): Promise<void> {
  await client.query(
    `select count(t.state) from unnest($1::uuid[], $2::uuid[]) as k(merchant_id, trade_id)
     cross join lateral (
       select state from trades t
       where t.merchant_id = k.merchant_id and t.trade_id = k.trade_id limit 1
     ) t`,
    [trades.map((trade) => trade.merchant_id), trades.map((trade) => trade.trade_id)],
  );
}
