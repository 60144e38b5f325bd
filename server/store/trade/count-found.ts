// Counts the trades that a search finds, up to a bound: never all of a large table.
import type { Queryable } from '../connection/database.ts';
import { countedParts } from './index-parts.ts';
import { conditionsOf } from './select-trades.ts';
import { findsPast, type TradeFilter } from './trade-filter.ts';

/** `most + 1` means that there are more. */
export async function countFound(
  db: Queryable,
  wanted: Omit<TradeFilter, 'before' | 'limit'>,
  most: number,
): Promise<number> {
  const filter = { ...wanted, before: null, limit: most + 1 };
  const { text, values } = conditionsOf(filter, null);
  const live = countedParts(filter).map((part) => `trades t where ${part} and ${text}`);
  const past = findsPast(filter) ? [`past_trades t where ${text}`] : [];
  const found = [...live, ...past].map((from) => `(select 1 from ${from} limit ${filter.limit})`);
  const rows = await db.query<{ found: number }>(
    'count-found-trades',
    `select count(*)::integer as found from
       (select 1 from (${found.join(' union all ')}) parts limit ${filter.limit}) counted`,
    values,
  );
  return rows[0]?.found ?? 0;
}
