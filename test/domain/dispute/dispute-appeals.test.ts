// Appeals: whatever was contested and decided first, the second decision leaves the merchant with
// what it awards, to the cent.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { previewEffects } from '../../../server/domain/dispute/outcome-effect.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import {
  APPEAL_STORIES,
  type AppealStory,
  awardOf,
  CONTESTED_CENTS,
  type ContestedFrom,
  creditInTheEnd,
  nameOfStory,
  stateInTheEnd,
} from '../../support/model/appeal-stories.ts';
import {
  CUSTOMER_ACTOR,
  contest,
  decideOn,
  disputeBy,
  moneyOf,
  stepOn,
} from '../../support/model/dispute-commands.ts';
import {
  act,
  adjust,
  claim,
  DAY,
  decimal,
  lineWith,
  MERCHANT_ACTOR,
  MINUTE,
  OPERATOR_ACTOR,
  payin,
  payout,
  review,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';

const TERMS = { percent: decimal('10'), amount_cents: CONTESTED_CENTS };
/** Spendable before the story, so that a pay-out can be made. */
const BEFORE_CENTS = 50_000n;

/** A trade in the state from which it is contested. */
const TRADES: Readonly<Record<ContestedFrom, (on: DomainScene) => Trade>> = {
  verifying: (on) => on.trade(claim(on.trade(payin(TERMS)), '412345678901')),
  expired: (on) => {
    const trade = on.trade(payin(TERMS));
    on.wait(15 * MINUTE);
    return on.trade(act(trade, 'expire'));
  },
  canceled: (on) => on.trade(act(on.trade(payin(TERMS)), 'cancel')),
  failed: (on) => {
    const trade = on.trade(claim(on.trade(payin(TERMS)), '412345678901'));
    return on.trade(act(trade, 'fail', { reason: 'fake_proof' }));
  },
  completed: (on) => on.trade(act(on.trade(payin(TERMS)), 'confirm')),
  payout: (on) => {
    const trade = on.trade(payout({ amount_cents: CONTESTED_CENTS, percent: decimal('10') }));
    on.trade(act(trade, 'take'));
    return on.trade(act(trade, 'complete'));
  },
};

const openerOf = (from: ContestedFrom) =>
  from === 'expired' || from === 'canceled' || from === 'failed' ? CUSTOMER_ACTOR : OPERATOR_ACTOR;

type Played = { on: DomainScene; trade: Trade; dispute_id: string; before: bigint };

function appealed(
  { from, first, appellant }: AppealStory,
  meanwhile: (played: Omit<Played, 'before'>) => void = () => undefined,
): Played {
  const on = scene();
  on.run(adjust(BEFORE_CENTS));
  const trade = TRADES[from](on);
  const before = on.balance('available');
  const { dispute_id } = disputeBy(on, contest(trade, { actor: openerOf(from) }));
  const dispute = { ...trade, dispute_id };
  const { outcome, amount_cents = null } = first;
  disputeBy(on, decideOn(dispute, outcome, { amount_cents }));
  meanwhile({ on, trade, dispute_id });
  const actor = appellant === 'merchant' ? MERCHANT_ACTOR : OPERATOR_ACTOR;
  const again = disputeBy(on, stepOn(dispute, { act: 'appeal' }, { actor }));
  assert.equal(again.amount_cents, CONTESTED_CENTS, 'the claim stays what it was');
  assert.equal(on.now(trade).state, 'disputed');
  return { on, trade, dispute_id, before };
}

function decidedAgain({ on, trade, dispute_id }: Played, { second }: AppealStory): void {
  const dispute = { ...trade, dispute_id };
  const { outcome } = second;
  const closed =
    outcome === 'withdrawn'
      ? disputeBy(on, stepOn(dispute, { act: 'withdraw' }))
      : disputeBy(on, decideOn(dispute, outcome, { amount_cents: second.amount_cents ?? null }));
  assert.deepEqual(
    [closed.state, closed.outcome, closed.awarded_cents, closed.blocked_cents],
    ['closed', outcome, awardOf(second), 0n],
  );
}

suite('the decision on an appeal leaves what it awards:', () => {
  for (const story of APPEAL_STORIES) {
    test(nameOfStory(story), () => {
      const played = appealed(story);
      const { on, trade, before } = played;
      decidedAgain(played, story);
      const after = on.now(trade);
      assert.equal(after.state, stateInTheEnd(story));
      assert.equal(on.balance('blocked'), 0n);
      if (story.from === 'payout') {
        const back = story.second.outcome === 'upheld' ? after.settlement_amount_cents : 0n;
        assert.equal(on.balance('available') - before, back);
        return;
      }
      const { amount, fee } = creditInTheEnd(story);
      assert.equal(on.balance('available'), BEFORE_CENTS + amount - fee);
      assert.equal(on.balance('fees'), fee);
      if (amount === 0n) return;
      assert.equal(after.amount_cents - after.recalled_amount_cents, amount);
    });
  }
});

const grossOf = (on: DomainScene): bigint =>
  on.balance('available') + on.balance('blocked') + on.balance('fees');

const previewOn = ({ on, trade, dispute_id }: Omit<Played, 'before'>) =>
  previewEffects(on.now(trade), on.world.disputes.get(dispute_id) ?? assert.fail());

suite('the preview of the decision on an appeal says what it moves:', () => {
  const stories = APPEAL_STORIES.filter(({ second: { outcome } }) =>
    ['upheld', 'rejected'].includes(outcome),
  );
  for (const story of stories) {
    test(nameOfStory(story), () => {
      const played = appealed(story);
      const { on, trade } = played;
      const found = previewOn(played).find(({ outcome }) => outcome === story.second.outcome);
      const { act: by, effect } = found ?? assert.fail();
      assert.equal(by, 'decide');
      const before = grossOf(on);
      decidedAgain(played, story);
      const back = effect.kind === 'reverses' ? trade.amount_cents : 0n;
      const given = effect.kind === 'gives' ? effect.cents : back;
      assert.equal(grossOf(on) - before, effect.kind === 'takes' ? -effect.cents : given);
      assert.deepEqual(previewOn(played), [], 'nothing is left to decide');
    });
  }
});

test('the preview of closing says what is still taken, less what the bank took', () => {
  for (const [recalled, cents] of [
    [5_000n, 2_000n],
    [8_000n, 0n],
  ] as const) {
    const on = scene();
    const trade = TRADES.completed(on);
    on.line(take(lineWith({ amount_cents: CONTESTED_CENTS })));
    const { dispute_id } = disputeBy(on, contest(trade));
    const dispute = { ...trade, dispute_id };
    disputeBy(on, decideOn(dispute, 'partly_upheld', { amount_cents: 7_000n }));
    moved(-recalled)({ on, trade, dispute_id });
    const closing = { act: 'close', outcome: 'partly_upheld' } as const;
    assert.deepEqual(previewOn({ on, trade, dispute_id }), [
      { ...closing, effect: { kind: 'takes', cents } },
    ]);
  }
});

type Meanwhile = (played: Omit<Played, 'before'>) => void;

const NOTHING: Meanwhile = () => undefined;

/** The first decision credits 40.00 of an expired pay-in; what happens before and in the appeal. */
function playedWith(
  second: AppealStory['second'],
  { before = NOTHING, during = NOTHING }: { before?: Meanwhile; during?: Meanwhile },
): Played {
  const first = { outcome: 'partly_upheld' as const, amount_cents: 4_000n };
  const story = { from: 'expired' as const, first, appellant: 'operator' as const, second };
  const played = appealed(story, before);
  during(played);
  decidedAgain(played, story);
  return played;
}

const moved =
  (amount_cents: bigint): Meanwhile =>
  ({ on, trade: { merchant_id, trade_id } }) => {
    const { line } = on.line(take(lineWith({ amount_cents, line_key: `${amount_cents}` })));
    on.line(review(line, { act: 'assign', merchant_id, trade_id }));
  };

const part = (amount_cents: bigint) => ({ outcome: 'partly_upheld' as const, amount_cents });

suite('between the first decision and the second', () => {
  test('the credit that the first gave is blocked, and nothing else', () => {
    const first = part(4_000n);
    const { on } = appealed({ from: 'expired', first, appellant: 'merchant', second: first });
    assert.deepEqual(moneyOf(on), [BEFORE_CENTS, 3_600n]);
  });

  // [the second decision, what the merchant is left with: share by share, each rounded]
  const RECALLED = [
    [part(2_500n), 1_500n, 150n],
    [{ outcome: 'rejected' }, 0n, 0n],
    [part(4_000n), 3_000n, 300n],
    [{ outcome: 'upheld' }, 9_007n, 901n],
  ] as const;
  for (const [second, left, fee] of RECALLED) {
    test(`what the bank recalls is no part of the difference: ${second.outcome}`, () => {
      const before = moved(4_000n);
      const { on, trade } = playedWith(second, { before, during: moved(-1_000n) });
      const { amount_cents, recalled_amount_cents } = on.now(trade);
      assert.equal(left === 0n ? 0n : amount_cents - recalled_amount_cents, left);
      assert.deepEqual(moneyOf(on), [BEFORE_CENTS + left - fee, 0n]);
    });
  }

  test('a person’s act that ends the dispute leaves what was awarded, or takes it', () => {
    for (const [outcome, state, said] of [
      ['completed', 'completed', ['partly_upheld', 4_000n]],
      ['failed', 'reversed', ['rejected', 0n]],
    ] as const) {
      const first = part(4_000n);
      const story = { from: 'expired', first, appellant: 'operator', second: first } as const;
      const { on, trade, dispute_id } = appealed(story);
      assert.equal(on.trade(act(on.now(trade), 'resolve', { outcome })).state, state);
      const dispute = on.world.disputes.get(dispute_id);
      assert.deepEqual([dispute?.outcome, dispute?.awarded_cents], said);
    }
  });

  test('a bank line that credits the pay-in meanwhile is not credited a second time', () => {
    const [first, second] = [{ outcome: 'rejected' }, { outcome: 'upheld' }] as const;
    const story: AppealStory = { from: 'verifying', first, appellant: 'operator', second };
    const played = appealed(story, ({ on, trade }) => {
      on.trade(act(on.now(trade), 'confirm'));
    });
    decidedAgain(played, story);
    assert.deepEqual(moneyOf(played.on), [BEFORE_CENTS + 10_007n - 1_001n, 0n]);
  });

  test('an award that the bank took while it waited is not taken twice', () => {
    for (const [recalled, left] of [
      [5_000n, 3_007n],
      [8_000n, 2_007n],
    ] as const) {
      const on = scene();
      const trade = TRADES.completed(on);
      on.line(take(lineWith({ amount_cents: CONTESTED_CENTS })));
      const dispute = { ...trade, dispute_id: disputeBy(on, contest(trade)).dispute_id };
      disputeBy(on, decideOn(dispute, 'partly_upheld', { amount_cents: 7_000n }));
      moved(-recalled)({ on, trade, dispute_id: '' });
      on.wait(7 * DAY + 1);
      disputeBy(on, stepOn(dispute, { act: 'close' }));
      const { amount_cents, recalled_amount_cents, received_amount_cents } = on.now(trade);
      assert.equal(amount_cents - recalled_amount_cents, left);
      assert.equal(received_amount_cents, left);
    }
  });
});
