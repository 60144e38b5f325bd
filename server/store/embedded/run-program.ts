// Runs one of PostgreSQL's programs to its end, as the chosen user and inside a folder, and returns
// its output.

import { spawn } from 'node:child_process';
import type { Owner } from './atomic-file.ts';

export type Finished = { code: number | null; output: string };

/**
 * The folder becomes the working directory before the user changes, so the program works there even
 * if its user has no access to the path.
 */
export const HERE = process.platform === 'linux' ? '/proc/self/cwd' : undefined;

/** Nothing of the service's environment (tokens, keys) is passed to PostgreSQL. */
export const PROGRAM_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export type ProgramContext = { folder: string; user: Owner | undefined };

export function runProgram(
  program: string,
  parameters: readonly string[],
  place: ProgramContext,
  input = '',
): Promise<Finished> {
  const { promise, resolve, reject } = Promise.withResolvers<Finished>();
  const child = spawn(program, parameters, {
    ...place.user,
    cwd: place.folder,
    env: PROGRAM_ENVIRONMENT,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  child.once('error', reject);
  child.once('close', (code) => resolve({ code, output }));
  child.stdin.once('error', () => undefined); // It ended before it read: its exit code tells why.
  child.stdin.end(input);
  return promise;
}
