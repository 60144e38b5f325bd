// A token of one merchant with the ids of another: every use case answers as if they did not exist.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getBalance } from '../../../server/app/ledger/past-balance.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { attachUtr } from '../../../server/app/trade/attach-utr.ts';
import { cancelTrade } from '../../../server/app/trade/cancel-trade.ts';
import { findTrade, getTrade } from '../../../server/app/trade/find-trade.ts';
import {
  accepted,
  makeMerchant,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
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

test('a token learns nothing of another merchant: unknown and foreign are one answer', async () => {
  const [mine, theirs] = [await makeMerchant(app), await makeMerchant(app)];
  const nobody = '01890000-0000-7000-8000-000000000000';
  const trade = await scene.newPayin(app, theirs, { order_id: 'secret', amount_cents: 300 });
  const own = await scene.newPayin(app, mine, { amount_cents: 301 });
  const { caller } = mine;
  const foreign = theirs.merchant_id;
  const pairs: [unknown, unknown][] = await Promise.all(
    [
      (id: string) =>
        scene.payin(app, { ...mine, merchant_id: id }, { order_id: 'x', amount_cents: 5 }),
      (id: string) =>
        scene.payout(app, { ...mine, merchant_id: id }, { order_id: 'x', amount_cents: 5 }),
      (id: string) =>
        attachUtr(app, caller, raw({ merchant_id: id, id: trade.id, utr: 'ABCD12345678' })),
      (id: string) => cancelTrade(app, caller, raw({ merchant_id: id, id: trade.id })),
      (id: string) => getBalance(app, caller, { merchant_id: id }),
      (id: string) => getTrade(app, caller, { merchant: id, uuid: trade.id }),
      (id: string) => findTrade(app, caller, raw({ merchant_id: id, order_id: 'secret' })),
    ].map(async (ask) => [await ask(foreign), await ask(nobody)] as [unknown, unknown]),
  );
  const codes = pairs.map(([answer, unknown]) => {
    assert.deepEqual(answer, unknown);
    return refusedWith(answer).code;
  });
  const [create, read] = ['unauthorized', 'not_found'];
  assert.deepEqual(codes, [create, create, create, create, read, read, read]);
  // The other's trade under one's own name is unknown, too.
  const { merchant_id } = mine;
  const claimed = await attachUtr(
    app,
    caller,
    raw({ merchant_id, id: trade.id, utr: 'ABCD12345678' }),
  );
  const missing = await attachUtr(
    app,
    caller,
    raw({ merchant_id, id: nobody, utr: 'ABCD12345678' }),
  );
  assert.deepEqual(claimed, missing);
  assert.equal(refusedWith(claimed).code, 'invalid_request');
  const read_own = { merchant: merchant_id, uuid: trade.id };
  assert.equal(refusedWith(await getTrade(app, caller, read_own)).code, 'not_found');
  accepted(await getTrade(app, caller, { merchant: merchant_id, uuid: own.id }));
});
