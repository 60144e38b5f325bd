// Makes a backup with the service's settings, whether the service is running or not.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RELEASE } from '../app/alert/release.ts';
import { StartupError } from '../lib/startup-error.ts';
import type { Config } from '../settings/config.ts';
import { masterKeyThere } from '../settings/master-key.ts';
import type { BackupManifest } from '../store/backup/backup-manifest.ts';
import { makeBackup, type Progress } from '../store/backup/make-backup.ts';
import { joinServer } from '../store/open/open-database.ts';
import { givenSettings } from './backup-tools.ts';
import { createLog } from './log.ts';

export type BackupWish = { place: string; passphrase: string | null; progress: Progress };

/** Before anything is made in DATA_DIR: with a mistyped one nothing is there. */
export async function requireDatabase({ database_url, data_dir }: Config): Promise<void> {
  if (database_url !== undefined) return;
  await stat(join(data_dir, 'postgres')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new StartupError(
      `There is no database in ${data_dir}: set DATA_DIR (or DATABASE_URL) as for the service.`,
    );
  });
}

/** The database of the service, whether that is running or not. */
export async function openSource(config: Config) {
  const options = { ...config, master_key: await masterKeyThere(config) };
  return await joinServer(options, createLog('error'));
}

export async function backUp(config: Config, wish: BackupWish): Promise<BackupManifest> {
  await requireDatabase(config);
  const source = await openSource(config);
  try {
    return await makeBackup({
      ...wish,
      connection: source.connection,
      master_key: await masterKeyThere(config),
      release: RELEASE,
      settings: givenSettings(process.env),
      log: createLog('error'),
    });
  } finally {
    await source.stop();
  }
}
