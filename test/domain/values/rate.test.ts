// Percent, rate, fee and conversion: bounds, known values and exactness against fractions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decimal } from '../../../server/domain/values/decimal.ts';
import { formatDecimal, parseDecimal } from '../../../server/domain/values/decimal.ts';
import type { Rounding } from '../../../server/domain/values/rate.ts';
import { convert, feeOf, parsePercent, parseRate } from '../../../server/domain/values/rate.ts';
import { fc } from '../../support/property.ts';

function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  assert.ok(value !== null, text);
  return value;
}

const shown = (value: Decimal | null): string | null =>
  value === null ? null : formatDecimal(value);

test('a percent is 0–100 with at most 4 decimals', () => {
  const table: [string | number, string | null][] = [
    ['0', '0'],
    [0, '0'],
    ['1.5000', '1.5'],
    [1.5, '1.5'],
    [99.9999, '99.9999'],
    [100, '100'],
    ['100.0000', '100'],
    ['100.0001', null],
    [100.0001, null],
    [0.00001, null],
    [1e-5, null],
    [-0.0001, null],
    ['-1', null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    ['1e1', null],
    ['', null],
  ];
  for (const [input, expected] of table)
    assert.equal(shown(parsePercent(input)), expected, `${input}`);
});

test('a rate is above zero, with at most 8 decimals and 15 digits', () => {
  const table: [string | number, string | null][] = [
    ['1', '1'],
    ['1.00000000', '1'],
    [83.12345678, '83.12345678'],
    [1e-8, '0.00000001'],
    ['1234567.12345678', '1234567.12345678'],
    ['12345678.12345678', null],
    [1e-9, null],
    ['0', null],
    ['0.00000000', null],
    [-1, null],
    [1e15, null],
    [1e14, '100000000000000'],
    [Number.NaN, null],
  ];
  for (const [input, expected] of table)
    assert.equal(shown(parseRate(input)), expected, `${input}`);
});

test('fees round half up', () => {
  const table: [amount: bigint, percent: string, fee: bigint][] = [
    [10_000n, '1.5', 150n],
    [1n, '50', 1n],
    [1n, '49.9999', 0n],
    [3n, '50', 2n],
    [100n, '0', 0n],
    [100n, '100', 100n],
    [333n, '0.15', 0n],
    [334n, '0.15', 1n],
    [10n ** 12n, '0.0001', 10n ** 6n],
  ];
  for (const [amount, percent, fee] of table) {
    assert.equal(feeOf(amount, decimal(percent)), fee, `${amount} × ${percent} %`);
  }
});

test('conversion divides by the rate and adjusts the exponents', () => {
  const table: [amount: bigint, rate: string, from: number, to: number, Rounding, bigint][] = [
    [10_000n, '1', 2, 2, 'floor', 10_000n],
    [831_235n, '83.1235', 2, 2, 'floor', 10_000n],
    [10_000n, '3', 2, 2, 'floor', 3_333n],
    [10_000n, '3', 2, 2, 'ceil', 3_334n],
    [10_000n, '3', 2, 2, 'nearest', 3_333n],
    [20_000n, '3', 2, 2, 'nearest', 6_667n],
    // 15,000 yen at 150 yen for a dollar are 100 dollars.
    [15_000n, '150', 0, 2, 'floor', 10_000n],
    // 1.000 dinar at 0.307 dinar for a dollar is 3.257… dollars.
    [1_000n, '0.307', 3, 2, 'floor', 325n],
    [1_000n, '0.307', 3, 2, 'ceil', 326n],
    [100n, '0.00000001', 2, 2, 'floor', 10_000_000_000n],
  ];
  for (const [amount, rate, from, to, rounding, expected] of table) {
    assert.equal(
      convert(amount, decimal(rate), from, to, rounding),
      expected,
      `${amount} / ${rate}`,
    );
  }
  assert.throws(() => convert(1n, decimal('0'), 2, 2, 'floor'), /above zero/);
});

const AMOUNT = fc.bigInt({ min: 1n, max: 10n ** 12n });
const PERCENT = fc.bigInt({ min: 0n, max: 1_000_000n }).map((digits) => ({ digits, scale: 4 }));
const RATE = fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }).map((digits) => ({ digits, scale: 8 }));
const EXPONENT = fc.integer({ min: 0, max: 4 });

test('a fee is within half a unit of the exact one, and within the amount', () => {
  fc.assert(
    fc.property(AMOUNT, PERCENT, (amount, percent) => {
      const fee = feeOf(amount, percent);
      assert.ok(fee >= 0n && fee <= amount);
      const error = 2n * (fee * 1_000_000n - amount * percent.digits);
      assert.ok(error > -1_000_000n && error <= 1_000_000n);
    }),
  );
});

test('floor and ceil stand around the exact quotient; a credit never exceeds its debit', () => {
  fc.assert(
    fc.property(AMOUNT, RATE, EXPONENT, EXPONENT, (amount, rate, from, to) => {
      const [floor, ceil, near] = (['floor', 'ceil', 'nearest'] as const).map((rounding) =>
        convert(amount, rate, from, to, rounding),
      ) as [bigint, bigint, bigint];
      const n = amount * 10n ** BigInt(8 + to);
      const d = rate.digits * 10n ** BigInt(from);
      assert.ok(floor * d <= n && n <= ceil * d);
      assert.ok(ceil - floor <= 1n && (ceil - floor === 0n) === (n % d === 0n));
      assert.ok(floor <= near && near <= ceil);
    }),
  );
});

test('the same currency at rate 1 is never changed', () => {
  fc.assert(
    fc.property(AMOUNT, EXPONENT, (amount, exponent) => {
      for (const rounding of ['floor', 'ceil', 'nearest'] as const) {
        assert.equal(convert(amount, decimal('1.00000000'), exponent, exponent, rounding), amount);
      }
    }),
  );
});
