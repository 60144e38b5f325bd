// What every process of the service does alike: it logs, says why it cannot go on, and stops in
// order when it is told to.
import pino from 'pino';
import type { Log } from './app/app.ts';
import type { Config } from './config.ts';
import { StartupError } from './startup-error.ts';

const STOP_WITHIN_MS = 10_000;

/**
 * JSON lines where nobody watches; on a terminal only what needs attention, beside the first words.
 */
export function createLog(config: Config): Log {
  const watched = process.stdout.isTTY === true && config.log_level === 'info';
  return pino({
    level: watched ? 'warn' : config.log_level,
    redact: ['req.headers', 'headers', 'token', 'secret', 'number'],
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}

/** In words where somebody can mend it, with its place in the code where it is a bug. */
export function tellFailure(error: unknown): void {
  const text = error instanceof StartupError ? error.message : String(error);
  process.stderr.write(`${text}\n`);
  if (!(error instanceof StartupError) && error instanceof Error) {
    process.stderr.write(`${error.stack}\n`);
  }
}

export function fail(error: unknown): never {
  tellFailure(error);
  process.exit(1);
}

export type Running = { stop(): Promise<void> };

export type Started = {
  /** Aborted once the process was told to stop. */
  stopped: AbortSignal;
  /** Stops in order, as a signal does. */
  stop(why: object): void;
};

/** Starts, and stops at SIGINT and SIGTERM; returns what was started, unless it has to stop. */
export async function runProcess<Part extends Running>(
  log: Log,
  start: (process: Started) => Promise<Part>,
): Promise<Part> {
  const stopping = new AbortController();
  let running: Part | null = null;
  const stop = async (why: object) => {
    if (stopping.signal.aborted) return;
    stopping.abort(new Error('The service was told to stop'));
    log.info(why, 'stopping');
    // What is still in flight then is cut: callers retry, and nothing half-written stays.
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await running?.stop();
    process.exit();
  };
  const stopSoon = (why: object) => {
    stop(why).catch(fail);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => stopSoon({ signal }));
  }
  running = await start({ stopped: stopping.signal, stop: stopSoon });
  if (!stopping.signal.aborted) return running;
  await running.stop();
  return process.exit();
}
