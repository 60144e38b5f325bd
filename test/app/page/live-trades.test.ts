// Updates for open pages: changes of this process and of others, each once, none lost.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { pageClock } from '../../../server/app/page/open-page.ts';
import { pageAttachUtr, pageCancel } from '../../../server/app/page/page-acts.ts';
import { watchPage } from '../../../server/app/page/watch-page.ts';
import { createLiveTrades, type TradeMoment } from '../../../server/app/process/live-trades.ts';
import { advanceSandboxClock } from '../../../server/app/sandbox/advance-clock.ts';
import type { Database } from '../../../server/store/connection/database.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import { claim, makeAccount, newNumber, newPayin } from '../scene.ts';

let service: TestApp;
let app: OpenApp;
let another: OpenApp;
let shop: TestMerchant;

before(async () => {
  service = await openTestApp();
  app = service.app;
  another = await service.another();
  shop = await makeMerchant(app);
  await makeAccount(app, 'INR');
});
after(() => service.stop());

const order = (of: TestMerchant = shop) => newPayin(app, of, { amount_cents: 100 + newNumber() });
const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
const utr = () => String(400_000_000_000 + newNumber());

async function until(check: () => boolean): Promise<void> {
  while (!check()) await sleep(5);
}

async function watch(of: OpenApp, url: string) {
  const seen: [string, number][] = [];
  const watched = accepted(
    await watchPage(of, tokenOf(url), () => {
      const { state, sequence } = watched.moment();
      seen.push([state, sequence]);
    }),
  );
  return { seen, ...watched };
}

/** Counts the queries by name. */
function counted(of: OpenApp): Map<string, number> {
  const counts = new Map<string, number>();
  const { db } = of.store;
  const query: Database['query'] = (name, text, values) => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return db.query(name, text, values);
  };
  of.store.db = { ...db, query };
  return counts;
}

describe('an open page', () => {
  it('takes a UTR of a merchant that another process made a moment ago', async () => {
    await another.settings.refresh();
    const { url } = await order(await makeMerchant(app));
    const view = accepted(await pageAttachUtr(another, tokenOf(url), utr()));
    equal('state' in view && view.state, 'verifying');
  });

  it('is told of what its own process and what another one does, in order and once', async () => {
    const { id, url } = await order();
    const here = await watch(app, url);
    const there = await watch(another, url);
    deepEqual(here.moment().state, 'pending');
    accepted(await claim(app, shop, id, utr()));
    await until(() => here.seen.length > 0 && there.seen.length > 0);
    accepted(await claim(another, shop, id, utr()));
    await until(() => here.seen.length > 1 && there.seen.length > 1);
    const told = [
      ['verifying', 2],
      ['verifying', 3],
    ];
    deepEqual([here.seen, there.seen], [told, told]);
    // The look finds the change that another process has already announced: it is not sent again.
    await until(() => app.live.size() === 1);
    here.end();
    there.end();
    deepEqual([app.live.size(), another.live.size()], [0, 0]);
  });

  it('is told by its own process before the caller has the answer', async () => {
    const { id, url } = await order();
    const { seen, end } = await watch(app, url);
    accepted(await claim(app, shop, id, utr()));
    deepEqual(seen, [['verifying', 2]]);
    end();
  });

  it('loses no change that falls between its reading and its watching', async () => {
    const { url } = await order();
    const { reads } = app.store;
    const { trade: read } = reads;
    // The other process changes the trade after it was read here, before the result arrives.
    reads.trade = async (key) => {
      const found = await read(key);
      reads.trade = read;
      accepted(await pageCancel(another, tokenOf(url)));
      return found;
    };
    const { moment, end } = await watch(app, url);
    await until(() => moment().state === 'canceled');
    end();
  });

  it('is not there for a wrong address, and nothing stays watched', async () => {
    const { url } = await order();
    const token = tokenOf(url);
    const wrong = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const address of [wrong, 'short', 'x'.repeat(64)]) {
      const refused = refusedWith(await watchPage(app, address, () => undefined));
      equal(refused.code, 'not_found');
    }
    equal(app.live.size(), 0);
  });

  it('runs by the clock of the database, with the sandbox’s own time', async () => {
    const before_ms = pageClock(app);
    app.store.clock_offset_ms += 60_000;
    ok(pageClock(app) - before_ms >= 60_000);
    app.store.clock_offset_ms = 0;
    await app.settings.refresh();
  });
});

describe('many open pages', () => {
  it('cost one small query a look, and no other while nothing happens', async () => {
    const pages = [await order(), await order(), await order()];
    const watched = await Promise.all(pages.map(({ url }) => watch(another, url)));
    const counts = counted(another);
    await until(() => (counts.get('read-event-heads') ?? 0) >= 4);
    // The first look, before which nothing was known, reads the trades once.
    ok((counts.get('read-trade-moments') ?? 0) <= 1);
    equal(counts.get('read-trades-of-events'), undefined);
    for (const { end } of watched) end();
  });

  it('of a busy merchant are told, however many other orders it has', async () => {
    const busy = await makeMerchant(app);
    const quiet = await makeMerchant(app);
    const mine = await order(busy);
    const other = await order(quiet);
    const { seen, end } = await watch(another, mine.url);
    const beside = await watch(another, other.url);
    const counts = counted(another);
    await until(() => (counts.get('read-event-heads') ?? 0) >= 2);
    // More events than watched trades: the trade itself is read.
    await Promise.all(Array.from({ length: 20 }, () => order(busy)));
    accepted(await claim(app, busy, mine.id, utr()));
    await until(() => seen.length === 1);
    // One event: found through it.
    accepted(await claim(app, quiet, other.id, utr()));
    await until(() => beside.seen.length === 1);
    ok((counts.get('read-trades-of-events') ?? 0) >= 1);
    end();
    beside.end();
  });
});

describe('a database that is away', () => {
  it('is told of, and what was missed is told when it is back', async () => {
    const { url, id } = await order();
    const failures: unknown[] = [];
    const { db } = another.store;
    let is_away = true;
    const query: Database['query'] = (name, text, values) =>
      is_away ? Promise.reject(new Error('away')) : db.query(name, text, values);
    const live = createLiveTrades({ ...another.store, db: { ...db, query } }, (error) => {
      failures.push(error);
    });
    const seen: TradeMoment[] = [];
    const key = { merchant_id: shop.merchant_id, trade_id: id };
    const end = live.watch(key, (moment) => seen.push(moment));
    await until(() => failures.length > 0);
    accepted(await pageCancel(app, tokenOf(url)));
    is_away = false;
    await until(() => seen.length > 0);
    equal(seen[0]?.state, 'canceled');
    end();
    live.close();
  });
});

describe('an open page whose sandbox is advanced', () => {
  it('is told the time again, without a change of its trade and in every process', async () => {
    const { url } = await order();
    const pages = [await watch(app, url), await watch(another, url)];
    const before_ms = pageClock(another);
    accepted(await advanceSandboxClock(app, OPERATOR, raw({ seconds: 60 }), 0));
    await until(() => pages.every(({ seen }) => seen.length > 0));
    for (const { seen, end } of pages) {
      deepEqual(seen, [['pending', 1]]);
      end();
    }
    ok(pageClock(another) - before_ms >= 60_000);
  });
});
