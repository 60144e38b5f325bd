// Runs a load in a separate process, so that it shares no event loop with the measuring process.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadPlan, LoadResult } from './load-plan.ts';

const PROGRAM = fileURLToPath(new URL('./load-main.ts', import.meta.url));

export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const child = fork(PROGRAM, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'close');
  const answered = new Promise<LoadResult>((resolve, reject) => {
    child.once('message', (result) => resolve(result as LoadResult));
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`The load ended with code ${code}`)));
  });
  child.send(plan);
  try {
    return await answered;
  } finally {
    await ended;
  }
}
