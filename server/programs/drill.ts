// The program `drill`: backup, restore elsewhere, verify; with times, for a timer.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { diskUse } from '../app/process/app.ts';
import { StartupError } from '../lib/startup-error.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { masterKeyThere } from '../settings/master-key.ts';
import type { Progress } from '../store/backup/make-backup.ts';
import { databaseBytes } from '../store/backup/table-shapes.ts';
import {
  backupSums,
  bytesText,
  readPassphrase,
  readWanted,
  secondsSince,
  tellProgress,
  type Wanted,
} from './backup-tools.ts';
import { backUp, openSource } from './make-backup.ts';
import { requireDatabase } from './require-database.ts';
import { type Restored, restore } from './restore-backup.ts';
import { failProcess } from './run-process.ts';

const USAGE = `Usage: payment-orders drill [<folder>] [--passphrase-file <file>] [--json]

Try whether backups can be restored: writes a backup, restores it into an embedded
PostgreSQL beside it, verifies the books there, and prints how long each took. All of it
is in a new folder below <folder> (default: the system’s temporary folder), which is
removed at the end. Runs with the settings of the service, which goes on serving.
Nothing is sent from the restored copy.

Examples:
  $ payment-orders drill
  $ payment-orders drill /backups --json

Exit codes:
  0  the backup can be restored, and its books are correct
  1  it cannot: the message says why
  2  wrong usage
`;

/** For the backup, and the restored database with its log. */
const TIMES_THE_DATABASE = 3;

async function requireRoom(config: Config, folder: string): Promise<void> {
  const source = await openSource(config);
  try {
    const [needed, disk] = await Promise.all([databaseBytes(source.connection), diskUse(folder)]);
    if (disk === null)
      throw new StartupError(`There is no folder ${folder}: make it, or name another.`);
    const { free_bytes: free } = disk;
    if (free >= TIMES_THE_DATABASE * needed) return;
    throw new StartupError(
      `The drill needs ${bytesText(TIMES_THE_DATABASE * needed)} in ${folder}, where ` +
        `${bytesText(free)} are free: name another folder.`,
    );
  } finally {
    await source.stop();
  }
}

type Drilled = Restored & { backup_seconds: number; restore_seconds: number };

/** Ends the drill at the next table, so that what it wrote is removed; further signals wait. */
function untilStopped(): () => void {
  let signal: string | null = null;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      signal = name;
    });
  }
  return () => {
    if (signal !== null) throw new StartupError(`The drill was ended by ${signal}.`);
  };
}

async function drillIn(
  config: Config,
  folder: string,
  passphrase: string | null,
): Promise<Drilled> {
  const place = join(folder, 'backup');
  const tell = tellProgress('Drill');
  const endIfStopped = untilStopped();
  const progress: Progress = (done) => {
    endIfStopped();
    tell(done);
  };
  const started_ms = performance.now();
  await backUp(config, { place, passphrase, progress });
  const backup_seconds = secondsSince(started_ms);
  const restored_ms = performance.now();
  const elsewhere: Config = {
    ...config,
    encryption_key: await masterKeyThere(config),
    encryption_key_previous: undefined,
    database_url: undefined,
    migration_database_url: undefined,
    data_dir: join(folder, 'restored'),
  };
  const restored = await restore(elsewhere, { place, passphrase, progress });
  endIfStopped();
  return { ...restored, backup_seconds, restore_seconds: secondsSince(restored_ms) };
}

function drillWords({ manifest, check, has_last_order, ...times }: Drilled): string {
  const { tables, rows, bytes } = backupSums(manifest);
  const problems = [
    ...check.problems,
    ...(has_last_order ? [] : ['The last order of the backup is not there.']),
  ];
  const found =
    problems.length === 0
      ? `The books there are correct: ${check.entries} entries, ${check.proofs} proofs.`
      : `What was restored is NOT correct:\n${problems.map((one) => `  ${one}`).join('\n')}`;
  return (
    `Backup: ${tables} tables, ${rows} rows, ${bytesText(bytes)} in ${times.backup_seconds} s.\n` +
    `Restored and verified in ${times.restore_seconds} s.\n${found}\n`
  );
}

async function run({ place, passphrase_file, json }: Wanted): Promise<void> {
  const config = readConfig(process.env);
  const passphrase = await readPassphrase(passphrase_file);
  await requireDatabase(config);
  const parent = resolve(place ?? tmpdir());
  await requireRoom(config, parent);
  const folder = await mkdtemp(join(parent, 'payment-orders-drill-'));
  try {
    const drilled = await drillIn(config, folder, passphrase);
    const { manifest, check, has_last_order, backup_seconds, restore_seconds } = drilled;
    if (!(check.ok && has_last_order)) process.exitCode = 1;
    const times = { backup_seconds, restore_seconds };
    const facts = { taken_at: manifest.taken_at, ...backupSums(manifest), ...times };
    const all = { ...facts, last_order: manifest.last_order, has_last_order, check };
    process.stdout.write(json ? `${JSON.stringify(all)}\n` : drillWords(drilled));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const wanted = readWanted(process.argv.slice(2), USAGE, [0, 1]);
if (wanted !== null) run(wanted).catch(failProcess);
