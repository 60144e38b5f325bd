// Keeps one PostgreSQL server running: starts it, restarts it if it dies, and stops it for good.

import { setTimeout as sleep } from 'node:timers/promises';
import { forgetStranger } from './postmaster-file.ts';
import { programError } from './program-errors.ts';
import type { ProgramContext } from './run-program.ts';
import { type ServerProcess, startServerProcess, waitUntilReady } from './server-process.ts';
import { stopProcess } from './stop-postgres.ts';

/** A `pino` logger fits this type. */
export type EmbeddedLog = {
  info: (message: string) => void;
  warn: (message: string) => void;
  error: (message: string) => void;
};

/** What is needed to start the server, as often as necessary. */
export type Startable = {
  postgres: string;
  place: ProgramContext;
  data_dir: string;
  log: EmbeddedLog;
};

export type Kept = { processId: () => number | undefined; stop: () => Promise<void> };

type State = Startable & { server: ServerProcess | undefined; stopping: AbortController };

const FIRST_DELAY_MS = 50;
const MAX_DELAY_MS = 5_000;
/** A server that ran this long was healthy: its next restart happens without delay. */
const HEALTHY_MS = 30_000;
/**
 * Sessions of a killed server may keep its shared memory a moment longer than the server itself.
 */
const STILL_HELD = /pre-existing shared memory block/;
const HELD_TRIES = 60;
const HELD_DELAY_MS = 250;
const STOP_POLL_MS = 20;

/**
 * Starts the server and waits; a StartupError with PostgreSQL's own reason if it ends before it is
 * ready.
 */
async function startOnce(state: State): Promise<void> {
  const { postgres, place, data_dir, log } = state;
  await forgetStranger(place.folder, place.user);
  const server = await startServerProcess(postgres, place, data_dir);
  state.server = server;
  const is_ready = await waitUntilReady(server, place.folder, (seconds) => {
    log.info(`PostgreSQL is still starting after ${seconds} s (see ${data_dir}/postgres.log)`);
  });
  if (is_ready) return;
  const output = `${await server.readLog()}\nit ended with ${await server.ended}`;
  throw programError('serve', place.folder, output);
}

async function startFirst(state: State): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOnce(state);
    } catch (error) {
      const is_held = error instanceof Error && STILL_HELD.test(error.message);
      if (!is_held || tries >= HELD_TRIES) throw error;
      await sleep(HELD_DELAY_MS);
    }
  }
}

async function startAgain(state: State): Promise<void> {
  try {
    await startOnce(state);
    state.log.info('PostgreSQL is back');
  } catch (error) {
    if (state.stopping.signal.aborted) return; // stop() has ended it.
    state.log.error(error instanceof Error ? error.message : String(error));
  }
}

async function keepRunning(state: State): Promise<void> {
  const { signal } = state.stopping;
  let delay_ms = FIRST_DELAY_MS;
  for (;;) {
    const since_ms = performance.now();
    const how = await state.server?.ended;
    if (signal.aborted) return;
    if (performance.now() - since_ms >= HEALTHY_MS) delay_ms = FIRST_DELAY_MS;
    state.log.warn(`PostgreSQL has ended (${how}): starting it again in ${delay_ms} ms`);
    // stop() interrupts this sleep; the next line checks for it.
    await sleep(delay_ms, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    delay_ms = Math.min(MAX_DELAY_MS, delay_ms * 2);
    await startAgain(state);
  }
}

function runningId({ server }: State): number | undefined {
  return server === undefined || server.hasEnded() ? undefined : server.process_id;
}

async function stopServer({ server }: State): Promise<void> {
  if (server === undefined || server.hasEnded()) return;
  await stopProcess(server.process_id, () => Promise.resolve(server.hasEnded()));
}

export async function keepAlive(startable: Startable): Promise<Kept> {
  const state: State = { ...startable, server: undefined, stopping: new AbortController() };
  // The last resort for an exit without stop(): at that point only a signal can be sent.
  const interrupt = () => {
    const process_id = runningId(state);
    if (process_id !== undefined) process.kill(process_id, 'SIGINT');
  };
  process.on('exit', interrupt);
  let is_running = true;
  const forget = () => {
    is_running = false;
    process.off('exit', interrupt);
  };
  await startFirst(state).catch(async (error: unknown) => {
    await stopServer(state);
    forget();
    throw error;
  });
  const running = keepRunning(state).finally(forget);
  return {
    processId: () => runningId(state),
    stop: async () => {
      state.stopping.abort();
      // Repeated, because a restart in progress may be about to start another server.
      while (is_running) {
        await stopServer(state);
        await Promise.race([running, sleep(STOP_POLL_MS)]);
      }
    },
  };
}
