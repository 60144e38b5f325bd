// The yardstick "naive service": Fastify and node-postgres over the same schema, one transaction of
// separate statements per request.
import { fileURLToPath } from 'node:url';
import type { RunningService } from '../scenario/scenario.ts';
import { startProgram } from './start-program.ts';

const MAIN = fileURLToPath(new URL('./naive-main.ts', import.meta.url));

/** Twice the default of node-postgres; 10 and 40 made no measurable difference. */
const POOL_SIZE = 20;

/** Starts on a migrated database of the benchmark, with its key; resolves when it answers. */
export async function startNaive(
  database_url: string,
  pool_size: number = POOL_SIZE,
): Promise<RunningService> {
  return await startProgram({
    name: 'The naive service',
    main: MAIN,
    environment: { DATABASE_URL: database_url, POOL_SIZE: String(pool_size) },
  });
}
