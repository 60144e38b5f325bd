// Set-based writing: many rows in one statement, from one array per column (unnest).
import type { Queryable } from './database.ts';

/**
 * `type` is the column's; `element` where it cannot travel inside an array (arrays travel as text).
 */
export type Column<Row> = { name: string; type: string; value: (row: Row) => unknown };

const travels = (type: string) => (type.endsWith('[]') ? 'text' : type);

function source<Row>(columns: readonly Column<Row>[]): string {
  const arrays = columns.map((column, index) => `$${index + 1}::${travels(column.type)}[]`);
  const names = columns.map((column) => column.name);
  return `unnest(${arrays.join(', ')}) as r(${names.join(', ')})`;
}

const read = <Row>(column: Column<Row>) =>
  column.type.endsWith('[]') ? `r.${column.name}::${column.type}` : `r.${column.name}`;

function values<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): unknown[][] {
  return columns.map((column) => rows.map((row) => column.value(row)));
}

/**
 * Inserts all rows in one statement; `conflict` is an ON CONFLICT clause. No rows, no round trip.
 */
export async function insertRows<Row>(
  tx: Queryable,
  table: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  conflict = '',
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map((column) => column.name).join(', ');
  const reads = columns.map(read).join(', ');
  const from = source(columns);
  const text = `insert into ${table} (${names}) select ${reads} from ${from} ${conflict}`;
  await tx.query(`insert-${table}`, text, values(columns, rows));
}

/** Updates all rows in one statement: `keys` find the row, the other columns are set. */
export async function updateRows<Row>(
  tx: Queryable,
  table: string,
  keys: readonly string[],
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const set = columns
    .filter((column) => !keys.includes(column.name))
    .map((column) => `${column.name} = ${read(column)}`);
  const where = keys.map((key) => `${table}.${key} = r.${key}`);
  const text = [
    `update ${table} set ${set.join(', ')} from ${source(columns)}`,
    `where ${where.join(' and ')} returning 1 as updated`,
  ].join(' ');
  const updated = await tx.query(`update-${table}`, text, values(columns, rows));
  if (updated.length !== rows.length) {
    throw new Error(`${table}: ${updated.length} of ${rows.length} rows were there to update`);
  }
}

/** A PostgreSQL array as text, for columns that are arrays themselves. */
export function arrayText(items: readonly (string | bigint)[]): string {
  const quoted = items.map((item) =>
    typeof item === 'bigint' ? item.toString() : `"${item.replace(/[\\"]/g, '\\$&')}"`,
  );
  return `{${quoted.join(',')}}`;
}
