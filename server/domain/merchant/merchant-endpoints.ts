// What the sending of callbacks needs to know of endpoints: whose wait, and which share places.

import { endpointKey } from '../callback/delivery-places.ts';
import type { EndpointLimits } from '../callback/endpoint-limits.ts';
import { type CallbackEndpoint, ENDPOINT_NUMBER_MAX } from '../record/callback-endpoint.ts';

/** The keys of the endpoints whose deliveries wait: failing ones and disabled ones. */
export function heldEndpoints(
  endpoints: ReadonlyMap<string, readonly CallbackEndpoint[]>,
  failing: readonly Pick<CallbackEndpoint, 'merchant_id' | 'number'>[],
): ReadonlySet<string> {
  const disabled = [...endpoints.values()].flat().filter((one) => one.disabled_at !== null);
  return new Set(
    [...failing, ...disabled].map(({ merchant_id, number }) =>
      endpointKey({ merchant_id, endpoint: placesOf(number) }),
    ),
  );
}

export const hasLimits = ({ max_concurrent, max_per_second }: EndpointLimits): boolean =>
  max_concurrent !== null || max_per_second !== null;

/** The number under which deliveries to an endpoint share their places. */
export const placesOf = (number: number): bigint => BigInt(number);

/** Whether deliveries with this number go to an endpoint, not to an address that a trade gave. */
export const isEndpoint = (share: bigint): boolean =>
  share >= 0n && share <= BigInt(ENDPOINT_NUMBER_MAX);
