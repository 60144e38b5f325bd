// When a payer may say that they have paid, and send receipts: every state of both directions.
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { evidenceActs } from '../../server/domain/evidence.ts';
import { DIRECTIONS, STATES, type State } from '../../server/domain/trade.ts';

const NOW = Date.UTC(2026, 0, 15);

const PAYIN: Partial<Record<State, readonly [say_paid: boolean, add_receipt: boolean]>> = {
  pending: [true, true],
  expired: [true, true],
  canceled: [true, true],
  verifying: [false, true],
  failed: [false, true],
  disputed: [false, true],
};

test('in every state, and never for a pay-out', () => {
  for (const direction of DIRECTIONS) {
    for (const state of STATES) {
      const [say_paid, add_receipt] = (direction === 'payin' && PAYIN[state]) || [false, false];
      const acts = evidenceActs({ direction, state, final_at: null }, NOW);
      deepEqual(acts, { say_paid, add_receipt }, `${direction} ${state}`);
    }
  }
});

test('until the last way out has ended, and not after', () => {
  const trade = { direction: 'payin', state: 'expired', final_at: NOW } as const;
  equal(evidenceActs(trade, NOW).say_paid, true);
  equal(evidenceActs(trade, NOW + 1).say_paid, false);
  equal(evidenceActs(trade, NOW + 1).add_receipt, false);
});
