// A sandbox started as an operator starts it, and a shell in which documents' commands run.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What commands in documents use of the project's folder; what they write goes elsewhere. */
const LINKED = ['bin', 'docs', 'sdk', 'node_modules', 'package.json'];

export type ShellResult = { code: number | null; output: string; complaints: string };

export type SandboxShell = {
  /** `PORT` and `DATA_DIR`, as the commands expect them. */
  settings: { PORT: string; DATA_DIR: string };
  run(script: string, env?: NodeJS.ProcessEnv): Promise<ShellResult>;
  stop(): Promise<void>;
};

/** A folder in which documents' commands run as in the project's. */
export async function makeCommandFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'commands-'));
  await Promise.all(LINKED.map((name) => symlink(join(ROOT, name), join(folder, name))));
  return folder;
}

async function portOf(child: ChildProcess & { stdout: NodeJS.ReadableStream }): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) {
    const said: unknown = JSON.parse(line);
    if (typeof said !== 'object' || said === null || !('msg' in said)) continue;
    if (said.msg !== 'ready' || !('url' in said)) continue;
    child.stdout.resume();
    return new URL(String(said.url)).port;
  }
  throw new Error('The service ended before it was ready');
}

export async function startSandboxShell(): Promise<SandboxShell> {
  const folder = await makeCommandFolder();
  const data = join(folder, 'data');
  const env = { ...process.env, PORT: '0', DATA_DIR: data, LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const settings = { PORT: await portOf(child), DATA_DIR: data };
    return {
      settings,
      stop,
      run: (script, more = {}) => runShell(folder, script, { ...settings, ...more }),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

export async function runShell(
  cwd: string,
  script: string,
  env: NodeJS.ProcessEnv,
): Promise<ShellResult> {
  const shell = spawn('sh', ['-eu'], {
    cwd,
    env: { ...process.env, ...env, NO_COLOR: '1' },
    stdio: 'pipe',
  });
  let output = '';
  let complaints = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  shell.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  shell.stdin.end(script);
  const [code] = await once(shell, 'close');
  return { code, output, complaints };
}
