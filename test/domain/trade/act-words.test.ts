// The acts offered to people for a trade: never those that only the service performs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACTS, actsFrom, DIRECTIONS, STATES } from '../../../server/domain/record/trade.ts';
import { actInWords, possibleActs } from '../../../server/domain/trade/act-words.ts';

const OF_THE_SERVICE = /\b(?:create|assign|match|unmatch|recall|charge|expire|update_dispute)\b/;

test('every state of either direction offers what the table has, without acts of the service', () => {
  for (const direction of DIRECTIONS) {
    for (const state of STATES) {
      const words = possibleActs({ direction, state });
      const acts = actsFrom(direction, state).filter((act) => !OF_THE_SERVICE.test(act));
      const expected =
        acts.length === 0
          ? 'Nothing can be done with it any more.'
          : `Possible are: ${acts.join(', ')}.`;
      assert.equal(words, expected, `${direction} ${state}`);
      assert.doesNotMatch(words, OF_THE_SERVICE);
    }
  }
  assert.equal(
    possibleActs({ direction: 'payout', state: 'processing' }),
    'Possible are: release, complete, fail.',
  );
  assert.match(possibleActs({ direction: 'payout', state: 'canceled' }), /^Nothing can be done/);
});

test('each act has words that follow “cannot”', () => {
  for (const act of ACTS) assert.match(actInWords(act), /^(?:be|get|take|give|expire)\b/, act);
});
