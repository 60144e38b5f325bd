// The columns of all tables in the order of their row types, in which whole rows are encoded.
import pg from 'pg';

/** The oid of a table's row type, and of each column's type in its order. */
export type RowShape = {
  row_type: number;
  columns: readonly { name: string; type: number }[];
};

type Row = { table_name: string; row_type: number; names: string[]; types: number[] };
type Send = (text: string) => Promise<Row[]>;

export type ShapeOf = (table: string) => RowShape;

export type TableShape = {
  read(): Promise<ShapeOf>;
  /**
   * Another process may have migrated the schema: after an error that shows it, columns are read
   * again.
   */
  doubt(error: unknown): void;
};

const READ = `select c.relname as table_name, c.reltype::integer as row_type,
    array_agg(a.attname::text order by a.attnum) as names,
    array_agg(a.atttypid::integer order by a.attnum) as types
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    and a.attnum > 0 and not a.attisdropped
  group by c.oid`;

/**
 * The encoded row has too many or too few columns for the present table, or a wrong type; or the
 * connection prepared the statement for a table that is gone: a restore in place makes all anew.
 */
const OLD_SHAPE =
  /^(wrong number of columns: |binary data has type |cache lookup failed for type \d+$)/;

export const hasOldShape = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && OLD_SHAPE.test(error.message);

function shapeOf({ row_type, names, types }: Row): RowShape {
  return { row_type, columns: names.map((name, index) => ({ name, type: types[index] ?? 0 })) };
}

export function createTableShape(send: Send): TableShape {
  let reading: Promise<ShapeOf> | null = null;

  async function readAll() {
    const rows = await send(READ);
    const tables = new Map(rows.map((row) => [row.table_name, shapeOf(row)]));
    return (table: string): RowShape => {
      const shape = tables.get(table);
      if (shape === undefined) throw new Error(`There is no table ${table}`);
      return shape;
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
