// Base32 in both alphabets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalCrockford, encodeBase32, encodeCrockford } from '../../server/lib/base32.ts';
import { fc } from '../support/property.ts';

test('the examples of RFC 4648, without padding', () => {
  const table = [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const;
  for (const [text, expected] of table) {
    assert.equal(encodeBase32(new TextEncoder().encode(text)), expected, text);
  }
});

test('different bytes of one length have different texts', () => {
  const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      const same = Buffer.from(a).equals(b);
      assert.equal(encodeCrockford(a) === encodeCrockford(b), same);
      assert.equal(encodeBase32(a) === encodeBase32(b), same);
    }),
  );
});

test('what is written is read, and characters that look alike are the same', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20 }), (bytes) => {
      const text = encodeCrockford(bytes);
      assert.equal(canonicalCrockford(text.toUpperCase()), text);
    }),
  );
  assert.equal(canonicalCrockford('OolIiL'), '001111');
  for (const wrong of ['u', 'a-b', 'é', '٣', 'a b']) assert.equal(canonicalCrockford(wrong), null);
});
