// Long work in pieces: the same values in the same order, and others get their turn meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapInPieces } from '../../../server/store/connection/pace/in-pieces.ts';

/** Longer than a piece may be. */
function work(): void {
  const end_ms = performance.now() + 5;
  while (performance.now() < end_ms);
}

test('every item is changed once, in order, and requests are answered between the pieces', async () => {
  let turns = 0;
  let is_done = false;
  const count = (): void => {
    turns += 1;
    if (!is_done) setImmediate(count);
  };
  setImmediate(count);
  const seen: number[] = [];
  const items = [3, 1, 2, 3];
  const changed = await mapInPieces(items, (item) => {
    work();
    seen.push(turns);
    return item * 2;
  });
  is_done = true;
  assert.deepEqual(changed, [6, 2, 4, 6]);
  assert.deepEqual(
    seen.toSorted((a, b) => a - b),
    seen,
  );
  assert.equal(new Set(seen).size, items.length, 'two long steps without a pause');
});

test('an error of a step is the error of the whole', async () => {
  const failing = mapInPieces([1, 2], (item) => {
    if (item === 2) throw new Error('no');
    return item;
  });
  await assert.rejects(failing, /no/);
});
