// The benchmark's table, and the judgement on each figure.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { judge, tableOf } from '../../bench/report.ts';
import { figureOf, median, ratios } from '../../bench/scenario/figures.ts';

const GOLDEN = fileURLToPath(new URL('../golden/bench/table.txt', import.meta.url));

test('the table is as in the golden file', (t) => {
  const creates = { scenario: 'creates', unit: '×' };
  const figures = [
    figureOf({ scenario: 'creates', name: 'pay-in creates', unit: '/s' }, [9_000, 12_345.6, 8_000]),
    figureOf({ ...creates, name: 'creates ÷ another way', at_least: 2 }, [2.01, 1.99, 2.5]),
    figureOf({ ...creates, name: 'creates ÷ a third way', at_least: 4 }, [3.996]),
    { scenario: 'starts', name: 'warm start', value: 2.345, unit: 's', at_most: 3 },
    { scenario: 'starts', name: 'memory', value: 612.3, unit: 'MB', at_most: 600 },
    { scenario: 'starts', name: 'shed', value: 0, unit: '%' },
  ];
  const failures = [{ scenario: 'utr', error: 'Error: no trades\n    at utr' }];
  const text = tableOf({ figures: figures.map(judge), failures });
  t.assert.fileSnapshot(text, GOLDEN, { serializers: [(value: string) => value] });
});

test('a figure reaches its target on the line, and has none without one', () => {
  const fact = { scenario: 'any', name: 'any', unit: 'ms', value: 15 };
  assert.equal(judge(fact).reached, null);
  assert.equal(judge({ ...fact, at_most: 15 }).reached, true);
  assert.equal(judge({ ...fact, at_most: 14.9 }).reached, false);
  assert.equal(judge({ ...fact, at_least: 15 }).reached, true);
  assert.equal(judge({ ...fact, at_least: 15.1 }).reached, false);
});

test('the median stands between the middle runs', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  assert.equal(median([7]), 7);
  assert.throws(() => median([]), /nothing/);
});

test('runs are compared with those beside them', () => {
  assert.deepEqual(ratios([10, 30], [5, 10]), [2, 3]);
  assert.throws(() => ratios([1], [0]), /nothing to be compared/);
  assert.throws(() => ratios([1, 2], [1]), /nothing to be compared/);
});
