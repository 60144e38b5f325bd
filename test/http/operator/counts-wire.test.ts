// Counts, series and search on the wire: requests and answers in a golden file.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import * as scene from '../../app/scene.ts';
import { accepted, makeMerchant, OPERATOR, raw } from '../../support/test-app.ts';
import { createScript } from './operator-script.ts';
import { type OperatorService, openOperatorService } from './operator-service.ts';

let service: OperatorService;
before(async () => {
  service = await openOperatorService();
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

const asItIs = { serializers: [(value: unknown) => String(value)] };
const GOLDEN = fileURLToPath(new URL('../../golden/operator/counts.json', import.meta.url));

test('counts: requests and answers are as in the golden file', async (t) => {
  const { app } = service;
  const { ask, text } = createScript(service);
  const shop = await makeMerchant(app);
  const { merchant_id } = shop;
  await scene.makeAccount(app, 'INR');
  const paid = await scene.newPayin(app, shop, { amount_cents: 149_900 });
  await scene.newPayin(app, shop, { amount_cents: 50_000 });
  accepted(await actOnTrade(app, OPERATOR, merchant_id, paid.id, 'confirm', raw({})));
  await scene.newPayout(app, shop, 20_000);
  await ask('GET', '/trades/counts');
  await ask('GET', `/trades/counts?merchant_id=${merchant_id}&direction=payout&currency=INR`);
  await ask('GET', '/trades/counts?direction=sideways&merchant_id=1&currency=inr');
  const metrics = 'created,completed,fees,missed';
  await ask('GET', `/series?merchant_id=${merchant_id}&direction=payin&metrics=${metrics}`);
  await ask('GET', '/series?from=2026-03-01T10:00:00Z&to=soon&metrics=profit&merchant_id=1');
  await ask('GET', `/reports?merchant_id=${merchant_id}&direction=payin&by=all&split=type`);
  await ask('GET', '/reports?from=2026-02-30&to=x&time_zone=Mars&by=hour&until=9&split=day&type=x');
  await ask('GET', '/search?q=INR%20500.00');
  await ask('GET', `/search?q=200&merchant_id=${merchant_id}`);
  await ask('GET', '/search?q=%20&merchant_id=1');
  const lasting = text()
    .replaceAll(/"\d{4}-\d\d-\d\d"/g, '"<a day>"')
    .replaceAll(/"mean_ms": \d+/g, '"mean_ms": "<some>"');
  t.assert.fileSnapshot(lasting, GOLDEN, asItIs);
});
