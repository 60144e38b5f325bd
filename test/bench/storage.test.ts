// The benchmark's pay-ins that are finished by a running service, and what it says that they leave.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type OpenBench, openYoungBench } from '../../bench/harness/open-bench.ts';
import { measureStorage } from '../../bench/storage/measure-storage.ts';
import { growthOf } from '../../bench/storage/table-bytes.ts';

let bench: OpenBench;

before(async () => {
  bench = await openYoungBench({ seconds: 1, rounds: 1, trades: [] });
});
after(() => bench.close());

test('what grew is told by itself, the largest first', () => {
  const thing = (name: string, bytes: number) => ({ table: 't', name, is_index: false, bytes });
  const before_sizes = [thing('a', 100), thing('b', 50), thing('c', 7)];
  const after_sizes = [thing('a', 120), thing('b', 250), thing('c', 7), thing('new', 30)];
  const grown = growthOf(before_sizes, after_sizes).map(({ name, bytes }) => [name, bytes]);
  assert.deepEqual(grown, [
    ['b', 200],
    ['new', 30],
    ['a', 20],
  ]);
});

test('disk and log of pay-ins that a service finished, by table and index', async () => {
  const figures = await measureStorage(bench, 300);
  const figure = (part: string) =>
    figures.find(({ name }) => name.includes(part))?.value ?? Number.NaN;
  const whole = figure('disk for each finished pay-in');
  const kept = figure('without reservations');
  assert.ok(whole > 1_000 && whole < 30_000, `${whole} bytes`);
  assert.ok(kept > 1_000 && kept <= whole);
  assert.ok(figure('write-ahead log') > 2_000);
  assert.ok(figure('images of whole pages') >= 0);
  // Nothing that a finished pay-in must have can be missing.
  for (const rows of ['trades', 'events', 'ledger_entries', 'bank_lines', 'deliveries']) {
    assert.ok(figure(`${rows}: rows`) > 0, rows);
  }
  assert.ok(figure('trades: index trades_') > 0);
});
