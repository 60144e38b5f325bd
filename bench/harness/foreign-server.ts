// Databases for tests and benchmarks on the server that TEST_DATABASE_URL names. Each has its own
// role and is dropped afterwards; the next run drops those of a killed process.
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

async function drop(admin: pg.Client, name: string): Promise<void> {
  await admin.query(`drop database if exists ${name} with (force)`);
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
    `select datname::text as name from pg_database
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

/** The same server and the same options, for another role and database. */
export function addressWith(address: string, database: string, login: Login | null): string {
  // The address of a unix socket has no host, but a URL with a user needs one.
  const url = new URL(address.replace('@/', '@localhost/').replace(':///', '://localhost/'));
  url.pathname = `/${database}`;
  if (login !== null) {
    url.username = login.user;
    url.password = login.password;
  }
  return url.href;
}

/** Avoids a superuser as owner if possible: revoked rights do not restrict superusers. */
async function create(
  admin: pg.Client,
  name: string,
): Promise<{ owner: Login; service: Login } | null> {
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
    const logins = await create(admin, name);
    return {
      url: addressWith(server_url, name, logins?.owner ?? null),
      serving_url: addressWith(server_url, name, logins?.service ?? null),
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
