// Two real servers of which one takes writes, and a failover: the pool and single connections go to
// that one, without a restart.
import { deepEqual, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openScratchServer, type ScratchServer } from '../../../bench/harness/scratch-database.ts';
import { type Database, openDatabase } from '../../../server/store/connection/database.ts';
import { isStoreOutage } from '../../../server/store/connection/outage.ts';
import { connectClient } from '../../../server/store/connection/servers.ts';

const NOBODY = '127.0.0.1:1';

type Named = { name: string; url: string; server: ScratchServer };
let servers: Named[] = [];
let pool: Database;

const ignore = () => undefined;
/** Each server has made its own; one address names both servers. */
const PASSWORD = 'the-same-for-both';

function urlOf({ url }: ScratchServer, hosts: readonly string[]): string {
  const { username, pathname } = new URL(url.replace('@/', '@localhost/'));
  return `postgres://${username}:${PASSWORD}@${hosts.join(',')}${pathname}`;
}

function socketOf({ url }: ScratchServer): string {
  const query = new URL(url.replace('@/', '@localhost/')).searchParams;
  return `${encodeURIComponent(query.get('host') ?? '')}:${query.get('port')}`;
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = await connectClient({ connectionString: url }, ignore);
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function serverOf(name: string): Promise<Named> {
  const server = await openScratchServer();
  await run(
    server.url,
    `alter role current_user password '${PASSWORD}'`,
    `create table here as select '${name}'::text as name`,
  );
  return { name, server, url: urlOf(server, [socketOf(server)]) };
}

/** The first of three is nobody; `names` are the others, in this order. */
function urlOfAll(names: readonly string[]): string {
  const chosen = names.flatMap((name) => servers.filter((one) => one.name === name));
  const [first] = chosen;
  if (first === undefined) throw new Error('No such server');
  return urlOf(first.server, [NOBODY, ...chosen.map(({ server }) => socketOf(server))]);
}

const urlOfOne = (name: string) => servers.find((one) => one.name === name)?.url ?? '';
const SETTING = 'default_transaction_read_only';

async function setReadOnly(name: string, value: 'on' | 'off'): Promise<void> {
  const url = urlOfOne(name);
  const database = new URL(url).pathname.slice(1);
  await run(
    url,
    `set ${SETTING} = off`,
    `alter database ${database} set ${SETTING} = ${value}`,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where pid <> pg_backend_pid() and usename = current_user`,
  );
}

before(async () => {
  servers = await Promise.all(['a', 'b'].map(serverOf));
  await setReadOnly('b', 'on');
  const connectionString = urlOfAll(['b', 'a']);
  pool = openDatabase({
    connection: { connectionString },
    max_connections: 2,
    onIdleError: ignore,
  });
});
after(async () => {
  await pool.close();
  for (const { server } of servers) await server.stop();
});

const where = () => pool.query<{ name: string }>('', 'select name from here', []);
const write = () =>
  pool.transaction(async (tx) => {
    await tx.query('', 'update here set name = name', []);
  });

describe('a database with several servers', () => {
  it('is the one of them that takes writes, whichever stands first', async () => {
    await Promise.all([write(), write(), write()]);
    deepEqual(await where(), [{ name: 'a' }]);
    const client = await connectClient({ connectionString: urlOfAll(['b', 'a']) }, ignore);
    deepEqual((await client.query('select name from here')).rows, [{ name: 'a' }]);
    await client.end();
  });

  it('is another one after a failover, and nothing is written meanwhile', async () => {
    await setReadOnly('a', 'on');
    await rejects(write(), isStoreOutage);
    await rejects(write(), isStoreOutage);
    await setReadOnly('b', 'off');
    await write();
    deepEqual(await where(), [{ name: 'b' }]);
  });

  it('tells what one of them answers if waiting would not mend it', async () => {
    const connectionString = urlOfAll(['a', 'b']).replace(PASSWORD, 'another');
    await rejects(connectClient({ connectionString }, ignore), { code: '28P01' });
  });
});
