// Opens a cell beside the control cell: its database, its use cases, its server for merchants and
// payers, and its jobs. Nothing in it knows another cell.
import { createServer, type RequestListener } from 'node:http';
import type { OpenApp } from '../app/open-app.ts';
import type { CellWish } from '../domain/service/cell-identity.ts';
import { buildCellServer, type CellServerOptions } from '../http/build-server.ts';
import { wholeTradeFile } from '../http/operator/trade/trade-file.ts';
import { HTTP_LIMITS } from '../http/transport/http-limits.ts';
import { startJobs } from '../jobs/runner.ts';
import { meterDatabase } from '../programs/meter-database.ts';
import type { Metrics } from '../programs/metrics.ts';
import type { CellPlace } from '../settings/cells-settings.ts';
import { mailServer } from '../settings/mail-server.ts';
import { masterKey } from '../settings/master-key.ts';
import { openServiceDatabase } from '../store/open/open-database.ts';
import { openUseCases, type Stops, type UseCaseParts } from '../use-cases.ts';

export type OpenedCell = {
  readonly app: OpenApp;
  readonly serve: RequestListener;
  stop(): Promise<void>;
};

export type CellParts = Omit<UseCaseParts, 'stops' | 'cell' | 'people' | 'metrics'> & {
  readonly http: Omit<CellServerOptions, 'listener'>;
};

/** Where Fastify leaves its handler: the requests come from the socket that all cells share. */
function ownHandler() {
  let handler: RequestListener | null = null;
  const server = createServer(HTTP_LIMITS);
  return {
    listener: {
      server,
      serve(given: RequestListener) {
        handler = given;
      },
    },
    serve: (): RequestListener => {
      if (handler === null) throw new Error('The server of the cell has no handler');
      return handler;
    },
  };
}

async function unwindCell(stops: Stops): Promise<void> {
  for (const stop of stops.toReversed()) await stop();
}

export async function openCell(
  { http, ...parts }: CellParts,
  place: CellPlace,
  metrics: Metrics,
  opening: {
    readonly wish: CellWish;
    readonly stopped: AbortSignal;
    readonly away: () => void;
    readonly people: OpenApp['people'];
  },
): Promise<OpenedCell> {
  const { name, url: database_url, migration_url: migration_database_url } = place;
  const config = { ...parts.config, database_url, migration_database_url };
  const { stopped, away, wish: cell } = opening;
  const stops: Stops = [];
  try {
    const master_key = await masterKey(config);
    const options = { ...config, master_key, cell, away };
    const opened = await openServiceDatabase(options, parts.log, stopped);
    stops.push(opened.stop);
    meterDatabase(opened.db, metrics);
    const app = await openUseCases(
      {
        ...parts,
        config: { ...config, seed: false },
        cell: { name, is_control: false },
        people: opening.people,
        metrics,
        stops,
      },
      opened.db,
      false,
    );
    const { listener, serve } = ownHandler();
    const server = await buildCellServer(app, { ...http, listener });
    stops.push(() => server.close());
    const jobs = startJobs(app, mailServer(config), wholeTradeFile);
    stops.push(() => jobs.stop());
    return { app, serve: serve(), stop: () => unwindCell(stops) };
  } catch (error) {
    await unwindCell(stops);
    throw error;
  }
}
