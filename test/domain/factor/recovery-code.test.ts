// Recovery codes: readable, and read however somebody types them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  RECOVERY_CODES,
  readRecoveryCode,
  showRecoveryCode,
} from '../../../server/domain/factor/recovery-code.ts';
import { fc } from '../../support/property.ts';

const BYTES = fc.uint8Array({ minLength: RECOVERY_CODES.bytes, maxLength: RECOVERY_CODES.bytes });

test('a code has four groups of four characters and is read in any case and spacing', () => {
  fc.assert(
    fc.property(BYTES, (bytes) => {
      const shown = showRecoveryCode(bytes);
      assert.match(shown, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
      const plain = shown.replaceAll('-', '');
      for (const typed of [shown, plain, ` ${shown.toUpperCase()}\n`, [...plain].join(' ')]) {
        assert.equal(readRecoveryCode(typed), plain);
      }
    }),
  );
});

test('every bit of a code counts: there are at least 64', () => {
  const texts = new Set<string>();
  for (let bit = 0; bit < 80; bit += 1) {
    const bytes = new Uint8Array(RECOVERY_CODES.bytes);
    bytes[bit >> 3] = 1 << (bit & 7);
    texts.add(showRecoveryCode(bytes));
  }
  assert.equal(texts.size, 80);
});

test('other texts are no codes', () => {
  const code = showRecoveryCode(new Uint8Array(RECOVERY_CODES.bytes));
  for (const typed of ['', code.slice(1), `${code}0`, code.replace('0', 'u'), '123456']) {
    assert.equal(readRecoveryCode(typed), null, typed);
  }
  assert.equal(readRecoveryCode(' '.repeat(100_000)), null);
  assert.throws(() => showRecoveryCode(new Uint8Array(9)));
});
