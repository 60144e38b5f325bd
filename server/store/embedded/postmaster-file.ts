// Reads and repairs postmaster.pid, which names the process that serves a data directory.

import { execFile } from 'node:child_process';
import { readFile, readlink, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { type Owner, writeAtomically } from './atomic-file.ts';
import { SOCKET_PORT } from './postgres-settings.ts';

export type Postmaster = { process_id: number; is_ready: boolean };

/** No process has this id, neither on Linux (PID_MAX_LIMIT) nor on macOS. */
const NO_PROCESS = 4_194_304;
const STATUS_LINE = 7;

async function readLockFile(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export async function readPostmaster(postgres_dir: string): Promise<Postmaster | undefined> {
  const lines = (await readLockFile(join(postgres_dir, 'postmaster.pid')))?.split('\n') ?? [];
  const process_id = Number(lines[0]);
  if (!Number.isInteger(process_id) || process_id <= 0) return undefined;
  return { process_id, is_ready: lines[STATUS_LINE]?.trim() === 'ready' };
}

export function isAlive(process_id: number): boolean {
  try {
    process.kill(process_id, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function worksInLinux(process_id: number, postgres_dir: string): Promise<boolean> {
  try {
    const place = `/proc/${process_id}`;
    const [program, cwd, own] = await Promise.all([
      readlink(`${place}/exe`),
      stat(`${place}/cwd`),
      stat(postgres_dir),
    ]);
    const is_postgres = basename(program.replace(/ \(deleted\)$/, '')) === 'postgres';
    return is_postgres && cwd.dev === own.dev && cwd.ino === own.ino;
  } catch {
    return false; // Gone, a zombie, or another user's: no server of ours.
  }
}

async function looksLikePostgres(process_id: number): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-p', `${process_id}`, '-o', 'comm=']).catch(
    () => ({ stdout: '' }),
  );
  return basename(stdout.trim()) === 'postgres';
}

/**
 * Whether this process is a PostgreSQL that works in this directory; the id alone may belong to
 * another process by now.
 */
export function worksIn(process_id: number, postgres_dir: string): Promise<boolean> {
  return process.platform === 'linux'
    ? worksInLinux(process_id, postgres_dir)
    : looksLikePostgres(process_id);
}

/** Files in the data directory whose first line is the server's process number. */
const LOCK_FILES = ['postmaster.pid', `.s.PGSQL.${SOCKET_PORT}.lock`];

/**
 * PostgreSQL refuses to start while the process id in a lock file is alive, even if it now belongs
 * to another process (containers reuse low ids at once) or to a zombie. Only the id is replaced.
 * The line by which PostgreSQL finds backends that still use its shared memory stays, so that check
 * keeps working.
 */
export async function forgetStranger(
  postgres_dir: string,
  owner: Owner | undefined,
): Promise<void> {
  for (const name of LOCK_FILES) {
    const file = join(postgres_dir, name);
    const text = await readLockFile(file);
    const process_id = Number(text?.split('\n')[0]);
    if (text === undefined || !Number.isInteger(process_id) || process_id <= 0) continue;
    if (!isAlive(process_id) || (await worksIn(process_id, postgres_dir))) continue;
    await writeAtomically(file, text.replace(/^\d+/, String(NO_PROCESS)), owner);
  }
}
