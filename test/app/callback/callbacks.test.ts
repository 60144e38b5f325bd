// The content of a callback and its fate: signed, stored, given up, sent once more.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { listDeliveries, resendDelivery } from '../../../server/app/callback/list-deliveries.ts';
import { rotateCallbackSecret } from '../../../server/app/merchant/callback-endpoints.ts';
import { updateMerchant } from '../../../server/app/merchant/merchants.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
import { originOf } from '../../../server/domain/values/web-address.ts';
import {
  accepted,
  defaultEndpoint,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  setDefaultEndpoint,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import * as callbacks from './delivery-scene.ts';

let service: TestApp;
let app: OpenApp;
let other: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
  other = await service.another();
});
after(async () => {
  await service.stop();
});
beforeEach(async () => {
  await scene.sql(app, `update deliveries set status = 'exhausted' where status = 'waiting'`);
});

test('a delivery is made with the number of its event, to the trade’s own address first', async () => {
  const merchant = await callbacks.newMerchant(app);
  const mine = 'https://other.example:8443/x';
  const own = await callbacks.newTrade(app, merchant, 1, { callback_url: mine });
  const usual = await callbacks.newTrade(app, merchant, 1);
  const silent = await callbacks.newMerchant(app, null);
  const none = await callbacks.newTrade(app, silent, 1);
  assert.equal((await callbacks.rowOf(app, own)).url, originOf(mine));
  assert.equal((await callbacks.rowOf(app, own)).event_number, 1);
  assert.equal((await callbacks.rowOf(app, usual)).url, callbacks.HOST);
  assert.equal((await callbacks.rowOf(app, usual)).event_number, 2);
  assert.deepEqual(accepted(await listDeliveries(app, { trade_id: none })).data, []);
});

test('the body verifies with the merchant’s secret, and shows no whole card number', async () => {
  const merchant = await callbacks.newMerchant(app);
  const id = await callbacks.newTrade(app, merchant, 1);
  const { body, headers, attempt } = await callbacks.only(app);
  assert.equal(attempt, 1);
  const told = new Webhook(merchant.secret).verify(body, headers) as Record<string, unknown>;
  assert.equal(told.type, 'withdrawal.created');
  assert.equal(headers['webhook-id'], `${id}_1`);
  assert.ok(body.includes('411111******1111') && !body.includes('4111111111111111'));
  const foreign = await callbacks.newMerchant(app);
  assert.throws(() => new Webhook(foreign.secret).verify(body, headers), /No matching signature/);
});

test('while a secret is rotated both verify; another process signs with both within a look', async () => {
  const merchant = await callbacks.newMerchant(app);
  await other.settings.refresh();
  const { merchant_id } = merchant;
  const path = { merchant: merchant_id, endpoint: '0' };
  const next = accepted(await rotateCallbackSecret(app, OPERATOR, path));
  assert.notEqual(next.secret, merchant.secret);
  // If another process with an old reading makes a change, it must not restore the old secret.
  accepted(await updateMerchant(other, OPERATOR, merchant_id, raw({ name: 'Renamed' })));
  await app.settings.refresh();
  await callbacks.newTrade(app, merchant, 1);
  const { body, headers } = await callbacks.only(app);
  new Webhook(next.secret).verify(body, headers);
  new Webhook(merchant.secret).verify(body, headers);
  await scene.sql(app, 'update callback_endpoints set previous_secret_until = now()');
  await scene.sql(app, 'update settings_versions set version = version + 1');
  await app.settings.refresh();
  await callbacks.newTrade(app, merchant, 1);
  const later = await callbacks.only(app);
  new Webhook(next.secret).verify(later.body, later.headers);
  assert.throws(() => new Webhook(merchant.secret).verify(later.body, later.headers));
});

test('410 ends it at once and disables the merchant’s endpoint, until one is set again', async () => {
  const merchant = await callbacks.newMerchant(app);
  const { merchant_id } = merchant;
  const gone = await callbacks.newTrade(app, merchant, 1);
  await callbacks.record(app, await callbacks.only(app), callbacks.answered(410));
  assert.equal((await callbacks.rowOf(app, gone)).status, 'exhausted');
  assert.equal((await defaultEndpoint(app, merchant_id)).disabled_by, 'gone');
  const silent = await callbacks.newTrade(app, merchant, 1);
  assert.deepEqual(accepted(await listDeliveries(app, { trade_id: silent })).data, []);
  await setDefaultEndpoint(app, merchant_id, callbacks.HOOK);
  const heard = await callbacks.newTrade(app, merchant, 1);
  assert.equal((await callbacks.rowOf(app, heard)).status, 'waiting');
});

test('410 of a trade’s own address leaves the merchant’s endpoint alone', async () => {
  const merchant = await callbacks.newMerchant(app);
  const mine = 'https://other.example:8443/x';
  await callbacks.newTrade(app, merchant, 1, { callback_url: mine });
  await callbacks.record(app, await callbacks.only(app), callbacks.answered(410));
  const { url } = await defaultEndpoint(app, merchant.merchant_id);
  assert.equal(url, callbacks.HOOK);
});

test('Retry-After is waited for, but not for ever', async () => {
  const merchant = await callbacks.newMerchant(app);
  const cases: [number, number][] = [
    [600_000, 600_000],
    [10 * 86_400_000, 86_400_000],
  ];
  for (const [asked, expected] of cases) {
    const id = await callbacks.newTrade(app, merchant, 1);
    await callbacks.record(
      app,
      await callbacks.only(app),
      callbacks.answered(503, { retry_after_ms: asked }),
    );
    const wait_ms = Date.parse((await callbacks.rowOf(app, id)).next_attempt_at ?? '') - Date.now();
    assert.ok(wait_ms <= expected && wait_ms > expected - 30_000, `${wait_ms}`);
  }
});

test('every attempt is kept, with status, time and the head of the reply', async () => {
  const merchant = await callbacks.newMerchant(app);
  const id = await callbacks.newTrade(app, merchant, 1);
  await callbacks.record(
    app,
    await callbacks.only(app),
    callbacks.answered(500, { reply_head: 'no' }),
  );
  await callbacks.makeDue(app, id);
  await callbacks.record(
    app,
    await callbacks.only(app),
    callbacks.answered(200, { reply_head: 'yes' }),
  );
  const { timeline } = accepted(await getTradeWithTimeline(app, merchant.merchant_id, id));
  const [callback] = timeline.callbacks;
  assert.deepEqual([callback?.status, callback?.attempts], ['delivered', 2]);
  assert.deepEqual(
    callback?.history.map(({ attempt, status, error, duration_ms, reply_head }) => [
      attempt,
      status,
      error,
      duration_ms,
      reply_head,
    ]),
    [
      [1, 500, 'status', 12, 'no'],
      [2, 200, null, 12, 'yes'],
    ],
  );
});

const resend = (merchant: TestMerchant, id: string, sequence: number) =>
  resendDelivery(app, OPERATOR, raw({ merchant_id: merchant.merchant_id, trade_id: id, sequence }));

test('once more: with the same id, from the start of the schedule, before what follows', async () => {
  const merchant = await callbacks.newMerchant(app);
  const id = await callbacks.newTrade(app, merchant, 2);
  await callbacks.record(app, await callbacks.only(app), callbacks.answered(410));
  await setDefaultEndpoint(app, merchant.merchant_id, callbacks.HOOK);
  accepted(await resend(merchant, id, 1));
  const again = await callbacks.only(app);
  assert.deepEqual(callbacks.named([again]), ['1/2']);
  assert.equal(again.headers['webhook-id'], `${id}_1`);
  await callbacks.record(app, again, callbacks.answered(500));
  const row = await callbacks.rowOf(app, id);
  assert.equal(row.status, 'waiting');
  assert.ok(Date.parse(row.next_attempt_at ?? '') - Date.now() < 6_000);
  await callbacks.makeDue(app, id);
  await callbacks.record(app, await callbacks.only(app), callbacks.answered(200));
  assert.deepEqual(callbacks.named([await callbacks.only(app)]), ['2/1']);
});

test('after its schedule was exhausted it has all of it again', async () => {
  const merchant = await callbacks.newMerchant(app);
  const id = await callbacks.newTrade(app, merchant, 1);
  await scene.sql(
    app,
    `update deliveries set attempts = 11, status = 'exhausted' where trade_id = '${id}'`,
  );
  accepted(await resend(merchant, id, 1));
  const delivery = await callbacks.only(app);
  assert.equal(delivery.attempt, 12);
  await callbacks.record(app, delivery, callbacks.answered(500));
  assert.equal((await callbacks.rowOf(app, id)).status, 'waiting');
});

test('what is not there is not sent', async () => {
  const merchant = await callbacks.newMerchant(app);
  const id = await callbacks.newTrade(app, merchant, 1);
  for (const sequence of [0, -1, 1.5, 2 ** 31, 10 ** 20, Number.NaN]) {
    assert.equal(refusedWith(await resend(merchant, id, sequence)).code, 'invalid_request');
  }
  for (const sequence of [2, 2 ** 31 - 1]) {
    assert.equal(refusedWith(await resend(merchant, id, sequence)).code, 'not_found');
  }
  const foreign = await callbacks.newMerchant(app);
  assert.equal(refusedWith(await resend(foreign, id, 1)).code, 'not_found');
  assert.equal(refusedWith(await resend(merchant, 'x', 1)).code, 'invalid_request');
});

test('a callback that cannot be made holds up nobody else’s', async () => {
  const merchant = await callbacks.newMerchant(app);
  const broken = await callbacks.newTrade(app, merchant, 1);
  const sound = await callbacks.newTrade(app, merchant, 1);
  // The secret for computing the page's address is missing.
  await scene.sql(app, `update trades set page_key_id = 999 where trade_id = '${broken}'`);
  const errors: unknown[] = [];
  const log = { ...app.log, error: (fields: object) => errors.push(fields) };
  const claimed = await callbacks.claim({ ...app, log });
  assert.deepEqual(
    claimed.map(({ trade_id }) => trade_id),
    [sound],
  );
  assert.equal(errors.length, 1);
});
