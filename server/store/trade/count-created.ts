// How many orders a database has taken lately, from the counts by day.
import { HOUSE_BOOK } from '../../domain/ledger/ledger.ts';
import type { Queryable } from '../connection/database.ts';

/** `first_day`: days since 1970. The house's rows are those of all merchants together. */
export async function countCreatedSince(db: Queryable, first_day: number): Promise<bigint> {
  const [row] = await db.query<{ orders: bigint }>(
    'count-created-since',
    `select coalesce(sum(created_count), 0)::bigint as orders
     from trade_days where merchant_id = $1 and day >= $2`,
    [HOUSE_BOOK, first_day],
  );
  return row?.orders ?? 0n;
}
