// Which cell a schema is: read, and written when the schema becomes a cell.
import type { ClientBase } from 'pg';
import {
  type CellIdentity,
  type CellSeen,
  type CellWish,
  cellAlone,
  judgeCell,
  missingCells,
} from '../../domain/service/cell-identity.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { Queryable } from '../connection/database.ts';
import { inMigrationTransaction } from './migrate.ts';

const IDENTITY = 'select installation_id, name, is_control from cell_identity';
const KNOWN = 'select name from known_cells order by name';

type Table = 'cell_identity' | 'receiving_accounts';

/** An earlier release lacks some of them; not with to_regclass, as in hasTable. */
async function tablesOf(client: ClientBase): Promise<ReadonlySet<Table>> {
  const { rows } = await client.query<{ name: Table }>(
    `select c.relname as name from pg_class c
     where c.relname in ('cell_identity', 'receiving_accounts')
       and c.relnamespace = current_schema()::regnamespace`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Of a schema of whatever release, also of an empty one. */
async function seenBy(client: ClientBase): Promise<CellSeen> {
  const tables = await tablesOf(client);
  const found = tables.has('cell_identity') ? await client.query<CellIdentity>(IDENTITY) : null;
  const identity = found?.rows[0] ?? null;
  if (!tables.has('receiving_accounts')) return { identity, has_data: false };
  const { rows } = await client.query<{ has_data: boolean }>(
    `select exists (select from merchants where not is_house)
       or exists (select from receiving_accounts) as has_data`,
  );
  return { identity, has_data: rows[0]?.has_data === true };
}

/**
 * Under the migration lock of the schema: of two processes that make it a cell at once, one waits
 * for the other. Throws a StartupError if it is another cell.
 */
export async function settleCell(
  client: ClientBase,
  wish: CellWish,
  new_id: string,
): Promise<CellIdentity> {
  return await inMigrationTransaction(client, async () => {
    const judged = judgeCell(wish, await seenBy(client), new_id);
    if ('problem' in judged) throw new StartupError(judged.problem);
    const { is_new, identity } = judged;
    if (is_new) {
      await client.query(
        `insert into cell_identity (only_row, installation_id, name, is_control, joined_at)
         values (true, $1, $2, $3, statement_timestamp())`,
        [identity.installation_id, identity.name, identity.is_control],
      );
    }
    return identity;
  });
}

/**
 * Before a database is migrated: throws the StartupError that settleCell would throw after it, so
 * that the schema of another installation, or of a service of its own, stays as it is.
 */
export async function refuseOtherCell(client: ClientBase, wish: CellWish): Promise<void> {
  const judged = judgeCell(wish, await seenBy(client), '');
  if ('problem' in judged) throw new StartupError(judged.problem);
}

/** Of the control cell. Throws a StartupError if one that it knows is not given. */
export async function requireKnownCells(db: Queryable, given: readonly string[]): Promise<void> {
  const known = await db.query<{ name: string }>('read-known-cells', KNOWN, []);
  const problem = missingCells(
    known.map(({ name }) => name),
    given,
  );
  if (problem !== null) throw new StartupError(problem);
}

/** In the control cell, once the cell is one: a start has to name it from now on. */
export async function noteKnownCell(db: Queryable, name: string): Promise<void> {
  await db.query(
    'insert-known-cell',
    `insert into known_cells (name, known_since) values ($1, statement_timestamp())
     on conflict (name) do nothing`,
    [name],
  );
}

/** Null: the schema is no cell. */
export async function readCellIdentity(db: Queryable): Promise<CellIdentity | null> {
  const [identity = null] = await db.query<CellIdentity>('read-cell-identity', IDENTITY, []);
  return identity;
}

/** For a start without CELLS: throws a StartupError if the schema is one of several cells. */
export async function requireNoOtherCells(db: Queryable): Promise<void> {
  const identity = await readCellIdentity(db);
  if (identity === null) return;
  const known = await db.query<{ name: string }>('read-known-cells', KNOWN, []);
  const names = known.map(({ name }) => name);
  const problem = cellAlone(identity, names);
  if (problem !== null) throw new StartupError(problem);
}

/** The version of the control cell's settings that this cell has a copy of. */
export async function readCopiedVersion(db: Queryable): Promise<bigint> {
  const [row] = await db.query<{ version: bigint }>(
    'read-copied-version',
    'select copied_version as version from cell_identity',
    [],
  );
  return row?.version ?? 0n;
}

/**
 * Of two processes that copy at once, the later one waits here, and sees that its own reading may
 * be older: false.
 */
export async function noteCopiedVersion(
  tx: Queryable,
  { version, before }: { version: bigint; before: bigint },
): Promise<boolean> {
  const rows = await tx.query(
    'note-copied-version',
    `update cell_identity set copied_version = $1 where copied_version = $2
     returning 1 as noted`,
    [version, before],
  );
  return rows.length > 0;
}
