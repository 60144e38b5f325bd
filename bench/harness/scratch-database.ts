// PostgreSQL of a test's or benchmark's own, under an address that several services can share: a
// database on the server that TEST_DATABASE_URL names, else an embedded server in a folder that
// goes when it ends.
import { type Embedded, startEmbedded } from '../../server/store/embedded/supervisor.ts';
import { createForeignDatabase } from './foreign-server.ts';
import { removeFolder, scratchFolder } from './scratch-folder.ts';
import { fillFromTemplate } from './template-directory.ts';

export type ScratchDatabase = {
  /** As an operator would give one of their own, with the role that owns it. */
  readonly url: string;
  /** As the role that serves and owns nothing; the same where the server has only one role. */
  readonly serving_url: string;
  readonly connection: { readonly connectionString: string };
  stop(): Promise<void>;
};

export type ScratchServer = ScratchDatabase & {
  /** Of the server at this moment; undefined between its end and its next start. */
  processId(): number | undefined;
  /** SIGKILL to the whole server; it is started again by itself. */
  kill(): void;
};

const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent };

function urlOf({ host, port, user, password, database }: Embedded['connection']): string {
  const query = `host=${encodeURIComponent(host)}&port=${port}`;
  return `postgres://${user}:${encodeURIComponent(password)}@/${database}?${query}`;
}

const running = new Set<ScratchDatabase>();

/** What is told to end in the middle of its work leaves no server behind. */
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

/** A server of one's own, whatever TEST_DATABASE_URL says: to kill it, or to start it again. */
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

/** In a folder of its own, which goes with it. */
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

/** Empty, or with the schema as the service needs it where that comes for free. */
export async function openScratchDatabase(is_migrated = false): Promise<ScratchDatabase> {
  const server_url = testServerUrl();
  if (server_url === undefined) return await openScratchServer(is_migrated);
  const foreign = await createForeignDatabase(server_url);
  return keep({ ...foreign, connection: { connectionString: foreign.url } });
}
