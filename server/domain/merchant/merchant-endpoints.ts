// The callback endpoints of a merchant, its default one included, as the settings have them.

import { endpointKey } from '../callback/delivery-places.ts';
import type { EndpointLimits } from '../callback/endpoint-limits.ts';
import {
  type CallbackEndpoint,
  DEFAULT_ENDPOINT,
  ENDPOINT_NUMBER_MAX,
} from '../record/callback-endpoint.ts';

type OfMerchant = {
  readonly merchant: { readonly merchant_id: string; readonly created_at: number };
  readonly callbacks: Pick<
    CallbackEndpoint,
    'url' | 'secret' | 'previous_secret' | 'previous_until'
  >;
};

const PLAIN = {
  description: '',
  event_types: [],
  max_concurrent: null,
  max_per_second: null,
  disabled_at: null,
  disabled_by: null,
} as const;

/** By merchant, in the order of their numbers: the default endpoint first, then all others. */
export function endpointsByMerchant(
  merchants: readonly OfMerchant[],
  stored: readonly CallbackEndpoint[],
): ReadonlyMap<string, readonly CallbackEndpoint[]> {
  const of_merchant = Map.groupBy(stored, ({ merchant_id }) => merchant_id);
  return new Map(
    merchants.map(({ merchant: { merchant_id, created_at }, callbacks }) => {
      const own = of_merchant.get(merchant_id) ?? [];
      const kept = own.find(({ number }) => number === DEFAULT_ENDPOINT);
      const common = kept ?? { merchant_id, number: DEFAULT_ENDPOINT, created_at, ...PLAIN };
      const others = own.filter(({ number }) => number !== DEFAULT_ENDPOINT);
      return [merchant_id, [{ ...common, ...callbacks }, ...others]];
    }),
  );
}

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
