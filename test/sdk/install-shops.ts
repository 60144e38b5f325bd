// Installs the packages of test/sdk/shops once, into the system's temporary folder: they have
// 400 MB, which every installation of the checkout would have to wait for.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, lstat, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../support/checkout/checkout.ts';

const SHOPS = join(ROOT, 'test/sdk/shops');
const FILES = ['package.json', 'package-lock.json'];

/** Somebody else's folder of this name could hold somebody else's code. */
async function ownFolder(): Promise<string> {
  const user_id = process.getuid?.() ?? 0;
  const folder = join(tmpdir(), `payment-orders-shops-${user_id}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const is_own = found.isDirectory() && found.uid === user_id && (found.mode & 0o077) === 0;
  if (!is_own) throw new Error(`${folder} is open to other users: remove it`);
  return folder;
}

/** The folder that has them in its node_modules. */
export async function installShops(): Promise<string> {
  const lock = await readFile(join(SHOPS, 'package-lock.json'));
  const key = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const folder = await ownFolder();
  const made = join(folder, key);
  if (existsSync(made)) return made;
  const making = await mkdtemp(join(folder, 'making-'));
  try {
    for (const name of FILES) await copyFile(join(SHOPS, name), join(making, name));
    await copyFile(join(ROOT, '.npmrc'), join(making, '.npmrc'));
    await promisify(execFile)('npm', ['ci', '--no-progress', '--loglevel', 'error'], {
      cwd: making,
    });
    await rename(making, made);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    // Another run was faster.
    if (!existsSync(made)) throw error;
  }
  return made;
}
