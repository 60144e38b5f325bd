// The feed: every merchant's events are numbered without gaps, whoever numbers them, and read in
// pages.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { actOnTrade } from '../../server/app/act-on-trade.ts';
import { listEvents, listMerchantEvents } from '../../server/app/list-events.ts';
import { numberEvents } from '../../server/app/number-events.ts';
import type { OpenApp } from '../../server/app/open-app.ts';
import { verifyBooks } from '../../server/app/verify-books.ts';
import { numberEvents as numberSome } from '../../server/store/events.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
  type TestMerchant,
} from '../support/test-app.ts';
import * as scene from './scene.ts';

let service: TestApp;
let app: OpenApp;
let other: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
  other = await service.another();
});
after(async () => {
  await service.stop();
});

const feedOf = async (merchant: TestMerchant, query = {}) =>
  accepted(await listEvents(app, merchant.caller, { limit: '200', ...query }));

async function makeEvents(merchant: TestMerchant, trades: number): Promise<void> {
  const { merchant_id } = merchant;
  await Promise.all(
    Array.from({ length: trades }, async (_, index) => {
      const trade = await scene.newPayin(app, merchant, { amount_cents: 1_000 + index });
      accepted(
        await scene.claim(app, merchant, trade.id, `EVNT${merchant_id.slice(-6)}${1_000 + index}`),
      );
      accepted(await actOnTrade(app, OPERATOR, merchant_id, trade.id, 'confirm', raw({})));
    }),
  );
}

test('two sequencers at once, while events are made: 1 to n, each trade in its order', async () => {
  const merchants = await Promise.all([1, 2, 3].map(() => makeMerchant(app)));
  await other.settings.refresh();
  let making = true;
  const sequencers = [app, other, app, other].map(async (one) => {
    while (making) await numberEvents(one);
  });
  await Promise.all(merchants.map((merchant) => makeEvents(merchant, 20)));
  making = false;
  await Promise.all(sequencers);
  while ((await numberEvents(app)) > 0);
  for (const merchant of merchants) {
    const { data, has_more } = await feedOf(merchant);
    assert.equal(has_more, false);
    assert.deepEqual(
      data.map(({ number }) => number),
      Array.from({ length: 60 }, (_, i) => i + 1),
    );
    const last = new Map<string, number>();
    for (const event of data) {
      assert.equal(event.sequence, (last.get(event.data.id) ?? 0) + 1);
      last.set(event.data.id, event.sequence);
      assert.equal(event.data.sequence, event.sequence);
    }
    assert.ok([...last.values()].every((sequence) => sequence === 3));
  }
  assert.deepEqual((await verifyBooks(app)).problems, []);
});

test('an event that has no number yet is in no feed; the oldest come first, whoever’s they are', async () => {
  const [busy, quiet] = [await makeMerchant(app), await makeMerchant(app)];
  await scene.newPayin(app, quiet, { amount_cents: 1 });
  await makeEvents(busy, 3);
  assert.deepEqual((await feedOf(quiet)).data, []);
  // Whatever its id, the quiet merchant's event is the oldest.
  const first = await app.store.db.transaction((tx) => numberSome(tx, 1));
  assert.deepEqual(
    first.map(({ merchant_id }) => merchant_id),
    [quiet.merchant_id],
  );
  assert.equal(await numberEvents(other), 9);
  assert.equal(await numberEvents(app), 0);
});

test('an event tells the trade as it stood then, its number masked', async () => {
  const merchant = await makeMerchant(app, { balance_currency: 'EUR' });
  await scene.fund(app, merchant.merchant_id, 1_000);
  const fields = { order_id: 'e', amount_cents: 300, amount_currency: 'EUR', type: 'card' };
  const body = { ...fields, number: '4111111111111111' };
  const { trade } = accepted(await scene.payout(app, merchant, body));
  accepted(await actOnTrade(app, OPERATOR, merchant.merchant_id, trade.id, 'take', raw({})));
  await numberEvents(app);
  const { data } = await feedOf(merchant);
  assert.deepEqual(
    data.map((event) => [event.type, event.id, event.data.state, event.data.payment_data.number]),
    [
      ['withdrawal.created', `${trade.id}_1`, 'created', '411111******1111'],
      ['withdrawal.processing', `${trade.id}_2`, 'processing', '411111******1111'],
    ],
  );
});

test('pages: after a number, so many, and whether there is more', async () => {
  const merchant = await makeMerchant(app);
  await makeEvents(merchant, 4);
  await numberEvents(app);
  const seen: number[] = [];
  let after_number = 0;
  for (;;) {
    const query = { after: String(after_number), limit: '5' };
    const page = await feedOf(merchant, query);
    seen.push(...page.data.map(({ number }) => number));
    after_number = page.next_after;
    if (!page.has_more) break;
    assert.equal(page.data.length, 5);
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
  const end = await feedOf(merchant, { after: '12' });
  assert.deepEqual(end, { data: [], next_after: 12, has_more: false });
  const beyond = await feedOf(merchant, { after: '999999999999999' });
  assert.deepEqual(beyond.data, []);
  for (const query of [
    { after: '-1' },
    { after: 'x' },
    { after: '1e3' },
    { limit: '0' },
    { limit: '201' },
  ]) {
    assert.equal(
      refusedWith(await listEvents(app, merchant.caller, query)).code,
      'invalid_request',
    );
  }
  const operators = accepted(
    await listMerchantEvents(app, { merchant_id: merchant.merchant_id, limit: '3' }),
  );
  assert.equal(operators.data.length, 3);
  assert.equal(refusedWith(await listMerchantEvents(app, { merchant_id: 'x' })).code, 'not_found');
});
