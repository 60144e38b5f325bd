// The queue of pay-ins to verify on the operators' wire: requests and answers in a golden file.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as scene from '../../../app/scene.ts';
import { accepted, makeMerchant } from '../../../support/test-app.ts';
import { createScript } from '../operator-script.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';

let service: OperatorService;
before(async () => {
  service = await openOperatorService();
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

const asItIs = { serializers: [(value: unknown) => String(value)] };
const GOLDEN = fileURLToPath(new URL('../../../golden/operator/verify.json', import.meta.url));

test('verify: requests and answers are as in the golden file', async (t) => {
  const { app } = service;
  const { ask, text } = createScript(service);
  const shop = await makeMerchant(app);
  const { merchant_id } = shop;
  const account = await scene.makeAccount(app, 'INR', { number: '000111222377' });
  const made = await scene.newPayin(app, shop, { amount_cents: 149_900, order_id: 'verify-1' });
  accepted(await scene.claim(app, shop, made.id, '412345678901'));
  await scene.feed(app, account, [{ amount_cents: 149_000, text: 'FROM ASHA RAO' }]);
  await ask('GET', '/verify_queue');
  await ask('GET', '/verify_queue?merchant_id=1&receiving_account_id=2&state_reason=why');
  await ask('GET', '/verify_queue?cursor=abc');
  await ask('GET', `/trades/${merchant_id}/${made.id}/possible_lines`);
  await ask('GET', `/trades/${merchant_id}/${merchant_id}/possible_lines`);
  await ask('GET', '/trades/1/2/possible_lines');
  t.assert.fileSnapshot(text(), GOLDEN, asItIs);
});
