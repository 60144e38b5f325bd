// Prevents two services from using one data directory, with a lock that the kernel releases when
// the process ends.

import { constants, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../../lib/startup-error.ts';
import { writeAtomically } from './atomic-file.ts';

const SQLITE_BUSY = 5;

/** Another process has it: a service, or a command that works on its data. */
export class DirectoryInUse extends StartupError {}

async function readProcessId(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch {
    return 'unknown'; // The other process is between taking the lock and writing its number.
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

/**
 * Node has no file locks, but its SQLite uses the kernel's. A lock file with a process id would
 * remain after a crash, and another process may get that id. The file is never removed: otherwise
 * two processes could lock two different files of the same name.
 */
export async function lockDataDirectory(data_dir: string): Promise<() => void> {
  const file = join(data_dir, 'service.lock');
  const holder = join(data_dir, 'service.pid');
  // Opened first, to report the system's own error if that fails, and never through a link.
  const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;
  const handle = await open(file, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600);
  await handle.close();
  const lock = new DatabaseSync(file);
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    const process_id = await readProcessId(holder);
    throw new DirectoryInUse(
      `Data directory ${data_dir} is in use by process ${process_id}: ` +
        'stop that service first, or set DATA_DIR to another folder.',
      { cause: error },
    );
  }
  await writeAtomically(holder, `${process.pid}\n`);
  return () => lock.close();
}
