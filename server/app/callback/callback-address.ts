// Where a trade's callbacks go: to the trade's own address, otherwise to the merchant's endpoint.

import type { CallbackAddress } from '../../store/callback/outbox.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import type { Settings } from '../process/settings-cache.ts';

/** The merchant's own endpoint, whatever its address is at the time. */
const OWN_ENDPOINT = 0n;

/** The same number for the same address; the number does not reveal the address. */
function endpointOf(cipher: Pick<Cipher, 'lookup'>, url: string): bigint {
  const number = cipher.lookup(url).readBigInt64BE(0);
  return number === OWN_ENDPOINT ? 1n : number;
}

/** Null if there is no address to send callbacks to. */
export function callbackUrl(
  settings: Settings,
  merchant_id: string,
  callback_url: string | null,
): string | null {
  return callback_url ?? settings.merchants.get(merchant_id)?.callbacks.url ?? null;
}

/**
 * `endpoint` is the number under which deliveries to one address share their places (the attempts
 * that a process makes at once).
 */
export function callbackAddress(
  settings: Settings,
  cipher: Pick<Cipher, 'lookup'>,
): CallbackAddress {
  return (merchant_id, callback_url) => {
    const url = callbackUrl(settings, merchant_id, callback_url);
    if (url === null) return null;
    const endpoint = callback_url === null ? OWN_ENDPOINT : endpointOf(cipher, callback_url);
    return { url, endpoint };
  };
}
