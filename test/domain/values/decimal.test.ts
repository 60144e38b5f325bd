// Decimals: one value has one form, and text and JSON numbers survive the round trip.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decimal } from '../../../server/domain/values/decimal.ts';
import {
  compareDecimals,
  decimalFromNumber,
  fitsDecimal,
  formatDecimal,
  isZero,
  parseDecimal,
  toWireNumber,
} from '../../../server/domain/values/decimal.ts';
import { fc } from '../../support/property.ts';

test('plain notation is read, everything else is null', () => {
  const table: [text: string, expected: string | null][] = [
    ['0', '0'],
    ['-0', '0'],
    ['1.50', '1.5'],
    ['-0.05', '-0.05'],
    ['100.0000', '100'],
    ['0012', '12'],
    ['83.12345678', '83.12345678'],
    ['', null],
    ['.5', null],
    ['5.', null],
    ['1e3', null],
    ['+1', null],
    ['1,5', null],
    [' 1', null],
    ['1\n', null],
    ['NaN', null],
    ['Infinity', null],
    ['0x10', null],
    ['١٢', null],
    ['--1', null],
    ['1'.repeat(65), null],
  ];
  for (const [text, expected] of table) {
    const value = parseDecimal(text);
    assert.equal(value === null ? null : formatDecimal(value), expected, JSON.stringify(text));
  }
});

test('a JSON number becomes the shortest decimal that means it', () => {
  const table: [number, string | null][] = [
    [1.5, '1.5'],
    [0.1, '0.1'],
    [-0, '0'],
    [1e-7, '0.0000001'],
    [1.25e-8, '0.0000000125'],
    [1e21, '1000000000000000000000'],
    [1.5e22, '15000000000000000000000'],
    [-2.5e-10, '-0.00000000025'],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    [Number.NEGATIVE_INFINITY, null],
  ];
  for (const [number, expected] of table) {
    const value = decimalFromNumber(number);
    assert.equal(value === null ? null : formatDecimal(value), expected, String(number));
  }
});

const DECIMAL: fc.Arbitrary<Decimal> = fc.record({
  digits: fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }),
  scale: fc.integer({ min: 0, max: 20 }),
});

test('text, decimal and JSON number say the same', () => {
  fc.assert(
    fc.property(DECIMAL, (value) => {
      const back = parseDecimal(formatDecimal(value));
      assert.ok(back !== null);
      assert.equal(compareDecimals(back, value), 0);
      assert.equal(toWireNumber(value), Number(formatDecimal(value)));
      const number = decimalFromNumber(toWireNumber(value));
      assert.ok(number !== null);
      assert.deepEqual(number, back, 'equal values have one form');
    }),
  );
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const value = decimalFromNumber(number);
      assert.ok(value !== null);
      assert.equal(Number(`${value.digits}e-${value.scale}`), number === 0 ? 0 : number);
    }),
  );
});

test('order is that of the exact values', () => {
  fc.assert(
    fc.property(DECIMAL, DECIMAL, (a, b) => {
      const difference = a.digits * 10n ** BigInt(b.scale) - b.digits * 10n ** BigInt(a.scale);
      assert.equal(
        Math.sign(compareDecimals(a, b)),
        difference < 0n ? -1 : Number(difference > 0n),
      );
      assert.equal(compareDecimals(a, a), 0);
    }),
  );
});

test('limits count digits and decimals of the value, not of its spelling', () => {
  assert.ok(fitsDecimal({ digits: 1_5000n, scale: 4 }, 1, 2));
  assert.ok(!fitsDecimal({ digits: 155n, scale: 2 }, 1, 3));
  assert.ok(!fitsDecimal({ digits: -1234n, scale: 0 }, 1, 3));
  assert.ok(fitsDecimal({ digits: -123n, scale: 0 }, 1, 3));
  assert.ok(isZero({ digits: 0n, scale: 3 }) && !isZero({ digits: 1n, scale: 3 }));
});

test('a decimal that no JSON number holds is a bug', () => {
  assert.throws(() => toWireNumber({ digits: 12345678901234567891n, scale: 8 }), /not exact/);
});
