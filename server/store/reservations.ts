// Reservations of receiving accounts and amounts, and the running counters of each account's day.
import { MOST_CANDIDATES } from '../domain/matching.ts';
import type { AccountDay, Reservation } from '../domain/receiving-account.ts';
import { referenceOf } from '../domain/reference.ts';
import { type Queryable, timestamp } from './database.ts';
import { insertRows } from './rows.ts';

/** An amount on an account, or a span of amounts where a merchant lets the amount be shifted. */
export type Slot = { receiving_account_id: string; low_cents: bigint; high_cents: bigint };

const COLUMNS = `v.receiving_account_id, v.amount_cents, v.merchant_id, v.trade_id, v.reference,
  v.exclusive, v.free_at`;

/** One open (or just closed) reservation per amount: enough to know that it is taken. */
export async function readTaken(
  tx: Queryable,
  slots: readonly Slot[],
  now: number,
): Promise<Reservation[]> {
  if (slots.length === 0) return [];
  return await tx.query<Reservation>(
    'read-taken',
    `select ${COLUMNS}
     from (
       select distinct s.account, a.amount
       from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as s(account, low, high)
       cross join lateral generate_series(s.low, s.high) as a(amount)
     ) as s
     cross join lateral (
       select * from reservations r
       where r.receiving_account_id = s.account and r.amount_cents = s.amount
         and (r.free_at is null or r.free_at > $4)
       limit 1
     ) as v`,
    [...slotArrays(slots), timestamp(now)],
  );
}

const slotArrays = (slots: readonly Slot[]) => [
  slots.map((slot) => slot.receiving_account_id),
  slots.map((slot) => slot.low_cents),
  slots.map((slot) => slot.high_cents),
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
       select * from reservations r
       where r.receiving_account_id = s.account and r.amount_cents = s.amount
       order by r.trade_id desc limit ${MOST_CANDIDATES}
     ) as v`,
    slotArrays(slots).slice(0, 2),
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

/**
 * Takes reservations. An exclusive amount whose hold has run out is released first; one that
 * another process took meanwhile breaks the unique index, and the batch is decided again.
 */
export async function insertReservations(
  tx: Queryable,
  reservations: readonly Reservation[],
  now: number,
): Promise<void> {
  const exclusive = reservations.filter((reservation) => reservation.exclusive);
  if (exclusive.length > 0) {
    await tx.query(
      'release-held-amounts',
      `update reservations r set exclusive = false
       from unnest($1::uuid[], $2::bigint[]) as s(account, amount)
       where r.receiving_account_id = s.account and r.amount_cents = s.amount
         and r.exclusive and r.free_at <= $3`,
      [
        exclusive.map((reservation) => reservation.receiving_account_id),
        exclusive.map((reservation) => reservation.amount_cents),
        timestamp(now),
      ],
    );
  }
  await insertRows<Reservation>(
    tx,
    'reservations',
    [
      { name: 'receiving_account_id', type: 'uuid', value: (r) => r.receiving_account_id },
      { name: 'amount_cents', type: 'bigint', value: (r) => r.amount_cents },
      { name: 'trade_id', type: 'uuid', value: (r) => r.trade_id },
      { name: 'merchant_id', type: 'uuid', value: (r) => r.merchant_id },
      { name: 'reference', type: 'text', value: (r) => r.reference },
      { name: 'exclusive', type: 'boolean', value: (r) => r.exclusive },
      { name: 'free_at', type: 'timestamptz', value: (r) => timestamp(r.free_at) },
    ],
    reservations.toSorted((a, b) => (slotOf(a) < slotOf(b) ? -1 : 1)),
  );
}

/** Sorted by it, batches that want the same amounts wait for each other and never deadlock. */
const slotOf = (reservation: Reservation) =>
  `${reservation.receiving_account_id}/${reservation.amount_cents}`;

export type ReservationEnd = {
  trade_id: string;
  free_at: number | null;
  until: number;
};

/** Found by reference, not by amount: a pay-in's amount may have changed since it was reserved. */
export async function closeReservations(
  tx: Queryable,
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
      ends.map((end) => referenceOf(end.trade_id)),
      ends.map((end) => end.trade_id),
      ends.map((end) => timestamp(end.free_at)),
      ends.map((end) => timestamp(end.until)),
    ],
  );
}

/** Deletes reservations whose last way out has ended; returns how many. */
export async function deleteEndedReservations(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(
    'delete-ended-reservations',
    `delete from reservations
     where (receiving_account_id, amount_cents, trade_id) in (
       select receiving_account_id, amount_cents, trade_id from reservations
       where until <= clock_timestamp() order by until limit $1 for update skip locked
     ) returning 1 as deleted`,
    [limit],
  );
  return rows.length;
}

type DayRow = {
  receiving_account_id: string;
  day: number;
  payin_count: number;
  amount_cents: bigint;
};

const dayOfRow = ({ payin_count, ...row }: DayRow): AccountDay => ({ ...row, count: payin_count });

/** Reads the counters; `locked` ones (accounts with a daily limit) stay locked, in key order. */
export async function readAccountDays(
  tx: Queryable,
  day: number,
  account_ids: readonly string[],
  locked_ids: readonly string[],
): Promise<AccountDay[]> {
  if (locked_ids.length > 0) {
    await addAccountDays(
      tx,
      [...locked_ids].sort().map((receiving_account_id) => ({
        receiving_account_id,
        day,
        count: 0,
        amount_cents: 0n,
      })),
    );
  }
  if (account_ids.length === 0) return [];
  const rows = await tx.query<DayRow>(
    'read-account-days',
    `select receiving_account_id, day, payin_count, amount_cents from account_days
     where day = $1 and receiving_account_id = any($2::uuid[])`,
    [day, account_ids],
  );
  return rows.map(dayOfRow);
}

/**
 * Adds to the counters, making rows where there are none; the rows are locked from here on, in key
 * order.
 */
export async function addAccountDays(tx: Queryable, days: readonly AccountDay[]): Promise<void> {
  const key = (day: AccountDay) => `${day.receiving_account_id}/${day.day}`;
  await insertRows<AccountDay>(
    tx,
    'account_days',
    [
      { name: 'receiving_account_id', type: 'uuid', value: (d) => d.receiving_account_id },
      { name: 'day', type: 'integer', value: (d) => d.day },
      { name: 'payin_count', type: 'integer', value: (d) => d.count },
      { name: 'amount_cents', type: 'bigint', value: (d) => d.amount_cents },
    ],
    days.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)),
    `on conflict (receiving_account_id, day) do update
     set payin_count = account_days.payin_count + excluded.payin_count,
       amount_cents = account_days.amount_cents + excluded.amount_cents`,
  );
}
