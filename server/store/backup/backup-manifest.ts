// What a backup tells of itself: the release and schema that it needs, its tables with checksums,
// the settings of the service, and which keys are needed, but never the keys.
import { createHmac } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceMode } from '../../domain/service/service-mode.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { AppliedMigration } from '../schema/migration-files.ts';
import { type BackupKey, type FileFacts, readBackupFile, writeBackupFile } from './backup-files.ts';
import { type Stretching, stretch } from './sealed-stream.ts';

const FORMAT = 'payment-orders backup';
const FORMAT_VERSION = 1;
const HEAD = 'backup.json';
const MANIFEST = 'manifest';
/** Far more than any manifest has. */
const MANIFEST_MAX_BYTES = 4_000_000;

/** In the clear, so that the others can be opened. */
export type BackupHead = {
  format: typeof FORMAT;
  format_version: number;
  encryption: Stretching | null;
};

export type BackedUpTable = FileFacts & { name: string; columns: string[]; rows: number };

/** The order that was acknowledged last, as far as the backup knows. */
export type LastOrder = {
  merchant_id: string;
  order_id: string;
  trade_id: string;
  created_at: string;
};

/** A setting that the service was given; null: it is secret. */
export type GivenSetting = { name: string; value: string | null };

export type BackupManifest = {
  release: string;
  mode: ServiceMode;
  /** The moment of which the backup shows the database. */
  taken_at: string;
  postgresql: string;
  migrations: AppliedMigration[];
  tables: BackedUpTable[];
  last_order: LastOrder | null;
  settings: GivenSetting[];
  /** What a restore needs; `check` tells whether a key is the one, but not the key. */
  keys: { name: 'ENCRYPTION_KEY'; check: string }[];
};

export const keyCheck = (master_key: Uint8Array): string =>
  createHmac('sha256', master_key).update('payment-orders backup: which key').digest('hex');

export async function writeHead(folder: string, encryption: Stretching | null): Promise<void> {
  const head: BackupHead = { format: FORMAT, format_version: FORMAT_VERSION, encryption };
  await writeFile(join(folder, HEAD), `${JSON.stringify(head, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
}

/** Written last: without it there is no backup. */
export async function writeManifest(
  folder: string,
  key: BackupKey,
  manifest: BackupManifest,
): Promise<void> {
  await writeBackupFile(folder, MANIFEST, key, (sink) => {
    sink.write(`${JSON.stringify(manifest, null, 2)}\n`);
    return Promise.resolve();
  });
}

async function readHead(folder: string): Promise<BackupHead> {
  const none = new StartupError(
    `${folder} is no backup: it has no readable ${HEAD} (docs/operate/backup.md).`,
  );
  const text = await readFile(join(folder, HEAD), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw none;
    throw error;
  });
  try {
    const head: Partial<BackupHead> = Object(JSON.parse(text));
    if (head.format !== FORMAT || head.encryption === undefined) throw none;
    if (head.format_version !== FORMAT_VERSION) {
      throw new StartupError(
        `The backup has format ${String(head.format_version)}, which this version does not know: ` +
          'restore it with the release that made it.',
      );
    }
    return { format: FORMAT, format_version: FORMAT_VERSION, encryption: head.encryption };
  } catch (error) {
    if (error instanceof SyntaxError) throw none;
    throw error;
  }
}

function keyFor({ encryption }: BackupHead, passphrase: string | null): BackupKey {
  if (encryption === null) {
    if (passphrase === null) return null;
    // Whoever gives one expects that nobody else could have written the backup.
    throw new StartupError('The backup is not encrypted: leave out --passphrase-file.');
  }
  if (passphrase === null) {
    throw new StartupError('The backup is encrypted: give --passphrase-file.');
  }
  return stretch(passphrase, encryption);
}

export type OpenedBackup = { folder: string; key: BackupKey; manifest: BackupManifest };

export async function openBackup(folder: string, passphrase: string | null): Promise<OpenedBackup> {
  const key = keyFor(await readHead(folder), passphrase);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of readBackupFile(folder, MANIFEST, key, null)) {
    bytes += part.length;
    if (bytes > MANIFEST_MAX_BYTES) throw new StartupError(`${folder}/${MANIFEST} is too large.`);
    parts.push(part);
  }
  const manifest: BackupManifest = JSON.parse(Buffer.concat(parts).toString('utf8'));
  return { folder, key, manifest };
}
