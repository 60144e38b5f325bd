// The program `backup`: writes a backup of the service's database into a new folder.
import { resolve } from 'node:path';
import { readConfig } from '../settings/config.ts';
import {
  backupSums,
  bytesText,
  lastOrderWords,
  readPassphrase,
  readWanted,
  secondsSince,
  tellProgress,
  type Wanted,
} from './backup-tools.ts';
import { requireOneDatabase } from './cells/one-database.ts';
import { backUp } from './make-backup.ts';
import { failProcess } from './run-process.ts';

const USAGE = `Usage: payment-orders backup <folder> [--passphrase-file <file>] [--json]

Write a backup of the database into a new folder, as it is at one moment. Runs on the
machine of the service, with the same settings in the environment (DATA_DIR or
DATABASE_URL, ENCRYPTION_KEY, MODE, PUBLIC_URL), while the service serves or not.

The backup names the settings and keys that a restore needs, but never contains the
keys. With a passphrase (the first line of the file) it is encrypted.

Examples:
  $ payment-orders backup /backups/$(date +%F)
  $ payment-orders backup /backups/$(date +%F) --passphrase-file /etc/payments/backup.pass

Exit codes:
  0  done: the folder is whole
  1  not done: there is no such folder, and the message says why
  2  wrong usage
`;

async function run({ place, passphrase_file, json }: Wanted): Promise<void> {
  const started_ms = performance.now();
  const folder = resolve(place ?? '');
  const passphrase = await readPassphrase(passphrase_file);
  const manifest = await backUp(requireOneDatabase(readConfig(process.env), 'backup'), {
    place: folder,
    passphrase,
    progress: tellProgress('Backup'),
  });
  const seconds = secondsSince(started_ms);
  const { tables, rows, bytes } = backupSums(manifest);
  const { taken_at, last_order, keys } = manifest;
  if (json) {
    const facts = { folder, taken_at, tables, rows, bytes, seconds, last_order };
    const needs = keys.map(({ name }) => name);
    process.stdout.write(
      `${JSON.stringify({ ...facts, is_encrypted: passphrase !== null, needs })}\n`,
    );
    return;
  }
  const needs = [
    ...keys.map(({ name }) => name),
    ...(passphrase === null ? [] : ['the passphrase']),
  ];
  process.stdout.write(
    `Backup of ${taken_at} in ${folder}: ${tables} tables, ${rows} rows, ${bytesText(bytes)}, ` +
      `${seconds} s.\n${lastOrderWords(manifest)}\n` +
      `A restore needs ${needs.join(' and ')}, which the backup does not contain.\n`,
  );
}

const wanted = readWanted(process.argv.slice(2), USAGE, [1]);
if (wanted !== null) run(wanted).catch(failProcess);
