// Which events of an order a merchant has missed, by the state in the merchant's records.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MISSED_EVENTS_MAX, missedEvents } from '../../../server/domain/callback/missed-events.ts';
import { STATES, type State } from '../../../server/domain/record/trade.ts';
import { fc } from '../../support/property.ts';

const historyOf = (states: readonly State[]) =>
  states.map((state, index) => ({ state, sequence: index + 1 }));

const missed = (states: readonly State[], your_state: State) =>
  missedEvents(historyOf(states), your_state).map(({ sequence }) => sequence);

describe('the events that a merchant has missed', () => {
  const TABLE: [why: string, states: State[], your_state: State, sequences: number[]][] = [
    ['all since the state', ['pending', 'verifying', 'completed'], 'pending', [2, 3]],
    ['only the last one', ['pending', 'verifying', 'completed'], 'verifying', [3]],
    [
      'since it last had the state',
      ['completed', 'disputed', 'completed', 'failed'],
      'completed',
      [4],
    ],
    ['the newest, if it never had the state', ['pending', 'verifying'], 'completed', [2]],
    ['none, if it has the state by now', ['pending'], 'pending', []],
    ['none without events', [], 'pending', []],
    [
      'the newest of many',
      ['created', ...Array.from({ length: 7 }, (): State => 'processing')],
      'created',
      [4, 5, 6, 7, 8],
    ],
  ];
  for (const [why, states, your_state, sequences] of TABLE) {
    it(`are ${why}`, () => deepEqual(missed(states, your_state), sequences));
  }

  it('end with the newest, never have the known state, and are few', () => {
    const state = fc.constantFrom(...STATES);
    const histories = fc.array(state, { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(histories, state, (states, your_state) => {
        const found = missedEvents(historyOf(states), your_state);
        equal(
          found.some((event) => event.state === your_state),
          false,
        );
        ok(found.length <= MISSED_EVENTS_MAX);
        const is_known = states.at(-1) === your_state;
        equal(found.at(-1)?.sequence, is_known ? undefined : states.length);
        const sequences = found.map(({ sequence }) => sequence);
        deepEqual(
          sequences,
          sequences.map((_, index) => states.length - found.length + index + 1),
        );
      }),
    );
  });
});
