// Runs the service as an operator does, in processes of its own, and stops or kills them.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { machineEnvironment } from './machine-environment.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LAUNCHER = 'bin/payment-orders.mjs';
const INFO = '{"level":30,';

export type ServiceEnvironment = Readonly<Record<string, string>>;
export type LogLine = Readonly<Record<string, unknown>> & { readonly msg?: string };

export type ServiceProcess = {
  /** Resolves with the address once the service is ready; rejects if it ends before that. */
  readonly ready: Promise<string>;
  /** The exit code. */
  readonly ended: Promise<number>;
  /** Log lines; only warnings and errors once the service is ready. */
  readonly log: readonly LogLine[];
  /** The text that the service printed for its operator. */
  told(): string;
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number>;
  /** Sends SIGKILL to the service itself, which leaves its PostgreSQL behind. */
  kill(): Promise<void>;
  /** Sends SIGKILL to the launcher, as a closing terminal or a supervisor may do. */
  killLauncher(): void;
};

/** A machine that does much else needs longer to stop, and is no reason to lose work. */
const DEFAULTS = { HOST: '127.0.0.1', PORT: '0', STOP_SECONDS: '120' };

/** Below the ports that systems give to connections and to whoever asks for any port. */
const FIRST_PORT = 20_000;
const PORTS = 12_000;
const taken = new Set<number>();

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (Object(error).code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/**
 * A free port, for tests that need it in advance. Nobody is given it meanwhile; only another
 * process that draws one here could draw the same.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + randomInt(PORTS);
    if (taken.has(port) || !(await isFree(port))) continue;
    taken.add(port);
    return port;
  }
}

const running = new Set<ChildProcess>();

// A test that dies leaves no service behind, because the service stops with its launcher.
process.on('exit', () => {
  for (const launcher of running) launcher.kill('SIGKILL');
});

/** Read from its log lines, because the process started here is only the launcher. */
function processOf(log: readonly LogLine[]): number {
  const [first] = log;
  if (typeof first?.pid !== 'number') throw new Error('The service has not said its process yet');
  return first.pid;
}

/** Starts the service with these settings on a free port; does not wait until it is ready. */
export function spawnService(settings: ServiceEnvironment, project: string = ROOT): ServiceProcess {
  const launcher = spawn(process.execPath, [LAUNCHER, 'serve'], {
    cwd: project,
    env: { ...machineEnvironment(), ...DEFAULTS, ...settings },
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
    // Nobody reads a log line per request.
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
  // Some callers only wait for the end; without this, a failed start would be unhandled.
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
