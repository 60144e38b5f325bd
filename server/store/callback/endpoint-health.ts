// How callback endpoints have answered: written with the attempts, read for lists and for claims.
import type { Queryable } from '../connection/database.ts';

export type EndpointKey = { merchant_id: string; number: number };

/** Endpoints that failed for so long that their deliveries are held back. */
export async function readFailingEndpoints(db: Queryable): Promise<EndpointKey[]> {
  return await db.query<EndpointKey>(
    'read-failing-endpoints',
    'select merchant_id, number from callback_endpoint_health where failing_since is not null',
    [],
  );
}
