// Deliveries held back behind failing endpoints: one of them is taken as the probe, and all go on
// once the endpoint answers again.
import type { Queryable } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import type { EndpointKey } from './endpoint-health.ts';
import { serviceNow } from './service-now.ts';

/** Longer than any transaction that still takes the endpoint for a failing one. */
const SETTLED = `interval '2 minutes'`;

const ENABLED = `not exists (
       select from callback_endpoints e
       where e.merchant_id = h.merchant_id and e.number = h.number and e.disabled_at is not null
     )`;

/**
 * Takes failing endpoints whose next probe is due, the one that waits longest first: no other
 * process gets them. Their next probe is due in a minute, unless the result of this one says
 * otherwise. That holds also if nothing waits or this process dies, so that those endpoints do not
 * stay the first in line.
 */
export async function takeDueProbes(
  db: Queryable,
  ahead_ms: number,
  limit: number,
): Promise<EndpointKey[]> {
  return await db.query<EndpointKey>(
    'take-due-probes',
    `update callback_endpoint_health h set next_probe_at = ${serviceNow('$2')} + interval '1 minute'
     from (
       select h.merchant_id, h.number from callback_endpoint_health h
       where failing_since is not null and next_probe_at <= ${serviceNow('$2')} and ${ENABLED}
       order by next_probe_at limit $1 for update of h skip locked
     ) k
     where h.merchant_id = k.merchant_id and h.number = k.number
     returning h.merchant_id, h.number`,
    [limit, ahead_ms],
  );
}

/** Makes the longest-waiting delivery of each endpoint its probe, and returns how many had one. */
export async function startProbes(
  db: Queryable,
  endpoints: readonly EndpointKey[],
  { held, probe, ahead_ms }: { held: number; probe: number; ahead_ms: number },
): Promise<number> {
  if (endpoints.length === 0) return 0;
  const moved = await db.query(
    'start-probes',
    `update deliveries d set queue = $4, due_at = least(d.due_at, ${serviceNow('$5')})
     from (
       select w.* from unnest($1::uuid[], $2::integer[]) as k(merchant_id, number)
       cross join lateral (
         select d.merchant_id, d.trade_id, d.sequence, d.endpoint_number from deliveries d
         where d.status = 'waiting' and d.is_next and d.queue = $3
           and d.merchant_id = k.merchant_id and d.endpoint = k.number
         order by d.due_at, d.number limit 1 for update skip locked
       ) w
     ) c
     where d.merchant_id = c.merchant_id and d.trade_id = c.trade_id and d.sequence = c.sequence
       and d.endpoint_number = c.endpoint_number
     returning 1`,
    [
      plainArray(endpoints.map((one) => one.merchant_id)),
      plainArray(endpoints.map((one) => one.number)),
      held,
      probe,
      ahead_ms,
    ],
  );
  return moved.length;
}

/**
 * Endpoints that do not fail any more, behind which deliveries may still be held back. In no
 * order, so that a few with long backlogs do not keep the others waiting.
 */
export async function findRecoveredEndpoints(db: Queryable, limit: number): Promise<EndpointKey[]> {
  return await db.query<EndpointKey>(
    'find-recovered-endpoints',
    `select merchant_id, number from callback_endpoint_health h
     where has_held and failing_since is null and ${ENABLED}
     order by random() limit $1`,
    [limit],
  );
}

/** Notes that nothing is held back any more, once no process can still hold something back. */
export async function forgetHeld(
  db: Queryable,
  endpoints: readonly EndpointKey[],
  ahead_ms: number,
): Promise<void> {
  if (endpoints.length === 0) return;
  await db.query(
    'forget-held-deliveries',
    `update callback_endpoint_health h set has_held = false
     from (
       select h.merchant_id, h.number
       from unnest($1::uuid[], $2::integer[]) as k(merchant_id, number)
       join callback_endpoint_health h using (merchant_id, number)
       where h.failing_since is null and h.recovered_at < ${serviceNow('$3')} - ${SETTLED}
       order by h.merchant_id, h.number for update of h
     ) k
     where h.merchant_id = k.merchant_id and h.number = k.number`,
    [
      plainArray(endpoints.map((one) => one.merchant_id)),
      plainArray(endpoints.map((one) => one.number)),
      ahead_ms,
    ],
  );
}
