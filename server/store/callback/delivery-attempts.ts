// Records every attempt of a delivery, and the state that it leaves the delivery in.
import type { DeliveryStatus } from '../../domain/callback/retry.ts';
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import { serviceNow } from '../connection/service-now.ts';
import { type DeliveryKey, markNext } from './deliveries.ts';

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

async function insertAttempts(tx: Queryable, attempts: readonly DeliveryAttempt[]): Promise<void> {
  await tx.query(
    'insert-attempts',
    `insert into delivery_attempts (merchant_id, trade_id, sequence, attempt, attempted_at, status,
       error, duration_ms, reply_head, endpoint_number, url, signed_at)
     select * from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[], $5::timestamptz[],
       $6::integer[], $7::text[], $8::integer[], $9::text[], $10::integer[], $11::text[],
       $12::timestamptz[])
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

/** Locked in key order, like the statements that insert deliveries. */
async function endAttempts(
  tx: Queryable,
  ended: readonly EndedDeliveryAttempt[],
  ahead_ms: number,
): Promise<void> {
  await tx.query(
    'end-attempts',
    `with held as (
       select d.merchant_id, d.trade_id, d.sequence, d.endpoint_number, r.attempt, r.status,
         r.due_at, r.url, r.queue, r.is_uncounted
       from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[], $5::text[],
         $6::timestamptz[], $7::text[], $8::smallint[], $9::integer[], $10::boolean[])
         as r(merchant_id, trade_id, sequence, attempt, status, due_at, url, queue,
           endpoint_number, is_uncounted)
       join deliveries d using (merchant_id, trade_id, sequence, endpoint_number)
       where d.attempts = r.attempt - 1 and d.status = 'waiting'
       order by d.merchant_id, d.trade_id, d.sequence, d.endpoint_number for no key update of d
     )
     update deliveries d set status = h.status, attempts = h.attempt, leased_until = null,
       is_limited = false,
       due_at = coalesce(h.due_at, d.due_at), url = coalesce(h.url, d.url), queue = h.queue,
       attempts_before = d.attempts_before + case when h.is_uncounted then 1 else 0 end,
       finished_at = case when h.status = 'waiting' then null
         else ${serviceNow('$11', 'clock_timestamp()')} end
     from held h
     where d.merchant_id = h.merchant_id and d.trade_id = h.trade_id and d.sequence = h.sequence
       and d.endpoint_number = h.endpoint_number`,
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
    ],
  );
}

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
  const kept = insertAttempts(tx, ended);
  const ends = endAttempts(tx, ended, ahead_ms);
  const next = markNext(tx, over, ahead_ms);
  await Promise.all([kept, ends, next]);
  return await next;
}

const ATTEMPT = `select merchant_id, trade_id, sequence, endpoint_number, attempt, attempted_at,
  status, error, duration_ms, reply_head, url as sent_to, signed_at from delivery_attempts`;

export async function readDeliveryAttempts(
  db: Queryable,
  merchant_id: string,
  trade_id: string,
): Promise<DeliveryAttempt[]> {
  return await db.query<DeliveryAttempt>(
    'read-attempts',
    `${ATTEMPT} where merchant_id = $1 and trade_id = $2
     order by sequence, endpoint_number, attempt`,
    [merchant_id, trade_id],
  );
}

/** The last ones of one delivery, the newest first. */
export async function readLastAttempts(
  db: Queryable,
  { merchant_id, trade_id, sequence, endpoint_number }: DeliveryKey,
  limit: number,
): Promise<DeliveryAttempt[]> {
  return await db.query<DeliveryAttempt>(
    'read-last-attempts',
    `${ATTEMPT} where merchant_id = $1 and trade_id = $2 and sequence = $3
       and endpoint_number = $4
     order by attempt desc limit $5`,
    [merchant_id, trade_id, sequence, endpoint_number, limit],
  );
}
