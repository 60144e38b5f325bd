// Disputes about parts of trades: what is blocked, and what each outcome moves.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  CUSTOMER_ACTOR,
  contest,
  creditedPayin,
  decideOn,
  disputeBy,
  expiredPayin,
  moneyOf,
  paidPayout,
  SERVICE_ACTOR,
  stepOn,
  topicsOf,
} from '../../support/model/dispute-commands.ts';
import {
  act,
  DAY,
  decimal,
  lineWith,
  MERCHANT_ACTOR,
  MINUTE,
  merchantWith,
  payin,
  refund,
  review,
  START,
  take,
} from '../../support/model/domain-commands.ts';
import { scene } from '../../support/model/domain-scene.ts';

suite('a part of a credit', () => {
  test('alone is blocked, and given back when the claim is rejected', () => {
    const on = scene();
    const trade = creditedPayin(on);
    const dispute = disputeBy(on, contest(trade, { amount_cents: 4_000n }));
    assert.deepEqual(moneyOf(on), [5_400n, 3_600n]);
    assert.equal(dispute.blocked_cents, 3_600n);
    assert.equal(on.now(trade).state, 'disputed');
    const decided = disputeBy(on, decideOn(dispute, 'rejected'));
    assert.deepEqual(moneyOf(on), [9_000n, 0n]);
    assert.deepEqual([decided.state, decided.basis], ['decided', 'one_person']);
    assert.equal(on.now(trade).state, 'completed');
    assert.deepEqual(topicsOf(on, trade).slice(1), [
      'deposit.disputed',
      'dispute.opened',
      'deposit.completed',
      'dispute.decided',
    ]);
  });

  test('is taken only once nobody can appeal, and by a person', () => {
    const on = scene();
    const trade = creditedPayin(on);
    const dispute = disputeBy(on, contest(trade, { amount_cents: 4_000n }));
    const decided = disputeBy(on, decideOn(dispute, 'partly_upheld', { amount_cents: 1_000n }));
    assert.deepEqual([decided.state, decided.executed_at], ['decided', null]);
    assert.deepEqual(moneyOf(on), [5_400n, 3_600n], 'still blocked');
    on.refused(stepOn(dispute, { act: 'close' }), 'act_not_allowed');
    on.wait(7 * DAY + 1);
    const by_clock = stepOn(dispute, { act: 'close' }, { actor: SERVICE_ACTOR });
    on.refused(by_clock, 'act_not_allowed');
    const overdue = stepOn(dispute, { act: 'mark_overdue' }, { actor: SERVICE_ACTOR });
    assert.notEqual(disputeBy(on, overdue).overdue_at, null);
    assert.deepEqual(moneyOf(on), [5_400n, 3_600n], 'the deadline moved nothing');
    const closed = disputeBy(on, stepOn(dispute, { act: 'close' }));
    assert.deepEqual([closed.state, closed.outcome], ['closed', 'partly_upheld']);
    assert.deepEqual(moneyOf(on), [8_100n, 0n]);
    const after = on.now(trade);
    assert.deepEqual([after.state, after.recalled_amount_cents], ['completed', 1_000n]);
    assert.equal(on.balance('fees'), 900n, 'the fee of the part goes back too');
  });

  test('that a bank line brought is in suspense once it is taken', () => {
    const on = scene();
    const trade = creditedPayin(on, true);
    const dispute = disputeBy(on, contest(trade, { amount_cents: 4_000n }));
    const actor = MERCHANT_ACTOR;
    const closed = disputeBy(on, stepOn(dispute, { act: 'accept' }, { actor }));
    assert.deepEqual([closed.outcome, closed.basis], ['accepted', 'consent']);
    assert.equal(on.now(trade).received_amount_cents, 6_000n);
    const free = [...on.world.lines.values()].filter(
      ({ outcome }) => outcome.status === 'suspense',
    );
    assert.deepEqual(
      free.map(({ line, outcome }) => [line.amount_cents, outcome.reason]),
      [[4_000n, 'credit_reversed']],
    );
  });

  test('all of it reverses the pay-in', () => {
    const on = scene();
    const trade = creditedPayin(on);
    const dispute = disputeBy(on, contest(trade));
    disputeBy(on, stepOn(dispute, { act: 'accept' }, { actor: MERCHANT_ACTOR }));
    assert.equal(on.now(trade).state, 'reversed');
    assert.deepEqual(moneyOf(on), [0n, 0n]);
  });

  test('shrinks by what the bank takes back meanwhile', () => {
    const on = scene();
    const trade = on.trade(payin({ percent: decimal('10') }));
    on.line(take(lineWith({ utr: 'RECALL123456' })));
    const dispute = disputeBy(on, contest(trade, { amount_cents: 4_000n }));
    on.line(take(lineWith({ utr: 'RECALL123456', amount_cents: -10_000n, line_key: 'whole' })));
    assert.equal(on.now(trade).state, 'reversed');
    assert.equal(on.world.disputes.get(dispute.dispute_id)?.state, 'closed');
    assert.deepEqual(moneyOf(on), [0n, 0n]);
  });

  test('is first what the bank takes back: the rest of it stays contested', () => {
    const on = scene();
    const trade = creditedPayin(on, true);
    const dispute = disputeBy(on, contest(trade, { amount_cents: 4_000n }));
    const { line } = on.line(take(lineWith({ amount_cents: -3_000n })));
    const { merchant_id, trade_id } = trade;
    on.line(review(line, { act: 'assign', merchant_id, trade_id }));
    const after = on.world.disputes.get(dispute.dispute_id);
    assert.deepEqual([after?.amount_cents, after?.blocked_cents], [1_000n, 900n]);
    assert.deepEqual(moneyOf(on), [5_400n, 900n]);
    on.line(review(line, { act: 'undo', reverse: false }));
    assert.deepEqual(moneyOf(on), [5_400n, 3_600n]);
    assert.equal(topicsOf(on, trade).filter((topic) => topic === 'dispute.updated').length, 2);
  });

  test('blocks at least what its holds keep back, also what a failed refund gives back', () => {
    const on = scene();
    const terms = { settlement_delay_days: 2, reserve_percent: 0, reserve_days: 0 };
    on.world.hold_terms = new Map([[merchantWith().merchant_id, terms]]);
    const trade = creditedPayin(on);
    const made = on.trade(refund(trade, 3_000n));
    assert.deepEqual(moneyOf(on), [0n, 9_000n]);
    const dispute = disputeBy(on, contest(trade, { amount_cents: 1_000n }));
    assert.deepEqual(moneyOf(on), [0n, 9_000n], 'the refund, and the rest of the hold');
    on.trade(act(made, 'cancel'));
    assert.deepEqual(moneyOf(on), [0n, 9_000n], 'nothing is spendable before the hold ends');
    disputeBy(on, decideOn(dispute, 'rejected'));
    assert.deepEqual(moneyOf(on), [0n, 9_000n]);
  });

  test('beyond what was refunded can be contested by the merchant, all of it by an operator', () => {
    const on = scene();
    const trade = creditedPayin(on);
    on.trade(refund(trade, 3_000n));
    const by_merchant = { actor: MERCHANT_ACTOR, amount_cents: 7_001n };
    on.refused(contest(trade, by_merchant), 'invalid_request');
    assert.ok(disputeBy(on, contest(trade, { ...by_merchant, amount_cents: 7_000n })));
    const [open] = [...on.world.disputes.values()];
    assert.ok(open);
    disputeBy(on, decideOn(open, 'rejected'));
    assert.ok(disputeBy(on, contest(trade, { amount_cents: 10_000n })));
    for (const amount_cents of [0n, 10_001n]) {
      const other = scene();
      other.refused(contest(creditedPayin(other), { amount_cents }), 'invalid_request');
    }
  });
});

suite('an appeal', () => {
  test('is one, within its time, and its decision is final', () => {
    const on = scene();
    const trade = creditedPayin(on);
    const dispute = disputeBy(on, contest(trade, { amount_cents: 4_000n }));
    disputeBy(on, decideOn(dispute, 'upheld'));
    const actor = MERCHANT_ACTOR;
    const appealed = disputeBy(on, stepOn(dispute, { act: 'appeal' }, { actor }));
    assert.deepEqual([appealed.state, appealed.appeal_until], ['appealed', null]);
    assert.deepEqual(moneyOf(on), [5_400n, 3_600n]);
    const final = disputeBy(on, decideOn(dispute, 'upheld'));
    assert.equal(final.state, 'closed');
    assert.deepEqual(moneyOf(on), [5_400n, 0n]);
    on.refused(stepOn(dispute, { act: 'appeal' }, { actor }), 'act_not_allowed');
  });

  test('against a rejected claim disputes the trade again; a merchant cannot appeal it', () => {
    const on = scene();
    const trade = creditedPayin(on);
    const dispute = disputeBy(on, contest(trade, { amount_cents: 4_000n }));
    disputeBy(on, decideOn(dispute, 'rejected'));
    const by_merchant = stepOn(dispute, { act: 'appeal' }, { actor: MERCHANT_ACTOR });
    on.refused(by_merchant, 'act_not_allowed');
    disputeBy(on, stepOn(dispute, { act: 'appeal' }));
    assert.deepEqual(moneyOf(on), [5_400n, 3_600n]);
    assert.equal(on.now(trade).state, 'disputed');
    disputeBy(on, decideOn(dispute, 'rejected'));
    assert.deepEqual(moneyOf(on), [9_000n, 0n]);
    assert.equal(on.world.disputes.get(dispute.dispute_id)?.state, 'closed');
  });

  test('comes too late after seven days; then the clock closes what took effect', () => {
    const on = scene();
    const dispute = disputeBy(on, contest(creditedPayin(on), { amount_cents: 4_000n }));
    disputeBy(on, decideOn(dispute, 'rejected'));
    on.wait(7 * DAY + 1);
    on.refused(stepOn(dispute, { act: 'appeal' }), 'act_not_allowed');
    const closed = disputeBy(on, stepOn(dispute, { act: 'close' }, { actor: SERVICE_ACTOR }));
    assert.equal(closed.state, 'closed');
  });
});

suite('a payer who says that they paid', () => {
  test('can say so once, and only about a pay-in that was not credited', () => {
    const on = scene();
    const actor = CUSTOMER_ACTOR;
    const trade = expiredPayin(on);
    const paid = { type: 'paid_not_credited' as const, actor };
    const dispute = disputeBy(on, contest(trade, paid));
    assert.deepEqual(moneyOf(on), [0n, 0n], 'nothing is creditedPayin, so nothing is blocked');
    disputeBy(on, decideOn(dispute, 'rejected'));
    assert.equal(on.now(trade).state, 'expired');
    on.refused(contest(trade, paid), 'act_not_allowed');
    on.refused(contest(creditedPayin(on), { actor }), 'act_not_allowed');
    on.refused(contest(paidPayout(on), { actor }), 'act_not_allowed');
  });

  test('is credited by the bank line that shows it, which is then the pay-in’s', () => {
    const on = scene();
    const trade = expiredPayin(on);
    on.wait(10 * DAY);
    const late = lineWith({
      amount_cents: 10_500n,
      utr: 'PAIDLATE1234',
      received_at: on.world.now,
    });
    on.world.now = START + 15 * MINUTE;
    const waiting = on.line(take(late));
    assert.equal(waiting.outcome.status, 'suspense');
    const dispute = disputeBy(on, contest(trade, { type: 'paid_not_credited' }));
    const unknown = { evidence: { utr: 'NOSUCHLINE12' } };
    on.refused(decideOn(dispute, 'upheld', unknown), 'invalid_request');
    const decided = disputeBy(
      on,
      decideOn(dispute, 'upheld', { evidence: { utr: 'PAIDLATE1234' } }),
    );
    assert.deepEqual([decided.basis, decided.evidence_line_id], ['utr', late.bank_line_id]);
    const after = on.now(trade);
    assert.deepEqual([after.state, after.received_amount_cents], ['completed', 10_000n]);
    assert.deepEqual(moneyOf(on), [9_000n, 0n]);
    const rest = [...on.world.lines.values()].find(({ outcome }) => outcome.reason === 'overpaid');
    assert.equal(rest?.line.amount_cents, 500n);
  });
});

suite('a paid pay-out', () => {
  test('that has not arrived is contested as a whole and reversed, or was paid', () => {
    for (const outcome of ['upheld', 'rejected'] as const) {
      const on = scene();
      const trade = paidPayout(on);
      const type = 'not_received';
      on.refused(contest(trade, { type, amount_cents: 1n }), 'invalid_request');
      const dispute = disputeBy(on, contest(trade, { type, actor: MERCHANT_ACTOR }));
      disputeBy(on, decideOn(dispute, outcome));
      assert.equal(on.now(trade).state, outcome === 'upheld' ? 'reversed' : 'completed');
      assert.equal(on.balance('available'), outcome === 'upheld' ? 20_000n : 10_000n);
    }
  });
});

suite('an act on the trade', () => {
  test('opens and ends a dispute of type `other`, about all that is left', () => {
    const ends = [
      ['resolve', 'rejected', 'completed'],
      ['reverse', 'upheld', 'reversed'],
    ] as const;
    for (const [name, outcome, state] of ends) {
      const on = scene();
      const trade = creditedPayin(on);
      const disputed = on.trade(act(trade, 'dispute'));
      const [dispute] = [...on.world.disputes.values()];
      assert.deepEqual(
        [dispute?.type, dispute?.amount_cents, dispute?.blocked_cents, dispute?.state],
        ['other', 10_000n, 9_000n, 'open'],
      );
      assert.equal(disputed.sequence, on.now(trade).sequence, 'the answer is up to date');
      on.trade(act(trade, name));
      const [closed] = [...on.world.disputes.values()];
      assert.deepEqual(
        [closed?.state, closed?.outcome, closed?.blocked_cents, on.now(trade).state],
        ['closed', outcome, 0n, state],
      );
    }
  });
});
