// A throw-away PostgreSQL for a test or benchmark, at an address that several services can share:
// a database on the server that TEST_DATABASE_URL names, else on an embedded server in a temporary
// folder, which the databases of a process share.
import { type EmbeddedConnection, startEmbedded } from '../../server/store/embedded/supervisor.ts';
import { migrate } from '../../server/store/schema/migrate.ts';
import { withClient } from '../fill/with-client.ts';
import { createForeignDatabase } from './foreign-server.ts';
import { removeFolder, scratchFolder } from './scratch-folder.ts';
import { createSharedDatabase, type TemplateSource } from './shared-server.ts';
import { fillFromTemplate, MIGRATIONS } from './template-directory.ts';

export type ScratchDatabase = {
  /** The address with the role that owns the database, as an operator would give it. */
  readonly url: string;
  /** With the role that serves and owns nothing; the same URL if the server has only one role. */
  readonly serving_url: string;
  readonly connection: { readonly connectionString: string };
  stop(): Promise<void>;
};

export type ScratchServer = ScratchDatabase & {
  /** The server's current process id; undefined between its end and its next start. */
  processId(): number | undefined;
  /** Sends SIGKILL to the whole server, which then restarts by itself. */
  kill(): void;
};

const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent };

function urlOf({ host, port, user, password, database }: EmbeddedConnection): string {
  const query = `host=${encodeURIComponent(host)}&port=${port}`;
  return `postgres://${user}:${encodeURIComponent(password)}@/${database}?${query}`;
}

const running = new Set<ScratchDatabase>();

/** Stops all scratch databases: for a process that a signal ends in the middle of its work. */
export async function stopDatabases(): Promise<void> {
  await Promise.all([...running].map((database) => database.stop()));
}

function keep<Kind extends ScratchDatabase>(database: Kind): Kind {
  const kept = {
    ...database,
    async stop() {
      running.delete(kept);
      await database.stop();
    },
  };
  running.add(kept);
  return kept;
}

/** Starts a separate server even if TEST_DATABASE_URL is set: for tests that kill or restart it. */
export async function startDatabase(data_dir: string, is_migrated = false): Promise<ScratchServer> {
  await fillFromTemplate(data_dir, is_migrated);
  const embedded = await startEmbedded({ data_dir, log });
  const url = urlOf(embedded.owner);
  return keep({
    url,
    serving_url: urlOf(embedded.connection),
    connection: { connectionString: url },
    processId: embedded.processId,
    kill() {
      const process_id = embedded.processId();
      if (process_id !== undefined) process.kill(process_id, 'SIGKILL');
    },
    stop: embedded.stop,
  });
}

/** Uses a new folder, which is removed with the server. */
export async function openScratchServer(is_migrated = false): Promise<ScratchServer> {
  const folder = await scratchFolder();
  try {
    const server = await startDatabase(folder, is_migrated);
    return {
      ...server,
      async stop() {
        await server.stop();
        await removeFolder(folder);
      },
    };
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
}

export function testServerUrl(): string | undefined {
  const url = process.env.TEST_DATABASE_URL;
  return url === '' ? undefined : url;
}

async function openSharedDatabase(
  from: 'empty' | 'migrated' | TemplateSource,
): Promise<ScratchDatabase> {
  const { owner, service, stop } = await createSharedDatabase(from);
  const url = urlOf(owner);
  return keep({ url, serving_url: urlOf(service), connection: { connectionString: url }, stop });
}

async function openForeignDatabase(
  server_url: string,
  prepare: (database: { url: string; serving_url: string }) => Promise<void>,
): Promise<ScratchDatabase> {
  const foreign = await createForeignDatabase(server_url);
  const database = keep({ ...foreign, connection: { connectionString: foreign.url } });
  try {
    await prepare(database);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

const migrateAt = async ({ url }: { url: string }) => {
  await withClient(url, (client) => migrate(client, MIGRATIONS, { connectionString: url }));
};

/** Empty, or with the schema of the service. */
export async function openScratchDatabase(is_migrated = false): Promise<ScratchDatabase> {
  const server_url = testServerUrl();
  if (server_url === undefined) return await openSharedDatabase(is_migrated ? 'migrated' : 'empty');
  return openForeignDatabase(server_url, is_migrated ? migrateAt : () => Promise.resolve());
}

/**
 * As many schemas as cells have, each with the tables of the service: of one database of the
 * embedded server, chosen in the address; else as TEST_DATABASE_URL and TEST_CELLS say.
 */
export async function openScratchCells(names: readonly string[]): Promise<ScratchDatabase[]> {
  if (testServerUrl() !== undefined) {
    const opened: ScratchDatabase[] = [];
    // One after the other: migrations of one database wait for each other anyway.
    for (const _name of names) opened.push(await openScratchDatabase(true));
    return opened;
  }
  const { url, serving_url, stop } = await openScratchDatabase();
  await withClient(url, async (client) => {
    for (const name of names) await client.query(`create schema ${name}`);
  });
  const cells = names.map((name, index) => {
    const path = `&options=${encodeURIComponent(`-c search_path=${name}`)}`;
    return {
      url: url + path,
      serving_url: serving_url + path,
      connection: { connectionString: url + path },
      stop: index === 0 ? stop : () => Promise.resolve(),
    };
  });
  for (const cell of cells) await migrateAt(cell);
  return cells;
}

/**
 * With the schema, and with what `prepare` does to it; on the shared server that is done once for
 * each name, so it may depend on nothing else. It leaves no connection open.
 */
export function openPreparedDatabase(
  name: string,
  prepare: (database: { url: string; serving_url: string }) => Promise<void>,
): Promise<ScratchDatabase> {
  const server_url = testServerUrl();
  if (server_url !== undefined) {
    return openForeignDatabase(server_url, async (database) => {
      await migrateAt(database);
      await prepare(database);
    });
  }
  return openSharedDatabase({
    name,
    prepare: ({ owner, service }) => prepare({ url: urlOf(owner), serving_url: urlOf(service) }),
  });
}
