// Which mode (sandbox or live) a database belongs to: recorded at its first start, checked at each
// later one.
import type { ClientBase } from 'pg';
import {
  type DatabaseFacts,
  decideMode,
  type ServiceMode,
  wrongDatabase,
} from '../../domain/service/service-mode.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { Queryable } from '../connection/database.ts';
import { inMigrationTransaction } from './migrate.ts';

const RECORDED = 'select mode from database_mode';

/** Always one row. Tables that a database of an older version may lack are named apart. */
const factsOf = ({ has_recorded, has_batches }: Tables): string => `select
  ${has_recorded ? `(${RECORDED})` : 'null'} as recorded,
  exists (select from settings_versions where name = 'sandbox seed')
    or exists (select from operator_tokens where name = 'sandbox operator')
    or exists (select from receiving_accounts where simulated)
    ${has_batches ? `or exists (select from payout_batches where rail = 'simulated_bank')` : ''}
    as has_sandbox_data,
  not exists (select from merchants) and not exists (select from receiving_accounts)
    and not exists (select from operator_tokens) as is_empty`;

type Tables = { has_recorded: boolean; has_batches: boolean };

const MIGRATED: Tables = { has_recorded: true, has_batches: true };

async function modeByFacts(
  client: ClientBase,
  tables: Tables,
  asked: ServiceMode,
  said: ServiceMode | undefined,
): Promise<{ mode: ServiceMode; is_recorded: boolean }> {
  const [facts] = (await client.query<DatabaseFacts>(factsOf(tables))).rows;
  if (facts === undefined) throw new Error('The query for the database mode returned no row');
  const decision = decideMode(facts, asked, said);
  if ('problem' in decision) throw new StartupError(decision.problem);
  return { mode: decision.mode, is_recorded: facts.recorded !== null };
}

/**
 * Before a database is migrated: throws the StartupError that settleMode would throw after it, so
 * that a database of another mode stays as it is and the older version can go on.
 */
export async function refuseOtherMode(
  client: ClientBase,
  asked: ServiceMode,
  said: ServiceMode | undefined,
): Promise<void> {
  const { rows } = await client.query<Tables & { is_new: boolean }>(
    `select to_regclass('merchants') is null as is_new,
       to_regclass('database_mode') is not null as has_recorded,
       to_regclass('payout_batches') is not null as has_batches`,
  );
  const [tables] = rows;
  if (tables === undefined || tables.is_new) return;
  await modeByFacts(client, tables, asked, said);
}

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
    const { mode, is_recorded } = await modeByFacts(client, MIGRATED, asked, said);
    if (!is_recorded) {
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
