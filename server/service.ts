// The composition root: puts database, use cases, HTTP and jobs together, and takes them apart in
// order.
import type { Log } from './app/app.ts';
import { type OpenApp, openApp } from './app/open-app.ts';
import { seedSandbox } from './app/seed-sandbox.ts';
import { type Config, listenUrl } from './config.ts';
import { buildServer } from './http/build-server.ts';
import { type Listener, listen } from './http/listener.ts';
import { startJobs } from './jobs/runner.ts';
import { masterKey } from './master-key.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { keepNotes } from './sandbox-notes.ts';
import { openServiceDatabase } from './store/open-database.ts';
import { readClock } from './store/settings.ts';

export type Service = {
  url: string;
  /** Where it listens, which is not what PUBLIC_URL says behind a proxy. */
  listening: string;
  app: OpenApp;
  /** Finishes what is in flight; what lasts longer is cut by the caller's patience. */
  stop(): Promise<void>;
};

type Stops = (() => Promise<void>)[];

async function unwind(stops: Stops): Promise<void> {
  for (const stop of stops.toReversed()) await stop();
}

function readiness(app: OpenApp) {
  return async () => {
    try {
      await readClock(app.store.db);
      return { ok: true, checks: { database: 'ok' } };
    } catch (error) {
      app.log.warn({ err: error }, 'not ready');
      return { ok: false, checks: { database: 'away' } };
    }
  };
}

async function serveMetrics(metrics: Metrics, config: Config, port: number): Promise<Listener> {
  const listener = await listen(config.host, port, config.public_url);
  listener.serve(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end();
    const { content_type, body } = await metrics.render();
    return response.writeHead(200, { 'content-type': content_type }).end(body);
  });
  return listener;
}

/** Everything between an open port and a ready service; each part says how it is undone. */
async function open(
  config: Config,
  log: Log,
  listener: Listener,
  url: string,
  stops: Stops,
  stopped: AbortSignal,
): Promise<OpenApp> {
  const metrics = createMetrics();
  const opened = await openServiceDatabase(config, log, stopped);
  stops.push(opened.stop);
  const app = await openApp({
    mode: config.mode,
    public_url: config.public_url_given ? config.public_url : url,
    allow_local_callbacks: config.callback_allow_local,
    rate_limit_per_second: config.rate_limit_per_second,
    log,
    count: metrics.count,
    db: opened.db,
    master_key: await masterKey(config),
    operator_token: config.operator_token,
  });
  stops.push(() => app.close());
  if (config.mode === 'sandbox' && config.seed) {
    const notes = await seedSandbox(app);
    if (notes !== null) await keepNotes(config.data_dir, notes);
  }
  const http = await buildServer(app, {
    listener,
    trusted_proxies: [...config.trusted_proxies],
    ready: readiness(app),
    ...(config.mode === 'sandbox' && config.metrics_port === undefined
      ? { metrics: metrics.render }
      : {}),
  });
  stops.push(() => http.close());
  const jobs = startJobs(app);
  stops.push(() => jobs.stop());
  if (config.metrics_port !== undefined) {
    const metrics_listener = await serveMetrics(metrics, config, config.metrics_port);
    stops.push(() => metrics_listener.close());
  }
  return app;
}

/** Throws a StartupError for what an operator can mend; `stopped` ends waiting for a database. */
export async function startService(
  config: Config,
  log: Log,
  stopped: AbortSignal,
): Promise<Service> {
  const listener = await listen(config.host, config.port, config.public_url);
  const url = listenUrl(config.host, listener.port);
  const stops: Stops = [];
  try {
    const app = await open(config, log, listener, url, stops, stopped);
    const stop = async () => {
      // New requests are refused first; then the jobs, the writer and the database come to rest.
      await listener.close();
      await unwind(stops);
    };
    return { url: app.public_url, listening: url, app, stop };
  } catch (error) {
    await unwind(stops);
    listener.server.closeAllConnections();
    await listener.close();
    throw error;
  }
}
