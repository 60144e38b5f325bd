// Which mode (sandbox or live) a database belongs to: recorded at its first start, checked at each
// later one.
import type { ClientBase } from 'pg';
import { type ServiceMode, wrongDatabase } from '../../domain/service/service-mode.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { Queryable } from '../connection/database.ts';
import { inMigrationTransaction } from './migrate.ts';

const RECORDED = 'select mode from database_mode';

type Recorded = { mode: ServiceMode };

async function recordedMode(client: ClientBase): Promise<ServiceMode | undefined> {
  return (await client.query<Recorded>(RECORDED)).rows[0]?.mode;
}

/**
 * Before a database is migrated: throws the StartupError that settleMode would throw after it, so
 * that a database of another mode stays as it is.
 */
export async function refuseOtherMode(client: ClientBase, asked: ServiceMode): Promise<void> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `select to_regclass('database_mode') is not null as is_there`,
  );
  if (rows[0]?.is_there !== true) return;
  const recorded = await recordedMode(client);
  if (recorded !== undefined && recorded !== asked) throw new StartupError(wrongDatabase(asked));
}

/**
 * Records the mode at the first start. Throws a StartupError if the database belongs to the other
 * one.
 */
export async function settleMode(client: ClientBase, asked: ServiceMode): Promise<void> {
  // Under the migration lock: of two first starts in different modes, one is refused.
  await inMigrationTransaction(client, async () => {
    const recorded = await recordedMode(client);
    if (recorded === asked) return;
    if (recorded !== undefined) throw new StartupError(wrongDatabase(asked));
    await client.query(
      `insert into database_mode (only_row, mode, known_since)
       values (true, $1, statement_timestamp())`,
      [asked],
    );
  });
}

/** Every process checks this itself, whichever process prepared the database. */
export async function requireMode(db: Queryable, mode: ServiceMode): Promise<void> {
  const rows = await db.query<Recorded>('read-database-mode', RECORDED, []);
  if (rows[0]?.mode !== mode) throw new StartupError(wrongDatabase(mode));
}
