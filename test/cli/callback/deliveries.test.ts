// `deliveries` on the command line, against the real service: one is shown with its request.
import { equal, match } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EXIT } from '../../../cli/client/exit-code.ts';
import {
  answered,
  newMerchant,
  newTrade,
  only,
  record,
} from '../../app/callback/delivery-scene.ts';
import { type OperatorService, openOperatorService } from '../../http/operator/operator-service.ts';
import { OPERATOR_TOKEN } from '../../support/test-app.ts';
import { runCli } from '../test-terminal.ts';

let service: OperatorService;
before(async () => {
  service = await openOperatorService();
});
after(() => service.stop());

const cli = (...args: string[]) =>
  runCli(args, { env: { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN } });

test('one delivery is shown with its headers, its reply and its body', async () => {
  const { app } = service;
  const shop = await newMerchant(app);
  const trade = await newTrade(app, shop, 1);
  const delivery = await only(app);
  await record(app, delivery, answered(503, { reply_head: 'closed\u001b[2J' }));
  const shown = await cli('deliveries', 'show', `${shop.merchant_id}/${trade}`, '1');
  equal(shown.code, 0, shown.err);
  match(shown.out, /^type +withdrawal\.created$/m);
  match(shown.out, /^Attempt 1\n/m);
  match(shown.out, /^status +503$/m);
  match(shown.out, new RegExp(`^ {2}webhook-id: ${trade}_1$`, 'm'));
  match(shown.out, /^ {2}webhook-signature: v1,…$/m);
  match(shown.out, /^reply_head +closed\\u\{1b\}\[2J$/m);
  equal(shown.out.split('\n').at(-2), delivery.body);
  const by_id = await cli('deliveries', 'show', trade, '1', '--endpoint', '0', '--json');
  equal(JSON.parse(by_id.out).body, delivery.body);
  const missing = await cli('deliveries', 'show', trade, '1', '--endpoint', '3');
  equal(missing.code, EXIT.failed);
  const listed = await cli('deliveries', 'list', '--type', 'withdrawal.*', '--json');
  equal(JSON.parse(listed.out).data[0].type, 'withdrawal.created');
});
