// Creates a separate database for one scenario, so that its data does not slow down the others.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openScratchDatabase, startDatabase, testServerUrl } from '../harness/scratch-database.ts';
import { removeFolder } from '../harness/scratch-folder.ts';

export type OwnDatabase = {
  url(): string;
  /** Ends with a checkpoint, so that the fill does not cause one during a measurement. */
  restart(): Promise<void>;
};

/** Does not use the database's own role: only superusers and pg_checkpoint may checkpoint. */
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

/** Always drops the database at the end. */
export async function withOwnDatabase<Value>(
  folder: string,
  work: (database: OwnDatabase) => Promise<Value>,
): Promise<Value> {
  const server_url = testServerUrl();
  if (server_url !== undefined) return await withForeign(server_url, work);
  const data_dir = await mkdtemp(join(folder, 'own-'));
  try {
    let database = await startDatabase(data_dir, true);
    try {
      return await work({
        url: () => database.url,
        async restart() {
          await database.stop();
          database = await startDatabase(data_dir, true);
        },
      });
    } finally {
      await database.stop();
    }
  } finally {
    await removeFolder(data_dir);
  }
}
