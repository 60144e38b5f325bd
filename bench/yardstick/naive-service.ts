// The yardstick "naive service": Fastify and node-postgres over the same schema, one transaction of
// separate statements per request.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { machineEnvironment } from '../harness/machine-environment.ts';
import type { RunningService } from '../scenario/scenario.ts';

const MAIN = fileURLToPath(new URL('./naive-main.ts', import.meta.url));

/** Twice the default of node-postgres; 10 and 40 made no measurable difference. */
const POOL_SIZE = 20;

/** Starts on a migrated database of the benchmark, with its key; resolves when it answers. */
export async function startNaive(
  database_url: string,
  pool_size: number = POOL_SIZE,
): Promise<RunningService> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...machineEnvironment(), DATABASE_URL: database_url, POOL_SIZE: String(pool_size) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'close');
  const ready = once(child, 'message');
  const first = await Promise.race([ready, ended.then(() => null)]);
  if (first === null) throw new Error('The naive service ended before it was ready');
  const [{ url }] = first;
  const { pid: process_id } = child;
  if (process_id === undefined) throw new Error('The naive service has no process');
  return {
    url,
    process_id,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
