// Measures the processor time of processes and their descendants: on a shared machine it is more
// reliable than elapsed time.
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { listProcesses, processTree } from './process-tree.ts';

/** The process ended before its file was opened, or while it was read. */
const GONE: readonly unknown[] = ['ENOENT', 'ESRCH'];

/** The unit of /proc on Linux, whatever the kernel's own clock is. */
const TICK_US = 10_000;
/** After the name in brackets: state is the first. */
const USER_TIME = 11;

function ticksIn(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Its own, in user and system mode, and that of children that have ended.
  const times = fields.slice(USER_TIME, USER_TIME + 4).map(Number);
  return times.reduce((sum, ticks) => sum + ticks, 0);
}

async function ticksOf(process_id: number): Promise<number> {
  try {
    return ticksIn(await readFile(`/proc/${process_id}/stat`, 'utf8'));
  } catch (error) {
    const is_gone = error instanceof Error && 'code' in error && GONE.includes(error.code);
    if (!is_gone) throw error;
    return 0; // The process has ended, and its parent counts its time.
  }
}

/** Only Linux reports it this precisely. */
export const HAS_PROCESSOR_TIMES = process.platform === 'linux';

export async function processorTimeUs(process_id: number): Promise<number> {
  const tree = processTree(await listProcesses(), process_id);
  const ticks = await Promise.all(tree.map((row) => ticksOf(row.id)));
  return ticks.reduce((sum, one) => sum + one, 0) * TICK_US;
}

/** The main process of the PostgreSQL server, the parent of every connection's process. */
export async function serverProcess(database_url: string): Promise<number> {
  const client = new pg.Client({ connectionString: database_url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
    const own = (await listProcesses()).find((row) => row.id === rows[0]?.id);
    if (own === undefined) throw new Error('PostgreSQL runs on another machine');
    return own.parent;
  } finally {
    await client.end();
  }
}
