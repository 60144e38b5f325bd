// Commands that heal lost callbacks, against the real service: `events resend` and
// `orders compare --resend`.
import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { cancelTrade } from '../../../server/app/trade/cancel-trade.ts';
import { addEndpoint } from '../../app/callback/endpoint-scene.ts';
import * as scene from '../../app/scene.ts';
import { type OperatorService, openOperatorService } from '../../http/operator/operator-service.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR_TOKEN,
  raw,
  setDefaultEndpoint,
  type TestMerchant,
} from '../../support/test-app.ts';
import { runCli } from '../test-terminal.ts';

let service: OperatorService;
let merchant: TestMerchant;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payment-orders-healing-'));
  service = await openOperatorService();
  merchant = await makeMerchant(service.app);
  await scene.makeAccount(service.app, 'INR');
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const cli = (args: readonly string[], more: { token?: string; input?: string } = {}) =>
  runCli([...args, '--merchant-id', merchant.merchant_id], {
    env: {
      PAYMENT_ORDERS_URL: service.url,
      OPERATOR_TOKEN,
      MERCHANT_TOKEN: more.token ?? merchant.token,
    },
    input: more.input ?? '',
  });

const newPayin = () =>
  scene.newPayin(service.app, merchant, { amount_cents: 1_000 + scene.newNumber() });

async function addAddress(): Promise<void> {
  await setDefaultEndpoint(service.app, merchant.merchant_id, 'https://shop.example/hook');
}

/** As some minutes after all of them were accepted. */
const acceptedLongAgo = () =>
  scene.sql(
    service.app,
    `update deliveries set status = 'delivered', finished_at = now() - interval '5 minutes'`,
  );

const waiting = async () =>
  await scene.sql<{ id: string; endpoint: number }>(
    service.app,
    `select trade_id || '_' || sequence as id, endpoint_number as endpoint from deliveries
     where status = 'waiting' order by 1, 2`,
  );

describe('orders compare', () => {
  it('shows what differs, and has the missed events sent again', async () => {
    const first = await newPayin();
    await addAddress();
    const records = [
      { order_id: first.order_id, state: 'completed' },
      { order_id: 'nobody’s', state: 'pending' },
    ];
    const file = join(folder, 'records.json');
    await writeFile(file, JSON.stringify(records));
    const found = await cli(['orders', 'compare', file]);
    equal(found.code, 1);
    match(found.out, /^2 compared, 2 differ$/m);
    match(found.out, /nobody’s +pending +unknown here/);
    deepEqual(await waiting(), []);
    const healed = await cli(['orders', 'compare', file, '--resend']);
    match(healed.out, /^2 compared, 2 differ, 1 events missed, 1 sent again$/m);
    deepEqual(await waiting(), [{ id: `${first.id}_1`, endpoint: 0 }]);
    const again = await cli(['orders', 'compare', file, '--resend', '--json']);
    deepEqual(JSON.parse(again.out).resent, 0);
  });

  it('reads standard input, in as many requests as it takes', async () => {
    const { id } = await newPayin();
    const known = { id, state: 'pending' };
    const orders = Array.from({ length: 1_001 }, () => known);
    const input = JSON.stringify({ orders });
    const { code, out } = await cli(['orders', 'compare', '-'], { input });
    deepEqual([code, out], [0, '1001 compared, 0 differ\n']);
  });

  it('says in words what is wrong with the file or the token', async () => {
    const missing = await cli(['orders', 'compare', '/nowhere.json']);
    equal(missing.code, 1);
    equal(missing.err, '/nowhere.json cannot be read: there is no such file (ENOENT).\n');
    const empty = await cli(['orders', 'compare', '-'], { input: '{"orders":[]}' });
    equal(empty.code, 1);
    match(empty.err, /must have a list of orders, as \[\{"order_id"/);
    const input = '[{"order_id":"a","state":"pending"}]';
    const stranger = await cli(['orders', 'compare', '-'], { input, token: 'test_no' });
    equal(stranger.code, 1);
    match(stranger.err, /Is the merchant token this merchant’s/);
    const wrong = await cli(['orders', 'compare', '-'], {
      input: input.replace('pending', 'paid'),
    });
    match(wrong.err, /orders\[0\]\.state: must be one of/);
  });
});

describe('events resend', () => {
  it('sends one event again, by its number or id, to each of its endpoints', async () => {
    await addEndpoint(service.app, merchant.merchant_id);
    const { id } = await newPayin();
    const { merchant_id, caller } = merchant;
    accepted(await cancelTrade(service.app, caller, raw({ merchant_id, id })));
    await acceptedLongAgo();
    const headers = { 'x-token': merchant.token };
    const page = await fetch(`${service.url}/api/v1/events?limit=200`, { headers });
    const event = Object(await page.json()).data.at(-2);
    equal(event.id, `${id}_1`);
    const both = [0, 1].map((endpoint) => ({ id: event.id, endpoint }));
    for (const name of [event.id, String(event.number)]) {
      const { code, out } = await cli(['events', 'resend', name, '--json']);
      equal(code, 0);
      deepEqual(
        JSON.parse(out).data.map((row: { event_id: string }) => row.event_id),
        [event.id, event.id],
      );
      deepEqual(await waiting(), both);
      await acceptedLongAgo();
    }
    await cli(['events', 'resend', event.id, '--endpoint', '1']);
    deepEqual(await waiting(), [{ id: event.id, endpoint: 1 }]);
    await acceptedLongAgo();
  });

  it('without an event sends what was given up or never sent', async () => {
    await scene.sql(
      service.app,
      `update deliveries set status = 'exhausted', finished_at = now() - interval '5 minutes'
       where endpoint_number = 1`,
    );
    const { code, out } = await cli(['events', 'resend', '--endpoint', '1', '--json']);
    equal(code, 0);
    equal(JSON.parse(out).resent, (await waiting()).length);
  });

  it('says which event was not found', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000_1';
    const table = [
      ['999999', /^There is no event 999999 of this merchant\.$/m],
      ['yesterday', /^yesterday is neither the number of an event nor its id/],
      [nobody, /^There is no delivery of event 00000000-.*never sent to an endpoint/],
    ] as const;
    for (const [name, words] of table) {
      const { code, err } = await cli(['events', 'resend', name]);
      equal(code, 1);
      match(err, words);
    }
  });
});
