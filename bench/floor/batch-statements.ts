// One statement per table that inserts the rows of many orders: an array for each column, or one
// value if all rows have the same.
import type pg from 'pg';
import { COLUMNS, type SentValue, type Table, type TableRow } from '../yardstick/order-rows.ts';

/** The tables of a pay-in, in the order in which they are written. */
const PAYIN_TABLES = ['event_heads', 'trades', 'reservations', 'account_days', 'events'] as const;
type PayinTable = (typeof PAYIN_TABLES)[number];

/** What to do with a row that is there. */
const CONFLICTS: Partial<Record<PayinTable, string>> = {
  event_heads: `on conflict (merchant_id) do update
    set last_number = event_heads.last_number + excluded.last_number,
      open_payins = event_heads.open_payins + excluded.open_payins
    returning merchant_id, last_number`,
  reservations: 'on conflict (receiving_account_id, amount_cents) where exclusive do nothing',
  account_days: `on conflict (receiving_account_id, day, shard) do update
    set payin_count = account_days.payin_count + excluded.payin_count,
      amount_cents = account_days.amount_cents + excluded.amount_cents`,
};

type TypeRow = { name: string; type: string };

async function typesOf(client: pg.Client, table: PayinTable): Promise<Map<string, string>> {
  const { rows } = await client.query<TypeRow>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

type Column = { readonly name: string; readonly values: SentValue[]; readonly is_same: boolean };

function columnsOf<Name extends Table>(table: Name, rows: readonly TableRow<Name>[]): Column[] {
  const names: readonly (keyof TableRow<Name> & string)[] = COLUMNS[table];
  return names.map((name, index) => {
    const values = rows.map((row) => row[name]);
    // The first is always an array, because it says how many rows there are.
    return { name, values, is_same: index > 0 && values.every((value) => value === values[0]) };
  });
}

function insertText(
  table: PayinTable,
  columns: readonly Column[],
  types: ReadonlyMap<string, string>,
): string {
  const names = columns.map(({ name }) => name);
  const places = columns.map(({ name }, index) => `$${index + 1}::${types.get(name)}`);
  const inRow = ({ is_same, name }: Column, index: number) => (is_same ? places[index] : name);
  const arrays = places.filter((_, index) => columns[index]?.is_same === false);
  const array_names = names.filter((_, index) => columns[index]?.is_same === false);
  return `insert into ${table} (${names.join(', ')})
    select ${columns.map(inRow).join(', ')}
    from unnest(${arrays.map((array) => `${array}[]`).join(', ')}) as r (${array_names.join(', ')})
    ${CONFLICTS[table] ?? ''}`;
}

export type BatchInserts = {
  insert<Name extends PayinTable>(
    table: Name,
    rows: readonly TableRow<Name>[],
  ): Promise<readonly Record<string, string>[]>;
};

export async function openInserts(client: pg.Client): Promise<BatchInserts> {
  const types = new Map<PayinTable, Map<string, string>>();
  for (const table of PAYIN_TABLES) types.set(table, await typesOf(client, table));
  /** The names under which statements are prepared. */
  const names = new Map<string, string>();
  return {
    async insert(table, rows) {
      const columns = columnsOf(table, rows);
      const text = insertText(table, columns, types.get(table) ?? new Map());
      const name = names.get(text) ?? `insert ${names.size}`;
      names.set(text, name);
      const values = columns.map((column) => (column.is_same ? column.values[0] : column.values));
      return (await client.query<Record<string, string>>({ name, text, values })).rows;
    },
  };
}
