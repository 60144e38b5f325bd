import { equal } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import { isGuessable, isGuessableKey } from '../../server/settings/secret-strength.ts';

/** As good as drawn, and the same in every run. */
const drawn = (seed: string) => createHash('sha256').update(seed).digest();

suite('a token that can be guessed', () => {
  for (const text of [
    't'.repeat(32),
    'ab'.repeat(30),
    'secret12'.repeat(8),
    '0123456789abcdefghijklmnopqrstuvwxyz',
    '98765432109876543210987654321098765',
    'operator-token-for-tests-0123456789',
    'OPERATOR_TOKEN_PLEASE_CHANGE_ME_0123456789',
    'change-me-change-me-change-me-change-me',
    'password-password-password-password-1',
    'qwertyuiopasdfghjklzxcvbnmqwertyuiop',
    'at-least-32-printable-characters',
  ]) {
    test(text, () => equal(isGuessable(text), true));
  }
});

suite('a token that was drawn', () => {
  for (const [name, encoding, length] of [
    ['hexadecimal digits', 'hex', 32],
    ['base64', 'base64', 32],
    ['base64url', 'base64url', 43],
  ] as const) {
    test(`is taken as ${length} characters of ${name}, each of 5,000`, () => {
      const refused = Array.from({ length: 5_000 }, (_, index) =>
        drawn(`${encoding} ${index}`).toString(encoding).slice(0, length),
      ).filter(isGuessable);
      equal(refused.join(), '');
    });
  }

  test('is taken with a prefix that says what it is', () => {
    equal(isGuessable(`op_${drawn('prefix').toString('base64url')}`), false);
  });
});

test('keys that repeat themselves are told from drawn ones', () => {
  equal(isGuessableKey(new Uint8Array(32)), true);
  equal(isGuessableKey(Buffer.from('0123456789abcdef'.repeat(4), 'hex')), true);
  for (let index = 0; index < 1_000; index += 1) {
    equal(isGuessableKey(drawn(`key ${index}`)), false);
  }
});
