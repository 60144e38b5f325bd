// Open pages are measured on a real service, and what is told of them adds up.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type OpenBench, openYoungBench } from '../../bench/harness/open-bench.ts';
import { measurePages } from '../../bench/scenario/pages.ts';
import { HAS_SHARED_MEMORY } from '../../bench/scenario/shared-memory.ts';

let bench: OpenBench;

before(async () => {
  bench = await openYoungBench({ seconds: 1, rounds: 1, trades: [100] });
});
after(() => bench.close());

test('every page is open at once, and each change is told on its own page', async () => {
  // So few at a time that no machine is too slow for them: one that is sheds them.
  const amounts = { pages: 60, changes: 6, merchants: 20, connections: 4, reads_per_second: 10 };
  const times = { fill_seconds: 0.2, settle_ms: 0, idle_seconds: 0.5 };
  const figures = await measurePages(bench, { ...amounts, ...times });
  const figureFor = (start: string) => {
    const found = figures.find(({ name }) => name.startsWith(start));
    if (found === undefined) throw new Error(`No figure ${start}`);
    return found.value;
  };
  assert.equal(figureFor('service’s memory with 60') > 10, HAS_SHARED_MEMORY);
  assert.ok(figureFor('a customer’s act') > 0);
  assert.ok(figureFor('another process’s answer') >= 0);
  assert.ok(figureFor('a page at 10/s, p50') <= figureFor('a page at 10/s, p99'));
});
