// What a part of the check of deploy/ tells, and how it runs a program of the machine.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Why it could not be run here. */
export class NotRun extends Error {}

export type DeployPart = {
  readonly name: string;
  /** Resolves to what was seen; throws if it is not as promised, or `NotRun`. */
  readonly run: (folder: string) => Promise<string>;
};

export function needs(program: string, package_name = program): void {
  const { status } = spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
  if (status !== 0) throw new NotRun(`${program} is missing (Debian: ${package_name})`);
}

export function needsRoot(why: string): void {
  if (process.getuid?.() !== 0) throw new NotRun(`only root can ${why}`);
}

type Options = { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv };

/** Its output; throws with it if the program ends with another code than 0. */
export async function outputOfProgram(
  program: string,
  parameters: readonly string[],
  options: Options = {},
): Promise<string> {
  const child = spawn(program, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    output += String(chunk);
  });
  const [code] = await once(child, 'close');
  if (code === 0) return output;
  throw new Error(`${program} ${parameters.join(' ')} ended with code ${code}:\n${output}`);
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export type StartedProgram = { readonly told: () => string; readonly stop: () => Promise<void> };

/** A program that goes on until it is stopped. */
export function start(
  program: string,
  parameters: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): StartedProgram {
  const child = spawn(program, parameters, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let told = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      told += String(chunk);
    });
  }
  const ended = once(child, 'close').then(() => running.delete(child));
  return {
    told: () => told,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
