// Folders for tests and benchmarks, named after the process that made them. The next process stops
// and removes everything that a killed one left behind, including its PostgreSQL.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '../../server/lib/startup-error.ts';
import { lockDataDirectory } from '../../server/store/embedded/data-directory-lock.ts';
import { isAlive } from '../../server/store/embedded/postmaster-file.ts';
import { stopOrphan } from '../../server/store/embedded/stop-postgres.ts';

/** Tests may name a folder in memory; benchmarks stay on the disk. */
const HOME = process.env.TEST_SCRATCH_DIR ?? tmpdir();
const PREFIX = 'payment-orders-scratch-';

/** The folder itself may be a data directory, and so may each folder in it. */
async function dataDirectories(folder: string): Promise<string[]> {
  const children = await readdir(folder, { withFileTypes: true });
  const folders = children.filter((child) => child.isDirectory()).map(({ name }) => name);
  const places = [folder, ...folders.map((name) => join(folder, name))];
  const found: string[] = [];
  for (const place of places) {
    if ((await readdir(place)).includes('postgres')) found.push(place);
  }
  return found;
}

/** Keeps the folder while a service that outlived its test still uses it. */
async function removeLeftover(folder: string): Promise<void> {
  for (const data_dir of await dataDirectories(folder)) {
    const unlock = await lockDataDirectory(data_dir);
    await stopOrphan(join(data_dir, 'postgres')).finally(unlock);
  }
  await removeFolder(folder);
}

/** The folder belongs to another user, or another process is removing it right now. */
const LEFT_TO_OTHERS: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'ENOENT', 'ENOTEMPTY']);

async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(HOME)) {
    if (!name.startsWith(PREFIX)) continue;
    const process_id = Number(name.slice(PREFIX.length).split('-')[0]);
    if (isAlive(process_id)) continue;
    await removeLeftover(join(HOME, name)).catch((error: NodeJS.ErrnoException) => {
      const is_left = error instanceof StartupError || LEFT_TO_OTHERS.has(error.code ?? '');
      if (!is_left) throw error;
    });
  }
}

let cleaned: Promise<void> | null = null;

export async function scratchFolder(): Promise<string> {
  cleaned ??= removeLeftovers();
  await cleaned;
  return await mkdtemp(join(HOME, `${PREFIX}${process.pid}-`));
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
