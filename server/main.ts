// The process: reads the settings, starts the service, says what it is, and stops it at a signal.
import pino from 'pino';
import { type Config, readConfig } from './config.ts';
import { firstWords } from './first-words.ts';
import { type Service, startService } from './service.ts';
import { StartupError } from './startup-error.ts';

const STOP_WITHIN_MS = 10_000;

/**
 * JSON lines where nobody watches; on a terminal only what needs attention, beside the first words.
 */
function createLog(config: Config) {
  const watched = process.stdout.isTTY === true && config.log_level === 'info';
  return pino({
    level: watched ? 'warn' : config.log_level,
    redact: ['req.headers', 'headers', 'token', 'secret', 'number'],
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}

function fail(error: unknown): never {
  const text = error instanceof StartupError ? error.message : String(error);
  process.stderr.write(`${text}\n`);
  if (!(error instanceof StartupError) && error instanceof Error) {
    process.stderr.write(`${error.stack}\n`);
  }
  process.exit(1);
}

function readSettings(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    return fail(error);
  }
}

async function run(config: Config): Promise<void> {
  const log = createLog(config);
  const stopping = new AbortController();
  let service: Service | null = null;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping.signal.aborted) return;
    stopping.abort(new Error('The service was told to stop'));
    log.info({ signal }, 'stopping');
    // What is still in flight then is cut: callers retry, and nothing half-written stays.
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await service?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop(signal).catch(fail);
    });
  }
  service = await startService(config, log, stopping.signal);
  if (stopping.signal.aborted) {
    await service.stop();
    process.exit(0);
  }
  await firstWords(config, service, log);
}

const config = readSettings();
run(config).catch(fail);
