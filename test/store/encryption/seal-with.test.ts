// Sealed values: one layout, a nonce of their own each, and bound to key and place.
import assert from 'node:assert/strict';
import { createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { openWith, sealWith, UNAUTHENTIC } from '../../../server/store/encryption/seal-with.ts';
import { fc } from '../../support/property.ts';

const NONCE = 12;
const TAG = 16;
const raw_key = randomBytes(32);
const key = createSecretKey(raw_key);
const head = Buffer.from([0, 0, 0, 7]);
const bytes = fc.uint8Array({ maxLength: 300 });

/** By the platform alone, as a tool of ours or of others reads the rows in ten years. */
function openByHand(whole: Buffer, place: string): Buffer {
  const rest = whole.subarray(head.length);
  const decipher = createDecipheriv('aes-256-gcm', raw_key, rest.subarray(0, NONCE));
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(rest.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(rest.subarray(NONCE + TAG)), decipher.final()]);
}

test('a sealed value is head, nonce, tag and ciphertext, whatever its length', () => {
  fc.assert(
    fc.property(bytes, fc.string({ maxLength: 80 }), (plain, place) => {
      const whole = sealWith(key, plain, place, head);
      assert.equal(whole.length, head.length + NONCE + TAG + plain.length);
      assert.deepEqual(whole.subarray(0, head.length), head);
      assert.deepEqual(openByHand(whole, place), Buffer.from(plain));
      assert.deepEqual(openWith(key, whole.subarray(head.length), place), Buffer.from(plain));
    }),
  );
});

test('no two values under one key share a nonce, equal or not', () => {
  fc.assert(
    fc.property(fc.array(bytes, { minLength: 2, maxLength: 500 }), (values) => {
      const nonces = values.flatMap((plain) => {
        const twice = [sealWith(key, plain, 'place'), sealWith(key, plain, 'place')];
        return twice.map((sealed) => sealed.subarray(0, NONCE).toString('hex'));
      });
      assert.equal(new Set(nonces).size, nonces.length);
    }),
  );
});

test('a sealed value does not open elsewhere, under another key, or with any bit changed', () => {
  const other = createSecretKey(randomBytes(32));
  const unauthentic = { message: UNAUTHENTIC };
  fc.assert(
    fc.property(bytes, fc.nat(), (plain, at) => {
      const sealed = sealWith(key, plain, 'place');
      assert.throws(() => openWith(key, sealed, 'another place'), unauthentic);
      assert.throws(() => openWith(other, sealed, 'place'), unauthentic);
      const bit = at % (sealed.length * 8);
      const index = Math.floor(bit / 8);
      sealed.writeUInt8(sealed.readUInt8(index) ^ (1 << (bit % 8)), index);
      assert.throws(() => openWith(key, sealed, 'place'), unauthentic);
    }),
  );
});
