// Changes to rows of history that an upgrade has to make: by the owner of the table alone, who has
// the right for as long as the change takes.

import { StartupError } from '../startup-error.ts';
import type { Database, Transaction } from './database.ts';
import { LOCK_MIGRATIONS } from './migrate.ts';
import { LONG_WORK } from './statement-limits.ts';

async function requireOwner(tx: Transaction, table: string): Promise<void> {
  const [row] = await tx.query<{ is_owner: boolean }>(
    '',
    `select pg_has_role(relowner, 'usage') as is_owner from pg_class
     where oid = '${table}'::regclass`,
    [],
  );
  if (row?.is_owner === true) return;
  throw new StartupError(
    `Rows of ${table} that an earlier version left readable have to be sealed by the role that ` +
      'owns the tables: start once with MIGRATION_DATABASE_URL (docs/operate/postgresql.md).',
  );
}

/** Some of the rows that `read` finds; how many there were. */
export async function ownedTable<Row>(
  db: Database,
  table: 'bank_lines' | 'delivery_attempts',
  read: (tx: Transaction) => Promise<Row[]>,
  write: (tx: Transaction, rows: Row[]) => Promise<void>,
): Promise<number> {
  return await db.transaction(async (tx) => {
    if ((await read(tx)).length === 0) return 0;
    await requireOwner(tx, table);
    // Of several that start at once each takes its turn, and finds what is left.
    await tx.query('', LOCK_MIGRATIONS, []);
    const rows = await read(tx);
    if (rows.length === 0) return 0;
    await tx.query('', `grant update on ${table} to current_user`, []);
    await write(tx, rows);
    await tx.query('', `revoke update on ${table} from current_user`, []);
    return rows.length;
  }, LONG_WORK);
}
