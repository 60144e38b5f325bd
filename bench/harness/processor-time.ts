// The processor time of processes with all that they have started: on a machine that others use
// too, it says more than the clock does.
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { listProcesses, processTree } from './process-tree.ts';

/** What Linux counts in, whatever its kernel's own clock is. */
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
    const is_gone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!is_gone) throw error;
    return 0; // Its parent has counted it.
  }
}

/** Only Linux tells it so finely. */
export const HAS_PROCESSOR_TIMES = process.platform === 'linux';

export async function processorTimeUs(process_id: number): Promise<number> {
  const tree = processTree(await listProcesses(), process_id);
  const ticks = await Promise.all(tree.map((row) => ticksOf(row.id)));
  return ticks.reduce((sum, one) => sum + one, 0) * TICK_US;
}

/** The process of the whole PostgreSQL server: what every connection's process comes from. */
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
