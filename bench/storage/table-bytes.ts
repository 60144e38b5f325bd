// Bytes of each table and index on disk, and of the write-ahead log: what a pay-in leaves behind.
import type pg from 'pg';

export type StoredThing = {
  /** The table that it belongs to, its own name, and whether it is an index of the table. */
  readonly table: string;
  readonly name: string;
  readonly is_index: boolean;
  readonly bytes: number;
};

/** Tables with their free space maps and long values, and each index by itself. */
export async function readSizes(client: pg.ClientBase): Promise<StoredThing[]> {
  const { rows } = await client.query<StoredThing>(
    `select t.relname as table, t.relname as name, false as is_index,
       pg_table_size(t.oid)::float8 as bytes
     from pg_class t where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
     union all
     select t.relname, i.relname, true, pg_relation_size(i.oid)::float8
     from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
     where t.relnamespace = 'public'::regnamespace
     order by 1, 3, 2`,
  );
  return rows;
}

/** The growth of each thing that grew, the largest first. */
export function growthOf(
  before: readonly StoredThing[],
  after: readonly StoredThing[],
): StoredThing[] {
  const known = new Map(before.map(({ name, bytes }) => [name, bytes]));
  return after
    .map((thing) => ({ ...thing, bytes: thing.bytes - (known.get(thing.name) ?? 0) }))
    .filter(({ bytes }) => bytes !== 0)
    .toSorted((a, b) => b.bytes - a.bytes);
}

export type WrittenLog = {
  readonly bytes: number;
  /** Whole pages that were written because they changed for the first time after a checkpoint. */
  readonly images: number;
};

/** How much has ever been written to the log. */
export async function writtenLog(client: pg.ClientBase): Promise<WrittenLog> {
  const { rows } = await client.query<WrittenLog>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes,
       wal_fpi::float8 as images from pg_stat_wal`,
  );
  return rows[0] ?? { bytes: Number.NaN, images: Number.NaN };
}
