// Pay-ins after their creation: deferred assignment, the timer, confirming, failing, declining.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CreatePayin } from '../../../server/domain/batch/command.ts';
import { decideAll } from '../../../server/domain/decide.ts';
import type { Actor } from '../../../server/domain/record/origin.ts';
import {
  accountWith,
  act,
  assign,
  claim,
  DAY,
  decimal,
  lineWith,
  MERCHANT_ACTOR,
  MINUTE,
  merchantWith,
  OPERATOR_ACTOR,
  payin,
  START,
  take,
} from '../../support/model/domain-commands.ts';
import { scene } from '../../support/model/domain-scene.ts';

const NIL = '00000000-0000-0000-0000-000000000000';

test('deferred: the page assigns account, amount and timer, once', () => {
  const on = scene();
  const merchant = merchantWith({ deferred_assignment: true, amount_shift: true });
  const [first, second] = [payin({ merchant }), payin({ merchant, percent: decimal('10') })].map(
    (command) => on.trade(command),
  );
  assert.ok(first && second);
  assert.equal(second.state, 'created');
  assert.equal(second.receiving_account_id, null);
  assert.equal(on.world.reservations.size, 0, 'nothing is reserved before the page is opened');
  on.trade(assign(first, { merchant }));
  on.refused(assign(second, { merchant, accounts: [] }), 'no_receiving_account_available');
  on.wait(10 * MINUTE);
  const assigned = on.trade(assign(second, { merchant }));
  assert.equal(assigned.state, 'pending');
  assert.equal(assigned.sequence, 2);
  assert.equal(assigned.amount_cents, 10_001n, 'shifted');
  assert.equal(assigned.requested_amount_cents, 10_000n);
  assert.equal(assigned.fee_cents, 1_000n);
  assert.equal(assigned.settlement_amount_cents, 9_001n);
  assert.equal(assigned.expires_at, START + 25 * MINUTE);
  assert.equal(on.world.account_days.values().next().value?.count, 2);
  assert.deepEqual(on.run(assign(second)), { kind: 'trade', trade: assigned, found: true });
});

test('of accounts that were narrowed only the asked amount alone is good enough', () => {
  const on = scene();
  const merchant = merchantWith({ amount_shift: true });
  const accounts = [accountWith({ daily_count_limit: 2 })];
  const narrowed = (fields: Partial<CreatePayin> = {}) => {
    const command = payin({ merchant, accounts, ...fields });
    on.world.looked_at = new Map([[command.command_id, accounts]]);
    return command;
  };
  assert.equal(on.trade(narrowed()).exclusive, true);
  const asks = (command: CreatePayin, why: string) => {
    const before = structuredClone(on.world);
    const decided = decideAll(on.world, [command]);
    assert.deepEqual(decided, { facts_missing: 'accounts that may fit better' }, why);
    assert.deepEqual(on.world, before, 'nothing is decided');
  };
  asks(narrowed(), 'it would be shifted');
  asks(narrowed({ merchant: merchantWith() }), 'shared');
  assert.equal(on.trade(payin({ merchant, accounts })).amount_cents, 10_001n);
  asks(narrowed({ amount_cents: 5n, merchant: merchantWith() }), 'none takes it');
  on.refused(payin({ amount_cents: 5n, accounts }), 'no_receiving_account_available');
});

test('the timer ends a pay-in when its life is over and not before', () => {
  for (const deferred_assignment of [false, true]) {
    const on = scene();
    const merchant = merchantWith({ payin_life_minutes: 5, deferred_assignment });
    const trade = on.trade(payin({ merchant }));
    assert.equal(trade.expires_at, START + 5 * MINUTE);
    on.wait(5 * MINUTE - 1);
    on.refused(act(trade, 'expire'), 'act_not_allowed');
    on.wait(1);
    const expired = on.trade(act(trade, 'expire'));
    assert.equal(expired.state_reason, 'timeout');
    assert.equal(expired.closed_at, START + 5 * MINUTE);
    assert.equal(expired.final_at, START + 5 * MINUTE + 5 * DAY);
  }
});

test('evidence stops the timer', () => {
  const on = scene();
  const trade = on.trade(payin());
  on.trade(claim(trade, 'CLAIMED12345'));
  on.wait(DAY);
  on.refused(act(trade, 'expire'), 'act_not_allowed');
});

test('who declined stands in the reason', () => {
  const customer: Actor = { role: 'customer', id: null };
  for (const [actor, reason] of [
    [MERCHANT_ACTOR, 'declined_by_merchant'],
    [OPERATOR_ACTOR, 'declined_by_operator'],
    [customer, 'declined_by_customer'],
  ] as const) {
    const on = scene();
    assert.equal(on.trade(act(on.trade(payin()), 'cancel', { actor })).state_reason, reason);
  }
});

test('a person credits what they say, else what was received, else what was asked', () => {
  const table: [received: bigint, said: bigint | null, credited: bigint][] = [
    [0n, null, 10_000n],
    [0n, 4_000n, 4_000n],
    [9_000n, null, 9_000n],
    [9_000n, 10_000n, 10_000n],
  ];
  for (const [received, amount_cents, credited] of table) {
    for (const outcome of ['confirm', 'resolve'] as const) {
      const on = scene();
      const trade = on.trade(payin({ percent: decimal('1') }));
      on.trade(claim(trade, 'CLAIMED12345'));
      if (received > 0n) {
        on.line(take(lineWith({ amount_cents: received, utr: 'CLAIMED12345' })));
      }
      const disputes = outcome === 'resolve';
      if (disputes) on.trade(act(trade, 'dispute'));
      const done = on.trade(
        act(trade, outcome, { amount_cents, outcome: disputes ? 'completed' : null }),
      );
      assert.equal(done.state, 'completed');
      assert.equal(done.state_reason, null);
      assert.equal(done.amount_cents, credited);
      assert.equal(done.requested_amount_cents, 10_000n);
      assert.equal(done.received_amount_cents, received);
      assert.equal(done.fee_cents, credited / 100n);
      assert.equal(on.balance('available'), credited - credited / 100n);
      assert.equal(on.balance('fees'), credited / 100n);
      const clearing = `clearing:${accountWith().receiving_account_id}`;
      assert.equal(on.balance(clearing), -credited);
    }
  }
});

test('failing gives its lines back to suspense, and credits nothing', () => {
  for (const disputes of [false, true]) {
    const on = scene();
    const trade = on.trade(payin());
    on.trade(claim(trade, 'CLAIMED12345'));
    const record = on.line(take(lineWith({ amount_cents: 9_000n, utr: 'CLAIMED12345' })));
    assert.equal(record.outcome.status, 'matched');
    assert.equal(on.now(trade).received_amount_cents, 9_000n);
    if (disputes) on.trade(act(trade, 'dispute'));
    const failed = disputes
      ? on.trade(act(trade, 'resolve', { outcome: 'failed', reason: 'fake_proof' }))
      : on.trade(act(trade, 'fail', { reason: 'fake_proof' }));
    assert.equal(failed.state, 'failed');
    assert.equal(failed.state_reason, 'fake_proof');
    assert.equal(failed.received_amount_cents, 0n);
    const outcome = on.world.lines.get(record.line.bank_line_id)?.outcome;
    assert.equal(outcome?.status, 'suspense');
    assert.equal(outcome?.reason, 'evidence_rejected');
    assert.equal(outcome?.trade_id, null);
    const account = accountWith().receiving_account_id;
    assert.equal(on.balance(`suspense:${account}`, 'INR', NIL), 9_000n);
    assert.equal(on.balance(`due:${trade.merchant_id}:${account}`, 'INR', NIL), 0n);
    assert.equal(on.balance('available'), 0n);
  }
});
