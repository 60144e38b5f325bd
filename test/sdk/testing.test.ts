// The entry for merchants' own tests signs as the service does.
import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { signCallback } from '../../sdk/testing.ts';
import { verifyWebhook } from '../../sdk/webhook.ts';
import { standardWebhookStringToSign } from '../../server/domain/callback/signature.ts';

const NOW = 1_767_225_600_000;
const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const OTHER = 'whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=';
const EVENT = { type: 'deposit.completed', data: { order_id: 'order-1', note: '₹' } } as const;

test('what it signs is what the service signs', async () => {
  const { body, headers } = await signCallback(EVENT, SECRET, { id: 'msg-1', now: NOW });
  const text = standardWebhookStringToSign({ id: 'msg-1', timestamp_s: NOW / 1_000, body });
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  deepEqual(headers, {
    'content-type': 'application/json',
    'webhook-id': 'msg-1',
    'webhook-timestamp': '1767225600',
    'webhook-signature': `v1,${createHmac('sha256', key).update(text).digest('base64')}`,
  });
});

test('verifyWebhook and the public library believe it', async () => {
  const { body, headers } = await signCallback(EVENT, SECRET);
  const event = await verifyWebhook(body, headers, SECRET);
  deepEqual([event.type, event.sequence, event.data], [EVENT.type, 1, EVENT.data]);
  equal(event.id, headers['webhook-id']);
  match(event.timestamp, /^20.*Z$/);
  deepEqual(new Webhook(SECRET).verify(body, headers), JSON.parse(body));
});

test('two secrets sign as while one replaces the other, and a text is signed as it is', async () => {
  const { body, headers } = await signCallback('{ "type": "x", "data": {} }', [OTHER, SECRET]);
  equal(body, '{ "type": "x", "data": {} }');
  for (const secret of [OTHER, SECRET]) {
    equal((await verifyWebhook(body, headers, secret)).type, 'x');
  }
});

test('an old or forged callback is made for the tests that must refuse it', async () => {
  const { body, headers } = await signCallback(EVENT, SECRET, { now: NOW });
  await rejects(verifyWebhook(body, headers, SECRET), { problem: 'too_old' });
  const forged = await signCallback(EVENT, OTHER);
  const call = verifyWebhook(forged.body, forged.headers, SECRET);
  await rejects(call, { problem: 'signature' });
  await rejects(signCallback(EVENT, 'not a secret'), { problem: 'secret' });
});

test('a misspelt type does not compile', async () => {
  // @ts-expect-error: the type is misspelt
  const { body } = await signCallback({ type: 'deposit.complete', data: {} }, SECRET);
  equal(JSON.parse(body).type, 'deposit.complete');
});
