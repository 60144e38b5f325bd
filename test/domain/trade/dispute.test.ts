// Disputes and reversals: a credit is blocked, given back or taken, and the balance may visibly
// become negative.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State, Trade } from '../../../server/domain/record/trade.ts';
import {
  act,
  adjust,
  claim,
  DAY,
  decimal,
  lineWith,
  MINUTE,
  payin,
  payout,
  START,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';

const percent = decimal('10');

function credited(on: DomainScene): Trade {
  return on.trade(act(on.trade(payin({ percent })), 'confirm'));
}

test('a disputed credit is blocked, and free again when the dispute is won', () => {
  const on = scene();
  const trade = credited(on);
  assert.equal(on.balance('available'), 9_000n);
  const disputed = on.trade(act(trade, 'dispute', { reason: 'fake_proof' }));
  assert.equal(disputed.disputed_from, 'completed');
  assert.equal(disputed.state_reason, 'fake_proof');
  assert.equal(disputed.final_at, null);
  assert.deepEqual([on.balance('available'), on.balance('blocked')], [0n, 9_000n]);
  on.wait(DAY);
  const won = on.trade(act(trade, 'resolve'));
  assert.deepEqual([on.balance('available'), on.balance('blocked')], [9_000n, 0n]);
  assert.equal(won.disputed_from, null);
  assert.equal(won.completed_at, START, 'it completed when it completed');
  assert.equal(won.final_at, START + 181 * DAY);
});

test('a reversal takes credit and fee back, also out of a dispute', () => {
  for (const acts of [['reverse'], ['dispute', 'reverse']] as const) {
    const on = scene();
    const trade = credited(on);
    for (const name of acts) on.trade(act(trade, name));
    const reversed = on.now(trade);
    assert.equal(reversed.state_reason, 'bank_returned');
    assert.equal(reversed.disputed_from, null);
    assert.equal(reversed.final_at, START);
    for (const account of [
      'available',
      'blocked',
      'fees',
      `clearing:${trade.receiving_account_id}`,
    ])
      assert.equal(on.balance(account), 0n, account);
  }
});

test('money that was spent already leaves the balance below zero, open to no hold', () => {
  for (const name of ['dispute', 'reverse'] as const) {
    const on = scene();
    const trade = credited(on);
    on.trade(payout({ amount_cents: 9_000n }));
    on.trade(act(trade, name));
    assert.equal(on.balance('available'), -9_000n);
    assert.equal(on.balance('blocked'), name === 'dispute' ? 18_000n : 9_000n);
    on.refused(payout({ amount_cents: 1n }), 'insufficient_funds');
    on.run(adjust(9_000n));
    on.refused(payout({ amount_cents: 1n }), 'insufficient_funds');
    const last = on.changes.findLast((made) => made.kind === 'entry' && made.entry.overdraft);
    assert.ok(last, 'the entry says that it may');
  }
});

const DISPUTABLE: Partial<Record<State, (on: DomainScene, trade: Trade) => void>> = {
  verifying: (on, trade) => on.trade(claim(trade, 'CLAIMED12345')),
  expired: (on, trade) => {
    on.wait(15 * MINUTE);
    on.trade(act(trade, 'expire'));
  },
  canceled: (on, trade) => on.trade(act(trade, 'cancel')),
  failed: (on, trade) => {
    on.trade(claim(trade, 'CLAIMED12345'));
    on.trade(act(trade, 'fail'));
  },
};

test('a dispute about money that was never credited moves none, until it is won', () => {
  for (const [state, bring] of Object.entries(DISPUTABLE)) {
    for (const outcome of [null, 'completed', 'failed'] as const) {
      const on = scene();
      const trade = on.trade(payin({ percent }));
      bring(on, trade);
      const disputed = on.trade(act(trade, 'dispute'));
      assert.equal(disputed.disputed_from, state);
      on.refused(act(trade, 'reverse'), 'act_not_allowed');
      const resolved = on.trade(act(trade, 'resolve', { outcome }));
      const name = `${state} → ${outcome}`;
      assert.equal(resolved.state, outcome ?? state, name);
      assert.equal(resolved.disputed_from, null, name);
      assert.equal(on.balance('available'), outcome === 'completed' ? 9_000n : 0n, name);
      assert.equal(on.balance('blocked'), 0n, name);
    }
  }
});

test('what was credited is reversed if its dispute fails; a paid pay-out cannot fail', () => {
  const on = scene();
  const trade = credited(on);
  on.trade(act(trade, 'dispute'));
  const failed = on.trade(act(trade, 'resolve', { outcome: 'failed' }));
  assert.deepEqual([failed.state, failed.state_reason], ['reversed', 'payment_not_found']);
  assert.deepEqual([on.balance('available'), on.balance('blocked')], [0n, 0n]);
  on.run(adjust(20_000n));
  const paid = on.trade(payout());
  for (const name of ['take', 'complete', 'dispute'] as const) on.trade(act(paid, name));
  on.refused(act(paid, 'resolve', { outcome: 'failed' }), 'act_not_allowed');
});

test('a disputed pay-in takes no line; won, it may', () => {
  const on = scene();
  const trade = credited(on);
  on.trade(act(trade, 'dispute'));
  const waiting = on.line(take(lineWith()));
  assert.equal(waiting.outcome.status, 'suspense');
  on.trade(act(trade, 'resolve'));
  const record = on.line(take(lineWith()));
  assert.equal(record.outcome.trade_id, trade.trade_id);
  assert.equal(on.balance('available'), 9_000n, 'the credit is not given twice');
});

test('the late ways out end at final_at', () => {
  const ends: [name: 'dispute' | 'reverse', days: number, bring: (on: DomainScene) => Trade][] = [
    ['dispute', 180, credited],
    ['reverse', 180, credited],
    ['dispute', 5, (on) => on.trade(act(on.trade(payin()), 'cancel'))],
    [
      'reverse',
      180,
      (on) => {
        on.run(adjust(20_000n));
        const trade = on.trade(payout());
        on.trade(act(trade, 'take'));
        return on.trade(act(trade, 'complete'));
      },
    ],
  ];
  for (const [name, days, bring] of ends) {
    for (const over_ms of [0, 1]) {
      const on = scene();
      const trade = bring(on);
      assert.equal(trade.final_at, START + days * DAY);
      on.wait(days * DAY + over_ms);
      if (over_ms === 0) assert.ok(on.trade(act(trade, name)));
      else on.refused(act(trade, name), 'act_not_allowed');
    }
  }
});
