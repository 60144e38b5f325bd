// What follows from counted trades: rates of success and matching, and times.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  matchedPercent,
  meanMs,
  percentOf,
  successPercent,
  withinMs,
} from '../../../server/domain/report/report-figures.ts';
import {
  addMeasures,
  DAY_MEASURES,
  type DayMeasure,
  measuresOf,
} from '../../../server/domain/trade/trade-measures.ts';
import { fc } from '../../support/property.ts';

const counted = (counts: Partial<Record<DayMeasure, number>>, total = 0) =>
  measuresOf((name) =>
    counts[name] === undefined ? undefined : { count: BigInt(counts[name]), total: BigInt(total) },
  );

suite('rates', () => {
  test('are rounded half up to two decimals, and null of nothing', () => {
    assert.equal(percentOf(1n, 3n), 33.33);
    assert.equal(percentOf(2n, 3n), 66.67);
    assert.equal(percentOf(1n, 20_000n), 0.01);
    assert.equal(percentOf(1n, 20_001n), 0);
    assert.equal(percentOf(0n, 0n), null);
  });

  test('success is of the trades that ended: open and disputed ones do not count', () => {
    const ends = { completed: 6, expired: 2, canceled: 1, failed: 1 };
    assert.equal(successPercent(counted({ ...ends, created: 100, disputed: 5 })), 60);
    assert.equal(successPercent(counted({ created: 100 })), null);
    assert.equal(successPercent(counted({ expired: 1 })), 0);
  });

  test('matching is of what was completed', () => {
    assert.equal(matchedPercent(counted({ completed: 4, matched: 3 })), 75);
    assert.equal(matchedPercent(counted({})), null);
  });
});

suite('times to complete', () => {
  test('the mean is rounded half up', () => {
    assert.equal(meanMs(counted({ duration: 2 }, 5)), 3);
    assert.equal(meanMs(counted({})), null);
  });

  const SPEEDS = { within_1m: 2, within_5m: 5, within_15m: 9, within_1h: 9, within_1d: 10 };
  test('half of them, and nine of ten, took no longer than a counted time', () => {
    const measures = counted({ completed: 10, ...SPEEDS });
    assert.equal(withinMs(measures, 50n), 300_000);
    assert.equal(withinMs(measures, 90n), 900_000);
    assert.equal(withinMs(measures, 91n), 86_400_000);
  });

  test('longer than a day, or nothing: unknown', () => {
    assert.equal(withinMs(counted({ completed: 10, within_1d: 8 }), 90n), null);
    assert.equal(withinMs(counted({}), 50n), null);
  });

  test('more of a hundred never take less time', () => {
    const percents = fc.integer({ min: 1, max: 99 });
    fc.assert(
      fc.property(percents, percents, (a, b) => {
        const measures = counted({ completed: 10, ...SPEEDS });
        const [less, more] = [Math.min(a, b), Math.max(a, b)].map((percent) =>
          withinMs(measures, BigInt(percent)),
        );
        assert.ok(Number(less) <= Number(more));
      }),
    );
  });
});

test('sums have every measure', () => {
  const one = measuresOf(() => ({ count: 1n, total: 2n }));
  const sum = addMeasures([one, one, counted({})]);
  for (const name of DAY_MEASURES) assert.deepEqual(sum[name], { count: 2n, total: 4n });
});
