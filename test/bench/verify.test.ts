// The benchmark's books: filled by statements that a service imports, and sound.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type OpenBench, openYoungBench } from '../../bench/harness/open-bench.ts';
import { measureVerify } from '../../bench/scenario/verify.ts';

let bench: OpenBench;

before(async () => {
  bench = await openYoungBench({ seconds: 1, rounds: 2, trades: [] });
});
after(() => bench.close());

test('a matched line has three entries, another one', async () => {
  const [figure] = await measureVerify(bench, 400);
  assert.equal(figure?.name, `the proof of ${(400 + 2 * 380).toLocaleString('en')} entries`);
  assert.equal(figure.runs?.length, 2);
});
