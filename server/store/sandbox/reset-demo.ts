// Brings the data of a sandbox's demo back to their first state, in one transaction of the role
// that owns the tables: new data are first made in a schema aside, then take the place of the old.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '../../lib/startup-error.ts';
import { connectClient } from '../connection/servers.ts';
import type { Connection } from '../connection/when-there.ts';
import { LOCK_MIGRATIONS, migrate } from '../schema/migrate.ts';
import { RESET_TABLES } from './reset-tables.ts';

/** The ids of what the first seed made, in the order in which it made them. */
export type SeededIds = { merchants: readonly string[]; accounts: readonly string[] };

export type ResetCounts = { trades_before: number; trades_after: number };

export type DemoReset = {
  /** Of the role that owns the tables. */
  connection: Connection;
  /** The migrations of this version. */
  folder: string;
  /** Who the audit trail says made the demo. */
  seeder_id: string;
  /** Makes the demo's data in an empty schema, which the connection leads to. */
  seed(aside: Connection, ids: SeededIds): Promise<void>;
};

const TAKE_LOCK = 'select pg_try_advisory_xact_lock(7091205119) as is_mine';
const ASIDE = 'demo_reset_';
/** Under load a try may end in a deadlock, which PostgreSQL finds after a second. */
const LOCK_TRIES = 100;
const LOCK_WAIT_MS = 2_000;
const PAUSE_MS = 300;
/** Another transaction holds a table, or waits for one that this one holds. */
const BUSY_STATES = ['55P03', '40P01'];

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

async function ask<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return (await client.query<Row>(text, [...values])).rows;
}

type Standing = { mode: string | null; owns_all: boolean; may_create: boolean };

/** By what the database itself says, whatever the settings say. */
async function requireSandbox(client: pg.Client): Promise<void> {
  const [there] = await ask<{ is_there: boolean }>(
    client,
    `select to_regclass('database_mode') is not null as is_there`,
  );
  const [standing] =
    there?.is_there === true
      ? await ask<Standing>(
          client,
          `select (select mode from database_mode) as mode,
             not exists (select from pg_class c
               where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
                 and not pg_has_role(current_user, c.relowner, 'usage')) as owns_all,
             has_database_privilege(current_database(), 'create') as may_create`,
        )
      : [];
  if (standing?.mode !== 'sandbox') {
    throw new StartupError('This is not the database of a sandbox: nothing was changed.');
  }
  if (standing.owns_all && standing.may_create) return;
  throw new StartupError(
    'Only the role that owns the tables and may create a schema can reset the demo: ' +
      'give MIGRATION_DATABASE_URL (docs/operate/postgresql.md).',
  );
}

async function readSeeded(client: pg.Client, seeder_id: string): Promise<SeededIds> {
  const made = (action: string) =>
    ask<{ id: string }>(
      client,
      `select split_part(target, '/', 2) as id from audit_entries
       where action = $1 and actor_id = $2 order by number`,
      [action, seeder_id],
    );
  const merchants = (await made('merchant_created')).map(({ id }) => id);
  const accounts = (await made('receiving_account_created')).map(({ id }) => id);
  if (merchants.length > 0 && accounts.length > 0) return { merchants, accounts };
  throw new StartupError('This sandbox has no demo (SEED=false): nothing was changed.');
}

/** To whom the example of a report goes, and where it is again if somebody has removed it. */
const OF_REPORTS = ['saved_views', 'scheduled_reports'] as const;
const COPIED = ['encryption_keys', 'database_mode', 'people', ...OF_REPORTS] as const;

/** An empty schema of this version, with the keys and the mode of the database, and its people. */
async function makeAside(
  client: pg.Client,
  aside: string,
  { folder, connection }: DemoReset,
): Promise<void> {
  await client.query(`create schema ${quoted(aside)}`);
  const [{ here } = { here: '' }] = await ask<{ here: string }>(
    client,
    'select quote_ident(current_schema()) as here',
  );
  await client.query(`set search_path = ${quoted(aside)}`);
  await migrate(client, folder, connection);
  for (const table of COPIED) {
    await client.query(`insert into ${table} select * from ${here}.${table}`);
  }
}

/** Schemas of resets that were killed; the caller holds the lock, so nobody uses them. */
async function dropOthers(client: pg.Client): Promise<void> {
  const left = await ask<{ name: string }>(
    client,
    'select nspname as name from pg_namespace where starts_with(nspname, $1)',
    [ASIDE],
  );
  for (const { name } of left) await client.query(`drop schema ${quoted(name)} cascade`);
}

const isBusy = (error: unknown) =>
  error instanceof pg.DatabaseError && BUSY_STATES.includes(error.code ?? '');

/** Waits for the transactions under way; those that come later wait for this one. */
async function lockTables(client: pg.Client): Promise<void> {
  // Trades first: batches under way have read them, and end before another table is held.
  const tables = ['trades', ...RESET_TABLES].map(quoted).join(', ');
  for (let attempt = 1; attempt <= LOCK_TRIES; attempt += 1) {
    await client.query('savepoint unlocked');
    try {
      await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
      await client.query(`lock table ${tables} in access exclusive mode`);
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      await client.query('rollback to savepoint unlocked');
      await sleep(PAUSE_MS);
    }
  }
  throw new StartupError('The service is too busy to be reset: nothing was changed. Try again.');
}

async function requireSameSchema(client: pg.Client, aside: string): Promise<void> {
  const [{ differ } = { differ: true }] = await ask<{ differ: boolean }>(
    client,
    `select exists (
       (select version, checksum from schema_migrations
        except select version, checksum from ${quoted(aside)}.schema_migrations)
       union all
       (select version, checksum from ${quoted(aside)}.schema_migrations
        except select version, checksum from schema_migrations)) as differ`,
  );
  if (!differ) return;
  throw new StartupError(
    'The database is of another version than this command: start this version of the service ' +
      'first. Nothing was changed.',
  );
}

/** What the new trades refer to is among what is kept. */
async function requireKept(client: pg.Client, aside: string): Promise<void> {
  for (const [table, key] of [
    ['merchants', 'merchant_id'],
    ['receiving_accounts', 'receiving_account_id'],
  ] as const) {
    const missing = await ask(
      client,
      `select from ${quoted(aside)}.${table} a
       where not exists (select from ${table} k where k.${key} = a.${key})`,
    );
    if (missing.length > 0) throw new Error(`The new demo has ${table} that nobody knows`);
  }
}

type Right = { readonly name: string; readonly right: string };

const NEEDED = ['truncate', 'insert'];

const onTable = ({ name, right }: Right) => `${right} on table ${quoted(name)}`;

/** Of a role that took these rights from itself: see role-rights.ts. */
async function grantMissing(client: pg.Client): Promise<Right[]> {
  const missing = await ask<Right>(
    client,
    `select t.name, r.right from unnest($1::text[]) as t(name)
       cross join unnest($2::text[]) as r("right")
     where not has_table_privilege(current_user, quote_ident(t.name), r.right)`,
    [RESET_TABLES, NEEDED],
  );
  for (const one of missing) await client.query(`grant ${onTable(one)} to current_user`);
  return missing;
}

async function copyFrom(
  client: pg.Client,
  aside: string,
  table: string,
  otherwise = '',
): Promise<void> {
  const columns = await ask<{ name: string }>(
    client,
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = quote_ident($1)::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' order by attnum`,
    [table],
  );
  const names = columns.map(({ name }) => name).join(', ');
  await client.query(
    `insert into ${quoted(table)} (${names})
     select ${names} from ${quoted(aside)}.${quoted(table)} ${otherwise}`,
  );
}

const countTrades = async (client: pg.Client) =>
  (await ask<{ count: number }>(client, 'select count(*)::int as count from trades'))[0]?.count ??
  0;

async function takePlace(client: pg.Client, aside: string): Promise<ResetCounts> {
  await client.query(LOCK_MIGRATIONS);
  await requireSandbox(client);
  await requireSameSchema(client, aside);
  await requireKept(client, aside);
  await lockTables(client);
  const trades_before = await countTrades(client);
  const granted = await grantMissing(client);
  await client.query(`truncate ${RESET_TABLES.map(quoted).join(', ')}`);
  for (const table of RESET_TABLES) await copyFrom(client, aside, table);
  for (const table of OF_REPORTS) await copyFrom(client, aside, table, 'on conflict do nothing');
  // Merchants beside the demo's: their books are empty.
  await client.query(
    `insert into ledger_books (merchant_id, last_number, last_hash)
     select merchant_id, 0, decode(repeat('00', 32), 'hex') from merchants on conflict do nothing`,
  );
  for (const one of granted) await client.query(`revoke ${onTable(one)} from current_user`);
  // Every process reads its settings again.
  await client.query(`update settings_versions set version = version + 1 where name = 'settings'`);
  await client.query(`drop schema ${quoted(aside)} cascade`);
  return { trades_before, trades_after: await countTrades(client) };
}

async function withClient<Value>(
  connection: Connection,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  // A broken connection fails the query that waits for it.
  const client = await connectClient(connection, () => undefined);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The old data stay if anything fails. Requests wait while the new ones take their place. */
export async function resetDemo(reset: DemoReset): Promise<ResetCounts> {
  const { connection, seeder_id, seed } = reset;
  const aside = `${ASIDE}${randomBytes(6).toString('hex')}`;
  return await withClient(connection, async (client) => {
    await requireSandbox(client);
    const ids = await readSeeded(client, seeder_id);
    await client.query('begin');
    try {
      const [lock] = await ask<{ is_mine: boolean }>(client, TAKE_LOCK);
      if (lock?.is_mine !== true) throw new StartupError('Another reset of the demo is under way.');
      // Its own transactions: this one only keeps the lock meanwhile.
      await withClient(connection, async (other) => {
        await dropOthers(other);
        await makeAside(other, aside, reset);
      });
      await seed({ ...connection, options: `-c search_path=${aside}` }, ids);
      const counts = await takePlace(client, aside);
      await client.query('commit');
      return counts;
    } catch (error) {
      // The first error is the reason. A schema aside that is left goes with the next reset.
      await client.query('rollback').catch(() => undefined);
      await client.query(`drop schema if exists ${quoted(aside)} cascade`).catch(() => undefined);
      throw error;
    }
  });
}
