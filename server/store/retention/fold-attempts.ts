// Ends attempts of deliveries by their age: of each delivery one stays without what was answered,
// or none with the delivery itself.
import type { DeliveryKey } from '../callback/deliveries.ts';
import { storedAttempts } from '../callback/told-attempts.ts';
import { type Transaction, timestamp } from '../connection/database.ts';

const keysOf = (keys: readonly DeliveryKey[]) => [
  keys.map(({ merchant_id }) => merchant_id),
  keys.map(({ trade_id }) => trade_id),
  keys.map(({ sequence }) => sequence),
  keys.map(({ endpoint_number }) => endpoint_number),
];

const KEYS = `unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[])
  as k(merchant_id, trade_id, sequence, endpoint_number)`;
const OF_KEY = `a.merchant_id = k.merchant_id and a.trade_id = k.trade_id
  and a.sequence = k.sequence and a.endpoint_number = k.endpoint_number`;

async function deleteAttempts(tx: Transaction, keys: readonly DeliveryKey[]): Promise<number> {
  const rows = await tx.query(
    'delete-old-attempts',
    `delete from delivery_attempts a using ${KEYS} where ${OF_KEY} returning 1 as deleted`,
    keysOf(keys),
  );
  return rows.length;
}

type LastAttempt = DeliveryKey & {
  attempt: number;
  attempted_at: number;
  status: number | null;
  error: string | null;
  duration_ms: number;
  first_attempted_at: number;
  /** Its delivery has it. */
  is_told: boolean;
};

const OF_KEYS = `(d.merchant_id, d.trade_id, d.sequence, d.endpoint_number) in (
  select * from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[]))`;

async function readLasts(tx: Transaction, keys: readonly DeliveryKey[]): Promise<LastAttempt[]> {
  return await tx.query<LastAttempt>(
    'read-last-of-attempts',
    `select distinct on (a.merchant_id, a.trade_id, a.sequence, a.endpoint_number)
       a.merchant_id, a.trade_id, a.sequence, a.endpoint_number, a.attempt, a.attempted_at,
       a.status, a.error, a.duration_ms, a.is_told,
       min(coalesce(a.first_attempted_at, a.attempted_at)) over (
         partition by a.merchant_id, a.trade_id, a.sequence, a.endpoint_number
       ) as first_attempted_at
     from ${storedAttempts(OF_KEYS)} a
     order by a.merchant_id, a.trade_id, a.sequence, a.endpoint_number, a.attempt desc`,
    keysOf(keys),
  );
}

/** Their address and answer go from the deliveries that have their one attempt themselves. */
async function foldTold(tx: Transaction, keys: readonly DeliveryKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.query(
    'fold-told-attempts',
    `update deliveries a set told_head = null, told_url = null, told_signed_at = null
     from ${KEYS} where ${OF_KEY}`,
    keysOf(keys),
  );
}

/** The attempt that a delivery has itself ends, because a later one stays. Counts them. */
async function endTold(tx: Transaction, keys: readonly DeliveryKey[]): Promise<number> {
  if (keys.length === 0) return 0;
  const rows = await tx.query(
    'end-told-attempts',
    `update deliveries a set told_at = null, told_status = null, told_ms = null, told_head = null,
       told_url = null, told_signed_at = null
     from ${KEYS} where ${OF_KEY} and a.told_at is not null returning 1 as ended`,
    keysOf(keys),
  );
  return rows.length;
}

/**
 * Leaves one of the attempts of each delivery: the last one, with the time of the first, and
 * without what the receiver answered. No role may change rows of attempts, so it is written anew.
 * Returns how many attempts ended.
 */
export async function foldAttempts(tx: Transaction, keys: readonly DeliveryKey[]): Promise<number> {
  if (keys.length === 0) return 0;
  const all = await readLasts(tx, keys);
  const told = all.filter(({ is_told }) => is_told);
  const lasts = all.filter(({ is_told }) => !is_told);
  const deleted = await deleteAttempts(tx, keys);
  await foldTold(tx, told);
  const ended = await endTold(tx, lasts);
  await tx.query(
    'insert-folded-attempts',
    `insert into delivery_attempts (merchant_id, trade_id, sequence, endpoint_number, attempt,
       attempted_at, status, error, duration_ms, reply_head, first_attempted_at)
     select merchant_id, trade_id, sequence, endpoint_number, attempt, attempted_at, status, error,
       duration_ms, '', first_attempted_at
     from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[], $5::integer[],
       $6::timestamptz[], $7::integer[], $8::text[], $9::integer[], $10::timestamptz[])
       as g(merchant_id, trade_id, sequence, endpoint_number, attempt, attempted_at, status, error,
         duration_ms, first_attempted_at)`,
    [
      ...keysOf(lasts),
      lasts.map(({ attempt }) => attempt),
      lasts.map(({ attempted_at }) => timestamp(attempted_at)),
      lasts.map(({ status }) => status),
      lasts.map(({ error }) => error),
      lasts.map(({ duration_ms }) => duration_ms),
      lasts.map(({ first_attempted_at }) => timestamp(first_attempted_at)),
    ],
  );
  return deleted + ended - lasts.length;
}

/** With their attempts; the events stay. */
export async function removeDeliveries(
  tx: Transaction,
  keys: readonly DeliveryKey[],
): Promise<{ deliveries: number; attempts: number }> {
  if (keys.length === 0) return { deliveries: 0, attempts: 0 };
  const attempts = await deleteAttempts(tx, keys);
  const rows = await tx.query<{ has_attempt: boolean }>(
    'delete-old-deliveries',
    `delete from deliveries a using ${KEYS} where ${OF_KEY}
     returning a.told_at is not null as has_attempt`,
    keysOf(keys),
  );
  const told = rows.filter(({ has_attempt }) => has_attempt).length;
  return { deliveries: rows.length, attempts: attempts + told };
}
