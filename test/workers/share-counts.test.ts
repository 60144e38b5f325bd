// What workers tell each other: each hears of the others' requests once, and never of its own.
import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TokenCounts } from '../../server/workers/messages.ts';
import { createCountShare } from '../../server/workers/share-counts.ts';

function workersOf(ids: readonly number[]) {
  const share = createCountShare();
  const heard = new Map<number, TokenCounts[]>(ids.map((id) => [id, []]));
  for (const id of ids) share.join(id, (counts) => void heard.get(id)?.push(counts));
  return { share, heard: () => Object.fromEntries(heard) };
}

describe('requests of a token', () => {
  it('are told to the others, summed, once', () => {
    const { share, heard } = workersOf([1, 2, 3]);
    share.counted(1, [['a', 5]]);
    share.counted(2, [
      ['a', 2],
      ['b', 1],
    ]);
    share.flush();
    share.flush();
    deepEqual(heard(), {
      1: [
        [
          ['a', 2],
          ['b', 1],
        ],
      ],
      2: [[['a', 5]]],
      3: [
        [
          ['a', 7],
          ['b', 1],
        ],
      ],
    });
  });

  it('are not told to one that has left, and to one that comes only from then on', () => {
    const { share, heard } = workersOf([1, 2]);
    share.counted(1, [['a', 5]]);
    share.leave(2);
    share.flush();
    const late: TokenCounts[] = [];
    share.join(3, (counts) => void late.push(counts));
    share.counted(1, [['a', 1]]);
    share.flush();
    deepEqual(heard(), { 1: [], 2: [] });
    deepEqual(late, [[['a', 1]]]);
  });
});
