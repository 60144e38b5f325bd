// Makes a backup with the service's settings, whether the service is running or not.
import { RELEASE } from '../app/alert/release.ts';
import type { Config } from '../settings/config.ts';
import { masterKeyThere } from '../settings/master-key.ts';
import type { BackupManifest } from '../store/backup/backup-manifest.ts';
import { makeBackup, type Progress } from '../store/backup/make-backup.ts';
import { joinServer } from '../store/open/open-database.ts';
import { givenSettings } from './backup-tools.ts';
import { createLog } from './log.ts';
import { requireDatabase } from './require-database.ts';

export type BackupWish = { place: string; passphrase: string | null; progress: Progress };

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
