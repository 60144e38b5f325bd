// The keyed hashes of metadata, by which orders are found: the texts themselves are encrypted, and
// equal texts of two merchants have different hashes.
import { canonicalText, type Metadata, type MetadataPair } from '../../domain/values/text.ts';
import type { Cipher } from '../encryption/encryption.ts';

/** The first 8 bytes of the keyed hash, as of the words of bank lines. */
export const metadataHash = (
  cipher: Cipher,
  merchant_id: string,
  [key, value]: MetadataPair,
): bigint =>
  cipher
    .lookup(`trades/metadata/${merchant_id}/${JSON.stringify([key, canonicalText(value)])}`)
    .readBigInt64BE(0);

export const metadataHashes = (
  cipher: Cipher,
  { merchant_id }: { merchant_id: string },
  metadata: Metadata,
): bigint[] => Object.entries(metadata).map((pair) => metadataHash(cipher, merchant_id, pair));
