// A service with three months of trades and a signed proof of each day, for tests of archives.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { makeArchive } from '../../../server/app/archive/make-archive.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { daysOfMonth } from '../../../server/domain/archive/archive-document.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import { NOON, setToNoonAfter } from '../../support/noon.ts';
import { makeMerchant, openTestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';

const ACTOR = { role: 'service', id: null } as const;
/** Longer than a completed trade takes until it is final. */
const LONG_AFTER_DAYS = 400;
/** The proof of this many days after the first of the month was never made. */
const MISSED = 5;

const monthOf = (day: number) => new Date(NOON + day * DAY_MS).toISOString().slice(0, 7);

/** The first whole month after the test's noon, and its days counted from there. */
function nextMonth(): { month: string; first_day: number; last_day: number } {
  let first_day = 1;
  while (monthOf(first_day) === monthOf(0)) first_day += 1;
  const month = monthOf(first_day);
  return { month, first_day, last_day: first_day + (daysOfMonth(month)?.length ?? 0) - 1 };
}

async function dayOfTrade(
  app: OpenApp,
  shop: Awaited<ReturnType<typeof makeMerchant>>,
  account: string,
  number: number,
) {
  const order_id = `order-${number}`;
  await scene.newPayin(app, shop, {
    order_id,
    amount_cents: 1_000 + number,
    client_id: 'Asha Rao',
  });
  await scene.feed(app, account, [{ amount_cents: 1_000 + number, text: 'From Asha' }]);
}

export async function openArchiveScene() {
  const service = await openTestApp();
  const { app } = service;
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  const span = nextMonth();
  setToNoonAfter(0, app);
  const shop = await makeMerchant(app);
  const account = await scene.makeAccount(app, 'INR');
  await scene.fund(app, shop.merchant_id, 100_000);
  await dayOfTrade(app, shop, account, 0);
  let number = 0;
  const prove = async (day: number) => {
    setToNoonAfter(day, app);
    await makeProof(app, ACTOR);
  };
  // The proof that is made on a day covers the day before.
  for (let day = span.first_day; day <= span.last_day + 1; day += 1) {
    // On one day the service did not run.
    if (day === span.first_day + MISSED) continue;
    await prove(day);
    if (day % 10 !== 0 && day !== span.last_day) continue;
    number += 1;
    await dayOfTrade(app, shop, account, number);
  }
  setToNoonAfter(LONG_AFTER_DAYS, app);
  const file = join(folder, `archive-${span.month}.jsonl.gz`);
  const make = (more: Partial<Parameters<typeof makeArchive>[1]> = {}) =>
    makeArchive(app, {
      month: span.month,
      folder,
      leave_open: false,
      tell: () => undefined,
      ...more,
    });
  return {
    ...span,
    service,
    app,
    shop,
    account,
    folder,
    file,
    make,
    linesOf: async (path = file) =>
      gunzipSync(await readFile(path))
        .toString()
        .trimEnd()
        .split('\n'),
    /** Another file with these lines instead. */
    async writeLines(name: string, lines: readonly string[]): Promise<string> {
      const path = join(folder, name);
      await writeFile(path, gzipSync(`${lines.join('\n')}\n`));
      return path;
    },
    async stop() {
      await rm(folder, { recursive: true });
      await service.stop();
    },
  };
}

export type ArchiveScene = Awaited<ReturnType<typeof openArchiveScene>>;
