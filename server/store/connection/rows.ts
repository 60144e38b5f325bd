// Set-based writing: many rows in one statement, as an array of the table's row type (unnest).
import { type BinaryValue, writerOf } from './binary-value.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { Transaction } from './database.ts';
import type { RowShape } from './table-shape.ts';
import { LateBytes } from './wire-value.ts';

/**
 * The value of a column, in the form that its type needs (see binary-value.ts); null is SQL null.
 */
export type RowColumn<Row> = {
  name: string;
  value: (row: Row) => BinaryValue | null;
};

const NULL_SIZE = -1;
/** Estimated bytes of one column, its type and length included. */
const BYTES_PER_COLUMN = 20;

type Cell<Row> = {
  type: number;
  /** Null if the column keeps its default. */
  writeValue: ((writer: ByteWriter, row: Row) => void) | null;
};

function cellOf<Row>(type: number, value: RowColumn<Row>['value']): Cell<Row> {
  const write = writerOf(type);
  return {
    type,
    writeValue(writer, row) {
      const given = value(row);
      if (given === null) {
        writer.int32(NULL_SIZE);
        return;
      }
      const at = writer.open();
      write(writer, given);
      writer.close(at);
    },
  };
}

/**
 * Encodes rows as a binary array of the table's row type: one parameter and one scan. One array per
 * column takes PostgreSQL half as long again.
 */
function rowsArray<Row>(
  shape: RowShape,
  columns: readonly RowColumn<Row>[],
  rows: readonly Row[],
): LateBytes {
  const by_name = new Map(columns.map((column) => [column.name, column.value]));
  const cells = shape.columns.map(({ name, type }): Cell<Row> => {
    const value = by_name.get(name);
    return value === undefined ? { type, writeValue: null } : cellOf(type, value);
  });
  const guess = rows.length * (8 + cells.length * BYTES_PER_COLUMN);
  return new LateBytes(guess, (writer) => {
    // The array header: one dimension, no null flag, element type, number of rows, lower bound 1.
    for (const number of [1, 0, shape.row_type, rows.length, 1]) writer.int32(number);
    for (const row of rows) {
      const start = writer.open();
      writer.int32(cells.length);
      for (const { type, writeValue } of cells) {
        writer.int32(type);
        if (writeValue === null) writer.int32(NULL_SIZE);
        else writeValue(writer, row);
      }
      writer.close(start);
    }
  });
}

/** SQL expressions that an insert computes from the given row `r`, by column. */
export type Computed = Readonly<Record<string, string>>;

/**
 * Inserts all rows in one statement; `conflict` is an ON CONFLICT clause. Without rows nothing is
 * sent.
 */
export async function insertRows<Row>(
  tx: Transaction,
  table: string,
  columns: readonly RowColumn<Row>[],
  rows: readonly Row[],
  conflict = '',
  computed: Computed = {},
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map((column) => column.name);
  const reads = names.map((name) => computed[name] ?? `r.${name}`);
  const text = `insert into ${table} (${names.join(', ')}) select ${reads.join(', ')}
    from unnest($1::${table}[]) as r ${conflict}`;
  await tx.query(`insert-${table}`, text, [rowsArray(tx.shapeOf(table), columns, rows)]);
}

/** Updates all rows in one statement: `keys` find the row, all other columns are set. */
export async function updateRows<Row>(
  tx: Transaction,
  table: string,
  keys: readonly string[],
  columns: readonly RowColumn<Row>[],
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const set = columns
    .filter((column) => !keys.includes(column.name))
    .map((column) => `${column.name} = r.${column.name}`);
  const where = keys.map((key) => `${table}.${key} = r.${key}`);
  const text = `update ${table} set ${set.join(', ')} from unnest($1::${table}[]) as r
    where ${where.join(' and ')} returning 1 as updated`;
  const updated = await tx.query(`update-${table}`, text, [
    rowsArray(tx.shapeOf(table), columns, rows),
  ]);
  if (updated.length !== rows.length) {
    throw new Error(`${table}: only ${updated.length} of ${rows.length} rows to update exist`);
  }
}

/**
 * An array of ids, numbers, times or account names. None of these needs quoting, so the driver's
 * search for quotes is saved.
 */
export function plainArray(items: readonly (string | number | bigint | null)[]): string {
  return `{${items.map((item) => item ?? 'NULL').join(',')}}`;
}
