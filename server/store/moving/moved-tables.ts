// The tables that a move copies: all with rows that count. Unlogged ones are empty after a crash.
import pg, { type ClientBase } from 'pg';

/** The new place has its own: what has been migrated there, and what it says of the move. */
const OF_THE_PLACE = ['schema_migrations', 'cell_moves'];
/** Copied, and written after the last write of the service. */
export const MARKS = 'cell_marks';

export type MovedTable = {
  readonly name: string;
  /** The columns of its primary key, in order; empty if it has none. */
  readonly key: readonly string[];
};

/** Without the marks of the moves themselves. */
export async function movedTables(client: ClientBase): Promise<readonly MovedTable[]> {
  const { rows } = await client.query<{ name: string; key: string[] }>(
    `select c.relname::text as name, array(
         select a.attname::text from pg_index i
         cross join lateral unnest(i.indkey::smallint[]) with ordinality as k(number, place)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
         where i.indrelid = c.oid and i.indisprimary order by k.place
       ) as key
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and c.relpersistence = 'p' and c.relname <> all ($1)
     order by c.relname`,
    [[...OF_THE_PLACE, MARKS]],
  );
  return rows;
}

export const quotedTables = (names: readonly string[]): string =>
  names.map((name) => pg.escapeIdentifier(name)).join(', ');
