// Amounts as text: exact for every exponent, to read and to copy.
import { equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainAmount, shownAmount, shownMoney } from '../../../server/pages/parts/amount.ts';
import { fc } from '../../support/property.ts';

type Case = { cents: bigint; exponent: number; plain: string; shown: string };

const CASES: readonly Case[] = [
  { cents: 1n, exponent: 2, plain: '0.01', shown: '0.01' },
  { cents: 100n, exponent: 2, plain: '1.00', shown: '1.00' },
  { cents: 125_050n, exponent: 2, plain: '1250.50', shown: '1,250.50' },
  { cents: 5_000n, exponent: 0, plain: '5000', shown: '5,000' },
  { cents: 7n, exponent: 3, plain: '0.007', shown: '0.007' },
  { cents: 1_234_567n, exponent: 3, plain: '1234.567', shown: '1,234.567' },
  { cents: 10n ** 12n, exponent: 2, plain: '10000000000.00', shown: '10,000,000,000.00' },
  { cents: 10n ** 12n - 1n, exponent: 4, plain: '99999999.9999', shown: '99,999,999.9999' },
];

describe('amounts of pages', () => {
  for (const { cents, exponent, plain, shown } of CASES) {
    it(`shows ${cents} with ${exponent} decimals as ${shown}`, () => {
      equal(plainAmount(cents, exponent), plain);
      equal(shownAmount(cents, exponent, 'en'), shown);
    });
  }

  it('follows the language', () => {
    equal(shownAmount(125_050_000n, 2, 'de'), '1.250.500,00');
    equal(shownAmount(125_050_000n, 2, 'hi'), '12,50,500.00');
  });

  it('is written with its sign at home, and with its code elsewhere', () => {
    const shown = (currency: string, lang: string) => {
      const money = { amount_cents: 12_345_678_90n, exponent: 2, currency };
      const { sign, digits, code } = shownMoney(money, lang);
      return sign === null ? `${digits} ${code}` : `${sign}${digits}`;
    };
    equal(shown('INR', 'en'), '₹1,23,45,678.90');
    equal(shown('INR', 'hi'), '₹1,23,45,678.90');
    equal(shown('INR', 'es'), '12.345.678,90 INR');
    equal(shown('USD', 'en'), '12,345,678.90 USD');
  });

  it('loses no minor unit', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 18n });
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 4 }), (cents, exponent) => {
        const plain = plainAmount(cents, exponent);
        equal(BigInt(plain.replace('.', '')), cents);
        equal(plain.split('.')[1]?.length ?? 0, exponent);
        equal(shownAmount(cents, exponent, 'en').replaceAll(',', ''), plain);
      }),
    );
  });
});
