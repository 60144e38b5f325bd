// Opens the encrypted columns of a record, and hashes each value for the digest of the record.
import type { Cipher } from '../encryption/encryption.ts';
import { isErased } from '../encryption/erased-bytes.ts';
import {
  callbackPlace,
  descriptionPlace,
  metadataPlace,
  openText,
  returnPlace,
} from '../encryption/sealed-text.ts';
import { clientPlace, payeePlace } from '../trade/trade-rows.ts';

/** No value has this hash: it cannot be decrypted. */
const DAMAGED = 'damaged';

/** An encrypted value of a record; the hash is null if nothing stands there. */
export type HashedValue = {
  place: string;
  hash: string | null;
  /** Digests of earlier versions did not know this value: without one, it is left out of them. */
  is_later?: true;
};

/**
 * Stands for a value in digests, so that they can still be computed once it is erased. It is keyed:
 * a copy of the database does not help to guess the value.
 */
export const valueHash = (cipher: Cipher, place: string, text: string): Buffer =>
  cipher.lookup(`value/${place}/${text}`);

function hashedText(cipher: Cipher, place: string, text: string | null): HashedValue {
  return { place, hash: text === null ? DAMAGED : valueHash(cipher, place, text).toString('hex') };
}

export function hashedBytes(cipher: Cipher, sealed: Buffer | null, place: string): HashedValue {
  if (sealed === null || sealed.length === 0 || isErased(sealed)) return { place, hash: null };
  return hashedText(cipher, place, cipher.tryOpen(sealed, place));
}

/** A text that stands there and cannot be opened is not the same as none. */
export function hashedColumn(
  cipher: Cipher,
  text: string | null | undefined,
  place: string,
): HashedValue {
  if (text === null || text === undefined) return { place, hash: null };
  return hashedText(cipher, place, openText(cipher, text, place));
}

type TradeTexts = {
  name: string;
  client_id?: Buffer | null;
  sealed: Buffer | null;
  callback_url?: string | null;
  return_url?: string | null;
  description?: string | null;
  metadata?: string | null;
};

/** Of a trade: its customer, its payee and the texts that are encrypted. */
export function hashedTrade(cipher: Cipher, row: TradeTexts): HashedValue[] {
  const { name, client_id = null, sealed, callback_url, return_url } = row;
  const { description, metadata } = row;
  return [
    hashedBytes(cipher, client_id, clientPlace(name)),
    hashedBytes(cipher, sealed, payeePlace(name)),
    hashedColumn(cipher, callback_url, callbackPlace(name)),
    hashedColumn(cipher, return_url, returnPlace(name)),
    hashedColumn(cipher, description, descriptionPlace(name)),
    { ...hashedColumn(cipher, metadata, metadataPlace(name)), is_later: true },
  ];
}
