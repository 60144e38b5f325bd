// One delivery with its request and its attempts: what was sent can be seen, without secrets.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { listDeliveries } from '../../../server/app/callback/list-deliveries.ts';
import { ATTEMPTS_SHOWN, getDelivery } from '../../../server/app/callback/show-delivery.ts';
import {
  accepted,
  openTestApp,
  refusedWith,
  setDefaultEndpoint,
  type TestApp,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { answered, makeDue, newMerchant, newTrade, only, record, rowOf } from './delivery-scene.ts';
import { addEndpoint } from './endpoint-scene.ts';

let service: TestApp;
let app: TestApp['app'];
before(async () => {
  service = await openTestApp();
  ({ app } = service);
});
after(() => service.stop());
beforeEach(async () => {
  await scene.sql(app, `update deliveries set status = 'exhausted' where status = 'waiting'`);
});

const named = (merchant_id: string, trade_id: string, more = {}) => ({
  merchant_id,
  trade_id,
  sequence: '1',
  endpoint: '0',
  ...more,
});

test('every attempt shows its request as it was sent, without signature and query', async () => {
  const merchant = await newMerchant(app, 'https://shop.example/hook?key=secret-key');
  const id = await newTrade(app, merchant, 1);
  const first = await only(app);
  await record(app, first, answered(500, { reply_head: 'out of order' }));
  await makeDue(app, id);
  const second = await only(app);
  await record(app, second, answered(200));
  const shown = accepted(await getDelivery(app, named(merchant.merchant_id, id)));
  equal(shown.body, first.body);
  equal(shown.body, second.body);
  equal(shown.type, 'withdrawal.created');
  equal(shown.status, 'delivered');
  const sent = ({ headers }: typeof first) =>
    Object.entries(headers).map(([name, value]) => ({
      name,
      value: name === 'webhook-signature' ? 'v1,…' : value,
    }));
  deepEqual(
    shown.history.map(({ attempt, status, headers, sent_to, reply_head }) => [
      attempt,
      status,
      headers,
      sent_to,
      reply_head,
    ]),
    [
      [1, 500, sent(first), 'https://shop.example/hook', 'out of order'],
      [2, 200, sent(second), 'https://shop.example/hook', 'said'],
    ],
  );
  const text = JSON.stringify(shown);
  const [, signature = ''] = (first.headers['webhook-signature'] ?? '').split(',');
  ok(signature.length > 40);
  ok(!text.includes(signature.slice(0, 8)) && !text.includes('secret-key'));
  ok(!text.includes('4111111111111111') && text.includes('411111******1111'));
});

test('an attempt that sent nothing shows no headers', async () => {
  const merchant = await newMerchant(app);
  const id = await newTrade(app, merchant, 1);
  const { merchant_id } = merchant;
  await setDefaultEndpoint(app, merchant_id, null);
  const delivery = await only(app);
  equal(delivery.url, null);
  await record(app, delivery, answered(null, { error: 'no_address', reply_head: '' }));
  const { history } = accepted(await getDelivery(app, named(merchant_id, id)));
  deepEqual(
    history.map(({ error, headers, sent_to }) => [error, headers, sent_to]),
    [['no_address', [], '']],
  );
});

test('of many attempts the last are shown, and that there were more', async () => {
  const merchant = await newMerchant(app);
  const id = await newTrade(app, merchant, 1);
  await record(app, await only(app), answered(500));
  await scene.sql(
    app,
    `insert into delivery_attempts (merchant_id, trade_id, sequence, attempt, attempted_at, status,
       error, duration_ms, reply_head)
     select merchant_id, trade_id, sequence, n, attempted_at, 500, 'bad_status', 1, ''
     from delivery_attempts, generate_series(2, ${ATTEMPTS_SHOWN + 1}) n where trade_id = '${id}'`,
  );
  const shown = accepted(await getDelivery(app, named(merchant.merchant_id, id)));
  equal(shown.history.length, ATTEMPTS_SHOWN);
  equal(shown.history[0]?.attempt, 2);
  equal(shown.history.at(-1)?.attempt, ATTEMPTS_SHOWN + 1);
  equal(shown.has_earlier, true);
});

test('an id, number or merchant that it has not is not found', async () => {
  const merchant = await newMerchant(app);
  const other = await newMerchant(app);
  const { merchant_id } = merchant;
  const id = await newTrade(app, merchant, 1);
  equal(accepted(await getDelivery(app, named(merchant_id, id))).has_earlier, false);
  const wrong = [
    named(other.merchant_id, id),
    named('x', id),
    named(merchant_id, 'x'),
    ...['2', '0', '-1', '1.0', '01', '1e0', '', '2147483648', '9'.repeat(400)].map((sequence) =>
      named(merchant_id, id, { sequence }),
    ),
    ...['1', '-0', '1000001', 'x', '9'.repeat(400)].map((endpoint) =>
      named(merchant_id, id, { endpoint }),
    ),
  ];
  for (const one of wrong) equal(refusedWith(await getDelivery(app, one)).code, 'not_found');
});

test('a list can be cut to one endpoint, and to a type or all types of a topic', async () => {
  const merchant = await newMerchant(app);
  const { merchant_id } = merchant;
  const { number } = await addEndpoint(app, merchant_id, { event_types: ['withdrawal.created'] });
  const id = await newTrade(app, merchant, 2);
  const listed = async (query: Parameters<typeof listDeliveries>[1]) =>
    accepted(await listDeliveries(app, { merchant_id, ...query })).data.map(
      ({ endpoint, type }) => `${endpoint} ${type}`,
    );
  deepEqual(await listed({ endpoint: String(number) }), [`${number} withdrawal.created`]);
  deepEqual(await listed({ type: 'withdrawal.processing' }), ['0 withdrawal.processing']);
  deepEqual(await listed({ type: 'withdrawal.created', endpoint: '0' }), ['0 withdrawal.created']);
  equal((await listed({ type: 'withdrawal.*' })).length, 3);
  deepEqual(await listed({ type: 'deposit.*' }), []);
  equal((await rowOf(app, id, 2)).type, 'withdrawal.processing');
  for (const type of ['withdrawal', 'lost.*', '*', '', 'withdrawal.created%']) {
    const { code } = refusedWith(await listDeliveries(app, { merchant_id, type }));
    equal(code, 'invalid_request', type);
  }
});
