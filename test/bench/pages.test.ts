// Open pages are measured on a real service, and what is told of them adds up.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type OpenBench, openBench } from '../../bench/harness/open-bench.ts';
import { measurePages } from '../../bench/scenario/pages.ts';
import { HAS_SHARED_MEMORY } from '../../bench/scenario/shared-memory.ts';

let bench: OpenBench;

before(async () => {
  bench = await openBench({ seconds: 1, rounds: 1, trades: [100] }, () => undefined);
});
after(() => bench.close());

test('every page is open at once, and each change is told on its own page', async () => {
  const figures = await measurePages(bench, { pages: 60, changes: 6 });
  const figureFor = (start: string) => {
    const found = figures.find(({ name }) => name.startsWith(start));
    if (found === undefined) throw new Error(`No figure ${start}`);
    return found.value;
  };
  assert.equal(figureFor('service’s memory with 60') > 10, HAS_SHARED_MEMORY);
  assert.ok(figureFor('a customer’s act') > 0);
  assert.ok(figureFor('another process’s answer') >= 0);
  assert.ok(figureFor('a page at 200/s, p50') <= figureFor('a page at 200/s, p99'));
});
