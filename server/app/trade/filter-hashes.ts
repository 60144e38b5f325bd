// The keyed hashes by which the trades of a customer, or with certain metadata, are found.
import type { MetadataPair } from '../../domain/values/text.ts';
import { clientHash } from '../../store/trade/client-hash.ts';
import { metadataHash } from '../../store/trade/metadata-hash.ts';
import type { App } from '../process/app.ts';

/** The hashes of two merchants differ, so without a merchant there is one for each. */
async function merchantsAsked(app: App, merchant_id: string | null): Promise<readonly string[]> {
  if (merchant_id !== null) return [merchant_id];
  const { merchants } = await app.settings.current();
  return [...merchants.keys()];
}

/**
 * Of the customer of one merchant, or of each merchant's customer of this name. Null if no customer
 * is asked for.
 */
export async function clientHashes(
  app: App,
  client_id: string | null,
  merchant_id: string | null,
): Promise<readonly Uint8Array[] | null> {
  if (client_id === null) return null;
  const ids = await merchantsAsked(app, merchant_id);
  return ids.map((id) => clientHash(app.store.cipher, { merchant_id: id, client_id }));
}

/** The hashes of each pair; null if none is asked for. */
export async function metadataHashesOf(
  app: App,
  metadata: readonly MetadataPair[] | null,
  merchant_id: string | null,
): Promise<readonly (readonly bigint[])[] | null> {
  if (metadata === null) return null;
  const ids = await merchantsAsked(app, merchant_id);
  return metadata.map((pair) => ids.map((id) => metadataHash(app.store.cipher, id, pair)));
}
