// Strings to sign and the X-Signature header; the Standard Webhooks package checks the signatures
// of callbacks.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import {
  isFreshSignature,
  parseXSignature,
  standardWebhookStringToSign,
  xSignatureStringToSign,
  xTokenStringToSign,
} from '../../../server/domain/callback/signature.ts';
import { fc } from '../../support/property.ts';

const HEX = 'a'.repeat(64);
const OTHER = '0123456789abcdef'.repeat(4);

test('X-Token signs the raw body, or the path parameters of a GET', () => {
  const path_params = [['merchant_id', '0190-ab']] as const;
  const raw_body = '{ "amount_cents": 1,\n "order_id":"é" }';
  assert.equal(xTokenStringToSign({ method: 'POST', raw_body, path_params: [] }), raw_body);
  assert.equal(
    xTokenStringToSign({ method: 'GET', raw_body: '', path_params }),
    '{"merchant_id":"0190-ab"}',
  );
  assert.equal(
    xTokenStringToSign({
      method: 'GET',
      raw_body: '',
      path_params: [
        ['merchant', 'm"1'],
        ['uuid', 'u'],
      ],
    }),
    '{"merchant":"m\\"1","uuid":"u"}',
  );
});

test('path parameters keep their order, even names that objects would sort', () => {
  const path_params = [
    ['2', 'b'],
    ['1', 'a'],
    ['__proto__', 'c'],
  ] as const;
  const text = xTokenStringToSign({ method: 'GET', raw_body: 'ignored', path_params });
  assert.equal(text, '{"2":"b","1":"a","__proto__":"c"}');
});

test('X-Signature is read strictly', () => {
  const table: [header: string, expected: ReturnType<typeof parseXSignature>][] = [
    [`t=1700000000,v1=${HEX}`, { t: 1_700_000_000, v1: [HEX] }],
    [`v1=${HEX}, t=1700000000`, { t: 1_700_000_000, v1: [HEX] }],
    [`t=1,v1=${HEX},v1=${OTHER}`, { t: 1, v1: [HEX, OTHER] }],
    [`t=1,v0=anything-else,v1=${HEX}`, { t: 1, v1: [HEX] }],
    [`t=1,v1=${Array(5).fill(HEX).join(',v1=')}`, { t: 1, v1: Array(5).fill(HEX) }],
    [`t=1,v1=${Array(6).fill(HEX).join(',v1=')}`, null],
    [`t=1,t=2,v1=${HEX}`, null],
    [`v1=${HEX}`, null],
    ['t=1', null],
    [`t=,v1=${HEX}`, null],
    [`t=01,v1=${HEX}`, null],
    [`t=0,v1=${HEX}`, null],
    [`t=-1,v1=${HEX}`, null],
    [`t=1.5,v1=${HEX}`, null],
    [`t=1e9,v1=${HEX}`, null],
    [`t=${'9'.repeat(13)},v1=${HEX}`, null],
    [`t=1,v1=${HEX.toUpperCase()}`, null],
    [`t=1,v1=${HEX.slice(1)}`, null],
    [`t=1,v1=${HEX}a`, null],
    [`t=1,v1=${HEX.slice(1)}g`, null],
    [`t=1,v1=${HEX},`, null],
    [`t=1;v1=${HEX}`, null],
    ['', null],
    [`t=1,v1=${HEX},v0=${'x'.repeat(1_024)}`, null],
  ];
  for (const [header, expected] of table) {
    assert.deepEqual(parseXSignature(header), expected, header);
  }
});

test('whatever the header, the answer is a signature or null', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (noise) => {
      for (const header of [noise, `t=1,v1=${noise}`, `t=${noise},v1=${HEX}`]) {
        const parsed = parseXSignature(header);
        if (parsed === null) continue;
        assert.ok(Number.isSafeInteger(parsed.t) && parsed.t > 0);
        for (const hex of parsed.v1) assert.match(hex, /^[0-9a-f]{64}$/);
      }
    }),
  );
});

test('a signature is fresh for 300 seconds both ways', () => {
  const table: [t: number, now_ms: number, expected: boolean][] = [
    [1_000, 1_000_000, true],
    [1_000, 1_300_999, true],
    [1_000, 1_301_000, false],
    [1_000, 700_000, true],
    [1_000, 699_999, false],
    [Number.NaN, 1_000_000, false],
  ];
  for (const [t, now_ms, expected] of table) {
    assert.equal(isFreshSignature(t, now_ms), expected, `${t} ${now_ms}`);
  }
});

test('X-Signature signs time, method, path and body', () => {
  const parts = { t: 5, method: 'POST', path: '/api/v1/orders/search?x=1', body: '{"a":1}' };
  assert.equal(xSignatureStringToSign(parts), '5.POST./api/v1/orders/search?x=1.{"a":1}');
});

test('what a callback signs is what the Standard Webhooks package verifies', () => {
  const key = Buffer.from('a sandbox key for this test only');
  const timestamp_s = Math.floor(Date.now() / 1_000);
  const parts = { id: 'msg_1', timestamp_s, body: '{"type":"deposit.completed","é":"🙂"}' };
  const mac = createHmac('sha256', key).update(standardWebhookStringToSign(parts)).digest('base64');
  const headers = {
    'webhook-id': parts.id,
    'webhook-timestamp': String(timestamp_s),
    'webhook-signature': `v1,${mac}`,
  };
  const webhook = new Webhook(`whsec_${key.toString('base64')}`);
  assert.deepEqual(webhook.verify(parts.body, headers), JSON.parse(parts.body));
  assert.throws(() => webhook.verify(`${parts.body} `, headers));
});
