// How callback endpoints have answered: counted with the attempts, read for lists and for claims.
import { type Queryable, timestamp } from '../connection/database.ts';

export type EndpointKey = { merchant_id: string; number: number };

/** Endpoints that failed for so long that their deliveries are held back. */
export async function readFailingEndpoints(db: Queryable): Promise<EndpointKey[]> {
  return await db.query<EndpointKey>(
    'read-failing-endpoints',
    'select merchant_id, number from callback_endpoint_health where failing_since is not null',
    [],
  );
}

export type EndpointHealth = EndpointKey & {
  last_success_at: number | null;
  last_failure_at: number | null;
  last_status: number | null;
  last_error: string | null;
  failures: number;
  failures_since: number | null;
  failing_since: number | null;
  recovered_at: number | null;
  probes: number;
  next_probe_at: number | null;
};

const COLUMNS = `merchant_id, number, last_success_at, last_failure_at, last_status, last_error,
  failures, failures_since, failing_since, recovered_at, probes, next_probe_at`;

/** Of the endpoints to which something was sent. */
export async function readEndpointHealth(
  db: Queryable,
  merchant_id: string,
): Promise<EndpointHealth[]> {
  return await db.query<EndpointHealth>(
    'read-endpoint-health',
    `select ${COLUMNS} from callback_endpoint_health where merchant_id = $1 order by number`,
    [merchant_id],
  );
}

/** The row before an upsert: an alias is lost on the way to a machine that has the rows. */
const OLD = 'callback_endpoint_health';

/** What attempts say about an endpoint; the failures are those after the last success. */
export type AttemptCounts = EndpointKey & {
  success_at: number | null;
  failures: number;
  failures_since: number | null;
  failure_at: number | null;
  status: number | null;
  error: string | null;
};

/** How often the successes of an endpoint that is well are written at most. */
const NOTE_MS = 1_000;

/**
 * Counts attempts and returns the health after them, in key order. Successes of an endpoint that is
 * well are written once a second at most.
 */
export async function countAttempts(
  tx: Queryable,
  counts: readonly AttemptCounts[],
): Promise<EndpointHealth[]> {
  if (counts.length === 0) return [];
  return await tx.query<EndpointHealth>(
    'count-endpoint-attempts',
    `insert into callback_endpoint_health (merchant_id, number, last_success_at, failures,
       failures_since, last_failure_at, last_status, last_error)
     select r.merchant_id, r.number, r.success_at, r.failures, r.failures_since, r.failure_at,
       r.status, r.error
     from unnest($1::uuid[], $2::integer[], $3::timestamptz[], $4::integer[], $5::timestamptz[],
         $6::timestamptz[], $7::integer[], $8::text[], $9::timestamptz[])
       as r(merchant_id, number, success_at, failures, failures_since, failure_at, status, error,
         noted_before)
     where not exists (
       select from callback_endpoint_health k
       where k.merchant_id = r.merchant_id and k.number = r.number and r.failure_at is null
         and k.failures = 0 and k.failing_since is null
         and k.last_success_at > r.noted_before
     )
     order by r.merchant_id, r.number
     on conflict (merchant_id, number) do update set
       last_success_at = greatest(${OLD}.last_success_at, excluded.last_success_at),
       failures = excluded.failures
         + case when excluded.last_success_at is null then ${OLD}.failures else 0 end,
       failures_since = case when excluded.last_success_at is null
         then coalesce(${OLD}.failures_since, excluded.failures_since)
         else excluded.failures_since end,
       last_failure_at = greatest(${OLD}.last_failure_at, excluded.last_failure_at),
       last_status = case when excluded.last_failure_at is null then ${OLD}.last_status
         else excluded.last_status end,
       last_error = case when excluded.last_failure_at is null then ${OLD}.last_error
         else excluded.last_error end
     returning ${COLUMNS}`,
    [
      counts.map((one) => one.merchant_id),
      counts.map((one) => one.number),
      counts.map((one) => timestamp(one.success_at)),
      counts.map((one) => one.failures),
      counts.map((one) => timestamp(one.failures_since)),
      counts.map((one) => timestamp(one.failure_at)),
      counts.map((one) => one.status),
      counts.map((one) => one.error),
      counts.map(({ success_at }) => timestamp(success_at === null ? null : success_at - NOTE_MS)),
    ],
  );
}

export type ProbeState = Pick<
  EndpointHealth,
  'merchant_id' | 'number' | 'failing_since' | 'recovered_at' | 'probes' | 'next_probe_at'
>;

/** The rows are locked: `countAttempts` of the same transaction has written them. */
export async function setProbes(tx: Queryable, states: readonly ProbeState[]): Promise<void> {
  if (states.length === 0) return;
  await tx.query(
    'set-endpoint-probes',
    `update callback_endpoint_health h set failing_since = s.failing_since,
       recovered_at = s.recovered_at, probes = s.probes, next_probe_at = s.next_probe_at,
       has_held = h.has_held or s.failing_since is not null
     from unnest($1::uuid[], $2::integer[], $3::timestamptz[], $4::timestamptz[], $5::integer[],
       $6::timestamptz[]) as s(merchant_id, number, failing_since, recovered_at, probes,
         next_probe_at)
     where h.merchant_id = s.merchant_id and h.number = s.number`,
    [
      states.map((one) => one.merchant_id),
      states.map((one) => one.number),
      states.map((one) => timestamp(one.failing_since)),
      states.map((one) => timestamp(one.recovered_at)),
      states.map((one) => one.probes),
      states.map((one) => timestamp(one.next_probe_at)),
    ],
  );
}

/**
 * After a change of an endpoint: one that fails is probed at once, and what was held back while it
 * was disabled is looked for. `is_over`: it fails no longer, because it was removed.
 */
export async function reviveEndpoint(
  tx: Queryable,
  { merchant_id, number }: EndpointKey,
  { now, is_over = false }: { now: number; is_over?: boolean },
): Promise<void> {
  await tx.query(
    'revive-endpoint',
    `insert into callback_endpoint_health (merchant_id, number, has_held, recovered_at)
     values ($1, $2, true, $4)
     on conflict (merchant_id, number) do update set has_held = true, recovered_at = $4,
       failing_since = case when $3 then null else ${OLD}.failing_since end,
       next_probe_at = case when $3 or ${OLD}.failing_since is null then null else $4 end`,
    [merchant_id, number, is_over, timestamp(now)],
  );
}
