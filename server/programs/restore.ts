// The program `restore`: brings a backup into an empty place, and verifies the books there.
import { resolve } from 'node:path';
import { readConfig } from '../settings/config.ts';
import {
  backupSums,
  lastOrderWords,
  readPassphrase,
  readWanted,
  secondsSince,
  tellProgress,
  type Wanted,
} from './backup-tools.ts';
import { requireOneDatabase } from './cells/one-database.ts';
import { type Restored, restore } from './restore-backup.ts';
import { failProcess } from './run-process.ts';

const USAGE = `Usage: payment-orders restore <folder> [--passphrase-file <file>] [--json]

Restore a backup into an empty place: a DATA_DIR without a database, or an empty
database in DATABASE_URL (with MIGRATION_DATABASE_URL, if another role owns the tables).
Needs the settings of the service in the environment, with the ENCRYPTION_KEY of the
backup. Then the books are verified.

A service that starts there knows that it is on a copy: it answers what reads, but sends
and changes nothing before an owner says payment-orders adopt.

Examples:
  $ DATA_DIR=/srv/restored payment-orders restore /backups/2026-11-28
  $ payment-orders restore /backups/2026-11-28 --passphrase-file /etc/payments/backup.pass

Exit codes:
  0  done, and the books are correct
  1  not done, or the books are not correct: the message says why
  2  wrong usage
`;

function tell({ manifest, check, has_last_order }: Restored, seconds: number): string {
  const { tables, rows } = backupSums(manifest);
  const books = check.ok
    ? `The books are correct: ${check.entries} entries, ${check.audit_entries} of the audit ` +
      `trail, ${check.proofs} proofs.`
    : `The books are NOT correct:\n${check.problems.map((one) => `  ${one}`).join('\n')}`;
  const missing = has_last_order ? '' : 'It is NOT there.\n';
  return (
    `Restored the backup of ${manifest.taken_at}: ${tables} tables, ${rows} rows, ${seconds} s.\n` +
    `${books}\n${lastOrderWords(manifest)}\n${missing}` +
    'Orders after that are not in it. The service that starts here sends and changes nothing ' +
    'before an owner\nhas adopted the copy, once the original is stopped for good: ' +
    'payment-orders adopt\n'
  );
}

async function run({ place, passphrase_file, json }: Wanted): Promise<void> {
  const started_ms = performance.now();
  const restored = await restore(requireOneDatabase(readConfig(process.env), 'restore'), {
    place: resolve(place ?? ''),
    passphrase: await readPassphrase(passphrase_file),
    progress: tellProgress('Restore'),
  });
  const { manifest, check, has_last_order } = restored;
  if (!(check.ok && has_last_order)) process.exitCode = 1;
  const seconds = secondsSince(started_ms);
  const { taken_at, last_order } = manifest;
  const facts = { taken_at, ...backupSums(manifest), seconds, last_order, has_last_order, check };
  process.stdout.write(json ? `${JSON.stringify(facts)}\n` : tell(restored, seconds));
}

const wanted = readWanted(process.argv.slice(2), USAGE, [1]);
if (wanted !== null) run(wanted).catch(failProcess);
