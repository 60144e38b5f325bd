// Encrypts the personal data of a bank line as one value, also for lines that earlier versions
// stored in plain text.
import type { BankLine } from '../../domain/record/bank-line.ts';
import type { Database, Transaction } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { ownedTable } from '../schema/owned-table.ts';

type Told = Pick<BankLine, 'text' | 'counterparty_name' | 'counterparty_number' | 'end_to_end_id'>;

const NOTHING_TOLD: Told = {
  text: null,
  counterparty_name: null,
  counterparty_number: null,
  end_to_end_id: null,
};

type LineTable = 'bank_lines' | 'waiting_lines';

const placeOf = (id: string, table: LineTable = 'bank_lines') => `${table}/sealed/${id}`;
const EMPTY = Buffer.alloc(0);

export function sealTold(cipher: Cipher, id: string, told: Told, table?: LineTable): Buffer {
  const { text, counterparty_name, counterparty_number, end_to_end_id } = told;
  const parts = [text, counterparty_name, counterparty_number, end_to_end_id];
  if (parts.every((part) => part === null)) return EMPTY;
  return cipher.seal(JSON.stringify(parts), placeOf(id, table));
}

export type Opened = Told & { is_damaged?: true };

/** A line that cannot be decrypted is shown as damaged: it must not make a whole list fail. */
export function openTold(
  cipher: Cipher,
  id: string,
  sealed: Buffer | null,
  table?: LineTable,
): Opened {
  if (sealed === null || sealed.length === 0) return NOTHING_TOLD;
  const opened = cipher.tryOpen(sealed, placeOf(id, table));
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

/** The key of a part is made of the service's own ids, so it needs no hash. */
const PART = 'part:';

type ClearRow = {
  bank_line_id: string;
  utr: string | null;
  line_key: string;
  narration: string | null;
  counterparty_name: string | null;
  counterparty_number: Buffer | null;
  end_to_end_id: string | null;
};

function sealedRow(cipher: Cipher, row: ClearRow) {
  const { bank_line_id, narration: text, counterparty_number: number, line_key, utr } = row;
  const place = `bank_lines/counterparty_number/${bank_line_id}`;
  const counterparty_number = number === null ? null : cipher.open(number, place);
  return {
    bank_line_id,
    sealed: sealTold(cipher, bank_line_id, { ...row, text, counterparty_number }),
    text_hash: textHash(cipher, { utr, text }),
    line_key: line_key.startsWith(PART) ? line_key : hashLineKey(cipher, line_key),
  };
}

async function writeSealed(tx: Transaction, rows: ReturnType<typeof sealedRow>[]): Promise<void> {
  await tx.query(
    '',
    `update bank_lines l
     set sealed = s.sealed, text_hash = s.text_hash, line_key = s.line_key, narration = null,
       counterparty_name = null, counterparty_number = null, end_to_end_id = null
     from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::text[])
       as s(bank_line_id, sealed, text_hash, line_key)
     where l.bank_line_id = s.bank_line_id`,
    [
      plainArray(rows.map((row) => row.bank_line_id)),
      rows.map((row) => row.sealed),
      rows.map((row) => row.text_hash),
      rows.map((row) => row.line_key),
    ],
  );
}

/** Encrypts some of the lines that an earlier version stored in plain text; returns how many. */
export async function sealBankLines(db: Database, cipher: Cipher, limit: number): Promise<number> {
  const read = (tx: Transaction) =>
    tx.query<ClearRow>(
      'read-clear-lines',
      `select bank_line_id, utr, line_key, narration, counterparty_name, counterparty_number,
         end_to_end_id
       from bank_lines where sealed is null order by bank_line_id limit $1`,
      [limit],
    );
  return await ownedTable(db, 'bank_lines', read, async (tx, rows) => {
    await writeSealed(
      tx,
      rows.map((row) => sealedRow(cipher, row)),
    );
  });
}
