// Starts one PostgreSQL server process and reports when it is ready, or why it ended.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { settingArguments } from './postgres-settings.ts';
import { readPostmaster } from './postmaster-file.ts';
import { HERE, PROGRAM_ENVIRONMENT, type ProgramContext } from './run-program.ts';

const MAX_LOG_BYTES = 10 * 1024 * 1024;
const MAX_TAIL_BYTES = 16 * 1024;
const POLL_MS = 10;
/** Never through a link: root may be writing into a folder of another user. */
const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
const APPEND = O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW;

export type ServerProcess = {
  process_id: number;
  /** Resolves when the process has ended, with the reason in words. */
  ended: Promise<string>;
  hasEnded: () => boolean;
  /** What the server has logged since this start. */
  readLog: () => Promise<string>;
};

function bytesOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0, // Not there before the first start.
  );
}

async function readFrom(file: string, start: number): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const from = Math.max(start, size - MAX_TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(size - from),
      0,
      size - from,
      from,
    );
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

function watchEnd(child: ChildProcess): Pick<ServerProcess, 'ended' | 'hasEnded'> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let has_ended = false;
  const end = (how: string) => {
    has_ended = true;
    resolve(how);
  };
  child.once('exit', (code, signal) => end(signal === null ? `code ${code}` : `signal ${signal}`));
  child.once('error', (error) => end(error.message));
  return { ended: promise, hasEnded: () => has_ended };
}

/**
 * `detached` gives it a session of its own: Ctrl-C in the terminal reaches only the service, which
 * finishes its work and then stops the database.
 */
export async function startServerProcess(
  postgres: string,
  place: ProgramContext,
  data_dir: string,
): Promise<ServerProcess> {
  const log_file = join(data_dir, 'postgres.log');
  if ((await bytesOf(log_file)) > MAX_LOG_BYTES) await rename(log_file, `${log_file}.1`);
  const log_start = await bytesOf(log_file);
  const log = openSync(log_file, APPEND, 0o600);
  try {
    const child = spawn(postgres, ['-D', HERE ?? place.folder, ...settingArguments()], {
      ...place.user,
      cwd: place.folder,
      env: PROGRAM_ENVIRONMENT,
      detached: true,
      stdio: ['ignore', log, log],
    });
    const end = watchEnd(child);
    return { process_id: child.pid ?? 0, readLog: () => readFrom(log_file, log_start), ...end };
  } finally {
    closeSync(log);
  }
}

/** Recovery after a crash may take long, so this waits as long as the process lives. */
export async function waitUntilReady(
  server: ServerProcess,
  postgres_dir: string,
  tellWaiting: (seconds: number) => void,
): Promise<boolean> {
  const start_ms = performance.now();
  let told_seconds = 0;
  while (!server.hasEnded()) {
    const found = await readPostmaster(postgres_dir);
    if (found?.process_id === server.process_id && found.is_ready) return true;
    const seconds = Math.floor((performance.now() - start_ms) / 1_000);
    if (seconds >= told_seconds + 5) {
      told_seconds = seconds;
      tellWaiting(seconds);
    }
    await sleep(POLL_MS);
  }
  return false;
}
