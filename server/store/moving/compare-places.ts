// Compares the new place with the old one while nobody writes: each small table as a whole, of a
// large one how many rows it has and its last ones. The heads of books and chains are whole.
import pg, { type ClientBase } from 'pg';
import { type MovedTable, movedTables } from './moved-tables.ts';

/** Compared as a whole. */
const WHOLE_MOST = 20_000;
/** Counted. A larger one would not be read within the pause: only its last rows are compared. */
const COUNTED_MOST = 500_000;
const LAST_ROWS = 2_000;

/** Whatever their size: what these chain and count stands for all rows before. */
const HEADS = ['audit_head', 'cell_identity', 'event_heads', 'ledger_books', 'settings_versions'];

export type PlaceComparison = {
  /** Tables that are not the same in both. */
  readonly differing: readonly string[];
  /** Too large to be counted in a pause. */
  readonly uncounted: readonly string[];
};

type Sized = MovedTable & { readonly rows: number };

const digestOf = (source: string) =>
  `select count(*)::text || ':' || coalesce(md5(string_agg(one, '' order by one)), '') as digest
   from (select md5((t.*)::text) as one from ${source} t) d`;

function textsOf({ name, key, rows }: Sized): string[] {
  const table = pg.escapeIdentifier(name);
  if (rows <= WHOLE_MOST || HEADS.includes(name)) return [digestOf(table)];
  const order = key.map((column) => `${pg.escapeIdentifier(column)} desc`).join(', ');
  const last = digestOf(`(select * from ${table} order by ${order} limit ${LAST_ROWS})`);
  if (rows > COUNTED_MOST) return [last];
  return [last, `select count(*)::text as digest from ${table}`];
}

/** By the last estimate of the place itself, which has just been analyzed. */
async function sizedTables(client: ClientBase): Promise<readonly Sized[]> {
  const { rows } = await client.query<{ name: string; rows: number }>(
    `select relname::text as name, greatest(reltuples, 0)::float8 as rows from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  );
  const sizes = new Map(rows.map((row) => [row.name, row.rows]));
  return (await movedTables(client)).map((table) => ({
    ...table,
    rows: sizes.get(table.name) ?? 0,
  }));
}

/** So that both servers write every value in the same way. */
const SAME_WORDS = `set local timezone = 'UTC'; set local datestyle = 'ISO';
  set local bytea_output = 'hex'; set local extra_float_digits = 1;
  set local intervalstyle = 'iso_8601'`;

async function digests(client: ClientBase, tables: readonly Sized[], within_ms: number) {
  await client.query('begin read only');
  try {
    await client.query(`${SAME_WORDS}; set local statement_timeout = ${within_ms}`);
    const found = new Map<string, string>();
    for (const table of tables) {
      const parts: string[] = [];
      for (const text of textsOf(table)) {
        const { rows } = await client.query<{ digest: string }>(text);
        parts.push(rows[0]?.digest ?? '');
      }
      found.set(table.name, parts.join('/'));
    }
    return found;
  } finally {
    await client.query('rollback');
  }
}

export async function comparePlaces(
  left: ClientBase,
  arrived: ClientBase,
  within_ms: number,
): Promise<PlaceComparison> {
  const tables = await sizedTables(arrived);
  const [was, is] = await Promise.all([
    digests(left, tables, within_ms),
    digests(arrived, tables, within_ms),
  ]);
  return {
    differing: tables.map(({ name }) => name).filter((name) => was.get(name) !== is.get(name)),
    uncounted: tables
      .filter(({ name, rows }) => rows > COUNTED_MOST && !HEADS.includes(name))
      .map(({ name }) => name),
  };
}

/** A copy comes without statistics: until it is analyzed, statements would be planned blindly. */
export async function analyzePlace(client: ClientBase): Promise<void> {
  for (const { name } of await movedTables(client)) {
    await client.query(`analyze ${pg.escapeIdentifier(name)}`);
  }
}
