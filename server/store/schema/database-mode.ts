// Which mode (sandbox or live) a database belongs to: recorded at its first start, checked at each
// later one.
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

/** Always one row. */
const FACTS = `select
  (${RECORDED}) as recorded,
  exists (select from settings_versions where name = 'sandbox seed')
    or exists (select from operator_tokens where name = 'sandbox operator')
    or exists (select from receiving_accounts where simulated)
    or exists (select from payout_batches where rail = 'simulated_bank') as has_sandbox_data,
  not exists (select from merchants) and not exists (select from receiving_accounts)
    and not exists (select from operator_tokens) as is_empty`;

/**
 * Records the mode if none is recorded, also for tokens issued by an older version. Throws a
 * StartupError if the database does not belong to the requested mode.
 */
export async function settleMode(
  client: ClientBase,
  asked: ServiceMode,
  said: ServiceMode | undefined,
): Promise<void> {
  // Under the migration lock: of two first starts in different modes, one is refused.
  await inMigrationTransaction(client, async () => {
    const [facts] = (await client.query<DatabaseFacts>(FACTS)).rows;
    if (facts === undefined) throw new Error('The query for the database mode returned no row');
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

/** Every process checks this itself, whichever process prepared the database. */
export async function requireMode(db: Queryable, mode: ServiceMode): Promise<void> {
  const rows = await db.query<{ mode: ServiceMode }>('read-database-mode', RECORDED, []);
  if (rows[0]?.mode !== mode) throw new StartupError(wrongDatabase(mode));
}
