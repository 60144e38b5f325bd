// The keyed hashes by which the trades of a customer are found.
import { clientHash } from '../../store/trade/client-hash.ts';
import type { App } from '../process/app.ts';

/**
 * Of the customer of one merchant, or of each merchant's customer of this name: the hashes of two
 * merchants differ. Null if no customer is asked for.
 */
export async function clientHashes(
  app: App,
  client_id: string | null,
  merchant_id: string | null,
): Promise<readonly Uint8Array[] | null> {
  if (client_id === null) return null;
  const { merchants } = await app.settings.current();
  const ids = merchant_id === null ? [...merchants.keys()] : [merchant_id];
  return ids.map((id) => clientHash(app.store.cipher, { merchant_id: id, client_id }));
}
