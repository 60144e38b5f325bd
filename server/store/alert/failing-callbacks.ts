// Callback endpoints that do not accept what they are sent.
import type { AttentionFound } from '../../domain/alert/attention.ts';
import type { Queryable } from '../connection/database.ts';
import { MOST, SUBJECTS_MOST } from './attention.ts';

const FAILS = `d.status = 'waiting' and d.is_next and d.attempts > d.attempts_before
  and d.merchant_id = m.merchant_id`;

/** Probes, and what waits behind them. */
const HELD_QUEUES = [3, 4];

/** An endpoint's number, or `orders` for the addresses that orders gave. */
const TARGET = `case when d.endpoint = d.endpoint_number then d.endpoint_number::text
  else 'orders' end`;

/**
 * By callback endpoint as `MERCHANT/3`: since the first failure of the first callback that it has
 * not accepted, and as long as the endpoint is marked as failing, even if nothing waits for it.
 */
export async function findCallbacksFailing(db: Queryable): Promise<AttentionFound[]> {
  return await db.query<AttentionFound>(
    'find-callbacks-failing',
    `with unaccepted as (
       select m.merchant_id, w.target, min(w.number) as number, count(*)::int as count
       from merchants m cross join lateral (
         select d.number, ${TARGET} as target from deliveries d
         where ${FAILS} order by d.number limit ${MOST}
       ) w
       group by m.merchant_id, w.target
     ), first_failed as (
       select m.merchant_id, m.target, m.count, f.attempted_at
       from unaccepted m cross join lateral (
         select a.attempted_at from deliveries d join delivery_attempts a
           on a.merchant_id = d.merchant_id and a.trade_id = d.trade_id
           and a.sequence = d.sequence and a.endpoint_number = d.endpoint_number
           and a.attempt = d.attempts_before + 1
         where ${FAILS} and d.number = m.number and ${TARGET} = m.target
         limit 1
       ) f
     ), marked as (
       select h.merchant_id, h.number::text as target, w.count,
         coalesce(h.failures_since, h.failing_since) as failures_since
       from callback_endpoint_health h cross join lateral (
         select count(*)::int as count from (
           select 1 from deliveries d
           where d.status = 'waiting' and d.is_next and d.queue = any($1::smallint[])
             and d.merchant_id = h.merchant_id and d.endpoint = h.number
           limit ${MOST}
         ) c
       ) w
       where h.failing_since is not null
     )
     select coalesce(f.merchant_id, h.merchant_id) || '/' || coalesce(f.target, h.target)
         as subject_id,
       greatest(f.count, h.count) as count, least(f.attempted_at, h.failures_since) as oldest_at
     from first_failed f full join marked h
       on h.merchant_id = f.merchant_id and h.target = f.target
     order by 3 limit ${SUBJECTS_MOST}`,
    [HELD_QUEUES],
  );
}
