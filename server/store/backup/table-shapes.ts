// The tables of the service's schema with their columns, as COPY names them.
import pg from 'pg';
import { connectClient } from '../connection/servers.ts';
import type { Connection } from '../connection/when-there.ts';

/** A role's own limits are meant for requests, which are short. */
export const LONG_TRANSACTION =
  'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; ' +
  "set local timezone = 'UTC'";

export type CopiedTable = { name: string; columns: string[] };

/**
 * Made by the migrations, and compared instead; and what a place says of moves: a backup that is
 * restored elsewhere has not moved.
 */
const NOT_COPIED = ['schema_migrations', 'cell_moves', 'cell_marks'];

export async function tableShapes(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `select c.relname::text as name,
       array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and c.relname <> all ($1)
     group by c.relname order by c.relname`,
    [NOT_COPIED],
  );
  return rows;
}

const { escapeIdentifier: quoted } = pg;

/** A query in place of the table: COPY takes no partitioned table by its name. */
export function copyText({ name, columns }: CopiedTable, way: 'to stdout' | 'from stdin'): string {
  const list = columns.map(quoted).join(', ');
  if (way === 'from stdin') return `copy ${quoted(name)} (${list}) from stdin`;
  return `copy (select ${list} from ${quoted(name)}) to stdout`;
}

/** The indexes that no constraint needs, to be made anew after the rows are there. */
export async function looseIndexes(
  client: pg.ClientBase,
): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select quote_ident(c.relname) as name, pg_get_indexdef(c.oid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = current_schema()::regnamespace
       and not exists (select from pg_constraint k where k.conindid = c.oid)
     order by c.relname`,
  );
  return rows;
}

export async function databaseBytes(connection: Connection): Promise<number> {
  const client = await connectClient(connection, () => undefined);
  try {
    const { rows } = await client.query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    );
    return Number(rows[0]?.bytes ?? 0);
  } finally {
    await client.end();
  }
}
