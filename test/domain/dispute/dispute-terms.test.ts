// Who may contest what and when, and what can be done with a dispute in each of its states.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DISPUTE_TERMS } from '../../../server/domain/dispute/dispute-terms.ts';
import {
  DISPUTE_STATES,
  DISPUTE_TYPES,
  type Dispute,
} from '../../../server/domain/record/dispute-record.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import {
  contest,
  creditedPayin,
  decideOn,
  disputeBy,
  expiredPayin,
  paidPayout,
  stepOn,
} from '../../support/model/dispute-commands.ts';
import {
  claim,
  DAY,
  MERCHANT_ACTOR,
  merchantWith,
  payin,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';

suite('the terms', () => {
  const SCENES: [string, (on: DomainScene) => Trade, string][] = [
    ['a credited pay-in', creditedPayin, 'credited_payin'],
    ['an expired pay-in', expiredPayin, 'uncredited_payin'],
    ['a paid pay-out', paidPayout, 'payout'],
  ];
  for (const [name, bring, subject] of SCENES) {
    test(`of ${name}: each type is accepted or refused, with its deadline`, () => {
      for (const type of DISPUTE_TYPES) {
        const on = scene();
        const command = contest(bring(on), { type });
        const terms = DISPUTE_TERMS[type];
        if (!terms.about.some((one) => one === subject)) {
          on.refused(command, 'invalid_request');
          continue;
        }
        const { deadline_at } = disputeBy(on, command);
        assert.equal(deadline_at, on.world.now + terms.days * DAY, type);
      }
    });
  }

  test('of time: nobody contests a trade that is final', () => {
    for (const over_ms of [0, 1]) {
      const on = scene();
      const trade = creditedPayin(on);
      on.wait(180 * DAY + over_ms);
      if (over_ms === 0) assert.ok(disputeBy(on, contest(trade)));
      else on.refused(contest(trade), 'act_not_allowed');
    }
  });

  test('a verifying or disputed trade is for operators', () => {
    const on = scene();
    const trade = on.trade(claim(on.trade(payin()), 'CLAIMED12345'));
    on.refused(contest(trade, { actor: MERCHANT_ACTOR }), 'act_not_allowed');
    assert.ok(disputeBy(on, contest(trade)));
    on.refused(contest(trade), 'act_not_allowed');
  });

  test('the same id opens one dispute; with another content it is refused', () => {
    const on = scene();
    const trade = creditedPayin(on);
    const command = contest(trade, { amount_cents: 4_000n });
    const first = disputeBy(on, command);
    const again = { ...contest(trade, { amount_cents: 4_000n }), dispute_id: first.dispute_id };
    assert.deepEqual(disputeBy(on, again), first);
    on.refused({ ...again, amount_cents: 1n }, 'reference_taken');
  });

  test('a merchant contests a trade five times at most', () => {
    const on = scene();
    const trade = creditedPayin(on);
    const command = () => contest(trade, { amount_cents: 1n, actor: MERCHANT_ACTOR });
    for (let count = 0; count < 5; count += 1) {
      disputeBy(on, stepOn(disputeBy(on, command()), { act: 'withdraw' }));
    }
    on.refused(command(), 'act_not_allowed');
  });

  test('of another merchant: neither the trade nor the dispute exists', () => {
    const on = scene();
    const trade = creditedPayin(on);
    const { merchant_id } = merchantWith(
      {},
      { merchant_id: '0197a000-0000-7000-8000-000000000009' },
    );
    on.refused({ ...contest(trade), merchant_id }, 'not_found');
    const dispute = disputeBy(on, contest(trade));
    on.refused({ ...decideOn(dispute, 'upheld'), merchant_id }, 'not_found');
  });
});

/** Brings a dispute about a part of a credit into each state. */
const INTO: Record<Dispute['state'], (on: DomainScene, dispute: Dispute) => Dispute> = {
  open: (_on, dispute) => dispute,
  waiting_for_merchant: (on, dispute) => asked(on, dispute, 'merchant'),
  waiting_for_customer: (on, dispute) => asked(on, dispute, 'customer'),
  waiting_for_operator: (on, dispute) => asked(on, dispute, 'operator'),
  decided: (on, dispute) => disputeBy(on, decideOn(dispute, 'upheld')),
  appealed: (on, dispute) => {
    disputeBy(on, decideOn(dispute, 'upheld'));
    return disputeBy(on, stepOn(dispute, { act: 'appeal' }));
  },
  closed: (on, dispute) => disputeBy(on, stepOn(dispute, { act: 'accept' })),
};

const asked = (on: DomainScene, dispute: Dispute, party: 'merchant' | 'customer' | 'operator') =>
  disputeBy(on, stepOn(dispute, { act: 'ask', party, deadline_at: null }));

suite('in each state', () => {
  const IN_HAND = 'ask assign accept withdraw decide';
  const ALLOWED: Record<Dispute['state'], string> = {
    open: IN_HAND,
    waiting_for_merchant: IN_HAND,
    waiting_for_customer: IN_HAND,
    waiting_for_operator: IN_HAND,
    decided: 'assign accept appeal',
    appealed: IN_HAND,
    closed: '',
  };
  const STEPS = {
    ask: (d: Dispute) => stepOn(d, { act: 'ask', party: 'merchant', deadline_at: null }),
    assign: (d: Dispute) => stepOn(d, { act: 'assign', to: 'somebody' }),
    accept: (d: Dispute) => stepOn(d, { act: 'accept' }),
    withdraw: (d: Dispute) => stepOn(d, { act: 'withdraw' }),
    decide: (d: Dispute) => decideOn(d, 'rejected'),
    appeal: (d: Dispute) => stepOn(d, { act: 'appeal' }),
    close: (d: Dispute) => stepOn(d, { act: 'close' }),
  };
  for (const state of DISPUTE_STATES) {
    for (const [name, command] of Object.entries(STEPS)) {
      const is_allowed = ALLOWED[state].split(' ').includes(name);
      test(`${state}: ${name} is ${is_allowed ? 'possible' : 'refused'}`, () => {
        const on = scene();
        const opened = disputeBy(on, contest(creditedPayin(on), { amount_cents: 4_000n }));
        const dispute = INTO[state](on, opened);
        assert.equal(dispute.state, state);
        if (is_allowed) assert.ok(disputeBy(on, command(dispute)));
        else on.refused(command(dispute), 'act_not_allowed');
      });
    }
  }
});
