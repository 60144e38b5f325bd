// Set-based writing: many rows in one statement, as one array of the table's own row type (unnest).
import type { Transaction } from './database.ts';

/** What stands in a column, in the text that PostgreSQL reads; null and undefined are null. */
export type Column<Row> = {
  name: string;
  value: (row: Row) => string | number | bigint | boolean | Uint8Array | null;
};

type Cell = ReturnType<Column<unknown>['value']>;

/** Commas, brackets, quotes and backslashes mean something in a row's text; spaces are safe too. */
const NEEDS_QUOTES = /[(),"\\\s]|^$/;
const SPECIAL = /["\\]/g;
const HAS_SPECIAL = /["\\]/;

/** A quote or backslash is escaped for the row's text, and both for the array's around it. */
const quoted = (text: string) =>
  `\\"${HAS_SPECIAL.test(text) ? text.replace(SPECIAL, escaped) : text}\\"`;
const escaped = (character: string) => (character === '"' ? '\\"\\"' : '\\\\\\\\');

function cellText(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'string') return NEEDS_QUOTES.test(value) ? quoted(value) : value;
  if (typeof value === 'object') return `\\"\\\\\\\\x${Buffer.from(value).toString('hex')}\\"`;
  return String(value);
}

/**
 * Rows as the text of an array of a composite type, whose columns are all named, in their order.
 * One parameter and one scan, where an array per column costs PostgreSQL half as much again.
 */
export function rowsText<Row>(
  names: readonly string[],
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): string {
  const by_name = new Map(columns.map((column) => [column.name, column.value]));
  const values = names.map((name) => by_name.get(name));
  let text = '{';
  for (const row of rows) {
    text += text === '{' ? '"(' : ',"(';
    for (let index = 0; index < values.length; index += 1) {
      if (index > 0) text += ',';
      const value = values[index];
      if (value !== undefined) text += cellText(value(row));
    }
    text += ')"';
  }
  return `${text}}`;
}

/** By column, what an insert computes in SQL from the given row `r`. */
export type Computed = Readonly<Record<string, string>>;

/**
 * Inserts all rows in one statement; `conflict` is an ON CONFLICT clause. No rows, no round trip.
 */
export async function insertRows<Row>(
  tx: Transaction,
  table: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  conflict = '',
  computed: Computed = {},
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map((column) => column.name);
  const reads = names.map((name) => computed[name] ?? `r.${name}`);
  const text = `insert into ${table} (${names.join(', ')}) select ${reads.join(', ')}
    from unnest($1::${table}[]) as r ${conflict}`;
  await tx.query(`insert-${table}`, text, [rowsText(tx.columns(table), columns, rows)]);
}

/** Updates all rows in one statement: `keys` find the row, the other columns are set. */
export async function updateRows<Row>(
  tx: Transaction,
  table: string,
  keys: readonly string[],
  columns: readonly Column<Row>[],
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
    rowsText(tx.columns(table), columns, rows),
  ]);
  if (updated.length !== rows.length) {
    throw new Error(`${table}: ${updated.length} of ${rows.length} rows were there to update`);
  }
}

/**
 * Ids, numbers or names of accounts as a PostgreSQL array: nothing in them needs quoting, which the
 * driver would look for in each.
 */
export function plainArray(items: readonly (string | number | bigint)[]): string {
  return `{${items.join(',')}}`;
}
