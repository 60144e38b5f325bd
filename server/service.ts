// The composition root: assembles database, use cases, HTTP and jobs, and stops them in order.

import { hasOwner } from './app/access/local-owner.ts';
import { readOnePerson } from './app/approval/one-person.ts';
import type { OpenApp } from './app/open-app.ts';
import type { RequestsElsewhere, SettingsElsewhere } from './app/process/app.ts';
import { createDrain, type Drain, readyUntil } from './app/process/drain.ts';
import type { Log } from './app/process/log-words.ts';
import { createReadiness } from './app/process/readiness.ts';
import { besideOthers } from './beside-others.ts';
import { openCellsBeside } from './cells/cells-beside.ts';
import type { Control } from './cells/keep-cells.ts';
import { roleHas } from './domain/access/rights.ts';
import type { CellIdentity, CellWish } from './domain/service/cell-identity.ts';
import { createAdmission } from './http/admission/admission.ts';
import { limitRule } from './http/admission/admission-limit.ts';
import { buildServer } from './http/build-server.ts';
import { createFailureLimit } from './http/error/rate-limit.ts';
import { wholeTradeFile } from './http/operator/trade/trade-file.ts';
import { createListener, type Listener, listen } from './http/transport/listener.ts';
import { createLiveStreams, STREAM_LIMITS } from './http/transport/live-streams.ts';
import { startJobs } from './jobs/runner.ts';
import type { ReadyService } from './programs/first-words.ts';
import { meterDatabase } from './programs/meter-database.ts';
import { createMetrics, type Metrics } from './programs/metrics.ts';
import { openTraces } from './programs/open-traces.ts';
import { serveMetrics } from './serve-metrics.ts';
import type { Config } from './settings/config.ts';
import { listenUrl } from './settings/config.ts';
import { mailServer } from './settings/mail-server.ts';
import { masterKey } from './settings/master-key.ts';
import type { Database } from './store/connection/database.ts';
import {
  type Connection,
  joinServiceDatabase,
  openServiceDatabase,
} from './store/open/open-database.ts';
import {
  noteKnownCell,
  requireKnownCells,
  requireNoOtherCells,
} from './store/schema/cell-identity.ts';
import { openUseCases, publicUrl, type Stops, type UseCaseParts } from './use-cases.ts';

export type Service = KnownAtStart & {
  url: string;
  /** Where it listens, which differs from PUBLIC_URL behind a proxy. */
  listening: string;
  app: OpenApp;
  /** Finishes running work; the caller decides how long to wait. */
  stop(): Promise<void>;
};

async function unwind(stops: Stops): Promise<void> {
  for (const stop of stops.toReversed()) await stop();
}

/** What the primary does or knows once for all its workers. */
export type Shared = {
  /** To a database that is started, migrated and seeded. */
  connection: Connection;
  metrics: Metrics;
  requests_elsewhere: RequestsElsewhere;
  settings_elsewhere: SettingsElsewhere;
  /** Resolves when this worker is to run also the jobs that one process does for all. */
  single_jobs: Promise<void>;
  /** Resolves when the workers may listen on the port. */
  readyToListen(): Promise<void>;
};

type Parts = UseCaseParts & { drain: Drain };

async function hasOperator(app: OpenApp): Promise<boolean> {
  const tokens = [...(await app.settings.current()).operator_tokens.values()];
  return tokens.some(({ role }) => roleHas(role, 'people.change')) || (await hasOwner(app));
}

/** What the first words say about its data. */
export type KnownAtStart = Pick<ReadyService, 'has_operator' | 'one_person' | 'copy'>;

const knownAtStart = async (app: OpenApp): Promise<KnownAtStart> => ({
  has_operator: await hasOperator(app),
  one_person: (await readOnePerson(app))?.text ?? null,
  copy: (await app.settings.current()).copy?.text ?? null,
});

/** Opens the use cases for the work that is done once for all processes, then closes them. */
export async function openOnce(
  config: Config,
  log: Log,
  url: string,
  db: Database,
): Promise<KnownAtStart> {
  const stops: Stops = [];
  try {
    await requireNoOtherCells(db);
    const metrics = createMetrics();
    const app = await openUseCases({ config, log, tracer: null, metrics, url, stops }, db, true);
    return await knownAtStart(app);
  } finally {
    await unwind(stops);
  }
}

function guard(parts: Parts, listener: Listener): void {
  const { config, log, metrics } = parts;
  const admission = createAdmission({
    public_url: publicUrl(parts),
    rule: limitRule(config.workers),
    log,
    shed: (kind) => metrics.count('http_requests_shed', { kind }),
  });
  metrics.watch('http_requests_in_work', admission.inWork);
  metrics.watch('http_requests_limit', admission.limit);
  listener.guardWith(admission.guard);
}

/** Connections beside those of open pages: far more than are answered at once, but bounded. */
const OTHER_CONNECTIONS_MAX = 10_000;

type Around = {
  /** One of several processes. */
  shared?: Shared;
  /** Set if there are cells beside the control cell. */
  beside?: { control: Control; own: Metrics } | null;
};

async function openHttp(
  parts: Parts,
  app: OpenApp,
  listener: Listener,
  { shared, beside = null }: Around,
): Promise<void> {
  const { config, metrics, stops } = parts;
  guard(parts, listener);
  const most = config.page_streams_max + OTHER_CONNECTIONS_MAX;
  listener.limitConnections(most, () => metrics.count('http_connections_dropped'));
  const streams = createLiveStreams({ ...STREAM_LIMITS, most: config.page_streams_max });
  metrics.watch('page_streams', streams.size);
  metrics.watch('event_followers', app.followers.size);
  listener.endWith(() => {
    streams.stop();
    app.followers.stop();
  });
  const metrics_here = config.mode === 'sandbox' && config.metrics_port === undefined;
  const http = {
    trusted_proxies: [...config.trusted_proxies],
    pages: { streams, requests_per_second: config.page_rate_limit_per_second },
    failure_limit: createFailureLimit(),
  };
  const cells =
    beside === null
      ? null
      : await openCellsBeside({
          parts: { ...parts, http },
          control: beside.control,
          metrics: { process: metrics, control: beside.own },
        });
  if (cells !== null) stops.push(cells.stop);
  const render = cells?.render ?? metrics.render;
  const ready = cells?.ready(createReadiness(app)) ?? createReadiness(app);
  const server = await buildServer(shared === undefined ? app : besideOthers(app, shared), {
    ...http,
    // Without other cells a request goes to the server as it comes.
    listener:
      cells === null
        ? listener
        : { server: listener.server, serve: (own) => listener.serve(cells.front(own)) },
    ready: readyUntil(parts.drain, ready),
    ...(metrics_here ? { metrics: render } : {}),
    cells: cells?.cells ?? null,
  });
  stops.push(() => server.close());
  if (config.metrics_port === undefined || shared !== undefined) return;
  const metrics_listener = await serveMetrics(config, config.metrics_port, render);
  stops.push(() => metrics_listener.close());
}

type OpenedControl = { identity: CellIdentity | null; db: Database };

function controlCell({ cells: [control] }: Config): CellWish | undefined {
  return control === undefined ? undefined : { name: control.name, control: null };
}

async function checkCells({ cells }: Config, { identity, db }: OpenedControl): Promise<void> {
  if (identity === null) return await requireNoOtherCells(db);
  await requireKnownCells(
    db,
    cells.map(({ name }) => name),
  );
  await noteKnownCell(db, identity.name);
}

/** Everything between an open port and a ready service; each part registers how it is undone. */
async function open(parts: Parts, listener: Listener, stopped: AbortSignal): Promise<OpenApp> {
  const { config, log, metrics, stops } = parts;
  const opened = await openServiceDatabase(
    { ...config, master_key: await masterKey(config), cell: controlCell(config) },
    log,
    stopped,
  );
  stops.push(opened.stop);
  await checkCells(config, opened);
  const { identity, db } = opened;
  const { length: count } = config.cells;
  const cell = identity === null || count === 1 ? null : { name: identity.name, is_control: true };
  const own = cell === null ? metrics : createMetrics({ of_cell: true });
  meterDatabase(db, own);
  const app = await openUseCases({ ...parts, metrics: own, cell }, db, true);
  const beside = cell === null || identity === null ? null : { control: { identity, app }, own };
  await openHttp(parts, app, listener, { beside });
  const jobs = startJobs(app, mailServer(config), wholeTradeFile);
  stops.push(() => jobs.stop());
  return app;
}

async function serviceOf(parts: Parts, app: OpenApp, listener: Listener): Promise<Service> {
  const stop = async () => {
    listener.endConnections();
    await parts.drain.begin();
    // First refuse new requests; then stop the jobs, the writer and the database.
    await listener.close();
    await unwind(parts.stops);
  };
  const known = await knownAtStart(app);
  return { url: app.public_url, listening: parts.url, ...known, app, stop };
}

async function undo(parts: Parts, listener: Listener): Promise<void> {
  await unwind(parts.stops);
  listener.server.closeAllConnections();
  await listener.close();
}

/** Throws a StartupError for what an operator can fix; `stopped` ends waiting for a database. */
export async function startService(
  config: Config,
  log: Log,
  stopped: AbortSignal,
): Promise<Service> {
  const listener = await listen(config.host, config.port, config.public_url);
  const url = listenUrl(config.host, listener.port);
  const drain = createDrain({ log }, config.drain_seconds);
  const metrics = createMetrics();
  const { close, ...traces } = await openTraces(config, log, metrics);
  const parts = { config, ...traces, metrics, url, drain, stops: [close] };
  try {
    const app = await open(parts, listener, stopped);
    return await serviceOf(parts, app, listener);
  } catch (error) {
    await undo(parts, listener);
    throw error;
  }
}

/** The same as one of several processes: it listens only when it can answer. */
export async function startWorkerService(
  config: Config,
  log: Log,
  stopped: AbortSignal,
  shared: Shared,
): Promise<Service> {
  const listener = createListener(config.public_url);
  const url = listenUrl(config.host, config.port);
  const drain = createDrain({ log }, config.drain_seconds);
  const { metrics } = shared;
  const { close, ...traces } = await openTraces(config, log, metrics);
  const parts = { config, ...traces, metrics, url, drain, stops: [close] };
  try {
    const db = await joinServiceDatabase(shared.connection, config.workers, log, stopped);
    meterDatabase(db, shared.metrics);
    const app = await openUseCases(parts, db, false);
    await openHttp(parts, app, listener, { shared });
    const jobs = startJobs(app, mailServer(config), wholeTradeFile, shared.single_jobs);
    (parts.stops as Stops).push(() => jobs.stop());
    await shared.readyToListen();
    await listener.open(config.host, config.port);
    return await serviceOf(parts, app, listener);
  } catch (error) {
    await undo(parts, listener);
    throw error;
  }
}
