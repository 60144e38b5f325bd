// The queue of pay-ins to verify on the operators' wire: requests and answers in a golden file.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { listPossibleLines } from '../../../../server/app/trade/possible-lines.ts';
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

const possibleLinesOf = async (...[app, merchant_id, id]: Parameters<typeof listPossibleLines>) =>
  accepted(await listPossibleLines(app, merchant_id, id));

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
  // The UTR was mistyped and a little is missing: no rule matches the line, which looks like it.
  const typo = { amount_cents: 77_600, utr: '412345678919' };
  const other = await scene.newPayin(app, shop, { amount_cents: 77_700, order_id: 'verify-2' });
  accepted(await scene.claim(app, shop, other.id, '412345678991'));
  await scene.feed(app, account, [typo]);
  const confirm = `/trades/${merchant_id}/${other.id}/confirm`;
  await ask('GET', `/trades/${merchant_id}/${other.id}/possible_lines`);
  await ask('POST', confirm, { body: { note: 'Seen in net banking' } });
  await ask('POST', confirm, { body: { note: 'Seen', despite_line: 'not an id' } });
  await ask('POST', confirm, { body: { note: 'Seen', despite_line: merchant_id } });
  const { data } = await possibleLinesOf(app, merchant_id, other.id);
  const despite_line = data[0]?.line.id ?? '';
  await ask('POST', confirm, { body: { despite_line } });
  const note = 'The payer paid twice: this one goes back';
  await ask('POST', confirm, { body: { note, despite_line } });
  t.assert.fileSnapshot(text(), GOLDEN, asItIs);
});
