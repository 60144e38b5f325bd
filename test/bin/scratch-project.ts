// A small project with our launcher and stand-ins for what it starts, for tests that install and
// run for real.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MACHINE = `${process.platform}-${process.arch}`;
const BIN = fileURLToPath(new URL('../../bin', import.meta.url));

/**
 * Prints what it was started as; `exit N` ends so, `wait FILE` writes each signal down and ends by
 * SIGTERM.
 */
const PROGRAM = `
import { appendFileSync } from 'node:fs';
const [what, value] = process.argv.slice(2);
if (what === 'wait') {
  const timer = setInterval(() => undefined, 1_000);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      appendFileSync(value ?? '', signal + '\\n');
      if (signal === 'SIGTERM') {
        clearInterval(timer);
        process.exitCode = 3;
      }
    });
  }
}
const entry = import.meta.filename.split('/').slice(-2).join('/');
const args = process.argv.slice(2);
console.log(JSON.stringify({ entry, args, pinned: process.env.PINNED ?? '' }));
if (what === 'exit') process.exitCode = Number(value);
`;

export type Run = { code: number | null; stdout: string; stderr: string };

export type Project = {
  folder: string;
  start: (parameters: readonly string[], env?: NodeJS.ProcessEnv) => ChildProcess;
  run: (parameters: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Run>;
  writeLock: (dependency_version: string) => Promise<void>;
};

/** Without what npm, node:test and `npm test` itself set for their children. */
const OF_THE_RUNNER = /^npm_|^NODE_TEST_CONTEXT$|^NODE_COMPILE_CACHE$|^TEST_/i;
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !OF_THE_RUNNER.test(name)),
);

/**
 * A stand-in for the Node that comes with npm: the real one, with a word that tells which was
 * used.
 */
export async function pinNode({ folder }: Project, mode: number): Promise<string> {
  const bin = join(folder, 'node_modules', `node-${MACHINE}`, 'bin');
  await mkdir(bin, { recursive: true });
  const file = join(bin, 'node');
  const script = `#!/bin/sh\nPINNED=yes exec '${process.execPath}' "$@"\n`;
  await writeFile(file, script, { mode });
  return file;
}

export function finished(child: ChildProcess): Promise<Run> {
  const { promise, resolve } = Promise.withResolvers<Run>();
  const run: Run = { code: null, stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    run.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    run.stderr += chunk;
  });
  child.once('close', (code) => resolve({ ...run, code }));
  return promise;
}

/**
 * One dependency, which is a folder of the project: installed by the real npm, but from no
 * registry.
 */
async function writeLock(folder: string, dependency_version: string): Promise<void> {
  const base = { name: 'scratch', version: '1.0.0', dependencies: { local: 'file:local' } };
  const local = { name: 'local', version: dependency_version };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...base, type: 'module' }));
  await writeFile(join(folder, 'local', 'package.json'), JSON.stringify(local));
  const packages = {
    '': base,
    local: { version: dependency_version },
    'node_modules/local': { resolved: 'local', link: true },
  };
  const lock = { name: 'scratch', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
}

/** Closed to other users, and npm told in the user's settings to run no scripts. */
export async function withProject(work: (project: Project) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'po-bin-'));
  await chmod(folder, 0o700);
  await writeFile(join(folder, '.npmrc'), 'ignore-scripts=true\n');
  await cp(BIN, join(folder, 'bin'), { recursive: true });
  for (const name of ['server', 'cli', 'local', 'test']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'server', 'main.ts'), PROGRAM);
  await writeFile(join(folder, 'cli', 'main.ts'), PROGRAM);
  await writeLock(folder, '1.0.0');
  const start: Project['start'] = (parameters, env = {}) =>
    spawn(process.execPath, parameters, {
      cwd: folder,
      env: { ...ENVIRONMENT, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  try {
    await work({
      folder,
      start,
      run: (parameters, env) => finished(start(parameters, env)),
      writeLock: (dependency_version) => writeLock(folder, dependency_version),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
