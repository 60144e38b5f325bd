// The sets of trade states, word by word, and the properties that must hold whatever they contain.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  HELD_PAYOUT_STATES,
  isOpen,
  NEEDS_DECISION,
  OPEN_PAYIN_STATES,
  PAID_PAYIN_STATES,
  PAID_PAYOUT_STATES,
  PAYOUT_STATES_WITHOUT_MONEY,
  QUEUED_PAYOUT_STATES,
  statesOf,
  TIMED_PAYIN_STATES,
  UNTOUCHED_STATES,
} from '../../../server/domain/record/state-sets.ts';
import {
  DIRECTIONS,
  type Direction,
  finality,
  STATES,
  type State,
} from '../../../server/domain/record/trade.ts';

const SETS: readonly (readonly [
  name: string,
  direction: Direction,
  set: readonly State[],
  expected: readonly State[],
])[] = [
  ['open', 'payin', OPEN_PAYIN_STATES, ['created', 'pending', 'verifying']],
  ['timed', 'payin', TIMED_PAYIN_STATES, ['created', 'pending']],
  ['paid', 'payin', PAID_PAYIN_STATES, ['completed', 'disputed']],
  ['queued', 'payout', QUEUED_PAYOUT_STATES, ['created']],
  ['held', 'payout', HELD_PAYOUT_STATES, ['created', 'processing']],
  ['paid', 'payout', PAID_PAYOUT_STATES, ['completed', 'disputed']],
  ['without money', 'payout', PAYOUT_STATES_WITHOUT_MONEY, ['canceled', 'failed', 'reversed']],
  ['needs decision', 'payin', NEEDS_DECISION.payin, ['verifying', 'disputed']],
  ['needs decision', 'payout', NEEDS_DECISION.payout, ['created', 'processing', 'disputed']],
];

test('each set has the states that it was promised to have', () => {
  for (const [name, direction, set, expected] of SETS) {
    assert.deepEqual(set.toSorted(), expected.toSorted(), `${name} ${direction}`);
  }
});

test('a trade is as it was created if it is timed or queued, whatever its direction', () => {
  assert.deepEqual(UNTOUCHED_STATES, ['created', 'pending']);
});

test('no set has a state that its direction cannot be in', () => {
  for (const [name, direction, set] of SETS) {
    const strange = set.filter((state) => !statesOf(direction).includes(state));
    assert.deepEqual(strange, [], `${name} ${direction}`);
  }
});

test('a state that is open, on hold or to be decided is not final', () => {
  for (const [name, direction, set] of SETS) {
    if (!['open', 'timed', 'queued', 'held', 'needs decision'].includes(name)) continue;
    for (const state of set) assert.equal(finality(direction, state), 'no', `${name} ${state}`);
  }
});

test('the money of a pay-out is on hold, has left, or is with its merchant: one of the three', () => {
  const all = [...HELD_PAYOUT_STATES, ...PAID_PAYOUT_STATES, ...PAYOUT_STATES_WITHOUT_MONEY];
  assert.deepEqual(all.toSorted(), statesOf('payout').toSorted());
});

test('isOpen is the set, and every state belongs to a direction', () => {
  assert.deepEqual(
    STATES.filter((state) => isOpen({ state })),
    OPEN_PAYIN_STATES,
  );
  for (const state of STATES) {
    assert.ok(
      DIRECTIONS.some((direction) => statesOf(direction).includes(state)),
      state,
    );
  }
});
