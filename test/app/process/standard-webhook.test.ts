// Callback signatures, judged by the library that merchants use.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret, signWebhook } from '../../../server/app/process/standard-webhook.ts';

const body = JSON.stringify({ type: 'deposit.completed', data: { name: 'Zoë, 銀行 😀' } });
const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

type Message = { id: string; timestamp_s: number; body: string };
const messageNow = (): Message => ({ id: 'msg_0197f3a0', timestamp_s: nowSeconds(), body });

function verify(secret: string, message: Message, signature: string): unknown {
  return new Webhook(secret).verify(message.body, {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp_s),
    'webhook-signature': signature,
  });
}

test('the library accepts what was signed, and reads the same body', () => {
  const secret = newWebhookSecret();
  const message = messageNow();
  const signature = signWebhook({ secrets: [secret], ...message });
  assert.match(signature, /^v1,[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual(verify(secret, message, signature), JSON.parse(body));
});

test('while a secret is rotated, receivers with the old and with the new one accept', () => {
  const [old_secret, new_secret, foreign] = [
    newWebhookSecret(),
    newWebhookSecret(),
    newWebhookSecret(),
  ];
  const message = messageNow();
  const signature = signWebhook({ secrets: [new_secret, old_secret], ...message });
  assert.equal(signature.split(' ').length, 2);
  verify(old_secret, message, signature);
  verify(new_secret, message, signature);
  assert.throws(() => verify(foreign, message, signature), /No matching signature/);
});

test('a changed body, id or time, an old message and a foreign secret fail', () => {
  const secret = newWebhookSecret();
  const message = messageNow();
  const signature = signWebhook({ secrets: [secret], ...message });
  const changes: Partial<Message>[] = [
    { body: body.replace('completed', 'canceled') },
    { body: `${body} ` },
    { id: 'msg_other' },
    { timestamp_s: message.timestamp_s + 1 },
  ];
  for (const change of changes) {
    const changed = { ...message, ...change };
    assert.throws(() => verify(secret, changed, signature), /No matching signature/);
  }
  const old = { ...message, timestamp_s: message.timestamp_s - 301 };
  const replayed = signWebhook({ secrets: [secret], ...old });
  assert.throws(() => verify(secret, old, replayed), /too old/);
  assert.throws(() => verify(newWebhookSecret(), message, signature), /No matching signature/);
});

test('a secret carries 32 random bytes behind its prefix', () => {
  const secrets = new Set(Array.from({ length: 100 }, newWebhookSecret));
  assert.equal(secrets.size, 100);
  for (const secret of secrets) {
    assert.match(secret, /^whsec_[A-Za-z0-9+/]+=*$/);
    assert.equal(Buffer.from(secret.slice('whsec_'.length), 'base64').length, 32);
  }
});

test('signing with nothing, or with what is no secret, is a bug', () => {
  const message = messageNow();
  assert.throws(() => signWebhook({ secrets: [], ...message }), /at least one secret/);
  for (const secret of ['whsec_', 'test_abcdefgh', '']) {
    assert.throws(() => signWebhook({ secrets: [secret], ...message }), /starts with whsec_/);
  }
});
