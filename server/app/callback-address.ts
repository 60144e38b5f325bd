// Where a trade's callbacks go: its own address, else the merchant's endpoint.
import type { CallbackAddress } from '../store/outbox.ts';
import { parseWebAddress } from './fields.ts';
import type { Settings } from './settings-cache.ts';

/** The host with its port is what deliveries share their room by. */
export function callbackAddress(settings: Settings): CallbackAddress {
  return (merchant_id, callback_url) => {
    const url = callback_url ?? settings.merchants.get(merchant_id)?.callbacks.url ?? null;
    if (url === null) return null;
    const address = parseWebAddress(url);
    return { url, host: address === null ? url : `${address.host}:${address.port}` };
  };
}
