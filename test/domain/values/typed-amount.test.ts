// Amounts as people type them, in units of a currency.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedAmount } from '../../../server/domain/values/typed-amount.ts';
import { fc } from '../../support/property.ts';

test('an amount is read exactly, with any number of decimals that its currency has', () => {
  const cents = fc.bigInt({ min: 1n, max: 10n ** 12n });
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 3 }), (amount, exponent) => {
      const digits = amount.toString().padStart(exponent + 1, '0');
      const whole = digits.slice(0, digits.length - exponent);
      const text = exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`;
      assert.equal(typedAmount(text, exponent), amount);
      assert.equal(typedAmount(` ${text.replace('.', ',')} `, exponent), amount);
    }),
  );
});

test('what is not such an amount is none', () => {
  const none = [
    '',
    '0',
    '0.00',
    '-1',
    '1.',
    '.5',
    '1.234',
    '1 000',
    '1,000.5',
    'ten',
    '1e3',
    'NaN',
  ];
  for (const text of [...none, '9'.repeat(14)]) assert.equal(typedAmount(text, 2), null, text);
  assert.equal(typedAmount('1.5', 0), null);
  assert.equal(typedAmount('1.5', 2), 150n);
});
