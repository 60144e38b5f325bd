// Which mode a database belongs to: written at its first start, asked at every other.
import type { ClientBase } from 'pg';
import {
  type DatabaseFacts,
  decideMode,
  type ServiceMode,
  wrongDatabase,
} from '../../domain/service/service-mode.ts';
import { StartupError } from '../../startup-error.ts';
import type { Queryable } from '../connection/database.ts';
import { inMigrationTransaction } from './migrate.ts';

const RECORDED = 'select mode from database_mode';

/** One row in any case. */
const FACTS = `select
  (${RECORDED}) as recorded,
  exists (select from settings_versions where name = 'sandbox seed')
    or exists (select from operator_tokens where name = 'sandbox operator')
    or exists (select from receiving_accounts where simulated)
    or exists (select from payout_batches where rail = 'simulated_bank') as has_sandbox_data,
  not exists (select from merchants) and not exists (select from receiving_accounts)
    and not exists (select from operator_tokens) as is_empty`;

/**
 * Writes the mode where none is noted, and that of the tokens that an older version issued. Throws
 * a StartupError where the database is not one for the mode that is asked.
 */
export async function settleMode(
  client: ClientBase,
  asked: ServiceMode,
  said: ServiceMode | undefined,
): Promise<void> {
  // Under the lock of migrations: of two first starts in different modes, one is refused.
  await inMigrationTransaction(client, async () => {
    const [facts] = (await client.query<DatabaseFacts>(FACTS)).rows;
    if (facts === undefined) throw new Error('The database did not answer what it holds');
    const decision = decideMode(facts, asked, said);
    if ('problem' in decision) throw new StartupError(decision.problem);
    const { mode } = decision;
    if (facts.recorded === null) {
      const insert = `insert into database_mode (only_row, mode, known_since)
        values (true, $1, statement_timestamp())`;
      await client.query(insert, [mode]);
    }
    for (const table of ['api_tokens', 'operator_tokens']) {
      const update = `update ${table} set service_mode = $1 where service_mode is null`;
      await client.query(update, [mode]);
    }
  });
}

/** Every process asks by itself: whatever opened the database, it is of the mode of the process. */
export async function requireMode(db: Queryable, mode: ServiceMode): Promise<void> {
  const rows = await db.query<{ mode: ServiceMode }>('read-database-mode', RECORDED, []);
  if (rows[0]?.mode !== mode) throw new StartupError(wrongDatabase(mode));
}
