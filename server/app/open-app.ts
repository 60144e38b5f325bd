// Assembles the use cases over an open database: keys, settings, the writer, the first operator
// token.

import type { Command } from '../domain/batch/command.ts';
import { workOf } from '../domain/decide.ts';
import { NO_PRIVATE_PLACES } from '../lib/private-places.ts';
import {
  insertOperatorToken,
  revokeOtherOperatorTokens,
  UNBOUND,
} from '../store/access/operator-tokens.ts';
import { someShard } from '../store/account/account-days.ts';
import { bumpSettingsVersion } from '../store/batch/settings-version.ts';
import { openStore, runBatch } from '../store/batch/store.ts';
import type { Database } from '../store/connection/database.ts';
import { openCipher } from '../store/encryption/encryption.ts';
import { KEY_TIMES } from '../store/encryption/key-times.ts';
import { createCellFollower } from '../store/moving/cell-follower.ts';
import { openAddress } from '../store/moving/move-records.ts';
import type { ServicePool } from '../store/open/service-pool.ts';
import { requireMode } from '../store/schema/database-mode.ts';
import { callbackAddress } from './callback/callback-address.ts';
import type { App } from './process/app.ts';
import { diskUse } from './process/app.ts';
import { createCallbackOutlet } from './process/callback-outlet.ts';
import { createEventFollowers } from './process/event-followers.ts';
import { createEventSignals } from './process/event-signals.ts';
import { idFrom, sha256Hex } from './process/ids.ts';
import type { Writer } from './process/lanes.ts';
import { createLiveTrades } from './process/live-trades.ts';
import type { Log } from './process/log-words.ts';
import { pageUrls } from './process/page-address.ts';
import { createPasswordHasher } from './process/password-hash.ts';
import { createPayinMisses } from './process/payin-misses.ts';
import { createProofTrees } from './process/proof-trees.ts';
import { createSandboxBank, type SandboxBankOptions } from './process/sandbox-bank.ts';
import { serviceTime } from './process/service-time.ts';
import { createSettingsCache, type Settings } from './process/settings-cache.ts';
import { createSignatureUse } from './process/use-signature.ts';
import { createWake } from './process/wake.ts';
import { createWriter } from './process/writer.ts';
import { withNewestSettings } from './request/with-newest-settings.ts';
import { type BatchTraces, runTraced, traceBatches } from './trace/trace-batches.ts';

export type AppOptions = {
  mode: App['mode'];
  /** If absent or null, the database is the only one. */
  cell?: App['cell'];
  /** Default: in the same database. */
  people?: App['people'];
  public_url: string;
  /** By which a copy of the database is known. */
  around: App['around'];
  allow_local_callbacks: boolean;
  /** If absent, callbacks go to no private address. */
  private_places?: App['private_places'];
  rate_limit_per_second: number;
  log: Log;
  count: App['count'];
  /** If absent, nothing is measured. */
  measure?: App['measure'];
  observe?: App['observe'];
  /** If absent or null, no spans are made. */
  tracer?: App['tracer'];
  /** A pool of a service goes where its cell moves; any other one refuses to. */
  db: Database | ServicePool;
  /** The folder whose disk is watched; if absent, none is. */
  data_dir?: string;
  /** The 32 bytes that encrypt the data keys. */
  master_key: Uint8Array;
  operator_token: string | undefined;
  /** If absent or null, nobody signs in elsewhere. */
  openid?: App['openid'];
  /** Other processes of this machine write to the same database; default: none. */
  has_siblings?: boolean;
  /** If absent, the sandbox's simulated bank answers no order by itself. */
  bank_answers?: SandboxBankOptions;
};

export type OpenApp = App & { close(): Promise<void> };

const warnOf = (log: Log, message: string) => (error: unknown) => log.warn({ err: error }, message);

const nothing = (): void => undefined;

const diskOf =
  (data_dir: string | undefined): App['readDisk'] =>
  async () =>
    data_dir === undefined ? null : await diskUse(data_dir);

type WriterParts = Pick<App, 'store' | 'settings' | 'live' | 'count' | 'observe' | 'tracer'> & {
  events: App['wake']['events'];
  signals: ReturnType<typeof createEventSignals>;
  has_siblings: boolean;
};

/** Notes in which request each command is submitted. */
const tracedWriter = (writer: Writer, traces: BatchTraces): Writer => ({
  ...writer,
  submit(command) {
    traces.submitted(command);
    return writer.submit(command);
  },
});

/** Once a batch is committed, wakes those who wait for what it has written. */
function openWriter(parts: WriterParts): Writer {
  const { store, settings, events, live, signals, tracer } = parts;
  const traces = tracer === null ? null : traceBatches(tracer);
  const writer = createWriter(() => {
    const shard = someShard();
    const run = async (known: Settings, commands: readonly Command[]) => {
      const options = {
        addressOf: callbackAddress(known, store.cipher),
        shard,
        hold_terms: known.hold_terms,
        is_shared: known.is_shared,
        bands: known.bands,
      };
      const work = workOf(commands);
      const { answers, has_deliveries, changed } = await (traces === null
        ? runBatch(store, work, options)
        : runTraced(traces, commands, (watch) => runBatch(store, work, { ...options, watch })));
      if (has_deliveries) events.notify();
      live.changed(changed);
      signals.changed(new Set(changed.map(({ merchant_id }) => merchant_id)));
      return answers;
    };
    return (commands) => withNewestSettings(settings, commands, run);
  }, parts);
  return traces === null ? writer : tracedWriter(writer, traces);
}

/** Leads the pool to the address that a move has left, under this master key. */
function followWith({ db, master_key, log }: Pick<AppOptions, 'db' | 'master_key' | 'log'>) {
  if (!('moveTo' in db)) return null;
  return (move_id: string, sealed_url: Buffer): boolean => {
    const url = openAddress(Buffer.from(master_key), move_id, 'url', sealed_url);
    if (url === null) return false;
    db.moveTo({ connectionString: url });
    log.warn({}, 'the cell has moved to another server, where this process goes on');
    return true;
  };
}

export async function openApp(options: AppOptions): Promise<OpenApp> {
  const { mode, public_url, log, count, db, bank_answers, around, observe = nothing } = options;
  const { tracer = null, has_siblings = false } = options;
  const has_bank = mode === 'sandbox' && bank_answers !== undefined;
  await requireMode(db, mode);
  const cipher = await openCipher(db, Buffer.from(options.master_key));
  cipher.keys.lease(KEY_TIMES.lease_ms);
  const store = openStore(db, cipher, mode, options.people ?? null);
  const unread = warnOf(log, 'settings could not be read');
  const follower = createCellFollower(followWith(options));
  const settings = createSettingsCache(store, mode, unread, { around, follower });
  const now = () => serviceTime({ settings, store });
  const events = createWake();
  const live = createLiveTrades(store, warnOf(log, 'changes could not be read for open pages'));
  const failed = warnOf(log, 'new events could not be looked for');
  const signals = createEventSignals(store, failed, mode === 'sandbox');
  const misses = createPayinMisses(db);
  const meter = { count, observe };
  const parts = { store, settings, events, live, signals, tracer, has_siblings };
  const writer = openWriter({ ...parts, ...meter });
  if (options.operator_token !== undefined) {
    await allowOperator(db, mode, options.operator_token);
    await settings.refresh();
  }
  return {
    mode,
    cell: options.cell ?? null,
    around,
    public_url,
    page_url: pageUrls(public_url, cipher),
    allow_local_callbacks: options.allow_local_callbacks,
    private_places: options.private_places ?? NO_PRIVATE_PLACES,
    rate_limit_per_second: options.rate_limit_per_second,
    log,
    store,
    people: options.people ?? store,
    settings,
    useSignature: createSignatureUse(store),
    passwords: createPasswordHasher(),
    openid: options.openid ?? null,
    writer,
    sandbox_bank: has_bank ? createSandboxBank(db, bank_answers, now) : null,
    wake: { events },
    outlet: createCallbackOutlet(),
    live,
    followers: createEventFollowers(signals),
    proof_trees: createProofTrees(),
    misses,
    readDisk: diskOf(options.data_dir),
    count,
    measure: options.measure ?? nothing,
    observe,
    tracer,
    async close() {
      await writer.drain();
      await misses.write();
      for (const part of [settings, live, signals]) part.close();
      await db.close();
    },
  };
}

/**
 * OPERATOR_TOKEN: known from the start, so that scripts can do everything else. A new value
 * replaces the one before, which is accepted no longer.
 */
async function allowOperator(db: Database, mode: App['mode'], token: string): Promise<void> {
  await db.transaction(async (tx) => {
    const token_hash = sha256Hex(token);
    const operator_token_id = idFrom(`operator-token/${token_hash}`);
    const first = {
      operator_token_id,
      name: 'OPERATOR_TOKEN',
      role: 'owner',
      token_hash,
      service_mode: mode,
      ...UNBOUND,
    } as const;
    await insertOperatorToken(tx, first, Date.now());
    await revokeOtherOperatorTokens(tx, first, Date.now());
    await bumpSettingsVersion(tx);
  });
}
