// Runs the service as an operator does, in processes of its own, and stops or kills them.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LAUNCHER = 'bin/payment-orders.mjs';
const INFO = '{"level":30,';

export type ServiceEnvironment = Readonly<Record<string, string>>;
export type LogLine = Readonly<Record<string, unknown>> & { readonly msg?: string };

export type ServiceProcess = {
  /** Resolves with the address once it serves; rejects when it ends before that. */
  readonly ready: Promise<string>;
  /** The exit code. */
  readonly ended: Promise<number>;
  /** Once it is ready, warnings and errors only. */
  readonly log: readonly LogLine[];
  /** What it told its operator. */
  told(): string;
  /** SIGTERM; the exit code. */
  stop(): Promise<number>;
  /** SIGKILL to the service itself: nothing of it runs on, its PostgreSQL is left behind. */
  kill(): Promise<void>;
  /** SIGKILL to what started it, as a closing terminal or an impatient supervisor may do. */
  killLauncher(): void;
};

/** What reaches the service of the machine's own settings: where programs and files of Node are. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'];

function environment(settings: ServiceEnvironment): NodeJS.ProcessEnv {
  const machine = Object.entries(process.env).filter(([name]) => KEPT.includes(name));
  return { ...Object.fromEntries(machine), HOST: '127.0.0.1', PORT: '0', ...settings };
}

/** For what must be known before the service says it; somebody else might take it in between. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The port is not known');
  return address.port;
}

const running = new Set<ChildProcess>();

// A test that dies leaves no service: the service stops when its launcher is gone.
process.on('exit', () => {
  for (const launcher of running) launcher.kill('SIGKILL');
});

/** Its log lines name it; the launcher that was started here only passes signals on. */
function processOf(log: readonly LogLine[]): number {
  const [first] = log;
  if (typeof first?.pid !== 'number') throw new Error('The service has not said its process yet');
  return first.pid;
}

/** Starts it with these settings on a free port, and does not wait until it serves. */
export function spawnService(settings: ServiceEnvironment, project: string = ROOT): ServiceProcess {
  const launcher = spawn(process.execPath, [LAUNCHER, 'serve'], {
    cwd: project,
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(launcher);
  let told = '';
  launcher.stderr.on('data', (chunk) => {
    told += String(chunk);
  });
  const log: LogLine[] = [];
  let is_ready = false;
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  createInterface({ input: launcher.stdout }).on('line', (line) => {
    // A line per request would only be read to be thrown away.
    if (is_ready && line.startsWith(INFO)) return;
    const entry: LogLine = JSON.parse(line);
    log.push(entry);
    if (entry.msg !== 'ready') return;
    is_ready = true;
    resolve(String(entry.url));
  });
  const ended = once(launcher, 'close').then(([code]) => {
    running.delete(launcher);
    reject(new Error(`The service ended with code ${code} before it was ready: ${told}`));
    return Number(code);
  });
  // Not everybody waits for it: some want to see it end.
  ready.catch(() => undefined);
  return {
    ready,
    ended,
    log,
    told: () => told,
    stop: () => {
      launcher.kill('SIGTERM');
      return ended;
    },
    kill: async () => {
      process.kill(processOf(log), 'SIGKILL');
      await ended;
    },
    killLauncher: () => {
      launcher.kill('SIGKILL');
    },
  };
}
