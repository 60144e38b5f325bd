// One embedded PostgreSQL for all scratch databases of a process: a database that is copied inside
// of a running server takes a fifth of the time that a server of its own takes.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OWNER_ROLE, ROLE } from '../../server/store/embedded/data-directory.ts';
import {
  type Embedded,
  type EmbeddedConnection,
  startEmbedded,
} from '../../server/store/embedded/supervisor.ts';
import { removeFolder, scratchFolder } from './scratch-folder.ts';
import { fillFromTemplate } from './template-directory.ts';

type Shared = {
  embedded: Embedded;
  admin: pg.Client;
  folder: string;
  patterns: Map<string, Promise<string>>;
};

/**
 * Beside the two roles of the service the superuser may connect, through a socket in a folder that
 * only its owner can enter: only a superuser may copy databases that belong to others.
 */
const ACCESS_RULES = `local all ${ROLE},${OWNER_ROLE} scram-sha-256\nlocal all postgres trust\n`;

const POLL_MS = 5;

const silent = () => undefined;
const LOG = { info: silent, warn: silent, error: silent };

/** The embedded server accepts its own two roles only, and each start writes its rules anew. */
async function admit({ connection, processId }: Embedded, folder: string): Promise<pg.Client> {
  await writeFile(join(folder, 'postgres', 'pg_hba.conf'), ACCESS_RULES);
  const process_id = processId();
  if (process_id === undefined) throw new Error('PostgreSQL has ended at once');
  process.kill(process_id, 'SIGHUP');
  for (;;) {
    const { host, port } = connection;
    const admin = new pg.Client({ host, port, user: 'postgres', database: 'postgres' });
    admin.on('error', silent);
    try {
      await admin.connect();
      return admin;
    } catch (error) {
      // Refused until the server has read the rules.
      if (!(error instanceof pg.DatabaseError && error.code === '28000')) throw error;
      await sleep(POLL_MS);
    }
  }
}

async function start(): Promise<Shared> {
  const folder = await scratchFolder();
  try {
    await fillFromTemplate(folder, true);
    const embedded = await startEmbedded({ data_dir: folder, log: LOG });
    return { embedded, admin: await admit(embedded, folder), folder, patterns: new Map() };
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
}

let shared: Promise<Shared> | null = null;
let users = 0;
let count = 0;

/**
 * Keeps the server until the result is called; the last one stops it.
 * @public bin/test-groups.mjs names it in the programs that it writes.
 */
export function keepSharedServer(): () => Promise<void> {
  users += 1;
  return async () => {
    users -= 1;
    if (users > 0 || shared === null) return;
    const stopping = shared;
    shared = null;
    const { embedded, admin, folder } = await stopping;
    await admin.end();
    await embedded.stop();
    await removeFolder(folder);
  };
}

export type SharedDatabase = {
  readonly service: EmbeddedConnection;
  readonly owner: EmbeddedConnection;
  stop(): Promise<void>;
};

/** A database that is copied in place of the template, made once in each server. */
export type TemplateSource = {
  readonly name: string;
  /** Leaves no connection open. */
  prepare(database: Omit<SharedDatabase, 'stop'>): Promise<void>;
};

async function copy({ embedded, admin }: Shared, template: string, database: string) {
  await admin.query(
    `create database ${database} template ${template} owner ${OWNER_ROLE} strategy file_copy`,
  );
  // As the service's first start does with its own database.
  await admin.query(`revoke all on database ${database} from public`);
  await admin.query(`grant connect on database ${database} to ${ROLE}`);
  return {
    service: { ...embedded.connection, database },
    owner: { ...embedded.owner, database },
  };
}

/** A copy is the first database of its installation, as far as it knows: it sends and changes. */
async function belongsToNobody(owner: EmbeddedConnection): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  await client.query('delete from installation').finally(() => client.end());
}

function templateOf(server: Shared, from: 'empty' | 'migrated' | TemplateSource): Promise<string> {
  if (from === 'empty') return Promise.resolve('template1');
  // The template of the data directory has its schema in the database of the service.
  if (from === 'migrated') return Promise.resolve(ROLE);
  const name = `pattern_${from.name}`;
  const made =
    server.patterns.get(name) ??
    copy(server, ROLE, name)
      .then(async (database) => {
        await from.prepare(database);
        await belongsToNobody(database.owner);
      })
      .then(() => name);
  server.patterns.set(name, made);
  return made;
}

export async function createSharedDatabase(
  from: 'empty' | 'migrated' | TemplateSource,
): Promise<SharedDatabase> {
  const release = keepSharedServer();
  try {
    shared ??= start();
    const server = await shared;
    const template = await templateOf(server, from);
    count += 1;
    const database = `scratch_${count}`;
    const connections = await copy(server, template, database);
    return {
      ...connections,
      async stop() {
        await server.admin.query(`drop database ${database} with (force)`);
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}
