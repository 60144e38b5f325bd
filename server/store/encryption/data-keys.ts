// The encryption keys in the database: adds new ones, and removes old ones that no row uses.
import type { KeyFacts, RotatedKey } from '../../domain/setting/rotate-key.ts';
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import { hasLaterMigrations } from '../schema/later-migrations.ts';
import type { KeyedCipher, KeyRow } from './encryption.ts';
import type { KeyTimes } from './key-times.ts';
import { columnName, keyIdBytes, keyIdSql, SEALED_COLUMNS } from './sealed-columns.ts';

export type ListedKey = {
  key_id: number;
  purpose: KeyRow['purpose'];
  created_at: number;
  use_from: number;
  is_coming: boolean;
  /** By the database's clock. */
  now: number;
};

export async function selectKeys(db: Queryable): Promise<ListedKey[]> {
  return await db.query<ListedKey>(
    'list-encryption-keys',
    `select key_id, purpose, created_at, use_from, use_from > statement_timestamp() as is_coming,
       statement_timestamp() as now
     from encryption_keys order by key_id`,
    [],
  );
}

/** A move of rows to a new key: that key, and the former keys that rows may still use. */
export type Move = { key_id: number; former: number[]; is_rested: boolean };

/**
 * Null if there is only one key, or if it is too early: some process may still encrypt with an old
 * one.
 */
export async function findMove(
  db: Queryable,
  cipher: Pick<KeyedCipher, 'data_key_id'>,
  times: KeyTimes,
): Promise<Move | null> {
  const keys = (await selectKeys(db)).filter((key) => key.purpose === 'data');
  const newest = keys.at(-1);
  if (newest === undefined || keys.length === 1) return null;
  const { key_id, use_from, now } = newest;
  if (cipher.data_key_id !== key_id || use_from + times.lease_ms > now) return null;
  const former = keys.slice(0, -1).map((key) => key.key_id);
  return { key_id, former, is_rested: use_from + times.rest_ms <= now };
}

export type ColumnProgress = {
  sealed_column: string;
  key_id: number;
  rows_seen: bigint;
  rows_resealed: bigint;
  rows_unreadable: bigint;
  finished_at: number | null;
  /** PostgreSQL's last estimate. */
  rows_about: bigint;
};

/** Whether all rows of a column were moved to this key. Unreadable rows keep it unfinished. */
export const isDone = (one: ColumnProgress, key_id: number): boolean =>
  one.key_id === key_id && one.finished_at !== null && one.rows_unreadable === 0n;

export async function readProgress(db: Queryable): Promise<ColumnProgress[]> {
  return await db.query<ColumnProgress>(
    'read-reseal-progress',
    `select n.name as sealed_column, coalesce(p.key_id, 0) as key_id,
       coalesce(p.rows_seen, 0) as rows_seen, coalesce(p.rows_resealed, 0) as rows_resealed,
       coalesce(p.rows_unreadable, 0) as rows_unreadable, p.finished_at,
       greatest(c.reltuples, 0)::bigint as rows_about
     from unnest($1::text[], $2::text[]) with ordinality as n(name, relation, place)
     join pg_class c on c.oid = n.relation::regclass
     left join reseal_progress p on p.sealed_column = n.name
     order by n.place`,
    [SEALED_COLUMNS.map(columnName), SEALED_COLUMNS.map(({ table }) => table)],
  );
}

/** Other transactions that add, remove or wrap keys wait. */
async function lockKeys(tx: Transaction): Promise<void> {
  // Locks the table: a start that wraps the keys again must not miss one that is added meanwhile.
  await tx.query('', 'lock table encryption_keys in exclusive mode', []);
}

/** All keys as they are; no other one is added until the transaction ends. */
export async function lockEncryptionKeys(
  tx: Transaction,
  { keys }: KeyedCipher,
): Promise<KeyFacts> {
  await lockKeys(tx);
  const rows = await tx.query<KeyRow & { is_coming: boolean; now: number }>(
    'read-keys-to-add',
    `select key_id, purpose, wrapped, use_from > statement_timestamp() as is_coming,
       statement_timestamp() as now
     from encryption_keys order by key_id`,
    [],
  );
  const are_readable = rows.every((row) => keys.opens(row));
  return { keys: rows, are_readable, clock: rows[0]?.now ?? 0 };
}

export async function insertKey(
  tx: Transaction,
  { keys }: KeyedCipher,
  { key_id, purpose, created_at, use_from }: RotatedKey,
): Promise<void> {
  const { wrapped } = keys.make(purpose, key_id);
  await tx.query(
    'add-encryption-key',
    `insert into encryption_keys (key_id, purpose, wrapped, created_at, use_from)
     values ($1, $2, $3, $4, $5)`,
    [key_id, purpose, wrapped, timestamp(created_at), timestamp(use_from)],
  );
}

/** Whether the job has moved every column to this key. */
async function isAllResealed(tx: Transaction, key_id: number): Promise<boolean> {
  const columns = await readProgress(tx);
  return columns.every((one) => isDone(one, key_id));
}

/** The keys among these that rows still use, column by column. */
async function findUses(tx: Transaction, key_ids: readonly number[]) {
  const used = new Set<number>();
  const columns: string[] = [];
  const names = key_ids.map(keyIdBytes);
  for (const column of SEALED_COLUMNS) {
    const found = await tx.query<{ key: Buffer }>(
      '',
      `select distinct ${keyIdSql(column)} as key from ${column.table}
       where ${keyIdSql(column)} = any($1::bytea[])`,
      [names],
    );
    if (found.length > 0) columns.push(columnName(column));
    for (const { key } of found) used.add(key.readUInt32BE(0));
  }
  return { used, columns };
}

/**
 * Removes old data keys that no row uses, checked in the same transaction. A column that still uses
 * one is gone through again. After `rest_ms` no process encrypts with an old key.
 */
export async function removeUnusedKeys(tx: Transaction, times: KeyTimes): Promise<number[]> {
  await lockKeys(tx);
  const keys = await tx.query<{ key_id: number; may_go: boolean }>(
    'read-keys-to-remove',
    `select key_id,
       use_from + $1 * interval '1 millisecond' <= statement_timestamp() and not exists (
         select from pg_stat_get_activity(null) a
         where a.datid = (select oid from pg_database where datname = current_database())
           and a.pid <> pg_backend_pid()
           and a.xact_start < use_from + $2 * interval '1 millisecond') as may_go
     from encryption_keys where purpose = 'data' order by key_id`,
    [times.rest_ms, times.lease_ms],
  );
  const newest = keys.at(-1);
  const former = keys.slice(0, -1).map((key) => key.key_id);
  if (newest?.may_go !== true || former.length === 0) return [];
  // A later release may have encrypted columns that this one does not know: it removes the keys.
  if (await hasLaterMigrations(tx)) return [];
  if (!(await isAllResealed(tx, newest.key_id))) return [];
  const { used, columns } = await findUses(tx, former);
  if (columns.length > 0) {
    await tx.query(
      'reseal-again',
      `update reseal_progress set finished_at = null, after_key = null
       where sealed_column = any($1::text[])`,
      [columns],
    );
  }
  const unused = former.filter((key_id) => !used.has(key_id));
  await tx.query(
    'remove-encryption-keys',
    'delete from encryption_keys where key_id = any($1::integer[])',
    [unused],
  );
  return unused;
}
