// Where a trade's callbacks go: the merchant's endpoints that take the event, with the trade's own
// address in the stead of the default one.

import { endpointKey } from '../../domain/callback/delivery-places.ts';
import { isEndpoint, placesOf } from '../../domain/merchant/merchant-endpoints.ts';
import { DEFAULT_ENDPOINT, takesEvent } from '../../domain/record/callback-endpoint.ts';
import type { CallbackAddress, DeliveryTarget } from '../../store/callback/outbox.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import type { Settings } from '../process/settings-cache.ts';
import { HELD_QUEUE, queueNumber } from './delivery-queue.ts';

const ABOVE_ENDPOINTS = 2n ** 32n;

/** The same number for the same address; the number does not reveal the address. */
function shareOfAddress(cipher: Pick<Cipher, 'lookup'>, url: string): bigint {
  const number = cipher.lookup(url).readBigInt64BE(0);
  return isEndpoint(number) ? number + ABOVE_ENDPOINTS : number;
}

/** Where a delivery goes now; null if there is no address any more. */
export function callbackUrl(
  settings: Settings,
  merchant_id: string,
  endpoint_number: number,
  callback_url: string | null,
): string | null {
  if (endpoint_number === DEFAULT_ENDPOINT && callback_url !== null) return callback_url;
  return endpointOf(settings, merchant_id, endpoint_number)?.url ?? null;
}

export const endpointOf = (settings: Settings, merchant_id: string, endpoint_number: number) =>
  settings.endpoints.get(merchant_id)?.find(({ number }) => number === endpoint_number);

const FIRST = queueNumber('first');

type Address = { merchant_id: string; endpoint_number: number; callback_url: string | null };

/** Where one endpoint's deliveries go, whatever it takes; null if it has no address. */
function targetFor(
  settings: Settings,
  cipher: Pick<Cipher, 'lookup'>,
  { merchant_id, endpoint_number, callback_url }: Address,
): DeliveryTarget | null {
  if (endpoint_number === DEFAULT_ENDPOINT && callback_url !== null) {
    const endpoint = shareOfAddress(cipher, callback_url);
    return { url: callback_url, endpoint, endpoint_number, queue: FIRST };
  }
  const url = endpointOf(settings, merchant_id, endpoint_number)?.url ?? null;
  if (url === null) return null;
  const endpoint = placesOf(endpoint_number);
  const is_held = settings.held_endpoints.has(endpointKey({ merchant_id, endpoint }));
  return { url, endpoint, endpoint_number, queue: is_held ? HELD_QUEUE : FIRST };
}

export function callbackAddress(
  settings: Settings,
  cipher: Pick<Cipher, 'lookup'>,
): CallbackAddress {
  return (merchant_id, callback_url, type) => {
    const endpoints = settings.endpoints.get(merchant_id) ?? [];
    return endpoints.flatMap((one) => {
      const { number: endpoint_number } = one;
      const is_own = endpoint_number === DEFAULT_ENDPOINT && callback_url !== null;
      if (!(is_own || takesEvent(one, type))) return [];
      return targetFor(settings, cipher, { merchant_id, endpoint_number, callback_url }) ?? [];
    });
  };
}
