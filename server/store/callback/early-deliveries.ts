// Deliveries whose time was set by a clock that was ahead: without help they would wait until it is
// that late again.
import type { Queryable } from '../connection/database.ts';

/** Processes write a moment after they have read the clock. */
const SLACK = `interval '2 seconds'`;

/**
 * Makes them due at once and tells how many they were. A first attempt is due when it is made, so
 * it is never due in the future; a later one shows by its last attempt whether its time may stand,
 * since a receiver may ask for any wait up to a day.
 */
export async function makeEarlyDeliveriesDue(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(
    'make-early-deliveries-due',
    `with early as (
       select d.merchant_id, d.trade_id, d.sequence
       from deliveries d left join delivery_attempts a
         on a.merchant_id = d.merchant_id and a.trade_id = d.trade_id
         and a.sequence = d.sequence and a.attempt = d.attempts
       where d.status = 'waiting' and d.is_next and d.due_at > now() + ${SLACK}
         and (d.attempts = d.attempts_before or a.attempted_at > now() + ${SLACK})
       order by d.merchant_id, d.trade_id, d.sequence
       limit $1 for update of d skip locked
     )
     update deliveries d set due_at = now() from early e
     where d.merchant_id = e.merchant_id and d.trade_id = e.trade_id and d.sequence = e.sequence
     returning 1 as moved`,
    [limit],
  );
  return rows.length;
}
