// Lets a new key encrypt rows of history again: only the owner of the table may, and only with a
// right that it grants itself for the duration of the change.
import type { Queryable, Transaction } from '../connection/database.ts';
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

/** Rights on tables of history, by table, that only their owner can grant itself. */
export type OwnRights = Readonly<Record<string, string>>;

/** Runs work with rights that only the owner of the tables can grant itself. */
export async function withOwnRights<Value>(
  tx: Transaction,
  rights: OwnRights,
  work: () => Promise<Value>,
): Promise<Value> {
  // The migration lock lets one process at a time do this.
  await tx.query('', LOCK_MIGRATIONS, []);
  for (const [table, given] of Object.entries(rights)) {
    await tx.query('', `grant ${given} on ${table} to current_user`, []);
  }
  const value = await work();
  for (const [table, given] of Object.entries(rights)) {
    await tx.query('', `revoke ${given} on ${table} from current_user`, []);
  }
  return value;
}

/**
 * Runs work with the right to change rows of a history table, or to add some to one that the
 * service only reads.
 */
export const asOwnerOf = <Value>(
  tx: Transaction,
  table: string,
  work: () => Promise<Value>,
  right: 'update' | 'insert' = 'update',
): Promise<Value> => withOwnRights(tx, { [table]: right }, work);
