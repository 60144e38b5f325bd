// The restore of a backup into an empty database: all rows or none, and nothing that looks whole
// but is not.
import { ok, rejects } from 'node:assert/strict';
import { appendFile, cp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openScratchDatabase } from '../../../bench/harness/scratch-database.ts';
import { openBackup } from '../../../server/store/backup/backup-manifest.ts';
import { refuseBackup } from '../../../server/store/backup/load-backup.ts';
import { MIGRATIONS_FOLDER } from '../../../server/store/schema/migration-files.ts';
import {
  type BackupScene,
  isEmpty,
  openBackupScene,
  PASSPHRASE,
  withClient,
} from './backup-scene.ts';

let backups: BackupScene;
before(async () => {
  backups = await openBackupScene();
  await backups.backUp('plain');
  await backups.backUp('encrypted', { passphrase: PASSPHRASE });
});
after(() => backups.stop());

const OF_THE_SAME_SIZE = 'another table of the same size';
const DAMAGES: Readonly<Record<string, (copy: string) => Promise<void>>> = {
  'a changed byte': async (copy) => {
    const file = join(copy, 'tables/trades');
    const bytes = await readFile(file);
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    await writeFile(file, bytes);
  },
  'a number that is none, well packed': async (copy) => {
    const file = join(copy, 'tables/settings_versions');
    const text = gunzipSync(await readFile(file)).toString();
    await writeFile(file, gzipSync(text.replace(/\t\d+$/m, '\tmany')));
  },
  'a missing file': (copy) => rm(join(copy, 'tables/trades')),
  'a file that was cut': (copy) => truncate(join(copy, 'tables/trades'), 100),
  'a file that has more': (copy) => appendFile(join(copy, 'tables/trades'), 'more'),
  'zeros after its end': (copy) => appendFile(join(copy, 'tables/trades'), Buffer.alloc(1_000_000)),
  'another table’s file': (copy) => cp(join(copy, 'tables/events'), join(copy, 'tables/trades')),
  [OF_THE_SAME_SIZE]: (copy) =>
    cp(join(copy, 'tables/sandbox_faults'), join(copy, 'tables/passkeys')),
};

describe('a restore', () => {
  it('of a damaged backup is refused and leaves nothing; then the whole one is restored', async () => {
    const target = await openScratchDatabase();
    const tries = [
      // Empty tables have the same bytes if they are not encrypted.
      ...Object.keys(DAMAGES)
        .filter((what) => what !== OF_THE_SAME_SIZE)
        .map((what) => ['plain', what] as const),
      ...['a changed byte', OF_THE_SAME_SIZE].map((what) => ['encrypted', what] as const),
    ];
    for (const [kind, what] of tries) {
      await cp(backups.at(kind), backups.at('damaged'), { recursive: true });
      await DAMAGES[what]?.(backups.at('damaged'));
      await rejects(
        backups.load(target.url, 'damaged', kind === 'plain' ? null : PASSPHRASE),
        /damaged|cannot be decrypted/,
        `${kind}: ${what}`,
      );
      ok(await isEmpty(target.url), `${kind}: ${what}`);
      await rm(backups.at('damaged'), { recursive: true });
    }
    await backups.load(target.url, 'plain');
    await rejects(backups.load(target.url, 'plain'), /not empty/);
    await target.stop();
  });

  it('never goes into a database that has something else', async () => {
    const target = await openScratchDatabase();
    await withClient(target.url, (client) =>
      client.query('create table of_somebody_else (id integer primary key)'),
    );
    await rejects(backups.load(target.url, 'plain'), /not empty/);
    await target.stop();
  });

  it('needs the passphrase, the key, the mode and the release', async () => {
    await rejects(
      openBackup(backups.at('encrypted'), null),
      /is encrypted: give --passphrase-file/,
    );
    await rejects(openBackup(backups.at('encrypted'), 'another passphrase'), /cannot be decrypted/);
    await rejects(openBackup(backups.at('nowhere'), null), /is no backup/);
    await rejects(openBackup(backups.at('plain'), PASSPHRASE), /is not encrypted/);
    const backup = await openBackup(backups.at('plain'), null);
    const { master_key } = backups.service;
    const given = { mode: 'sandbox', master_key, migrations: MIGRATIONS_FOLDER };
    await refuseBackup(backup, given);
    await rejects(refuseBackup(backup, { ...given, mode: 'live' }), /of MODE=sandbox/);
    const other = { ...given, master_key: Buffer.alloc(32, 'another') };
    await rejects(refuseBackup(backup, other), /not the key of the backup/);
    const newer = { version: 9_999, name: 'later', checksum: 'x' };
    const { manifest } = backup;
    const migrations = [...manifest.migrations, newer];
    const later = { ...backup, manifest: { ...manifest, migrations, release: '9.9.9' } };
    await rejects(refuseBackup(later, given), /release 9\.9\.9.*run the newer version/);
  });
});
