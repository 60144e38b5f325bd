// Lets an upgrade change rows of history: only the owner of the table may, and only with a right
// that it grants itself for the duration of the change.

import { StartupError } from '../../lib/startup-error.ts';
import type { Database, Queryable, Transaction } from '../connection/database.ts';
import { LONG_WORK } from '../connection/statement-limits.ts';
import { LOCK_MIGRATIONS } from './migrate.ts';

/** Whether this connection's role may do what only the table's owner may. */
export async function ownsTable(db: Queryable, table: string): Promise<boolean> {
  const [row] = await db.query<{ is_owner: boolean }>(
    '',
    `select pg_has_role(relowner, 'usage') as is_owner from pg_class
     where oid = '${table}'::regclass`,
    [],
  );
  return row?.is_owner === true;
}

async function requireOwner(tx: Transaction, table: string): Promise<void> {
  if (await ownsTable(tx, table)) return;
  throw new StartupError(
    `Rows of ${table} that an earlier version stored in plain text must be encrypted by the role ` +
      'that owns the tables: start once with MIGRATION_DATABASE_URL (docs/operate/postgresql.md).',
  );
}

/**
 * Runs work with the right to change rows of a history table; only its owner can grant itself that.
 */
export async function asOwnerOf<Value>(
  tx: Transaction,
  table: string,
  work: () => Promise<Value>,
): Promise<Value> {
  // The migration lock lets one process at a time do this.
  await tx.query('', LOCK_MIGRATIONS, []);
  await tx.query('', `grant update on ${table} to current_user`, []);
  const value = await work();
  await tx.query('', `revoke update on ${table} from current_user`, []);
  return value;
}

/** Changes some of the rows that `read` finds; returns how many. */
export async function ownedTable<Row>(
  db: Database,
  table: 'bank_lines' | 'delivery_attempts',
  read: (tx: Transaction) => Promise<Row[]>,
  write: (tx: Transaction, rows: Row[]) => Promise<void>,
): Promise<number> {
  return await db.transaction(async (tx) => {
    if ((await read(tx)).length === 0) return 0;
    await requireOwner(tx, table);
    return await asOwnerOf(tx, table, async () => {
      // Read again: another process may have changed some of them.
      const rows = await read(tx);
      if (rows.length > 0) await write(tx, rows);
      return rows.length;
    });
  }, LONG_WORK);
}
