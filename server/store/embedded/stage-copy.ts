// Copies PostgreSQL's programs to another folder, completely or not at all, so that any user can
// run them there.

import { createHash, randomBytes } from 'node:crypto';
import { chmod, copyFile, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { StartupError } from '../../lib/startup-error.ts';

export type Package = { root: string; version: string };

type Listed = { path: string; bytes: number };

/** Every file with its size; links are left out, since they are created again. */
async function listFiles(folder: string): Promise<Listed[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const listed = await Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      return { path: relative(folder, file), bytes: (await lstat(file)).size };
    }),
  );
  return listed.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function describe(files: readonly Listed[]): string {
  return files.map(({ path, bytes }) => `${path} ${bytes}`).join('\n');
}

/** A folder that another user owns or may write to could contain foreign programs. */
async function claimFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const found = await lstat(folder);
  const foreign = found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0;
  if (!found.isDirectory() || foreign) {
    throw new StartupError(`${folder} is open to other users, so nothing is run from there`);
  }
  await chmod(folder, 0o755); // The creation mask may have closed it.
}

async function copyAll(from: string, to: string, files: readonly Listed[]): Promise<void> {
  const folders = new Set(files.flatMap(({ path }) => parentsOf(path)));
  for (const folder of ['', ...folders]) {
    await mkdir(join(to, folder), { recursive: true });
    await chmod(join(to, folder), 0o755);
  }
  for (const { path } of files) {
    await copyFile(join(from, path), join(to, path));
    await chmod(join(to, path), path.startsWith(join('native', 'bin')) ? 0o755 : 0o644);
  }
}

/** 'a/b/c' → 'a', 'a/b': outer folders first. */
function parentsOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

async function isWhole(folder: string, expected: string): Promise<boolean> {
  try {
    return describe(await listFiles(folder)) === expected;
  } catch {
    return false; // Not there yet.
  }
}

/**
 * Returns the folder of the copy, laid out like the package. Its name is made from the content, so
 * versions never mix.
 */
export async function stageCopy(
  installed: Package,
  folder: string,
  finish: (root: string) => Promise<void>,
): Promise<string> {
  const native = await listFiles(join(installed.root, 'native'));
  const files = native.map(({ path, bytes }) => ({ path: join('native', path), bytes }));
  const expected = describe(files);
  const digest = createHash('sha256').update(expected).digest('hex').slice(0, 12);
  const root = join(folder, `postgresql-${installed.version}-${digest}`);
  await claimFolder(folder);
  if (await isWhole(root, expected)) return root;

  const suffix = randomBytes(6).toString('hex');
  const fresh = `${root}.${suffix}`;
  const broken = `${root}.broken.${suffix}`;
  try {
    await copyAll(installed.root, fresh, files);
    await finish(fresh);
    // A crash may have left an incomplete copy under this name: it is renamed first.
    if (!(await isWhole(root, expected))) await rename(root, broken).catch(ignoreMissing);
    await rename(fresh, root).catch(ignoreTaken);
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(broken, { recursive: true, force: true });
  }
  return root;
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** Another start made the same copy meanwhile; equal names mean equal content. */
function ignoreTaken(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
}
