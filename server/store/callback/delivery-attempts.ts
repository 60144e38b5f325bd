// Records every attempt of a delivery, and the state that it leaves the delivery in.
import type { DeliveryStatus } from '../../domain/callback/retry.ts';
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import { type DeliveryKey, markNext } from './deliveries.ts';
import { serviceNow } from './service-now.ts';
import { isTold, storedAttempts } from './told-attempts.ts';

export type DeliveryAttempt = DeliveryKey & {
  attempt: number;
  attempted_at: number;
  status: number | null;
  error: string | null;
  duration_ms: number;
  reply_head: string;
  /** Sealed; empty if nothing was sent. */
  sent_to: string;
  /** As the request said; null if nothing was sent. */
  signed_at: number | null;
};

/** Set if it stands for all attempts up to it: when the first of them was made. */
export type KeptAttempt = DeliveryAttempt & { first_attempted_at: number | null };

/** The state of a delivery after an attempt; `due_at` if it is to be tried again. */
export type DeliveryEnd =
  | { status: 'waiting'; due_at: number }
  | { status: Exclude<DeliveryStatus, 'waiting'>; due_at: null };

/** `url` is the address used, null if there was none; `queue` is where it waits, if it does. */
export type EndedDeliveryAttempt = DeliveryAttempt & {
  end: DeliveryEnd;
  url: string | null;
  queue: number;
  /** True if the attempt takes nothing from the schedule: a failed probe. */
  is_uncounted: boolean;
};

/** Its delivery has it, so that it needs no row. */
const isOfDelivery = ({ attempt, end }: EndedDeliveryAttempt): boolean =>
  attempt === 1 && end.status === 'delivered';

async function insertAttempts(tx: Queryable, attempts: readonly DeliveryAttempt[]): Promise<void> {
  if (attempts.length === 0) return;
  await tx.query(
    'insert-attempts',
    `insert into delivery_attempts (merchant_id, trade_id, sequence, attempt, attempted_at, status,
       error, duration_ms, reply_head, endpoint_number, url, signed_at)
     select r.* from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[],
       $5::timestamptz[], $6::integer[], $7::text[], $8::integer[], $9::text[], $10::integer[],
       $11::text[], $12::timestamptz[]) as r(merchant_id, trade_id, sequence, attempt,
         attempted_at, status, error, duration_ms, reply_head, endpoint_number, url, signed_at)
     where r.attempt > 1 or not ${isTold('r')}
     on conflict (merchant_id, trade_id, sequence, endpoint_number, attempt) do nothing`,
    [
      attempts.map((attempt) => attempt.merchant_id),
      attempts.map((attempt) => attempt.trade_id),
      attempts.map((attempt) => attempt.sequence),
      attempts.map((attempt) => attempt.attempt),
      attempts.map((attempt) => timestamp(attempt.attempted_at)),
      attempts.map((attempt) => attempt.status),
      attempts.map((attempt) => attempt.error),
      attempts.map((attempt) => attempt.duration_ms),
      attempts.map((attempt) => attempt.reply_head),
      attempts.map((attempt) => attempt.endpoint_number),
      attempts.map((attempt) => attempt.sent_to),
      attempts.map((attempt) => timestamp(attempt.signed_at)),
    ],
  );
}

/** What a delivery has of its one attempt; null of all others. */
function toldOf(attempt: EndedDeliveryAttempt) {
  if (!isOfDelivery(attempt)) return null;
  const { attempted_at, status, duration_ms, reply_head, sent_to, signed_at } = attempt;
  const head = reply_head === '' ? null : reply_head;
  return { attempted_at, status, duration_ms, head, sent_to, signed_at };
}

/**
 * Locked in key order, like the statements that insert deliveries. Returns those that waited for
 * this attempt.
 */
async function endAttempts(
  tx: Queryable,
  ended: readonly EndedDeliveryAttempt[],
  ahead_ms: number,
): Promise<DeliveryKey[]> {
  const told = ended.map(toldOf);
  return await tx.query<DeliveryKey>(
    'end-attempts',
    `with held as (
       select d.merchant_id, d.trade_id, d.sequence, d.endpoint_number, r.attempt, r.status,
         r.due_at, r.url, r.queue, r.is_uncounted, r.told_at, r.told_status, r.told_ms,
         r.told_head, r.told_url, r.told_signed_at,
         ${serviceNow('$11', 'statement_timestamp()')} as now
       from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[], $5::text[],
         $6::timestamptz[], $7::text[], $8::smallint[], $9::integer[], $10::boolean[],
         $12::timestamptz[], $13::integer[], $14::integer[], $15::text[], $16::text[],
         $17::timestamptz[])
         as r(merchant_id, trade_id, sequence, attempt, status, due_at, url, queue,
           endpoint_number, is_uncounted, told_at, told_status, told_ms, told_head, told_url,
           told_signed_at)
       join deliveries d using (merchant_id, trade_id, sequence, endpoint_number)
       where d.attempts = r.attempt - 1 and d.status = 'waiting'
       order by d.merchant_id, d.trade_id, d.sequence, d.endpoint_number for no key update of d
     )
     update deliveries d set status = h.status, attempts = h.attempt, leased_until = null,
       is_limited = false,
       due_at = coalesce(h.due_at, d.due_at), url = coalesce(h.url, d.url), queue = h.queue,
       attempts_before = d.attempts_before + case when h.is_uncounted then 1 else 0 end,
       finished_at = case when h.status = 'waiting' then null else h.now end,
       told_at = coalesce(h.told_at, d.told_at),
       told_status = coalesce(h.told_status, d.told_status),
       told_ms = coalesce(h.told_ms, d.told_ms), told_head = coalesce(h.told_head, d.told_head),
       told_url = coalesce(h.told_url, d.told_url),
       told_signed_at = coalesce(h.told_signed_at, d.told_signed_at)
     from held h
     where d.merchant_id = h.merchant_id and d.trade_id = h.trade_id and d.sequence = h.sequence
       and d.endpoint_number = h.endpoint_number
     returning d.merchant_id, d.trade_id, d.sequence, d.endpoint_number`,
    [
      ended.map((attempt) => attempt.merchant_id),
      ended.map((attempt) => attempt.trade_id),
      ended.map((attempt) => attempt.sequence),
      ended.map((attempt) => attempt.attempt),
      ended.map(({ end }) => end.status),
      ended.map(({ end }) => timestamp(end.due_at)),
      ended.map((attempt) => attempt.url),
      ended.map((attempt) => attempt.queue),
      ended.map((attempt) => attempt.endpoint_number),
      ended.map((attempt) => attempt.is_uncounted),
      ahead_ms,
      told.map((one) => timestamp(one?.attempted_at ?? null)),
      told.map((one) => one?.status ?? null),
      told.map((one) => one?.duration_ms ?? null),
      told.map((one) => one?.head ?? null),
      told.map((one) => one?.sent_to ?? null),
      told.map((one) => timestamp(one?.signed_at ?? null)),
    ],
  );
}

const nameOf = ({ merchant_id, trade_id, sequence, endpoint_number }: DeliveryKey): string =>
  `${merchant_id}/${trade_id}/${sequence}/${endpoint_number}`;

/**
 * Records attempts and updates their deliveries. A late answer after a lost lease changes nothing
 * twice. True if the following delivery of a trade became the next.
 */
export async function recordAttempts(
  tx: Transaction,
  ended: readonly EndedDeliveryAttempt[],
  ahead_ms: number,
): Promise<boolean> {
  if (ended.length === 0) return false;
  const over = ended.filter(({ end }) => end.status !== 'waiting');
  // Sent at once, in this order: each statement sees the effects of those before it.
  const rows = ended.filter((one) => !isOfDelivery(one));
  const [, found, has_next] = await Promise.all([
    insertAttempts(tx, rows),
    endAttempts(tx, ended, ahead_ms),
    markNext(tx, over, ahead_ms),
  ]);
  // A delivery that did not wait any more, because it was ended meanwhile, has no place for it.
  const waited = new Set(found.map(nameOf));
  const late = ended.filter((one) => isOfDelivery(one) && !waited.has(nameOf(one)));
  await insertAttempts(tx, late);
  return has_next;
}

const COLUMNS = `merchant_id, trade_id, sequence, endpoint_number, attempt, attempted_at, status,
  error, duration_ms, reply_head, sent_to, signed_at, first_attempted_at`;

export async function readDeliveryAttempts(
  db: Queryable,
  merchant_id: string,
  trade_id: string,
): Promise<KeptAttempt[]> {
  return await db.query<KeptAttempt>(
    'read-attempts',
    `select ${COLUMNS} from ${storedAttempts('d.merchant_id = $1 and d.trade_id = $2')} a
     order by sequence, endpoint_number, attempt`,
    [merchant_id, trade_id],
  );
}

const OF_DELIVERY = `d.merchant_id = $1 and d.trade_id = $2 and d.sequence = $3
  and d.endpoint_number = $4`;

/** The last ones of one delivery, the newest first. */
export async function readLastAttempts(
  db: Queryable,
  { merchant_id, trade_id, sequence, endpoint_number }: DeliveryKey,
  limit: number,
): Promise<KeptAttempt[]> {
  return await db.query<KeptAttempt>(
    'read-last-attempts',
    `select ${COLUMNS} from ${storedAttempts(OF_DELIVERY)} a order by attempt desc limit $5`,
    [merchant_id, trade_id, sequence, endpoint_number, limit],
  );
}
