// Encrypts texts that may contain secrets within their text columns: addresses with keys in path or
// query, what somebody has bought, and the replies of callback receivers.
import type { Cipher } from './encryption.ts';

/** No plain value begins like this: addresses begin with http, and every reply is encrypted. */
const MARK = 'sealed:';

/** Empty text contains no secret and stays as it is. */
export function sealText(cipher: Cipher, text: string | null, place: string): string | null {
  if (text === null || text === '') return text;
  return MARK + cipher.seal(text, place).toString('base64url');
}

/** Null if it cannot be decrypted, as a text that somebody has put into the row. */
export function openText(cipher: Cipher, text: string | null, place: string): string | null {
  if (text === null || text === '') return text;
  if (!text.startsWith(MARK)) return null;
  return cipher.tryOpen(Buffer.from(text.slice(MARK.length), 'base64url'), place);
}

export const callbackPlace = (trade_id: string) => `trades/callback_url/${trade_id}`;
export const returnPlace = (trade_id: string) => `trades/return_url/${trade_id}`;
export const metadataPlace = (trade_id: string) => `trades/metadata/${trade_id}`;
export const descriptionPlace = (trade_id: string) => `trades/description/${trade_id}`;

/** Notes of people, and the words of banks. */
export const eventNotePlace = ({ trade_id, sequence }: { trade_id: string; sequence: number }) =>
  `events/note/${trade_id}/${sequence}`;

type AttemptKey = { trade_id: string; sequence: number; attempt: number };
export const replyPlace = ({ trade_id, sequence, attempt }: AttemptKey) =>
  `delivery_attempts/reply_head/${trade_id}/${sequence}/${attempt}`;

/** The address of an attempt. */
export const sentToPlace = (key: AttemptKey & { endpoint_number: number }) =>
  `delivery_attempts/url/${key.trade_id}/${key.sequence}/${key.endpoint_number}/${key.attempt}`;
