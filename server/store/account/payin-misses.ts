// Counts pay-ins that no receiving account could take, by quarter of an hour and reason.
import type { AttentionFound } from '../../domain/alert/attention.ts';
import { COUNTED_MOST } from '../../domain/alert/attention-kinds.ts';
import { HOUSE_BOOK } from '../../domain/ledger/ledger.ts';
import type { MissReason } from '../../domain/record/receiving-account.ts';
import { SLOT_MS, SLOTS_PER_DAY } from '../../domain/trade/trade-measures.ts';
import type { PaymentTypeName } from '../../domain/values/payment-type.ts';
import { SUBJECTS_MOST } from '../alert/attention.ts';
import type { Queryable } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import { type Condition, whereOf } from '../connection/where.ts';

export type PayinMiss = {
  merchant_id: string;
  slot: number;
  currency: string;
  type: string;
  reason: MissReason;
  count: number;
  total_cents: bigint;
};

/**
 * Also to the rows of all merchants together, which are the house's. In key order, so that two
 * processes never wait for each other in a circle.
 */
export async function addMisses(db: Queryable, misses: readonly PayinMiss[]): Promise<void> {
  await db.query(
    'add-payin-misses',
    `with r as (
       select * from unnest($1::uuid[], $2::integer[], $3::text[], $4::text[], $5::text[],
         $6::bigint[], $7::numeric[])
         as r(merchant_id, slot, currency, type, reason, misses, total)
     )
     insert into payin_miss_slots
       (merchant_id, slot, currency, type, reason, miss_count, total_cents)
     select * from (
       select * from r
       union all
       select '${HOUSE_BOOK}', slot, currency, type, reason, sum(misses)::bigint, sum(total)
       from r group by 2, 3, 4, 5
     ) a order by 1, 2, 3, 4, 5
     on conflict (merchant_id, slot, currency, type, reason) do update
     set miss_count = payin_miss_slots.miss_count + excluded.miss_count,
       total_cents = payin_miss_slots.total_cents + excluded.total_cents`,
    [
      plainArray(misses.map((miss) => miss.merchant_id)),
      plainArray(misses.map((miss) => miss.slot)),
      plainArray(misses.map((miss) => miss.currency)),
      plainArray(misses.map((miss) => miss.type)),
      plainArray(misses.map((miss) => miss.reason)),
      plainArray(misses.map((miss) => miss.count)),
      plainArray(misses.map((miss) => miss.total_cents)),
    ],
  );
}

export type MissCount = {
  currency: string;
  reason: MissReason;
  count: bigint;
  total_cents: bigint;
};

export type MissFilter = {
  merchant_id?: string | null;
  currency?: string | null;
  type?: PaymentTypeName | null;
};

const whereMisses = (filter: MissFilter, time: readonly Condition[]) =>
  whereOf([
    ['merchant_id = ?::uuid', filter.merchant_id ?? HOUSE_BOOK],
    ...time,
    ['currency = ?::text', filter.currency],
    ['type = ?::text', filter.type],
  ]);

type SentMiss = Omit<MissCount, 'total_cents'> & { total_cents: string };

// PostgreSQL sends a numeric as text.
const missOf = <Row extends SentMiss>(row: Row) => ({
  ...row,
  total_cents: BigInt(row.total_cents),
});

const SUMS = 'sum(miss_count)::bigint as count, sum(total_cents)::text as total_cents';

/** From the first to the last day in UTC, both included. */
export async function readMisses(
  db: Queryable,
  filter: MissFilter & { first_day: number; last_day: number },
): Promise<(MissCount & { day: number })[]> {
  const where = whereMisses(filter, [
    ['slot >= ?::integer', filter.first_day * SLOTS_PER_DAY],
    ['slot < ?::integer', (filter.last_day + 1) * SLOTS_PER_DAY],
  ]);
  const rows = await db.query<SentMiss & { day: number }>(
    'read-payin-misses',
    `select slot / ${SLOTS_PER_DAY} as day, currency, reason, ${SUMS}
     from payin_miss_slots where ${where.text} group by 1, 2, 3 order by 1, 2, 3`,
    where.values,
  );
  return rows.map(missOf);
}

/**
 * Refused since a UTC day began because of merchants' shares of accounts; the most come first. A
 * merchant's rows are looked up only if the house's tell that there are any.
 */
export async function findPayinsOverShare(
  db: Queryable,
  day: number,
  merchant_ids: readonly string[],
): Promise<AttentionFound[]> {
  return await db.query<AttentionFound>(
    'find-payins-over-share',
    `select merchant_id::text as subject_id, least(count, ${COUNTED_MOST + 1})::int as count,
       to_timestamp(slot * ${SLOT_MS / 1_000}) as oldest_at
     from unnest($3::uuid[]) as m(merchant_id), lateral (
       select sum(miss_count) as count, min(slot) as slot from payin_miss_slots s
       where s.merchant_id = m.merchant_id and slot >= $1::integer and reason = 'merchant_share'
     ) found
     where count > 0 and exists (
       select from payin_miss_slots
       where merchant_id = $2::uuid and slot >= $1::integer and reason = 'merchant_share'
     )
     order by found.count desc, 1 limit ${SUBJECTS_MOST}`,
    [day * SLOTS_PER_DAY, HOUSE_BOOK, merchant_ids],
  );
}
