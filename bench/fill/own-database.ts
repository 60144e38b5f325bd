// A database of one scenario's own, so that what it fills slows no other scenario down.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openScratchDatabase, startDatabase, testServerUrl } from '../harness/scratch-database.ts';
import { removeFolder } from '../harness/scratch-folder.ts';

export type OwnDatabase = {
  url(): string;
  /** Ends with a checkpoint, so that none that a fill has caused falls into a measurement. */
  restart(): Promise<void>;
};

/** Not as the database's own role: a checkpoint takes a superuser or a member of pg_checkpoint. */
async function checkpoint(server_url: string): Promise<void> {
  const client = new pg.Client({ connectionString: server_url });
  await client.connect();
  await client.query('checkpoint').finally(() => client.end());
}

async function withForeign<Value>(
  server_url: string,
  work: (database: OwnDatabase) => Promise<Value>,
): Promise<Value> {
  const database = await openScratchDatabase();
  try {
    return await work({ url: () => database.url, restart: () => checkpoint(server_url) });
  } finally {
    await database.stop();
  }
}

/** Nothing of it is left, whatever happens. */
export async function withOwnDatabase<Value>(
  folder: string,
  work: (database: OwnDatabase) => Promise<Value>,
): Promise<Value> {
  const server_url = testServerUrl();
  if (server_url !== undefined) return await withForeign(server_url, work);
  const data_dir = await mkdtemp(join(folder, 'own-'));
  try {
    let database = await startDatabase(data_dir);
    try {
      return await work({
        url: () => database.url,
        async restart() {
          await database.stop();
          database = await startDatabase(data_dir);
        },
      });
    } finally {
      await database.stop();
    }
  } finally {
    await removeFolder(data_dir);
  }
}
