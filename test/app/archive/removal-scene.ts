// A service with archived and noted months, and the role that owns its tables: what removes them.
import { copyFile } from 'node:fs/promises';
import { allowMonthRemoval, listRemovals } from '../../../server/app/archive/allow-removal.ts';
import { noteArchive } from '../../../server/app/archive/note-archive.ts';
import type { SecondCopy } from '../../../server/app/archive/removal-files.ts';
import { removeMonth } from '../../../server/app/archive/remove-month.ts';
import { type OpenApp, openApp } from '../../../server/app/open-app.ts';
import { refundTrade } from '../../../server/app/payout/create-refund.ts';
import { keyBodies, keysOf } from '../../../server/app/proof/proof-keys.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { finishCounting } from '../../../server/app/trade/count-events.ts';
import { NO_SURROUNDINGS } from '../../../server/domain/service/installation.ts';
import { openDatabase } from '../../../server/store/connection/database.ts';
import { accepted, OPERATOR, OPERATOR_TOKEN, raw, type TestApp } from '../../support/test-app.ts';
import * as disputes from '../dispute/dispute-scene.ts';
import { onLines } from '../payout/payout-line-scene.ts';
import * as scene from '../scene.ts';
import type { HistoryDay, HistoryScene } from './history-scene.ts';

const silent = () => undefined;
const SILENT_LOG = { info: silent, warn: silent, error: silent };

/** The use cases as the role that owns the tables, at the time of the service. */
export async function openOwnerApp({ app, database, master_key }: TestApp): Promise<OpenApp> {
  const owner = await openApp({
    mode: app.mode,
    public_url: 'http://pay.test',
    allow_local_callbacks: true,
    around: NO_SURROUNDINGS,
    rate_limit_per_second: 0,
    log: SILENT_LOG,
    count: silent,
    db: openDatabase({
      connection: { connectionString: database.url },
      max_connections: 4,
      onIdleError: silent,
    }),
    master_key,
    operator_token: OPERATOR_TOKEN,
  });
  owner.store.clock_offset_ms = app.store.clock_offset_ms;
  return owner;
}

export async function keysGiven({ app }: HistoryScene): Promise<string[]> {
  return keyBodies(await keysOf(app)).map(({ public_key }) => public_key);
}

export async function noteMonths(history: HistoryScene, months: readonly string[]) {
  const { app, service, fileOf } = history;
  for (const month of months) {
    const { master_key } = service;
    const noted = await noteArchive(app, fileOf(month), { master_key, public_keys: [] });
    if (!noted.ok) throw new Error(noted.problems.join('\n'));
  }
  await finishCounting(app);
}

type Run = { page_rows?: number; file?: string; copy?: SecondCopy };

/** The command on the machine: the plan, or, once it is allowed, the removal. */
export async function runRemoval(
  history: HistoryScene,
  owner: OpenApp,
  month: string,
  { page_rows = 3, file = history.fileOf(month), copy = { file: `${file}.copy` } }: Run = {},
) {
  await copyFile(file, `${file}.copy`);
  const public_keys = await keysGiven(history);
  const { master_key } = history.service;
  const wish = { master_key, public_keys, tell: silent, page_rows };
  return await removeMonth(owner, { file, copy, ...wish });
}

export async function allowPlan({ app }: HistoryScene, month: string) {
  const { removals } = await listRemovals(app);
  const plan = removals.find((one) => one.month === month);
  const { file_sha256, trades } = plan ?? { file_sha256: '', trades: 0 };
  const body = raw({ file_sha256, trades, reason: 'as our policy says' });
  return accepted(await allowMonthRemoval(app, OPERATOR, month, body));
}

/** What else happens on some days: everything whose rows a removal has to tell apart. */
export async function livelyDay({ app, day, shop, account }: HistoryDay): Promise<void> {
  const lines = onLines(app);
  if (day === 0) {
    // Paid with a claim of its UTR, by a person's word.
    const claimed = await scene.newPayin(app, shop, { order_id: 'claimed', amount_cents: 2_000 });
    accepted(await scene.claim(app, shop, claimed.id, 'CLAIM0000001'));
    await scene.feed(app, account, [{ amount_cents: 2_000, utr: 'CLAIM0000001' }]);
    const [fee] = await scene.feed(app, account, [{ amount_cents: -35, text: 'charges' }]);
    accepted(await lines.decide(fee?.id ?? '', 'fee'));
    const refunded = await scene.newPayin(app, shop, { order_id: 'refunded', amount_cents: 3_000 });
    await scene.feed(app, account, [{ amount_cents: 3_000, utr: 'REFUNDED0001' }]);
    const path = { merchant_id: shop.merchant_id, id: refunded.id };
    const refund = accepted(
      await refundTrade(
        app,
        OPERATOR,
        path,
        raw({ number: '000111222333', name: 'P', note: 'back' }),
        'r-1',
      ),
    );
    await actOnTrade(app, OPERATOR, shop.merchant_id, refund.id, 'cancel', raw({ note: 'no' }));
    const { payout, seen } = await lines.sent('SEK');
    await seen(-payout.amount_cents);
    // Nobody decides about it.
    await scene.feed(app, account, [{ amount_cents: 77_777, text: 'who is it' }]);
  }
  if (day !== 7) return;
  const disputed = await disputes.credited(app, shop);
  const key = { merchant_id: shop.merchant_id, id: disputed.id };
  const { id } = await disputes.opened(app, key);
  accepted(await disputes.decide(app, { merchant_id: shop.merchant_id, id }, 'rejected'));
}
