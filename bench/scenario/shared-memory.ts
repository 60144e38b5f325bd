// Measures the memory of a service and its PostgreSQL, counting pages that processes share once.
import { readFile } from 'node:fs/promises';
import { listProcesses, processTree } from '../harness/process-tree.ts';

export type Memory = { readonly service_mb: number; readonly postgres_mb: number };

const KB_PER_MB = 1_024;
const NONE: Memory = { service_mb: 0, postgres_mb: 0 };

/** Only Linux reports each process's part of shared pages. */
export const HAS_SHARED_MEMORY = process.platform === 'linux';

function sizeIn(text: string, name: string): number {
  const [, kb] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text) ?? [];
  if (kb === undefined) throw new Error(`The system does not tell ${name}`);
  return Number(kb) / KB_PER_MB;
}

/**
 * Each PostgreSQL process counts its part of the shared pages. A worker runs the same program as
 * the service, whose process counts all of the program's pages.
 */
async function shareOf(process_id: number): Promise<Memory> {
  const name = await readFile(`/proc/${process_id}/comm`, 'utf8');
  const sizes = await readFile(`/proc/${process_id}/smaps_rollup`, 'utf8');
  if (name.trim() === 'postgres') return { ...NONE, postgres_mb: sizeIn(sizes, 'Pss') };
  return { ...NONE, service_mb: sizeIn(sizes, 'Private_Clean') + sizeIn(sizes, 'Private_Dirty') };
}

/** A PostgreSQL process may end after it was listed and before its memory is read. */
async function shareIfThere(process_id: number): Promise<Memory> {
  try {
    return await shareOf(process_id);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ESRCH') return NONE;
    throw error;
  }
}

/** The memory of a service with its embedded PostgreSQL and its workers, if any. */
export async function memoryOf(process_id: number): Promise<Memory> {
  const [, ...others] = processTree(await listProcesses(), process_id);
  const shares = await Promise.all(others.map((one) => shareIfThere(one.id)));
  const own_mb = sizeIn(await readFile(`/proc/${process_id}/status`, 'utf8'), 'VmRSS');
  const sum = (name: keyof Memory) => shares.reduce((total, share) => total + share[name], 0);
  return { service_mb: own_mb + sum('service_mb'), postgres_mb: sum('postgres_mb') };
}
