// Databases for tests and benchmarks on the server that TEST_DATABASE_URL names. Each has its own
// role and is dropped afterwards; the next run drops those of a killed process. With TEST_CELLS
// each is a schema of the named database instead, as a cell is. On Citus TEST_CELLS=direct gives
// the role that serves the address of the node that has the schema.
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

async function isCitus(admin: pg.Client): Promise<boolean> {
  const found = await admin.query(`select from pg_extension where extname = 'citus'`);
  return found.rowCount === 1;
}

/** On Citus on each node, one after the other. */
async function everywhere(admin: pg.Client, text: string): Promise<void> {
  if (!(await isCitus(admin))) {
    await admin.query(text);
    return;
  }
  const { rows } = await admin.query<{ success: boolean; result: string }>(
    'select success, result from run_command_on_all_nodes($1)',
    [text],
  );
  const failed = rows.find(({ success }) => !success);
  if (failed !== undefined) throw new Error(failed.result);
}

/** A schema can only be dropped once nobody works in it. */
async function dropSchema(admin: pg.Client, name: string): Promise<void> {
  const roles = `('${name}', '${servingRole(name)}')`;
  await everywhere(
    admin,
    `select count(pg_terminate_backend(pid)) from pg_stat_activity where usename in ${roles}`,
  );
  await admin.query(`drop schema if exists ${name} cascade`);
  if (!(await isCitus(admin))) return;
  await everywhere(admin, `delete from pg_dist_authinfo where rolename in ${roles}`);
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
type Logins = { owner: Login; service: Login; place?: Place };

const urlOf = (address: string): URL =>
  // The address of a unix socket has no host, but a URL with a user needs one.
  new URL(address.replace('@/', '@localhost/').replace(':///', '://localhost/'));

const databaseOf = (address: string): string => urlOf(address).pathname.slice(1);

/** A server of a cluster; null for the one that the address names. */
type Place = { host: string; port: number } | null;

/** The same server or the place given, and the same options, for another role and database. */
export function addressWith(
  address: string,
  database: string,
  login: Login | null,
  place: Place = null,
): string {
  const url = urlOf(address);
  url.pathname = `/${database}`;
  if (place !== null) {
    url.hostname = place.host;
    url.port = String(place.port);
  }
  if (login !== null) {
    url.username = login.user;
    url.password = login.password;
  }
  return url.href;
}

/** Citus then gives all tables of the schema one place; other servers know no such setting. */
const DISTRIBUTED = 'set citus.enable_schema_based_sharding = on';

/**
 * The nodes connect to each other as the role that has sent a statement, and need its password. A
 * table of one's own shows where Citus puts all tables of the schema.
 */
async function placeSchema(admin: pg.Client, name: string, password: string): Promise<Place> {
  const rows = [name, servingRole(name)].map((role) => `(0, '${role}', 'password=${password}')`);
  await everywhere(admin, `insert into pg_dist_authinfo values ${rows.join(', ')}`);
  if (process.env.TEST_CELLS !== 'direct') return null;
  await admin.query(`create table ${name}.placed (n integer)`);
  const found = await admin.query<{ host: string; port: number }>(
    `select nodename as host, nodeport as port from citus_shards
     where table_name = '${name}.placed'::regclass`,
  );
  await admin.query(`drop table ${name}.placed`);
  const [place] = found.rows;
  if (place === undefined) throw new Error(`Citus gave the schema ${name} no node`);
  return place;
}

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
    place: (await isCitus(admin)) ? await placeSchema(admin, name, password) : null,
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
      serving_url: addressWith(server_url, database, logins?.service ?? null, logins?.place),
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
