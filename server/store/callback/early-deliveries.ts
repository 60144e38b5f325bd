// Repairs deliveries that were scheduled by a clock that ran ahead: without this they would wait
// until the true time catches up.
import type { Queryable } from '../connection/database.ts';
import { serviceNow } from './service-now.ts';

/** The time between a process reading the clock and writing the row. */
const SLACK = `interval '2 seconds'`;
const NOW = serviceNow('$2');

/**
 * Makes such deliveries due at once and counts them. A first attempt is due when it is created, so
 * a future time is wrong. A later attempt is judged by the time of the last attempt, since a
 * receiver may ask for any wait up to a day.
 */
export async function makeEarlyDeliveriesDue(
  db: Queryable,
  ahead_ms: number,
  limit: number,
): Promise<number> {
  const rows = await db.query(
    'make-early-deliveries-due',
    `with early as (
       select d.merchant_id, d.trade_id, d.sequence, d.endpoint_number
       from deliveries d left join delivery_attempts a
         on a.merchant_id = d.merchant_id and a.trade_id = d.trade_id
         and a.sequence = d.sequence and a.endpoint_number = d.endpoint_number
         and a.attempt = d.attempts
       where d.status = 'waiting' and d.is_next and d.due_at > ${NOW} + ${SLACK}
         and (d.attempts = d.attempts_before or a.attempted_at > ${NOW} + ${SLACK})
       order by d.merchant_id, d.trade_id, d.sequence, d.endpoint_number
       limit $1 for update of d skip locked
     )
     update deliveries d set due_at = ${NOW} from early e
     where d.merchant_id = e.merchant_id and d.trade_id = e.trade_id and d.sequence = e.sequence
       and d.endpoint_number = e.endpoint_number
     returning 1 as moved`,
    [limit, ahead_ms],
  );
  return rows.length;
}
