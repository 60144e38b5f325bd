// A PostgreSQL of one scenario's own, so that what it fills slows no other scenario down.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder, startDatabase } from '../harness/scratch-database.ts';

export type OwnDatabase = {
  url(): string;
  /** Ends with a checkpoint, so that none that a fill has caused falls into a measurement. */
  restart(): Promise<void>;
};

/** Nothing of it is left, whatever happens. */
export async function withOwnDatabase<Value>(
  folder: string,
  work: (database: OwnDatabase) => Promise<Value>,
): Promise<Value> {
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
