// The feed: a merchant's events with the data of their time, read in pages.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listEvents, listMerchantEvents } from '../../../server/app/callback/list-events.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
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
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
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

test('an event tells the trade as it stood then, its number masked', async () => {
  const merchant = await makeMerchant(app, { balance_currency: 'EUR' });
  await scene.fund(app, merchant.merchant_id, 1_000);
  const fields = { order_id: 'e', amount_cents: 300, amount_currency: 'EUR', type: 'card' };
  const body = { ...fields, number: '4111111111111111' };
  const { trade } = accepted(await scene.payout(app, merchant, body));
  accepted(await actOnTrade(app, OPERATOR, merchant.merchant_id, trade.id, 'take', raw({})));
  const { data } = await feedOf(merchant);
  assert.deepEqual(
    data.map(({ type, id, data: trade }) => [
      type,
      id,
      trade.state,
      'payment_data' in trade ? trade.payment_data.number : null,
    ]),
    [
      ['withdrawal.created', `${trade.id}_1`, 'created', '411111******1111'],
      ['withdrawal.processing', `${trade.id}_2`, 'processing', '411111******1111'],
    ],
  );
});

test('pages: after a number, so many, and whether there is more', async () => {
  const merchant = await makeMerchant(app);
  await makeEvents(merchant, 4);
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
  assert.deepEqual(end, { data: [], next_after: 12, has_more: false, removed_to: 0 });
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
