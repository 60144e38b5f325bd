// Decrypts the columns of an archive's rows, with the keys that the file has and ENCRYPTION_KEY.
import type { ArchiveDataKey } from '../../domain/archive/archive-document.ts';
import { isRecord } from '../../lib/is-record.ts';
import { type KeyRow, unwrapKey } from '../encryption/encryption.ts';
import { openWith, UNAUTHENTIC } from '../encryption/seal-with.ts';
import { placeOf, SEALED_COLUMNS, type SealedColumn } from '../encryption/sealed-columns.ts';

const KEY_ID_BYTES = 4;
const BYTES = '\\x';
const MARK = 'sealed:';

type Row = Readonly<Record<string, unknown>>;

/** Null for what is not encrypted. */
function ciphertextOf(value: unknown): Buffer | null {
  if (typeof value !== 'string') return null;
  if (value.startsWith(BYTES)) return Buffer.from(value.slice(BYTES.length), 'hex');
  return value.startsWith(MARK) ? Buffer.from(value.slice(MARK.length), 'base64url') : null;
}

export type OpenColumns = (table: string, row: Row) => Row;

/** Throws StartupError if this is not the ENCRYPTION_KEY under which the file was made. */
export function openColumnsWith(
  master_key: Uint8Array,
  data_keys: readonly ArchiveDataKey[],
): OpenColumns {
  const keys = new Map(
    data_keys
      .filter(({ purpose }) => purpose === 'data')
      .map(({ key_id, purpose, wrapped }) => {
        const row: KeyRow = { key_id, purpose, wrapped: Buffer.from(wrapped, 'base64url') };
        return [key_id, unwrapKey(Buffer.from(master_key), row)];
      }),
  );
  const opened = (column: SealedColumn, row: Row): string | null => {
    const sealed = ciphertextOf(row[column.column]);
    if (sealed === null || sealed.length <= KEY_ID_BYTES) return null;
    const key = keys.get(sealed.readUInt32BE(0));
    if (key === undefined) return null;
    const place = placeOf(
      column,
      column.key.map(({ name }) => String(row[name])),
    );
    try {
      return openWith(key, sealed.subarray(KEY_ID_BYTES), place).toString();
    } catch (error) {
      // Shown as it is: damaged bytes, or another row's.
      if (error instanceof Error && error.message === UNAUTHENTIC) return null;
      throw error;
    }
  };
  return (table, row) => {
    const columns = SEALED_COLUMNS.filter((column) => column.table === table);
    const plain = columns.flatMap((column) => {
      const text = opened(column, row);
      return text === null ? [] : [[column.column, text]];
    });
    return { ...row, ...Object.fromEntries(plain) };
  };
}

/** The tables whose rows a record has, by the name of the field. */
const ROWS_OF: Readonly<Record<string, string>> = {
  trade: 'trades',
  attempts: 'payout_attempts',
  line: 'bank_lines',
};

/** A record of an archive with everything in the clear that the keys open. */
export function openRecord(open: OpenColumns, record: Row): Row {
  if (record.kind === 'event') return open('events', record);
  const fields = Object.entries(record).map(([name, value]) => {
    const table = ROWS_OF[name];
    if (table === undefined) return [name, value];
    if (Array.isArray(value)) return [name, value.filter(isRecord).map((row) => open(table, row))];
    return [name, isRecord(value) ? open(table, value) : value];
  });
  return Object.fromEntries(fields);
}
