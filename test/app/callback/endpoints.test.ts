// Several endpoints of one merchant: each gets what its filter names, in its own order, signed with
// its own secret, at the address that it has at the time of the attempt.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { ClaimedDelivery } from '../../../server/app/callback/deliver.ts';
import { resendEvents } from '../../../server/app/callback/resend-events.ts';
import { openText, sentToPlace } from '../../../server/store/encryption/sealed-text.ts';
import { accepted, OPERATOR, openTestApp, raw, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import {
  answered,
  claim,
  claimAll,
  HOOK,
  makeDue,
  moreEvents,
  newMerchant,
  newTrade,
  record,
} from './delivery-scene.ts';
import { addEndpoint, BOOKS } from './endpoint-scene.ts';

let service: TestApp;
let app: TestApp['app'];
before(async () => {
  service = await openTestApp();
  ({ app } = service);
});
after(async () => {
  await service.stop();
});
beforeEach(async () => {
  await scene.sql(app, `update deliveries set status = 'exhausted' where status = 'waiting'`);
});

const where = (deliveries: readonly ClaimedDelivery[]) =>
  deliveries
    .map(({ endpoint_number, sequence, url }) => `${endpoint_number}/${sequence} ${url}`)
    .sort();

const opens = ({ body, headers }: ClaimedDelivery, secret: string): boolean => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'WebhookVerificationError') return false;
    throw error;
  }
};

test('each endpoint gets the event, signed with its own secret', async () => {
  const merchant = await newMerchant(app);
  const books = await addEndpoint(app, merchant.merchant_id);
  await newTrade(app, merchant, 1);
  const claimed = await claimAll(app);
  deepEqual(where(claimed), [`0/1 ${HOOK}`, `1/1 ${BOOKS}`]);
  const [first, second] = claimed.toSorted((a, b) => a.endpoint_number - b.endpoint_number);
  ok(first !== undefined && second !== undefined);
  equal(first.headers['webhook-id'], second.headers['webhook-id']);
  equal(first.body, second.body);
  ok(opens(first, merchant.secret) && !opens(first, books.secret ?? ''));
  ok(opens(second, books.secret ?? '') && !opens(second, merchant.secret));
});

test('an endpoint gets only the events that its filter names', async () => {
  const merchant = await newMerchant(app, null);
  const { merchant_id } = merchant;
  await addEndpoint(app, merchant_id, { event_types: ['withdrawal.processing'] });
  await addEndpoint(app, merchant_id, { event_types: ['deposit.*'] });
  await addEndpoint(app, merchant_id, { event_types: ['withdrawal.*'] });
  await addEndpoint(app, merchant_id, { disabled_at: 1, disabled_by: 'person' });
  const id = await newTrade(app, merchant, 2);
  const rows = await scene.sql<{ sequence: number; endpoint_number: number; type: string }>(
    app,
    `select d.sequence, d.endpoint_number, e.type from deliveries d
     join events e using (merchant_id, trade_id, sequence) where trade_id = '${id}' order by 1, 2`,
  );
  deepEqual(rows, [
    { sequence: 1, endpoint_number: 3, type: 'withdrawal.created' },
    { sequence: 2, endpoint_number: 1, type: 'withdrawal.processing' },
    { sequence: 2, endpoint_number: 3, type: 'withdrawal.processing' },
  ]);
});

test('the address of a trade stands in for the default endpoint, not for the others', async () => {
  const merchant = await newMerchant(app);
  await addEndpoint(app, merchant.merchant_id);
  const callback_url = 'https://till.example/hook';
  await newTrade(app, merchant, 1, { callback_url });
  const claimed = await claimAll(app);
  deepEqual(where(claimed), [`0/1 ${callback_url}`, `1/1 ${BOOKS}`]);
  const own = claimed.find(({ url }) => url === callback_url);
  ok(own !== undefined && opens(own, merchant.secret));
});

test('an endpoint that fails delays no other one of its merchant, and keeps its own order', async () => {
  const merchant = await newMerchant(app);
  await addEndpoint(app, merchant.merchant_id);
  const id = await newTrade(app, merchant, 2);
  const first = await claimAll(app);
  deepEqual(where(first), [`0/1 ${HOOK}`, `1/1 ${BOOKS}`]);
  for (const one of first) {
    await record(app, one, answered(one.endpoint_number === 0 ? 500 : 200));
  }
  const second = await claimAll(app);
  deepEqual(where(second), [`1/2 ${BOOKS}`]);
  for (const one of second) await record(app, one, answered(200));
  // While the default endpoint still waits for its retry, the other gets what is new at once.
  await moreEvents(app, merchant, id, 1, 1);
  const third = await claimAll(app);
  deepEqual(where(third), [`1/3 ${BOOKS}`]);
  for (const one of third) await record(app, one, answered(200));
  await makeDue(app, id);
  const again = await claimAll(app);
  deepEqual(
    again.map(({ endpoint_number, sequence, attempt }) => [endpoint_number, sequence, attempt]),
    [[0, 1, 2]],
  );
});

test('an attempt keeps the address that it used, without its query', async () => {
  const merchant = await newMerchant(app, null);
  await addEndpoint(app, merchant.merchant_id);
  const trade_id = await newTrade(app, merchant, 1);
  const [one] = await claim(app);
  ok(one !== undefined);
  await record(app, one, answered(500));
  const [row] = await scene.sql<{ url: string; endpoint_number: number }>(
    app,
    `select url, endpoint_number from delivery_attempts where trade_id = '${trade_id}'`,
  );
  ok(row !== undefined);
  ok(row.url.startsWith('sealed:'));
  equal(row.endpoint_number, 1);
  const place = sentToPlace({ trade_id, sequence: 1, endpoint_number: 1, attempt: 1 });
  equal(openText(app.store.cipher, row.url, place), 'https://books.example/hook');
});

const resentTo = async (merchant_id: string, endpoint: number) =>
  accepted(await resendEvents(app, OPERATOR, raw({ merchant_id, endpoint }))).resent;

test('past events are delivered to an endpoint that did not exist then, once and in order', async () => {
  const merchant = await newMerchant(app, null);
  const { merchant_id } = merchant;
  const trade_id = await newTrade(app, merchant, 2);
  equal((await claimAll(app)).length, 0);
  const { number } = await addEndpoint(app, merchant_id);
  await moreEvents(app, merchant, trade_id, 1, 1);
  equal(await resentTo(merchant_id, number), 2);
  equal(await resentTo(merchant_id, number), 0);
  const sent: string[] = [];
  for (let [next] = await claim(app); next !== undefined; [next] = await claim(app)) {
    sent.push(`${next.endpoint_number}/${next.sequence}`);
    await record(app, next, answered(200));
  }
  deepEqual(sent, ['1/1', '1/2', '1/3']);
});

test('past events go to the address of their trade if they are for the default endpoint', async () => {
  const merchant = await newMerchant(app, null);
  const { merchant_id } = merchant;
  const callback_url = 'https://till.example/hook';
  const trade_id = await newTrade(app, merchant, 1, { callback_url });
  await scene.sql(app, `delete from deliveries where trade_id = '${trade_id}'`);
  equal(await resentTo(merchant_id, 0), 1);
  deepEqual(where(await claimAll(app)), [`0/1 ${callback_url}`]);
});
