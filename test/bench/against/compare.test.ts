// The arithmetic of a comparison with another commit, and its table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type BothRuns, compare, costsAbove, turnsOf } from '../../../bench/against/compare.ts';
import { compareTableOf } from '../../../bench/against/compare-table.ts';

const GOLDEN = fileURLToPath(new URL('../../golden/bench/compare-table.txt', import.meta.url));

test('whoever came last begins the next round', () => {
  const table: [rounds: number, turns: string][] = [
    [1, 'here there'],
    [2, 'here there there here'],
    [3, 'here there there here here there'],
  ];
  for (const [rounds, turns] of table) assert.equal(turnsOf(rounds).join(' '), turns);
});

const compared = (runs: BothRuns, is_cost = false) =>
  compare({ scenario: 'any', name: 'any', unit: '/s', is_cost, runs });

test('a ratio is the median of the rounds, and unclear if they differ by more', () => {
  const table: [runs: BothRuns, ratio: number, spread: number | null, is_clear: boolean][] = [
    [{ here: [200, 220, 180], there: [100, 100, 100] }, 2, 0.4, true],
    [{ here: [50, 50], there: [100, 100] }, 0.5, 0, true],
    [{ here: [110, 90, 105], there: [100, 100, 100] }, 1.05, 0.2, false],
    [{ here: [125, 150], there: [100, 100] }, 1.375, 0.25, true],
    // As large as the difference.
    [{ here: [125, 175], there: [100, 100] }, 1.5, 0.5, false],
    [{ here: [100, 100], there: [100, 100] }, 1, 0, false],
    // Both slow in the second round: the ratios do not see it.
    [{ here: [200, 20], there: [100, 10] }, 2, 0, true],
    [{ here: [300], there: [100] }, 3, null, false],
  ];
  for (const [runs, ratio, spread, is_clear] of table) {
    const comparison = compared(runs);
    const rounded = comparison.spread === null ? null : Number(comparison.spread.toFixed(9));
    assert.deepEqual([comparison.ratio, rounded, comparison.is_clear], [ratio, spread, is_clear]);
  }
  const { here, there, ratios } = compared({ here: [1, 9, 3], there: [2, 3, 6] });
  assert.deepEqual([here, there, ratios], [3, 3, [0.5, 3, 0.5]]);
});

test('a cost is above a limit if it is in every round, and nothing else is', () => {
  const there = [100, 100, 100];
  const above = (here: number[], is_cost = true) =>
    costsAbove([compared({ here, there }, is_cost)], 1.25).length === 1;
  assert.equal(above([126, 130, 190]), true);
  assert.equal(above([125, 130, 190]), false);
  assert.equal(above([300, 100, 300]), false);
  assert.equal(above([200, 200, 200], false), false);
});

test('the table is as in the golden file', (t) => {
  const runs = (name: string, unit: string, both: BothRuns) =>
    compare({
      ...{ scenario: 'creates', name: `pay-in creates: ${name}`, unit, is_cost: false },
      runs: both,
    });
  const text = compareTableOf({
    here: { commit: '0123456789abcdef', subject: 'server: a change', has_changes: true },
    there: { commit: 'fedcba9876543210', subject: 'server: before it' },
    comparisons: [
      runs('requests', '/s', { here: [5_000, 5_100], there: [6_000, 6_100] }),
      runs('p99', 'ms', { here: [30, 40], there: [35, 34] }),
      runs('processor time of the service', 'µs', { here: [220], there: [172.4] }),
    ],
    failures: [{ scenario: 'reads', error: 'Error: no answer\n    at reads' }],
  });
  t.assert.fileSnapshot(text, GOLDEN, { serializers: [(value: string) => value] });
});
