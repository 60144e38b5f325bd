// Reservations of receiving accounts and amounts.
import { MOST_CANDIDATES } from '../../domain/matching/find-payin.ts';
import type { BankLine } from '../../domain/record/bank-line.ts';
import type { Reservation } from '../../domain/record/receiving-account.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { referenceOf } from '../../domain/values/reference.ts';
import { firstUuidAt } from '../../lib/uuid.ts';
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import { insertRows, plainArray } from '../connection/rows.ts';

/**
 * An amount on an account, or a range of amounts if the merchant allows the amount to be shifted.
 */
export type Slot = { receiving_account_id: string; low_cents: bigint; high_cents: bigint };

const COLUMNS = `v.receiving_account_id, v.amount_cents, v.merchant_id, v.trade_id, v.reference,
  v.exclusive, v.free_at`;

/**
 * For each amount: its exclusive reservation, even if its hold has run out, and one of the shared
 * reservations that still hold it. This is enough to know that the amount is taken.
 */
export async function readTaken(
  tx: Queryable,
  slots: readonly Slot[],
  now: number,
): Promise<Reservation[]> {
  const spans = slots.filter((slot) => slot.low_cents < slot.high_cents);
  const amounts = slots.filter((slot) => slot.low_cents === slot.high_cents);
  const taken = await Promise.all([
    readTakenAmounts(tx, distinct(amounts), now),
    readTakenSpans(tx, distinct(spans), now),
  ]);
  return taken.flat();
}

/** Pay-ins of the same price ask for the same slots. */
function distinct(slots: readonly Slot[]): Slot[] {
  const by_key = new Map(
    slots.map((slot) => [
      `${slot.receiving_account_id}/${slot.low_cents}/${slot.high_cents}`,
      slot,
    ]),
  );
  return [...by_key.values()];
}

/**
 * For the `account` and `amount` of `a`; $1 is the time. Newest first: ended reservations are kept
 * for days, and the oldest of a popular amount are many.
 */
const TAKEN = `(
       (select * from reservations r where r.receiving_account_id = a.account
          and r.amount_cents = a.amount and r.exclusive limit 1)
       union all
       (select * from reservations r where r.receiving_account_id = a.account
          and r.amount_cents = a.amount and not r.exclusive
          and (r.free_at is null or r.free_at > $1) order by r.trade_id desc limit 1)
     ) as v`;

async function readTakenAmounts(tx: Queryable, slots: readonly Slot[], now: number) {
  if (slots.length === 0) return [];
  return await tx.query<Reservation>(
    'read-taken',
    `select ${COLUMNS} from unnest($2::uuid[], $3::bigint[]) as a(account, amount)
     cross join lateral ${TAKEN}`,
    [timestamp(now), ...slotArrays(slots).slice(0, 2)],
  );
}

/**
 * The distances are passed as an array: for a generate_series between two columns PostgreSQL
 * estimates a thousand rows each time and compiles the statement because it seems expensive.
 */
async function readTakenSpans(tx: Queryable, slots: readonly Slot[], now: number) {
  if (slots.length === 0) return [];
  const lengths = slots.map((slot) => Number(slot.high_cents - slot.low_cents));
  const distances = Array.from({ length: Math.max(...lengths) + 1 }, (_, distance) => distance);
  return await tx.query<Reservation>(
    'read-taken-spans',
    `select ${COLUMNS} from (
       select s.account, s.low + d.distance as amount
       from unnest($2::uuid[], $3::bigint[], $4::bigint[]) as s(account, low, high)
       cross join unnest($5::integer[]) as d(distance)
       where s.low + d.distance <= s.high
     ) as a cross join lateral ${TAKEN}`,
    [timestamp(now), ...slotArrays(slots), distances],
  );
}

const slotArrays = (slots: readonly Slot[]) => [
  plainArray(slots.map((slot) => slot.receiving_account_id)),
  plainArray(slots.map((slot) => slot.low_cents)),
  plainArray(slots.map((slot) => slot.high_cents)),
];

/** The pay-ins that a line of this account and amount might belong to, newest first. */
export async function readSlotCandidates(
  tx: Queryable,
  slots: readonly Slot[],
): Promise<Reservation[]> {
  if (slots.length === 0) return [];
  return await tx.query<Reservation>(
    'read-slot-candidates',
    `select ${COLUMNS}
     from (select distinct * from unnest($1::uuid[], $2::bigint[]) as s(account, amount)) as s
     cross join lateral (
       (select * from reservations r
        where r.receiving_account_id = s.account and r.amount_cents = s.amount and r.exclusive
        limit 1)
       union all
       (select * from reservations r
        where r.receiving_account_id = s.account and r.amount_cents = s.amount and not r.exclusive
        order by r.trade_id desc limit ${MOST_CANDIDATES})
       order by trade_id desc limit ${MOST_CANDIDATES}
     ) as v`,
    slotArrays(slots).slice(0, 2),
  );
}

/** How many are read in each direction from the line's amount. */
const MOST_NEAR = 25;

/**
 * The pay-ins of the account whose amounts are nearest to this one, and those of the other amounts:
 * of each amount the newest.
 */
export async function readNearbyPayins(
  db: Queryable,
  { receiving_account_id, amount_cents }: Pick<BankLine, 'receiving_account_id' | 'amount_cents'>,
  others: readonly bigint[],
): Promise<TradeKey[]> {
  const nearest = ['r.exclusive', 'not r.exclusive'].flatMap((kind) =>
    ['>= $2::bigint order by r.amount_cents', '< $2::bigint order by r.amount_cents desc'].map(
      (side) => `(select merchant_id, trade_id from reservations r
        where r.receiving_account_id = $1::uuid and ${kind} and r.amount_cents ${side},
          r.trade_id desc limit ${MOST_NEAR})`,
    ),
  );
  const slips = ['r.exclusive', 'not r.exclusive'].map(
    (kind) => `(select v.merchant_id, v.trade_id from unnest($3::bigint[]) as a(amount)
      cross join lateral (
        select * from reservations r where r.receiving_account_id = $1::uuid and ${kind}
          and r.amount_cents = a.amount order by r.trade_id desc limit 2
      ) as v)`,
  );
  return await db.query<TradeKey>(
    'read-nearby-payins',
    `select distinct merchant_id, trade_id from (
       ${[...nearest, ...slips].join(' union all ')}
     ) as found`,
    [receiving_account_id, amount_cents, plainArray(others)],
  );
}

export async function readReferences(
  tx: Queryable,
  references: readonly string[],
): Promise<Reservation[]> {
  if (references.length === 0) return [];
  return await tx.query<Reservation>(
    'read-references',
    `select ${COLUMNS} from reservations v where v.reference = any($1::text[])`,
    [[...new Set(references)]],
  );
}

/** Ends expired exclusive holds on amounts that somebody else now gets. */
export async function releaseAmounts(
  tx: Transaction,
  released: readonly Reservation[],
): Promise<void> {
  if (released.length === 0) return;
  await tx.query(
    'release-amounts',
    `update reservations r set exclusive = false
     from unnest($1::text[], $2::uuid[]) as e(reference, trade_id)
     where r.reference = e.reference and r.trade_id = e.trade_id and r.exclusive`,
    [
      released.map((reservation) => reservation.reference),
      released.map((reservation) => reservation.trade_id),
    ],
  );
}

/**
 * Inserts reservations. If another process took an exclusive amount meanwhile, the unique index
 * rejects the insert and the batch is decided again.
 */
export async function insertReservations(
  tx: Transaction,
  reservations: readonly Reservation[],
): Promise<void> {
  await insertRows<Reservation>(
    tx,
    'reservations',
    [
      { name: 'receiving_account_id', value: (r) => r.receiving_account_id },
      { name: 'amount_cents', value: (r) => r.amount_cents },
      { name: 'trade_id', value: (r) => r.trade_id },
      { name: 'merchant_id', value: (r) => r.merchant_id },
      { name: 'reference', value: (r) => r.reference },
      { name: 'exclusive', value: (r) => r.exclusive },
      { name: 'free_at', value: (r) => r.free_at },
    ],
    reservations.toSorted((a, b) => (slotOf(a) < slotOf(b) ? -1 : 1)),
  );
}

/** The sort key: batches that want the same amounts wait for each other and never deadlock. */
const slotOf = (reservation: Reservation) =>
  `${reservation.receiving_account_id}/${reservation.amount_cents}`;

export type ReservationEnd = {
  trade_id: string;
  free_at: number | null;
  until: number;
};

/** Finds rows by reference, not by amount: a pay-in's amount may have changed since. */
export async function closeReservations(
  tx: Transaction,
  ends: readonly ReservationEnd[],
): Promise<void> {
  if (ends.length === 0) return;
  await tx.query(
    'close-reservations',
    `update reservations r set free_at = e.free_at, until = e.until
     from unnest($1::text[], $2::uuid[], $3::timestamptz[], $4::timestamptz[])
       as e(reference, trade_id, free_at, until)
     where r.reference = e.reference and r.trade_id = e.trade_id`,
    [
      plainArray(ends.map((end) => referenceOf(end.trade_id))),
      plainArray(ends.map((end) => end.trade_id)),
      plainArray(ends.map((end) => timestamp(end.free_at))),
      plainArray(ends.map((end) => timestamp(end.until))),
    ],
  );
}

/**
 * Deletes reservations that are no longer needed; returns how many. Ids of trades begin with the
 * time, so it reads only those of trades that are old enough: nearly all have ended. An index on
 * `until` would be written whenever a pay-in ends, and all others of the row with it. It deletes by
 * ctid: by key, PostgreSQL might scan the whole table.
 */
export async function deleteEndedReservations(
  db: Queryable,
  at: number,
  limit: number,
): Promise<number> {
  const rows = await db.query(
    'delete-ended-reservations',
    `delete from reservations
     where ctid = any(array(
       select ctid from reservations
       where trade_id < $3::uuid and until <= $2 order by trade_id limit $1 for update skip locked
     )) returning 1 as deleted`,
    [limit, timestamp(at), firstUuidAt(at - LIMITS.reservation_kept_ms + 1)],
  );
  return rows.length;
}
