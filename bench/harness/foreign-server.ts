// Databases for tests and benchmarks on the server that TEST_DATABASE_URL names. Each has its own
// role and is dropped afterwards; the next run drops those of a killed process. With TEST_CELLS
// each is a schema of the named database instead, as a cell is.
import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type ForeignDatabase = {
  readonly url: string;
  readonly serving_url: string;
  stop(): Promise<void>;
};

const PREFIX = 'payment_orders_test_';
/** A lock held for every database in use; a killed process loses it with its connection. */
const lockOf = (name: string) => `709120519, hashtext('${name}')`;

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

const servingRole = (name: string) => `${name}_serves`;

const isOfCells = (): boolean => (process.env.TEST_CELLS ?? '') !== '';

/** A schema can only be dropped once nobody works in it. */
async function dropSchema(admin: pg.Client, name: string): Promise<void> {
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where usename in ('${name}', '${servingRole(name)}')`,
  );
  await admin.query(`drop schema if exists ${name} cascade`);
}

async function drop(admin: pg.Client, name: string): Promise<void> {
  if (isOfCells()) await dropSchema(admin, name);
  else await admin.query(`drop database if exists ${name} with (force)`);
  for (const role of [name, servingRole(name)]) {
    const found = await admin.query('select from pg_roles where rolname = $1', [role]);
    if (found.rowCount === 1) await admin.query(`drop role ${role}`);
  }
}

async function isFree(admin: pg.Client, name: string): Promise<boolean> {
  const { rows } = await admin.query<{ is_free: boolean }>(
    `select pg_try_advisory_lock(${lockOf(name)}) as is_free`,
  );
  return rows[0]?.is_free === true;
}

async function dropLeftovers(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    isOfCells()
      ? `select nspname::text as name from pg_namespace
         where nspname ~ '^${PREFIX}[0-9a-f]+$' and pg_has_role(nspowner, 'usage')`
      : `select datname::text as name from pg_database
         where datname ~ '^${PREFIX}[0-9a-f]+$' and pg_has_role(datdba, 'usage')`,
  );
  for (const { name } of rows) {
    if (!(await isFree(admin, name))) continue;
    await drop(admin, name);
    await admin.query(`select pg_advisory_unlock(${lockOf(name)})`);
  }
}

async function isSuperuser(admin: pg.Client): Promise<boolean> {
  const { rows } = await admin.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  );
  return rows[0]?.rolsuper === true;
}

type Login = { user: string; password: string };
type Logins = { owner: Login; service: Login };

const urlOf = (address: string): URL =>
  // The address of a unix socket has no host, but a URL with a user needs one.
  new URL(address.replace('@/', '@localhost/').replace(':///', '://localhost/'));

const databaseOf = (address: string): string => urlOf(address).pathname.slice(1);

/** The same server and the same options, for another role and database. */
export function addressWith(address: string, database: string, login: Login | null): string {
  const url = urlOf(address);
  url.pathname = `/${database}`;
  if (login !== null) {
    url.username = login.user;
    url.password = login.password;
  }
  return url.href;
}

/** Citus then gives all tables of the schema one place; other servers know no such setting. */
const DISTRIBUTED = 'set citus.enable_schema_based_sharding = on';

async function createSchema(admin: pg.Client, name: string): Promise<Logins> {
  if (!(await isSuperuser(admin))) throw new Error('TEST_CELLS needs the address of a superuser');
  const password = randomBytes(16).toString('hex');
  for (const role of [name, servingRole(name)]) {
    await admin.query(`create role ${role} login password '${password}'`);
    await admin.query(`alter role ${role} set search_path = ${name}`);
  }
  await admin.query(DISTRIBUTED);
  await admin.query(`create schema ${name} authorization ${name}`);
  return {
    owner: { user: name, password },
    service: { user: servingRole(name), password },
  };
}

/** Avoids a superuser as owner if possible: revoked rights do not restrict superusers. */
async function create(admin: pg.Client, name: string): Promise<Logins | null> {
  const made = `create database ${name} template template0 encoding 'UTF8'`;
  if (!(await isSuperuser(admin))) {
    await admin.query(made);
    return null;
  }
  const password = randomBytes(16).toString('hex');
  for (const role of [name, servingRole(name)]) {
    await admin.query(`create role ${role} login password '${password}'`);
  }
  await admin.query(`${made} owner ${name}`);
  return {
    owner: { user: name, password },
    service: { user: servingRole(name), password },
  };
}

let cleaned: Promise<void> | null = null;

export async function createForeignDatabase(server_url: string): Promise<ForeignDatabase> {
  const admin = await connect(server_url);
  try {
    cleaned ??= dropLeftovers(admin);
    await cleaned;
    const name = `${PREFIX}${randomBytes(8).toString('hex')}`;
    await isFree(admin, name);
    const logins = isOfCells() ? await createSchema(admin, name) : await create(admin, name);
    const database = isOfCells() ? databaseOf(server_url) : name;
    return {
      url: addressWith(server_url, database, logins?.owner ?? null),
      serving_url: addressWith(server_url, database, logins?.service ?? null),
      async stop() {
        await drop(admin, name);
        await admin.end();
      },
    };
  } catch (error) {
    await admin.end();
    throw error;
  }
}
