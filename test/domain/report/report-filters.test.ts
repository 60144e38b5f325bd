// What a scheduled report keeps of a saved view: no filter of moments, and all others.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { filtersKept } from '../../../server/domain/report/report-filters.ts';
import { FIND_TRADES } from '../../../server/domain/trade/query-requests.ts';

const ALL = Object.entries(FIND_TRADES.fields);

suite('filters of a scheduled report', () => {
  test('those that read a moment are not kept, all others are', () => {
    const read = new Set<string>();
    for (const [name, field] of ALL) {
      const notes = { wrong: () => undefined };
      const value = field.read('2026-03-01T00:00:00.000Z', name, notes as never);
      if (value === Date.parse('2026-03-01')) read.add(name);
    }
    assert.ok(read.size >= 9, 'from, to, day and the pairs of moments');
    const given = ALL.map(([name]) => [name, 'x'] as const);
    const kept = Object.keys(filtersKept(given));
    assert.deepEqual(
      kept.toSorted(),
      ALL.map(([name]) => name)
        .filter((name) => !read.has(name))
        .toSorted(),
    );
  });

  test('where a page begins is dropped; what is unknown stays, and is refused', () => {
    const given = { cursor: 'c', limit: '5', opened_from: '2026-03-01', state: 'failed' };
    assert.deepEqual(filtersKept(Object.entries(given)), {
      opened_from: '2026-03-01',
      state: 'failed',
    });
  });
});
