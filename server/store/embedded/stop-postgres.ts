// Stops a PostgreSQL server with increasing force; the write-ahead log makes every step safe.

import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, readPostmaster, worksIn } from './postmaster-file.ts';

/**
 * SIGINT ends sessions and writes a checkpoint; SIGQUIT leaves the rest to recovery at the next
 * start.
 */
const STEPS = [
  { signal: 'SIGINT', wait_ms: 6_000 },
  { signal: 'SIGQUIT', wait_ms: 2_000 },
  { signal: 'SIGKILL', wait_ms: 2_000 },
] as const;

const POLL_MS = 10;

function send(process_id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process_id, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function goneWithin(wait_ms: number, isGone: () => Promise<boolean>): Promise<boolean> {
  const end_ms = performance.now() + wait_ms;
  while (performance.now() < end_ms) {
    if (await isGone()) return true;
    await sleep(POLL_MS);
  }
  return isGone();
}

export async function stopProcess(
  process_id: number,
  isGone: () => Promise<boolean>,
): Promise<void> {
  for (const { signal, wait_ms } of STEPS) {
    send(process_id, signal);
    if (await goneWithin(wait_ms, isGone)) return;
  }
  throw new Error(`PostgreSQL process ${process_id} does not end`);
}

/** Stops a server left behind by a killed service; returns its process id. */
export async function stopOrphan(postgres_dir: string): Promise<number | undefined> {
  const found = await readPostmaster(postgres_dir);
  if (found === undefined) return undefined;
  const { process_id } = found;
  const isGone = async () => !isAlive(process_id) || !(await worksIn(process_id, postgres_dir));
  if (await isGone()) return undefined;
  await stopProcess(process_id, isGone);
  return process_id;
}
