// The yardstick "only the rows": inserts the rows of pay-ins in batches, in a separate process.
import { fileURLToPath } from 'node:url';
import { runDriverProgram } from '../yardstick/run-driver.ts';
import type { BatchLoad, BatchResult } from './batch-load.ts';

const MAIN = fileURLToPath(new URL('./batches-main.ts', import.meta.url));

export function runBatches(load: BatchLoad): Promise<BatchResult> {
  return runDriverProgram(MAIN, load);
}
