// A program that works on what the service has written refuses a DATA_DIR where nothing is.
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartupError } from '../lib/startup-error.ts';
import type { Config } from '../settings/config.ts';

/** Before anything is made in DATA_DIR: with a mistyped one nothing is there. */
export async function requireDatabase({
  database_url,
  data_dir,
}: Pick<Config, 'database_url' | 'data_dir'>): Promise<void> {
  if (database_url !== undefined) return;
  await stat(join(data_dir, 'postgres')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new StartupError(
      `There is no database in ${resolve(data_dir)}: nothing was changed. ` +
        'Set DATA_DIR (or DATABASE_URL) as for the service.',
    );
  });
}
