// Disputes on the operators' wire, from their opening to their end: requests and answers in a
// golden file.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as disputes from '../../../app/dispute/dispute-scene.ts';
import * as scene from '../../../app/scene.ts';
import { JPEG } from '../../../support/browser/receipt-files.ts';
import { makeMerchant } from '../../../support/test-app.ts';
import { createScript } from '../operator-script.ts';
import { AUTHORIZATION, type OperatorService, openOperatorService } from '../operator-service.ts';

let service: OperatorService;
before(async () => {
  service = await openOperatorService();
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

const asItIs = { serializers: [(value: unknown) => String(value)] };
const GOLDEN = fileURLToPath(new URL('../../../golden/operator/disputes.json', import.meta.url));

test('disputes: requests and answers are as in the golden file', async (t) => {
  const { app } = service;
  const { ask, text } = createScript(service);
  const shop = await makeMerchant(app);
  await scene.makeAccount(app, 'INR');
  const { merchant_id } = shop;
  const trade = await disputes.credited(app, shop, 5_000);
  const opening = { type: 'fraud', amount_cents: 2_000, note: 'Police report 12/44' };
  await ask('POST', `/trades/${merchant_id}/${trade.id}/disputes`, { body: { type: 'lost' } });
  const made = await ask('POST', `/trades/${merchant_id}/${trade.id}/disputes`, { body: opening });
  const path = `/disputes/${merchant_id}/${String(made.body.id)}`;
  await ask('GET', '/disputes?open=true');
  await ask('GET', '/disputes?type=lost&open=maybe');
  await ask('POST', `${path}/assign`, { body: { to: 'somebody' } });
  await ask('POST', `${path}/ask`, { body: { party: 'merchant', note: 'for the invoice' } });
  await ask('POST', `${path}/ask`, { body: { party: 'bank' } });
  await ask('POST', `${path}/message`, {
    body: { text: 'Same person as last week', visibility: 'internal' },
  });
  await ask('POST', `${path}/message`, { body: { text: '', visibility: 'public' } });
  const sent = await fetch(`${service.url}/operator/v1${path}/files?text=Letter`, {
    method: 'POST',
    headers: { authorization: AUTHORIZATION, 'content-type': 'image/jpeg' },
    body: JPEG,
  });
  assert.equal(sent.status, 200, await sent.clone().text());
  const shown = await ask('GET', path);
  const file = Object(shown.body).messages[1].file.id;
  await ask('DELETE', `${path}/files/${file}`, { body: {} });
  await ask('DELETE', `${path}/files/${file}`, { body: { reason: 'Shows a card' } });
  await ask('GET', '/disputes/counts');
  await ask('GET', '/disputes/counts?merchant_id=1');
  await ask('POST', `${path}/decide`, { body: { outcome: 'partly_upheld', note: 'Half' } });
  const half = { outcome: 'partly_upheld', amount_cents: 1_000, note: 'Half of the goods' };
  await ask('POST', `${path}/decide`, { body: { ...half, evidence_utr: '412345678901' } });
  await ask('POST', `${path}/decide`, { body: half });
  await ask('POST', `${path}/close`, { body: {} });
  await ask('POST', `${path}/appeal`, { body: { note: 'The shop sent a receipt' } });
  await ask('POST', `${path}/decide`, { body: { outcome: 'rejected', note: 'Seen' } });
  await ask('POST', `${path}/withdraw`, { body: {} });
  await ask('GET', path);
  t.assert.fileSnapshot(text(), GOLDEN, asItIs);
});
