// The columns of all tables in the order of their row types, which whole rows are written in.
import pg from 'pg';

type Row = { table_name: string; columns: string[] };
type Send = (query: pg.QueryConfig) => Promise<{ rows: Row[] }>;

export type TableShape = {
  read(): Promise<(table: string) => readonly string[]>;
  /** Another process may have migrated: after an error that says so, they are read anew. */
  doubt(error: unknown): void;
};

const READ = `select c.relname as table_name,
    array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    and a.attnum > 0 and not a.attisdropped
  group by c.relname`;

/** A row's text has a column too many or too few for the table as it is now. */
export const hasOldShape = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.message.includes('malformed record literal');

export function createTableShape(send: Send): TableShape {
  let reading: Promise<(table: string) => readonly string[]> | null = null;

  async function readAll() {
    const { rows } = await send({ text: READ });
    const tables = new Map(rows.map((row) => [row.table_name, row.columns]));
    return (table: string): readonly string[] => {
      const columns = tables.get(table);
      if (columns === undefined) throw new Error(`There is no table ${table}`);
      return columns;
    };
  }

  return {
    read() {
      reading ??= readAll().catch((error: unknown) => {
        reading = null;
        throw error;
      });
      return reading;
    },
    doubt(error) {
      if (hasOldShape(error)) reading = null;
    },
  };
}
