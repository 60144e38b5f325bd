// Opens the use cases over a database with the settings of the process, and seeds a new sandbox.
import { type OpenApp, openApp } from './app/open-app.ts';
import type { App } from './app/process/app.ts';
import type { Log } from './app/process/log-words.ts';
import { createOpenidProvider, type OpenidProvider } from './app/provider/openid-provider.ts';
import { openSandboxOwner } from './app/seed/sandbox-owner.ts';
import { seedReport } from './app/seed/seed-report.ts';
import { seedSandbox } from './app/seed/seed-sandbox.ts';
import type { Metrics } from './programs/metrics.ts';
import { keepNotes, readNotes } from './programs/sandbox-notes.ts';
import { surroundingsOf } from './programs/surroundings.ts';
import type { Config } from './settings/config.ts';
import { masterKey } from './settings/master-key.ts';
import { openidOptions } from './settings/openid-settings.ts';
import { privatePlaces } from './settings/private-places.ts';
import type { Database } from './store/connection/database.ts';

export type Stops = (() => Promise<void>)[];

export type UseCaseParts = {
  config: Config;
  /** Which cell it is if the process serves several. */
  cell?: App['cell'];
  /** Where people are, if it is not the same database. */
  people?: App['people'];
  log: Log;
  tracer: App['tracer'];
  metrics: Metrics;
  url: string;
  stops: Stops;
};

export const publicUrl = ({ config, url }: Pick<UseCaseParts, 'config' | 'url'>) =>
  config.public_url_given ? config.public_url : url;

function bankAnswers({ sandbox_bank: answers, sandbox_bank_seconds }: Config) {
  if (answers === 'off') return {};
  return { bank_answers: { answers, delay_ms: sandbox_bank_seconds * 1_000 } };
}

function openidOf(config: Config): OpenidProvider | null {
  const options = openidOptions(config);
  return options === null ? null : createOpenidProvider(options);
}

/** `is_first`: of several processes on one database, the one that makes what all need. */
export async function openUseCases(
  parts: UseCaseParts,
  db: Database,
  is_first: boolean,
): Promise<OpenApp> {
  const { config, log, metrics, stops } = parts;
  const app = await openApp({
    mode: config.mode,
    cell: parts.cell ?? null,
    ...(parts.people === undefined ? {} : { people: parts.people }),
    around: await surroundingsOf(config),
    public_url: publicUrl(parts),
    allow_local_callbacks: config.callback_allow_local,
    private_places: privatePlaces(config),
    openid: openidOf(config),
    rate_limit_per_second: config.rate_limit_per_second,
    has_siblings: config.workers > 1,
    log,
    count: metrics.count,
    measure: metrics.set,
    observe: metrics.observe,
    tracer: parts.tracer,
    db,
    data_dir: config.data_dir,
    master_key: await masterKey(config),
    operator_token: is_first ? config.operator_token : undefined,
    ...bankAnswers(config),
  });
  stops.push(() => app.close());
  if (is_first && config.mode === 'sandbox' && config.seed) {
    const seeded = await seedSandbox(app);
    const notes = seeded ?? (await readNotes(config.data_dir));
    if (notes !== null) {
      const owner = await openSandboxOwner(app, notes.owner_password);
      await keepNotes(config.data_dir, { ...notes, ...owner });
      if (seeded !== null) await seedReport(app);
    }
  }
  return app;
}
