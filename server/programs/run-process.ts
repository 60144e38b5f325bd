// What every process of the service does: log, say why it cannot go on, and stop in order on a
// signal.
import type { Log } from '../app/process/log-words.ts';
import { StartupError } from '../lib/startup-error.ts';
import type { Config } from '../settings/config.ts';
import { createLog } from './log.ts';
import { errorText } from './told-error.ts';

/**
 * JSON lines if there is no terminal; on a terminal only warnings and errors, beside the first
 * words.
 */
export function openLog(config: Config): Log {
  const watched = process.stdout.isTTY === true && config.log_level === 'info';
  return createLog(watched ? 'warn' : config.log_level);
}

/** A sentence if an operator can fix it; with the places in the code if it is a bug. */
export function tellFailure(error: unknown): void {
  process.stderr.write(`${error instanceof StartupError ? error.message : errorText(error)}\n`);
}

/**
 * An uncaught error ends the process, as it would anyway; but Node itself would print the error
 * with all its properties.
 */
export function endAtUncaught(log: Log): void {
  process.on('uncaughtException', (error, origin) => {
    log.error({ err: error, origin }, 'uncaught error; the process ends');
    failProcess(error);
  });
}

export function failProcess(error: unknown): never {
  tellFailure(error);
  process.exit(1);
}

export type Running = { stop(): Promise<void> };

type StopReason = { readonly signal?: string; readonly told_by?: string };

export type Started = {
  /** Aborted once the process was asked to stop. */
  stopped: AbortSignal;
  /** Stops in order, as a signal does. */
  stop(why: StopReason): void;
};

/** The time to finish running work begins when the drain is over. */
export const stopOf = ({ drain_seconds, stop_seconds }: Config, log: Log) => ({
  log,
  stop_seconds: drain_seconds + stop_seconds,
});

/** Starts, and stops at SIGINT and SIGTERM; returns what was started, unless it has to stop. */
export async function runProcess<Part extends Running>(
  { log, stop_seconds }: { log: Log; stop_seconds: number },
  start: (process: Started) => Promise<Part>,
): Promise<Part> {
  const stopping = new AbortController();
  let running: Part | null = null;
  const stop = async (why: StopReason) => {
    if (stopping.signal.aborted) return;
    stopping.abort(new Error('The service was told to stop'));
    log.info(why, 'stopping');
    // Work still running then is cut off: callers retry, and no transaction is half written.
    setTimeout(() => process.exit(1), stop_seconds * 1_000).unref();
    await running?.stop();
    process.exit();
  };
  const stopSoon = (why: StopReason) => {
    stop(why).catch(failProcess);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => stopSoon({ signal }));
  }
  running = await start({ stopped: stopping.signal, stop: stopSoon });
  if (!stopping.signal.aborted) return running;
  await running.stop();
  return process.exit();
}
