// API tokens and their alphabet: one text per value, checked against Node's base64url.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatApiToken,
  isScope,
  otherKind,
  parseApiToken,
  SCOPES,
} from '../../../server/domain/service/api-token.ts';
import { encodeBase64url } from '../../../server/lib/base64url.ts';
import { fc } from '../../support/property.ts';

const RANDOM = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('base64url is Node’s', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
      assert.equal(encodeBase64url(bytes), Buffer.from(bytes).toString('base64url'));
    }),
  );
});

test('a token has one spelling', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{43}$/), (random) => {
      const bytes = Buffer.from(random, 'base64url');
      const is_spelling = bytes.toString('base64url') === random;
      assert.equal(parseApiToken(`live_${random}`) !== null, is_spelling);
    }),
  );
});

test('a token is its mode and 43 characters', () => {
  fc.assert(
    fc.property(fc.constantFrom('live' as const, 'sandbox' as const), RANDOM, (mode, random) => {
      const token = formatApiToken(mode, random);
      assert.match(token, /^(live|test)_[A-Za-z0-9_-]{43}$/);
      assert.deepEqual(parseApiToken(token), { mode });
      assert.equal(
        token,
        `${mode === 'live' ? 'live' : 'test'}_${Buffer.from(random).toString('base64url')}`,
      );
    }),
  );
});

test('no other form is a token', () => {
  const token = formatApiToken('sandbox', new Uint8Array(32).fill(7));
  const forms: string[] = [
    '',
    token.slice(0, -1),
    `${token}A`,
    token.toUpperCase(),
    ` ${token}`,
    `${token}\n`,
    `${token},${token}`,
    `${token} ${token}`,
    `Bearer ${token}`,
    token.replace('test_', ''),
    token.replace('test_', 'prod_'),
    token.replace('test_', 'test-'),
    `${token.slice(0, -1)}=`,
    `${token.slice(0, -1)}B`,
    `test_${'+'.repeat(43)}`,
    "test_' OR '1'='1",
    'A'.repeat(5_000),
  ];
  for (const form of forms) assert.equal(parseApiToken(form), null, form.slice(0, 80));
});

test('too little randomness is a bug', () => {
  for (const length of [0, 16, 31, 33]) {
    assert.throws(() => formatApiToken('live', new Uint8Array(length)), /32 random bytes/);
  }
});

test('scopes', () => {
  assert.deepEqual(SCOPES, ['payin', 'payout', 'read']);
  for (const scope of SCOPES) assert.ok(isScope(scope));
  for (const text of ['', 'Read', 'admin', 'payin,read']) assert.ok(!isScope(text), text);
});

test('a token of the other mode is told by its first letters alone', () => {
  const said = 'This is a test_ token, and the service runs in live mode: use a live_ token.';
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (rest) => {
      assert.equal(otherKind(`test_${rest}`, 'live'), said);
      assert.equal(otherKind(`test_${rest}`, 'sandbox'), null);
      assert.match(otherKind(`live_${rest}`, 'sandbox') ?? '', /^This is a live_ token/);
      assert.equal(otherKind(`live_${rest}`, 'live'), null);
    }),
  );
  for (const text of ['', 'test', 'TEST_abc', ' test_abc', 'op_test_abc', 'Bearer test_abc']) {
    assert.equal(otherKind(text, 'live'), null, text);
  }
});
