// Restores a backup into an empty place, and verifies what is there then.
import { openApp } from '../app/open-app.ts';
import { type BooksCheck, verifyBooks } from '../app/proof/verify-books.ts';
import type { Config } from '../settings/config.ts';
import { masterKeyThere } from '../settings/master-key.ts';
import { type BackupManifest, openBackup } from '../store/backup/backup-manifest.ts';
import { hasOrder } from '../store/backup/last-order.ts';
import { loadBackup, refuseBackup } from '../store/backup/load-backup.ts';
import type { Progress } from '../store/backup/make-backup.ts';
import type { Connection } from '../store/connection/when-there.ts';
import { joinServiceDatabase, prepareServer, startServer } from '../store/open/open-database.ts';
import { MIGRATIONS_FOLDER } from '../store/schema/migration-files.ts';
import { createLog } from './log.ts';
import { surroundingsOf } from './surroundings.ts';

export type RestoreWish = { place: string; passphrase: string | null; progress: Progress };

export type Restored = {
  manifest: BackupManifest;
  check: BooksCheck;
  /** Whether the order that the backup names as its last is found again. */
  has_last_order: boolean;
};

async function verifyRestored(
  config: Config,
  master_key: Uint8Array,
  connection: Connection,
  { last_order }: BackupManifest,
): Promise<Pick<Restored, 'check' | 'has_last_order'>> {
  const log = createLog('error');
  const { signal } = new AbortController();
  const db = await joinServiceDatabase(connection, 1, log, signal);
  const app = await openApp({
    ...config,
    around: await surroundingsOf(config),
    allow_local_callbacks: config.callback_allow_local,
    log,
    count: () => undefined,
    db,
    master_key,
    operator_token: undefined,
  });
  try {
    const check = await verifyBooks(app);
    if (last_order === null) return { check, has_last_order: true };
    return { check, has_last_order: await hasOrder(db, last_order) };
  } finally {
    await app.close();
  }
}

export async function restore(config: Config, wish: RestoreWish): Promise<Restored> {
  const { place, passphrase, progress } = wish;
  const backup = await openBackup(place, passphrase);
  const { manifest } = backup;
  const master_key = await masterKeyThere(config);
  await refuseBackup(backup, { mode: config.mode, master_key, migrations: MIGRATIONS_FOLDER });
  const log = createLog('error');
  const server = await startServer(config, log);
  try {
    const connection = server.owner ?? server.connection;
    await loadBackup({ backup, connection, migrations: MIGRATIONS_FOLDER, log, progress });
    await prepareServer({ ...config, master_key }, server, log);
    const found = await verifyRestored(config, master_key, server.connection, manifest);
    return { manifest, ...found };
  } finally {
    await server.stop();
  }
}
