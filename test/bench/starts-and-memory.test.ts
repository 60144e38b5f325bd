// Starting and its memory are measured on a service with the PostgreSQL that it brings.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type OpenBench, openYoungBench } from '../../bench/harness/open-bench.ts';
import { MEMORY, measureMemory } from '../../bench/scenario/memory.ts';
import { HAS_SHARED_MEMORY } from '../../bench/scenario/shared-memory.ts';
import { measureStarts } from '../../bench/scenario/starts.ts';

let bench: OpenBench;

before(async () => {
  bench = await openYoungBench({ seconds: 1, rounds: 1, trades: [100] });
});
after(() => bench.close());

test('a service is alive before it is ready, cold and warm', async () => {
  const [ready, alive, cold_alive, cold_ready] = await measureStarts(bench);
  assert.ok(alive !== undefined && ready !== undefined && alive.value <= ready.value);
  assert.ok(cold_alive !== undefined && cold_ready !== undefined);
  assert.ok(cold_alive.value <= cold_ready.value);
});

test('memory is the sum of the service and its PostgreSQL, or not told at all', async () => {
  const shop_count = 3;
  const asked = {
    creates: 10,
    merchants: shop_count,
    accounts: 5,
    connections: 4,
    step_seconds: 0.5,
  };
  const figures = HAS_SHARED_MEMORY ? await measureMemory(bench, asked) : await MEMORY.run(bench);
  const [total = 0, service = 0, postgres = 0] = figures.map((figure) => figure.value);
  assert.equal(total, service + postgres);
  assert.equal(HAS_SHARED_MEMORY, service > 10 && postgres > 10);
});
