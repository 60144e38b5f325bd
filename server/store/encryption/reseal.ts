// Encrypts the rows of one column again under the newest data key, page by page along the primary
// key. The progress is stored with each page, so a killed process loses nothing.
import type { Database, Transaction } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import { LONG_WORK } from '../connection/statement-limits.ts';
import { asOwnerOf } from '../schema/owned-table.ts';
import type { Cipher } from './encryption.ts';
import { columnName, keyIdBytes, keyIdSql, placeOf, type SealedColumn } from './sealed-columns.ts';

type Progress = { key_id: number; after_key: string[] | null; finished: boolean };

/** Null if another process is working on this column, or it is finished. */
async function lockProgress(tx: Transaction, name: string, key_id: number) {
  await tx.query(
    'begin-reseal',
    `insert into reseal_progress
       (sealed_column, key_id, rows_seen, rows_resealed, rows_unreadable)
     values ($1, $2, 0, 0, 0) on conflict (sealed_column) do nothing`,
    [name, key_id],
  );
  // Rows that could not be read are tried again: they may have been repaired.
  const [progress] = await tx.query<Progress>(
    'lock-reseal',
    `select key_id, after_key, finished_at is not null
       and not (rows_unreadable > 0 and finished_at < statement_timestamp() - interval '1 hour')
       as finished
     from reseal_progress where sealed_column = $1 for update skip locked`,
    [name],
  );
  if (progress === undefined || progress.key_id > key_id) return null;
  if (progress.key_id === key_id && progress.finished) return null;
  const again = progress.key_id < key_id || (progress.after_key === null && !progress.finished);
  return { after_key: progress.key_id < key_id ? null : progress.after_key, again };
}

type Row = { key: string[]; sealed: Buffer | string | null };

async function readPage(
  tx: Transaction,
  column: SealedColumn,
  after_key: string[] | null,
  former: readonly Buffer[],
): Promise<Row[]> {
  const names = column.key.map(({ name }) => name).join(', ');
  const texts = column.key.map(({ name }) => `${name}::text`).join(', ');
  const bounds = column.key.map(({ type }, index) => `($2::text[])[${index + 1}]::${type}`);
  return await tx.query<Row>(
    '',
    `select array[${texts}] as key,
       case when ${keyIdSql(column)} = any($1::bytea[]) then ${column.column} end as sealed
     from ${column.table}
     where $2::text[] is null or (${names}) > (${bounds.join(', ')})
     order by ${names} limit ${column.page_rows}`,
    [former, after_key === null ? null : plainArray(after_key)],
  );
}

const MARK = 'sealed:';

/** Null if the value cannot be decrypted: it stays as it is. */
function resealed(cipher: Cipher, column: SealedColumn, row: Row): Buffer | string | null {
  const place = placeOf(column, row.key);
  const { sealed } = row;
  const bytes =
    typeof sealed === 'string' ? Buffer.from(sealed.slice(MARK.length), 'base64url') : sealed;
  const plain = bytes === null ? null : cipher.tryOpenBytes(bytes, place);
  if (plain === null) return null;
  const anew = cipher.sealBytes(plain, place);
  return column.form === 'bytes' ? anew : MARK + anew.toString('base64url');
}

type Resealed = { key: string[]; sealed: Buffer | string; anew: Buffer | string };

/** A row that changed meanwhile is left alone: that change encrypted it again. */
async function writePage(tx: Transaction, column: SealedColumn, rows: Resealed[]): Promise<void> {
  const { table, key } = column;
  const type = column.form === 'bytes' ? 'bytea' : 'text';
  const at = key.length;
  const arrays = key.map((part, index) => `$${index + 1}::${part.type}[]`).join(', ');
  const names = key.map(({ name }) => name).join(', ');
  const same = key.map(({ name }) => `t.${name} = s.${name}`).join(' and ');
  const keys = key.map((_, index) => plainArray(rows.map((row) => row.key[index] ?? '')));
  const locked = key.map(({ name }) => `t.${name}`).join(', ');
  await tx.query(
    '',
    `select 1 as locked from ${table} t join unnest(${arrays}) as s(${names}) on ${same}
     order by ${locked} for no key update of t`,
    keys,
  );
  await tx.query(
    '',
    `update ${table} t set ${column.column} = s.anew
     from unnest(${arrays}, $${at + 1}::${type}[], $${at + 2}::${type}[])
       as s(${names}, sealed, anew)
     where ${same} and t.${column.column} = s.sealed`,
    [...keys, rows.map((row) => row.sealed), rows.map((row) => row.anew)],
  );
}

async function saveProgress(
  tx: Transaction,
  name: string,
  key_id: number,
  page: { again: boolean; last: string[] | null; seen: number; done: number; unreadable: number },
): Promise<void> {
  await tx.query(
    'save-reseal',
    `with n as materialized (select statement_timestamp() as now)
     update reseal_progress set key_id = $2,
       after_key = $3::text[],
       rows_seen = case when $4 then 0 else rows_seen end + $5,
       rows_resealed = case when $4 then 0 else rows_resealed end + $6,
       rows_unreadable = case when $4 then 0 else rows_unreadable end + $7,
       finished_at = case when $3::text[] is null then n.now end
     from n where sealed_column = $1`,
    [
      name,
      key_id,
      page.last === null ? null : plainArray(page.last),
      page.again,
      page.seen,
      page.done,
      page.unreadable,
    ],
  );
}

/**
 * Handles one page of a column; returns how many rows were read. `former` are the keys to replace.
 */
export async function resealPage(
  db: Database,
  cipher: Cipher,
  column: SealedColumn,
  former: readonly number[],
): Promise<number> {
  const key_id = cipher.data_key_id;
  const name = columnName(column);
  const page = async (tx: Transaction) => {
    const progress = await lockProgress(tx, name, key_id);
    if (progress === null) return 0;
    const { after_key, again } = progress;
    const rows = await readPage(tx, column, after_key, former.map(keyIdBytes));
    const found = rows.filter((row) => row.sealed !== null);
    const changed = found.flatMap((row) => {
      const anew = resealed(cipher, column, row);
      return anew === null || row.sealed === null
        ? []
        : [{ key: row.key, sealed: row.sealed, anew }];
    });
    if (changed.length > 0) await writePage(tx, column, changed);
    const is_last = rows.length < column.page_rows;
    await saveProgress(tx, name, key_id, {
      again,
      last: is_last ? null : (rows.at(-1)?.key ?? null),
      seen: rows.length,
      done: changed.length,
      unreadable: found.length - changed.length,
    });
    return Math.max(rows.length, 1);
  };
  return await db.transaction(
    (tx) => (column.is_kept ? asOwnerOf(tx, column.table, () => page(tx)) : page(tx)),
    LONG_WORK,
  );
}
