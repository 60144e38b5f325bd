// Prepares a database for this version: schema, mode, rights of the service's role, and its keys.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { CellIdentity, CellWish } from '../../domain/service/cell-identity.ts';
import type { ServiceMode } from '../../domain/service/service-mode.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { openDatabase } from '../connection/database.ts';
import { LONG_WORK } from '../connection/statement-limits.ts';
import { type Connection, type First, type StoreLog, whenThere } from '../connection/when-there.ts';
import { openCipher } from '../encryption/encryption.ts';
import { rewrapKeys } from '../encryption/rewrap-keys.ts';
import { refuseLeftPlace, refuseWhileMoving } from '../moving/follow-move.ts';
import { refuseOtherCell, settleCell } from '../schema/cell-identity.ts';
import { concurrentChange } from '../schema/concurrent-index.ts';
import { refuseOtherMode, settleMode } from '../schema/database-mode.ts';
import {
  LOCK_MIGRATIONS,
  type MigrationStep,
  migrate,
  pendingMigrations,
} from '../schema/migrate.ts';
import { MIGRATIONS_FOLDER, migrationFile } from '../schema/migration-files.ts';
import { laterMigrations } from '../schema/recorded-migrations.ts';
import { refusePooler } from '../schema/refuse-pooler.ts';
import { currentRole, findRoleFaults, giveUpRights, grantRights } from '../schema/role-rights.ts';

export type DatabaseOpening = {
  connection: Connection;
  owner: Connection | null;
  log: StoreLog;
  stopped: AbortSignal;
  mode: ServiceMode;
  /** Which cell the database is to be; absent without CELLS. */
  cell?: CellWish | undefined;
  /** Called once if the database is away, before it is waited for. */
  away?: (() => void) | undefined;
};

type Preparing = DatabaseOpening & {
  master_key: Uint8Array;
  encryption_key_previous?: Uint8Array | undefined;
  /** Hears of each migration; the log has them in any case. */
  tell?: ((step: MigrationStep) => void) | undefined;
};

type Stranger = { owner: string; me: string };

/** Tables owned by another role can neither be migrated nor have rights granted on them. */
async function refuseStrangers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Stranger>(
    `select distinct pg_get_userbyid(c.relowner)::text as owner, current_user::text as me
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and not pg_has_role(current_user, c.relowner, 'usage')`,
  );
  const [stranger] = rows;
  if (stranger === undefined) return;
  throw new StartupError(
    `The tables belong to the role ${stranger.owner}, but MIGRATION_DATABASE_URL names ` +
      `${stranger.me}: as a superuser, run once in this database ` +
      `reassign owned by ${stranger.owner} to ${stranger.me} (docs/operate/postgresql.md).`,
  );
}

const settingOf = ({ cell }: DatabaseOpening, member: string): First['setting'] | null =>
  cell === undefined ? null : `CELLS (${member} of ${cell.name})`;

function servicesConnection(opening: DatabaseOpening): First {
  const { connection, log, stopped, away } = opening;
  return { connection, setting: settingOf(opening, 'url') ?? 'DATABASE_URL', log, stopped, away };
}

/** Of the role that migrates. */
export function ownersConnection(opening: DatabaseOpening): First {
  const { owner } = opening;
  if (owner === null) return servicesConnection(opening);
  const setting = settingOf(opening, 'migration_url') ?? 'MIGRATION_DATABASE_URL';
  return { ...servicesConnection(opening), connection: owner, setting };
}

type Migrated = {
  /** The migrations of a later release that the database has. */
  later: string[];
  identity: CellIdentity | null;
};

async function migrateAs(first: First, preparing: Preparing): Promise<Migrated> {
  const { owner, mode, tell, cell } = preparing;
  return await whenThere(first, async (client) => {
    if (owner !== null) {
      await refusePooler(first);
      await refuseStrangers(client);
    }
    await refuseLeftPlace(client);
    const pending = await pendingMigrations(client, MIGRATIONS_FOLDER);
    if (pending.length > 0) await refuseWhileMoving(client);
    await refuseOtherMode(client, mode);
    if (cell !== undefined) await refuseOtherCell(client, cell);
    const { applied } = await migrate(client, MIGRATIONS_FOLDER, first.connection, {
      tell(step) {
        tell?.(step);
        if (step.kind !== 'waits') return;
        const { file: what, failed_tries, tries, wait_ms } = step;
        const message = 'a migration did not get a lock, and will be tried again';
        first.log.warn({ what, failed_tries, tries, wait_ms }, message);
      },
    });
    if (applied.length > 0) first.log.info({ applied }, 'migrated');
    await settleMode(client, mode);
    const identity = cell === undefined ? null : await settleCell(client, cell, randomUUID());
    return { later: await laterMigrations(client, MIGRATIONS_FOLDER), identity };
  });
}

export type PlannedMigration = {
  file: string;
  /** Null if it runs in a transaction, else what is done to an index outside of one. */
  change: 'create' | 'drop' | null;
  /** Whether the processes that run now may go on; null if none can run. */
  others_go_on: boolean | null;
};

/** What a start would migrate. Changes nothing, and refuses what a start refuses. */
export async function planMigrations(opening: DatabaseOpening): Promise<PlannedMigration[]> {
  const first = ownersConnection(opening);
  return await whenThere(first, async (client) => {
    await refusePooler(first);
    if (opening.owner !== null) await refuseStrangers(client);
    await refuseLeftPlace(client);
    const pending = await pendingMigrations(client, MIGRATIONS_FOLDER);
    await refuseOtherMode(client, opening.mode);
    if (opening.cell !== undefined) await refuseOtherCell(client, opening.cell);
    return pending.map((migration) => ({
      file: migrationFile(migration),
      change: concurrentChange(migration)?.act ?? null,
      others_go_on: migration.others_go_on,
    }));
  });
}

/**
 * `role` is the service's role, as its own connection reports it. Rights are those of the release
 * that has migrated last: this one would give its own on tables that it does not know.
 */
async function finishAs(
  { connection, owner, master_key, encryption_key_previous, log }: Preparing,
  role: string,
  is_newest: boolean,
): Promise<void> {
  const onIdleError = (error: Error) => log.warn({ err: error }, 'the connection broke');
  const db = openDatabase({ connection: owner ?? connection, max_connections: 1, onIdleError });
  try {
    await db.transaction(async (tx) => {
      // Two concurrent grants would conflict in PostgreSQL's catalog.
      await tx.query('', LOCK_MIGRATIONS, []);
      if (!is_newest) return;
      if ((await currentRole(tx)) === role) await giveUpRights(tx);
      else await grantRights(tx, role);
    }, LONG_WORK);
    if (encryption_key_previous !== undefined) {
      const rows = await rewrapKeys(
        db,
        Buffer.from(master_key),
        Buffer.from(encryption_key_previous),
      );
      log.info({ rows }, 'keys were wrapped anew under ENCRYPTION_KEY');
    }
    // Makes the keys of a new database, and refuses a master key that does not open them.
    await openCipher(db, Buffer.from(master_key));
  } finally {
    await db.close();
  }
}

/** Warns at every start if the service's role could change history. */
async function warnOfRole(preparing: Preparing, role: string): Promise<void> {
  const { connection, log } = preparing;
  const onIdleError = (error: Error) => log.warn({ err: error }, 'the connection broke');
  const db = openDatabase({ connection, max_connections: 1, onIdleError });
  try {
    const faults = await findRoleFaults(db);
    if (faults.length === 0) return;
    log.warn(
      { role, faults },
      'the role of the service could change history, for which only the hash chains would tell: ' +
        'give the migrations a role of their own (MIGRATION_DATABASE_URL)',
    );
  } finally {
    await db.close();
  }
}

/** Resolves to the cell that the database is now; null without CELLS. */
export async function prepareDatabase(preparing: Preparing): Promise<CellIdentity | null> {
  const { log } = preparing;
  const service = servicesConnection(preparing);
  const role = await whenThere(service, async (client) => {
    await refusePooler(service);
    const { rows } = await client.query<{ role: string }>('select current_user::text as role');
    return rows[0]?.role ?? '';
  });
  const { later, identity } = await migrateAs(ownersConnection(preparing), preparing);
  if (later.length > 0) {
    log.warn({ later }, 'a later release has migrated the database; this one goes on with it');
  }
  await finishAs(preparing, role, later.length === 0);
  await warnOfRole(preparing, role);
  return identity;
}
