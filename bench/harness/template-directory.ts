// Data directories for tests are copies of a template that is made once per schema: a copy takes a
// tenth of the time that PostgreSQL needs to create one.
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rename, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbedded } from '../../server/store/embedded/supervisor.ts';
import { migrate } from '../../server/store/schema/migrate.ts';
import { removeFolder } from './scratch-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
export const MIGRATIONS = join(ROOT, 'migrations');
/** An empty directory depends on the version of PostgreSQL and on how the service creates one. */
const MAKERS = ['package.json', 'server/store/embedded/data-directory.ts'];
/** The table of the migrations. */
const MIGRATOR = 'server/store/schema/recorded-migrations.ts';
/** Templates of other checkouts are kept while they are in use. */
const UNUSED_MS = 24 * 3_600_000;

const silent = () => undefined;

async function keyOf(is_migrated: boolean): Promise<string> {
  const hash = createHash('sha256');
  const migrations = (await readdir(MIGRATIONS)).filter((name) => /^\d.*\.sql$/.test(name)).sort();
  const files = migrations.map((name) => join('migrations', name));
  const paths = is_migrated ? [MIGRATOR, ...files] : [];
  for (const path of [...MAKERS, ...paths]) {
    hash.update(`${path}\n`).update(await readFile(join(ROOT, path)));
  }
  return `${is_migrated ? 'migrated' : 'empty'}-${hash.digest('hex').slice(0, 16)}`;
}

/** Somebody else's folder of this name could hold a database that runs somebody else's code. */
async function templatesFolder(): Promise<string> {
  const user_id = process.getuid?.() ?? 0;
  const folder = join(tmpdir(), `payment-orders-templates-${user_id}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const is_own = found.isDirectory() && found.uid === user_id && (found.mode & 0o077) === 0;
  if (!is_own) throw new Error(`${folder} is open to other users: remove it`);
  return folder;
}

async function make(data_dir: string, is_migrated: boolean): Promise<void> {
  const embedded = await startEmbedded({
    data_dir,
    log: { info: silent, warn: silent, error: silent },
  });
  try {
    if (!is_migrated) return;
    const client = new pg.Client(embedded.owner);
    await client.connect();
    await migrate(client, MIGRATIONS, embedded.owner).finally(() => client.end());
  } finally {
    await embedded.stop();
  }
}

function ignoreTaken(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
}

async function modifiedAt(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function removeUnused(folder: string): Promise<void> {
  const limit_ms = Date.now() - UNUSED_MS;
  for (const name of await readdir(folder)) {
    const used_ms = await modifiedAt(join(folder, name));
    if (used_ms !== null && used_ms < limit_ms) await removeFolder(join(folder, name));
  }
}

/** Renamed only when complete; if two processes make it at once, one copy is kept. */
async function template(is_migrated: boolean): Promise<string> {
  const folder = await templatesFolder();
  const path = join(folder, await keyOf(is_migrated));
  if ((await modifiedAt(path)) === null) {
    await removeUnused(folder);
    const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      await make(unfinished, is_migrated);
      await rename(unfinished, path).catch(ignoreTaken);
    } finally {
      await removeFolder(unfinished);
    }
  }
  const now = new Date();
  await utimes(path, now, now);
  return path;
}

/** Creates a data directory in the folder if it has none, as the service's first start would. */
export async function fillFromTemplate(data_dir: string, is_migrated: boolean): Promise<void> {
  await mkdir(data_dir, { recursive: true, mode: 0o700 });
  if ((await readdir(data_dir)).includes('postgres')) return;
  const from = await template(is_migrated);
  await promisify(execFile)('cp', ['-Rp', `${from}/.`, data_dir]);
}
