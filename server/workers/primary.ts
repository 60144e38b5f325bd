// The primary process: opens the database and the port once for all, keeps the workers alive, and
// combines what they report.
import type { Log } from '../app/process/log-words.ts';
import type { ReadyService } from '../programs/first-words.ts';
import { createMetrics } from '../programs/metrics.ts';
import type { Running } from '../programs/run-process.ts';
import { serveMetrics } from '../serve-metrics.ts';
import { type KnownAtStart, openOnce } from '../service.ts';
import type { Config } from '../settings/config.ts';
import { listenUrl } from '../settings/config.ts';
import { masterKey } from '../settings/master-key.ts';
import {
  joinServiceDatabase,
  type StartedDatabase,
  startServiceDatabase,
} from '../store/open/open-database.ts';
import { openPort } from './port.ts';
import { createWorkerGroup } from './worker-group.ts';

/** Starts, migrates and seeds the database, so that any number of processes may then work on it. */
async function prepareDatabase(
  config: Config,
  log: Log,
  url: string,
  stopped: AbortSignal,
): Promise<StartedDatabase & KnownAtStart> {
  const started = await startServiceDatabase(
    { ...config, master_key: await masterKey(config) },
    log,
    stopped,
  );
  try {
    const db = await joinServiceDatabase(started.connection, config.workers, log, stopped);
    return { ...started, ...(await openOnce(config, log, url, db)) };
  } catch (error) {
    await started.stop();
    throw error;
  }
}

/** Throws a StartupError for what an operator can fix; resolves when every worker serves. */
export async function startPrimary(
  config: Config,
  log: Log,
  stopped: AbortSignal,
): Promise<ReadyService & Running> {
  log.info({ workers: config.workers, process: process.pid }, 'starting workers');
  const port = await openPort(config);
  const listening = listenUrl(config.host, port.number);
  const metrics = createMetrics();
  const first = Promise.withResolvers<void>();
  const preparing = prepareDatabase(config, log, listening, stopped);
  const database = preparing.then(({ connection }) => connection);
  const group = createWorkerGroup({ log, config, port, metrics, database, first });
  const stops: (() => Promise<void>)[] = [async () => (await preparing).stop()];
  const stop = async () => {
    const [in_order] = await Promise.all([group.stop(), port.close()]);
    for (const one of stops.toReversed()) await one();
    if (!in_order) process.exitCode = 1;
  };
  try {
    const { has_operator, one_person, copy } = await preparing;
    await first.promise;
    if (config.metrics_port !== undefined) {
      const listener = await serveMetrics(config, config.metrics_port, group.render);
      stops.push(() => listener.close());
    }
    const url = config.public_url_given ? config.public_url : listening;
    return { url, listening, has_operator, one_person, copy, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
