// Counts pay-ins that no receiving account could take, by day and reason.
import type { MissReason } from '../../domain/record/receiving-account.ts';
import type { Queryable } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import { whereOf } from '../connection/where.ts';

export type PayinMiss = {
  merchant_id: string;
  day: number;
  currency: string;
  reason: MissReason;
  count: number;
  total_cents: bigint;
};

/** In key order, so that two processes never wait for each other in a circle. */
export async function addMisses(db: Queryable, misses: readonly PayinMiss[]): Promise<void> {
  await db.query(
    'add-payin-misses',
    `insert into payin_misses as m (merchant_id, day, currency, reason, miss_count, total_cents)
     select * from unnest($1::uuid[], $2::integer[], $3::text[], $4::text[], $5::bigint[],
       $6::numeric[]) as r(merchant_id, day, currency, reason, misses, total)
     order by 1, 2, 3, 4
     on conflict (merchant_id, day, currency, reason) do update
     set miss_count = m.miss_count + excluded.miss_count,
       total_cents = m.total_cents + excluded.total_cents`,
    [
      plainArray(misses.map((miss) => miss.merchant_id)),
      plainArray(misses.map((miss) => miss.day)),
      plainArray(misses.map((miss) => miss.currency)),
      plainArray(misses.map((miss) => miss.reason)),
      plainArray(misses.map((miss) => miss.count)),
      plainArray(misses.map((miss) => miss.total_cents)),
    ],
  );
}

export type MissDay = {
  day: number;
  currency: string;
  reason: MissReason;
  count: bigint;
  total_cents: bigint;
};

export type MissFilter = {
  first_day: number;
  last_day: number;
  merchant_id?: string | null;
  currency?: string | null;
};

/** From the first to the last day, both included; added up over the merchants. */
export async function readMisses(db: Queryable, filter: MissFilter): Promise<MissDay[]> {
  const where = whereOf([
    ['day >= ?::integer', filter.first_day],
    ['day <= ?::integer', filter.last_day],
    ['merchant_id = ?::uuid', filter.merchant_id],
    ['currency = ?::text', filter.currency],
  ]);
  const rows = await db.query<Omit<MissDay, 'total_cents'> & { total_cents: string }>(
    'read-payin-misses',
    `select day, currency, reason, sum(miss_count)::bigint as count,
       sum(total_cents)::text as total_cents
     from payin_misses where ${where.text} group by 1, 2, 3 order by 1, 2, 3`,
    where.values,
  );
  // PostgreSQL sends a numeric as text.
  return rows.map((row) => ({ ...row, total_cents: BigInt(row.total_cents) }));
}
