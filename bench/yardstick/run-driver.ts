// Runs our own drivers in separate processes, like pgbench.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { machineEnvironment } from '../harness/machine-environment.ts';
import type { DriverLoad, DriverResult } from './driver-load.ts';

const MAIN = fileURLToPath(new URL('./driver-main.ts', import.meta.url));

/** Sends the load to the program's standard input, and reads what it writes. */
export async function runDriverProgram<Load, Result>(main: string, load: Load): Promise<Result> {
  const child = spawn(process.execPath, [main], {
    env: machineEnvironment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  child.stdin.end(JSON.stringify(load));
  const told = await text(child.stdout);
  const [code] = await closed;
  if (code !== 0) throw new Error(`The driver ended with code ${code}`);
  return JSON.parse(told);
}

export function runDriver(load: DriverLoad): Promise<DriverResult> {
  return runDriverProgram(MAIN, load);
}
