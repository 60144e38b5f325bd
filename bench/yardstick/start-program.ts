// Starts a yardstick that answers HTTP as a process of its own, which sends its address when it is
// ready.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { machineEnvironment } from '../harness/machine-environment.ts';
import type { RunningService } from '../scenario/scenario.ts';

export type YardstickProgram = {
  readonly name: string;
  readonly main: string;
  readonly environment: Readonly<Record<string, string>>;
};

export async function startProgram(program: YardstickProgram): Promise<RunningService> {
  const { name, main, environment } = program;
  const child = spawn(process.execPath, [main], {
    env: { ...machineEnvironment(), ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'close');
  const ready = once(child, 'message');
  const first = await Promise.race([ready, ended.then(() => null)]);
  if (first === null) throw new Error(`${name} ended before it was ready`);
  const [{ url }] = first;
  const { pid: process_id } = child;
  if (process_id === undefined) throw new Error(`${name} has no process`);
  return {
    url,
    process_id,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
