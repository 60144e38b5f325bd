// Opens the encrypted columns of a record, as part of the content that its digest covers.
import type { Cipher } from '../encryption/encryption.ts';
import {
  callbackPlace,
  descriptionPlace,
  openText,
  returnPlace,
} from '../encryption/sealed-text.ts';
import { clientPlace, payeePlace } from '../trade/trade-rows.ts';

/** A content that no row has: it cannot be decrypted. */
const DAMAGED = 'damaged';

type TradeTexts = {
  name: string;
  client_id?: Buffer | null;
  sealed: Buffer | null;
  callback_url?: string | null;
  return_url?: string | null;
  description?: string | null;
};

export const opened = (cipher: Cipher, sealed: Buffer | null, place: string): string =>
  sealed === null ? '' : (cipher.tryOpen(sealed, place) ?? DAMAGED);

/** A text that stands there and cannot be opened is not the same as none. */
export const openedOrNull = (cipher: Cipher, text: string | null | undefined, place: string) =>
  text === null || text === undefined ? null : (openText(cipher, text, place) ?? DAMAGED);

/** Of a trade: its payee and the texts that are encrypted. */
export function openTrade(cipher: Cipher, row: TradeTexts): string {
  const { name, client_id = null, sealed, callback_url, return_url, description } = row;
  return JSON.stringify([
    opened(cipher, client_id, clientPlace(name)),
    opened(cipher, sealed, payeePlace(name)),
    openedOrNull(cipher, callback_url, callbackPlace(name)),
    openedOrNull(cipher, return_url, returnPlace(name)),
    openedOrNull(cipher, description, descriptionPlace(name)),
  ]);
}
