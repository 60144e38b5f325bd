// Prepares a fresh checkout to run: installs the locked dependencies, then the Node that they pin.
// Plain JavaScript with only Node's own modules, because it runs first, on any Node from 20 on.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fail } from './child.mjs';
import { installPackages } from './install.mjs';
import { isForThisMachine, machinePackages } from './machine-packages.mjs';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Where Node keeps what it compiled: the service's hundreds of files load in half the time. If it
 * cannot be written, only what an earlier run left there is used.
 */
export const COMPILED = join(ROOT, 'node_modules', '.cache', 'compiled');

const NODE_MAJOR = 24;
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.installed-from');
const INSTALL_LOCK = join(ROOT, '.installing');
const LONGEST_INSTALL_MS = 15 * 60_000;
const MACHINE = `${process.platform}-${process.arch}`;

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** npm's record does not have those that were unpacked beside its installation. */
function isPlaced(path, { optional, version }) {
  const described = optional ? readText(join(ROOT, path, 'package.json')) : undefined;
  return described !== undefined && JSON.parse(described).version === version;
}

/**
 * Compares npm's own record of what it installed with the lock, so that an `npm ci` by hand is
 * accepted too.
 */
function missingPackages(lock_text, with_development) {
  const hidden_text = readText(join(MODULES, '.package-lock.json')) ?? '{}';
  const installed = JSON.parse(hidden_text).packages ?? {};
  const locked = Object.entries(JSON.parse(lock_text).packages ?? {});
  return locked.filter(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link) return false;
    const found = installed[path];
    if (found !== undefined) {
      return found.version !== entry.version || found.integrity !== entry.integrity;
    }
    if ((entry.dev || entry.devOptional) && !with_development) return false;
    return isForThisMachine(entry) && !isPlaced(path, entry);
  });
}

function matchesLock(lock_text, with_development) {
  if (!existsSync(join(MODULES, '.package-lock.json'))) return false;
  return missingPackages(lock_text, with_development).length === 0;
}

function stampFor(lock_text, scope) {
  const hash = createHash('sha256').update(lock_text).digest('hex');
  return `${hash} ${MACHINE} ${scope}\n`;
}

function isInstalled(lock_text, with_development) {
  const stamp = readText(STAMP);
  if (stamp === stampFor(lock_text, 'all')) return true;
  if (!with_development && stamp === stampFor(lock_text, 'production')) return true;
  if (!matchesLock(lock_text, with_development)) return false;
  writeStamp(lock_text);
  return true;
}

function writeStamp(lock_text) {
  try {
    mkdirSync(MODULES, { recursive: true });
    const scope = matchesLock(lock_text, true) ? 'all' : 'production';
    writeFileSync(STAMP, stampFor(lock_text, scope));
  } catch (error) {
    // The checkout belongs to another user: without the stamp the next start only has to compare
    // again.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

function isAlive(process_id) {
  try {
    process.kill(process_id, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * The id of the process that installs; 0 when it died, undefined until it has written its id (the
 * file is empty for a moment) and after it has ended.
 */
function installer() {
  const text = readText(join(INSTALL_LOCK, 'process')) ?? '';
  if (text !== '') return isAlive(Number(text)) ? Number(text) : 0;
  const found = statSync(INSTALL_LOCK, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > 10_000 ? 0 : undefined;
}

/**
 * Only one process can create the folder; the folder of a dead process is renamed, which also only
 * one can do.
 */
async function takeInstallLock() {
  const end_ms = Date.now() + LONGEST_INSTALL_MS;
  for (let told = false; Date.now() < end_ms; ) {
    try {
      mkdirSync(INSTALL_LOCK);
      writeFileSync(join(INSTALL_LOCK, 'process'), String(process.pid));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') {
        fail(`Cannot install the dependencies into ${ROOT}: ${error.message}.`);
      }
    }
    const process_id = installer();
    if (process_id === 0) {
      dropInstallLock();
      continue;
    }
    if (process_id !== undefined && !told) {
      process.stderr.write(`Waiting for process ${process_id}, which installs the dependencies.\n`);
      told = true;
    }
    await sleep(200);
  }
  fail(
    `Another process has been installing for too long: end it, remove ${INSTALL_LOCK} and try again.`,
  );
}

function dropInstallLock() {
  const aside = `${INSTALL_LOCK}.${process.pid}`;
  try {
    renameSync(INSTALL_LOCK, aside);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  rmSync(aside, { recursive: true, force: true });
}

const INSTALLING = 'Installing the locked dependencies; this happens once.\n';
const ADDING = 'Installing the tools for development and tests; this happens once.\n';

async function installMissing(lock_text, with_development) {
  const install = (is_addition) => {
    process.stderr.write(is_addition ? ADDING : INSTALLING);
    const missing = missingPackages(lock_text, with_development).length;
    const apart = with_development
      ? {}
      : { machine_packages: machinePackages(lock_text), aside: join(INSTALL_LOCK, 'packages') };
    return installPackages({ root: ROOT, with_development, is_addition, missing, ...apart });
  };
  // The service may be running from this checkout while tests start, so what it uses must stay in
  // place.
  if (with_development && isInstalled(lock_text, false)) {
    const { code } = await install(true);
    if (code === 0 && matchesLock(lock_text, true)) return;
  }
  const { code, output } = await install(false);
  if (code === 0) return;
  dropInstallLock();
  process.stderr.write(output);
  fail(`npm could not install the dependencies (code ${code}); its output is above.`);
}

async function install(lock_text, with_development) {
  await takeInstallLock();
  try {
    if (isInstalled(lock_text, with_development)) return; // The process that we waited for did it.
    await installMissing(lock_text, with_development);
    writeStamp(lock_text);
  } finally {
    dropInstallLock();
  }
}

/** For a database elsewhere and a Node that is there; the next starts install nothing more. */
export async function installForOutsideDatabase() {
  const lock_text = readText(join(ROOT, 'package-lock.json'));
  if (lock_text === undefined) fail(`${ROOT} is not complete: package-lock.json is missing.`);
  const needed = Object.entries(JSON.parse(lock_text).packages).filter(
    ([path, { dev, devOptional, optional }]) => path !== '' && !dev && !devOptional && !optional,
  );
  const { code, output } = await installPackages({
    root: ROOT,
    with_development: false,
    without_optional: true,
    is_addition: false,
    missing: needed.length,
  });
  process.stderr.write(code === 0 ? '' : output);
  if (code !== 0) fail(`npm could not install the dependencies (code ${code}); see above.`);
  writeFileSync(STAMP, stampFor(lock_text, 'production'));
}

/** Copying over some disks and archives loses the permission to execute. */
function allowExecution(file) {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & 0o111) === 0o111) return;
  try {
    chmodSync(file, found.mode | 0o111);
  } catch {
    // Not permitted to change it: running it will report the problem.
  }
}

function allowTools() {
  for (const [scope, tool] of [
    ['@biomejs', 'biome'],
    ['@typescript', 'lib/tsc'],
  ]) {
    const folder = join(MODULES, scope);
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder)) allowExecution(join(folder, name, tool));
  }
}

function findNode() {
  const pinned = join(MODULES, `node-${MACHINE}`, 'bin', 'node');
  allowExecution(pinned);
  // Run, not only found: it does not work on every Linux (musl).
  if (existsSync(pinned) && spawnSync(pinned, ['--version'], { stdio: 'ignore' }).status === 0) {
    return pinned;
  }
  if (process.versions.node.split('.')[0] === String(NODE_MAJOR)) return process.execPath;
  return fail(
    `Node ${NODE_MAJOR} is needed, and npm has none for ${MACHINE}: ` +
      `install Node ${NODE_MAJOR} and try again (this is ${process.version}).`,
  );
}

/** Installs everything that a command needs; returns the path of the Node to run it with. */
export async function bootstrap({ with_development }) {
  const lock_text = readText(join(ROOT, 'package-lock.json'));
  if (lock_text === undefined) fail(`${ROOT} is not complete: package-lock.json is missing.`);
  if (!isInstalled(lock_text, with_development)) await install(lock_text, with_development);
  if (with_development) allowTools();
  return findNode();
}
