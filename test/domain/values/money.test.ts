// Roundings against exact fractions, and the edge of what a JSON number holds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ceilDivide,
  floorDivide,
  MAX_AMOUNT_CENTS,
  roundHalfUp,
  toWireInteger,
} from '../../../server/domain/values/money.ts';
import { fc } from '../../support/property.ts';

test('division rounds as its name says, below zero too', () => {
  const table: [
    numerator: bigint,
    denominator: bigint,
    floor: bigint,
    ceil: bigint,
    near: bigint,
  ][] = [
    [7n, 2n, 3n, 4n, 4n],
    [-7n, 2n, -4n, -3n, -4n],
    [7n, -2n, -4n, -3n, -4n],
    [-7n, -2n, 3n, 4n, 4n],
    [6n, 3n, 2n, 2n, 2n],
    [-6n, 3n, -2n, -2n, -2n],
    [0n, 5n, 0n, 0n, 0n],
    [1n, 3n, 0n, 1n, 0n],
    [-1n, 3n, -1n, 0n, 0n],
    [2n, 3n, 0n, 1n, 1n],
    [149n, 100n, 1n, 2n, 1n],
    [150n, 100n, 1n, 2n, 2n],
  ];
  for (const [numerator, denominator, floor, ceil, near] of table) {
    const label = `${numerator} / ${denominator}`;
    assert.equal(floorDivide(numerator, denominator), floor, `floor ${label}`);
    assert.equal(ceilDivide(numerator, denominator), ceil, `ceil ${label}`);
    assert.equal(roundHalfUp(numerator, denominator), near, `nearest ${label}`);
  }
});

const NON_ZERO = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).filter((value) => value !== 0n);

test('every rounding is the nearest integer on its side of the exact fraction', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), NON_ZERO, (top, bottom) => {
      const [n, d] = bottom < 0n ? [-top, -bottom] : [top, bottom];
      const floor = floorDivide(top, bottom);
      const ceil = ceilDivide(top, bottom);
      const near = roundHalfUp(top, bottom);
      assert.ok(floor * d <= n && n < (floor + 1n) * d);
      assert.ok((ceil - 1n) * d < n && n <= ceil * d);
      assert.ok(near === floor || near === ceil);
      const distance = 2n * (near * d - n);
      assert.ok(distance <= d && distance >= -d);
      assert.equal(roundHalfUp(-top, bottom), -near, 'mirrored');
    }),
  );
});

test('a JSON integer is exact or refused', () => {
  const last = BigInt(Number.MAX_SAFE_INTEGER);
  for (const value of [0n, -1n, MAX_AMOUNT_CENTS, last, -last]) {
    assert.equal(BigInt(toWireInteger(value)), value);
  }
  for (const value of [last + 1n, -last - 1n, 10n ** 30n]) {
    assert.throws(() => toWireInteger(value), /not exact/);
  }
});

test('dividing by zero is a bug, not a number', () => {
  for (const divide of [floorDivide, ceilDivide, roundHalfUp]) {
    assert.throws(() => divide(1n, 0n), RangeError);
  }
});
