// Encrypts the personal data of a bank line as one value.
import type { BankLine } from '../../domain/record/bank-line.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { isErased } from '../encryption/erased-bytes.ts';

type Told = Pick<BankLine, 'text' | 'counterparty_name' | 'counterparty_number' | 'end_to_end_id'>;

const NOTHING_TOLD: Told = {
  text: null,
  counterparty_name: null,
  counterparty_number: null,
  end_to_end_id: null,
};

type LineTable = 'bank_lines' | 'waiting_lines';

export const tellPlace = (id: string, table: LineTable = 'bank_lines') => `${table}/sealed/${id}`;
const EMPTY = Buffer.alloc(0);

export function sealTold(cipher: Cipher, id: string, told: Told, table?: LineTable): Buffer {
  const { text, counterparty_name, counterparty_number, end_to_end_id } = told;
  const parts = [text, counterparty_name, counterparty_number, end_to_end_id];
  if (parts.every((part) => part === null)) return EMPTY;
  return cipher.seal(JSON.stringify(parts), tellPlace(id, table));
}

export type Opened = Told & { is_damaged?: true; is_erased?: true };

/**
 * Null if there is no such line. One that cannot be decrypted is shown as damaged: it must not make
 * a whole list fail.
 */
export function openTold(
  cipher: Cipher,
  id: string,
  sealed: Buffer | null,
  table?: LineTable,
): Opened {
  if (sealed === null || sealed.length === 0) return NOTHING_TOLD;
  if (isErased(sealed)) return { ...NOTHING_TOLD, is_erased: true };
  const opened = cipher.tryOpen(sealed, tellPlace(id, table));
  if (opened === null) return { ...NOTHING_TOLD, is_damaged: true };
  const [text, counterparty_name, counterparty_number, end_to_end_id] = JSON.parse(opened);
  return { text, counterparty_name, counterparty_number, end_to_end_id };
}

/** Only for lines without a UTR, which their text has to tell apart. */
export function textHash(cipher: Cipher, line: Pick<BankLine, 'utr' | 'text'>): Buffer | null {
  return line.utr === null && line.text !== null
    ? cipher.lookup(`bank_lines/text/${line.text}`)
    : null;
}

/**
 * A key given by a bank, or made from a line's content, is stored as a keyed hash: nobody else can
 * tell or guess the content.
 */
export function hashLineKey(cipher: Cipher, key: string): string {
  return cipher.lookup(`bank_lines/line_key/${key}`).toString('base64url');
}
