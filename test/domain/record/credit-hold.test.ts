// Holds: how much of a credit the delay and the reserve block, and the effects of disputes,
// reversals, refunds and the clock.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hasHolds, holdAmounts, holdKey } from '../../../server/domain/record/credit-hold.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { useHolds } from '../../../server/domain/trade/hold-changes.ts';
import {
  act,
  adjust,
  DAY,
  decimal,
  lineWith,
  merchantWith,
  payin,
  refund,
  review,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';
import { release } from '../../support/model/settlement-commands.ts';

const TERMS = { settlement_delay_days: 2, reserve_percent: 10, reserve_days: 30 };

type Terms = typeof TERMS;

function sceneWith(terms: Terms = TERMS): DomainScene {
  const given = scene();
  given.world.hold_terms = new Map([[merchantWith().merchant_id, terms]]);
  return given;
}

/** 100.00 at 5 %: a credit of 95.00. */
function credited(given: DomainScene): Trade {
  const trade = given.trade(payin({ percent: decimal('5') }));
  return given.trade(act(trade, 'confirm'));
}

const holdsOf = ({ world }: DomainScene) => [...world.holds.values()];
const keysOf = (given: DomainScene) =>
  holdsOf(given).map(({ merchant_id, trade_id, kind }) => ({ merchant_id, trade_id, kind }));
const acts = ({ changes }: DomainScene) =>
  changes.flatMap((change) => (change.kind === 'entry' ? change.entry.act : []));

suite('what is held of a credit', () => {
  for (const [terms, credit, reserve, delay] of [
    [TERMS, 9_500n, 950n, 8_550n],
    [TERMS, 9n, 0n, 9n],
    [{ ...TERMS, settlement_delay_days: 0 }, 9_500n, 950n, 0n],
    [{ ...TERMS, reserve_days: 0 }, 9_500n, 0n, 9_500n],
    [{ ...TERMS, reserve_percent: 100 }, 9_500n, 9_500n, 0n],
    [{ ...TERMS, reserve_percent: 0 }, 9_500n, 0n, 9_500n],
  ] as const) {
    test(`${JSON.stringify(terms)} of ${credit}: ${reserve} and ${delay}`, () => {
      assert.deepEqual(holdAmounts(terms, credit), { reserve, delay });
    });
  }

  test('off: nothing is held', () => {
    assert.equal(
      hasHolds({ settlement_delay_days: 0, reserve_percent: 50, reserve_days: 0 }),
      false,
    );
    assert.equal(
      hasHolds({ settlement_delay_days: 0, reserve_percent: 0, reserve_days: 9 }),
      false,
    );
    const given = scene();
    credited(given);
    assert.deepEqual(holdsOf(given), []);
    assert.deepEqual(acts(given), ['payin_completed']);
  });
});

suite('the life of a hold', () => {
  test('a credit by a bank line is held as one by a person', () => {
    const given = sceneWith();
    given.trade(payin({ percent: decimal('5') }));
    given.line(take(lineWith()));
    assert.equal(given.balance('available'), 0n);
    assert.equal(given.balance('blocked'), 9_500n);
    assert.deepEqual(acts(given).slice(-3), ['payin_completed', 'hold_placed', 'hold_placed']);
  });

  test('each is released when its time has come, and not again', () => {
    const given = sceneWith();
    credited(given);
    given.run(release(keysOf(given)));
    assert.equal(given.balance('available'), 0n);
    given.wait(2 * DAY);
    given.run(release(keysOf(given)));
    assert.equal(given.balance('available'), 8_550n);
    given.run(release(keysOf(given)));
    assert.equal(given.balance('available'), 8_550n);
    given.wait(28 * DAY);
    given.run(release(keysOf(given)));
    assert.equal(given.balance('available'), 9_500n);
    assert.equal(given.balance('blocked'), 0n);
    assert.ok(holdsOf(given).every((hold) => hold.released_at !== null));
  });

  test('a person may release early', () => {
    const given = sceneWith();
    credited(given);
    given.run(release(keysOf(given), { is_early: true }));
    assert.equal(given.balance('available'), 9_500n);
  });

  test('a hold that is not there is refused', () => {
    const given = sceneWith();
    const trade = credited(given);
    const { merchant_id } = trade;
    const key = { merchant_id, trade_id: merchant_id, kind: 'delay' as const };
    given.refused(release([key]), 'not_found');
  });

  test('a reversal takes the money out of its holds', () => {
    const given = sceneWith();
    given.run(adjust(1n));
    const trade = credited(given);
    given.trade(act(trade, 'reverse'));
    assert.equal(given.balance('available'), 1n);
    assert.equal(given.balance('blocked'), 0n);
    assert.ok(holdsOf(given).every((hold) => hold.remaining_cents === 0n));
  });

  test('a dispute blocks the credit once, and its end holds it again', () => {
    const given = sceneWith();
    const trade = credited(given);
    given.trade(act(trade, 'dispute'));
    assert.equal(given.balance('blocked'), 9_500n);
    assert.equal(given.balance('available'), 0n);
    given.wait(2 * DAY);
    given.run(release(keysOf(given)));
    assert.equal(given.balance('blocked'), 9_500n, 'a suspended hold releases nothing');
    given.trade(act(trade, 'resolve', { outcome: 'completed' }));
    assert.equal(given.balance('blocked'), 9_500n);
    given.run(release(keysOf(given)));
    assert.equal(given.balance('available'), 8_550n);
  });

  test('a disputed credit that is taken back leaves nothing held', () => {
    const given = sceneWith();
    const trade = credited(given);
    given.trade(act(trade, 'dispute'));
    given.trade(act(trade, 'reverse'));
    assert.equal(given.balance('blocked'), 0n);
    assert.equal(given.balance('available'), 0n);
    assert.ok(holdsOf(given).every((hold) => hold.released_at !== null));
  });

  for (const [amount, delay_left, reserve_left] of [
    [1_000n, 7_550n, 950n],
    [8_550n, 0n, 950n],
    [9_000n, 0n, 500n],
    [20_000n, 0n, 0n],
  ] as const) {
    test(`a refund of ${amount} leaves ${delay_left} and ${reserve_left} held`, () => {
      const given = sceneWith();
      const trade = credited(given);
      const changes = useHolds(given.world, trade, amount);
      const after = new Map(
        changes.flatMap((change) =>
          change.kind === 'hold_changed'
            ? [[change.hold.kind, change.hold.remaining_cents] as const]
            : [],
        ),
      );
      assert.equal(after.get('delay') ?? 8_550n, delay_left);
      assert.equal(after.get('reserve') ?? 950n, reserve_left);
    });
  }

  const ends = ['cancel', 'fail', 'reverse'] as const;
  /** A refund that takes from the delay and the reserve, and then fails. */
  function endedRefund(given: DomainScene, end: (typeof ends)[number], amount_cents = 9_000n) {
    const trade = credited(given);
    const made = given.trade(refund(trade, amount_cents));
    return {
      trade,
      end: () => {
        if (end === 'reverse') given.trade(act(made, 'take'));
        if (end === 'reverse') given.trade(act(made, 'complete'));
        given.trade(act(made, end, { note: 'test' }));
      },
    };
  }
  const left = (given: DomainScene) => holdsOf(given).map((hold) => hold.remaining_cents);

  for (const name of ends) {
    test(`what a refund took is held again after ${name}: nobody gets it early that way`, () => {
      const given = sceneWith();
      const { end } = endedRefund(given, name);
      assert.deepEqual(left(given), [0n, 500n]);
      end();
      assert.deepEqual(left(given), [8_550n, 950n]);
      assert.deepEqual([given.balance('available'), given.balance('blocked')], [0n, 9_500n]);
      given.wait(2 * DAY);
      given.run(release(keysOf(given)));
      assert.equal(given.balance('available'), 8_550n);
    });
  }

  test('a refund that was made after all takes from them again, and gives it back undone', () => {
    const given = sceneWith();
    const { trade, end } = endedRefund(given, 'cancel');
    end();
    const made = [...given.world.trades.values()].find((one) => one.refund_of === trade.trade_id);
    const { merchant_id, trade_id } = made ?? assert.fail();
    const { line } = given.line(take(lineWith({ amount_cents: -9_000n })));
    for (let round = 0; round < 2; round += 1) {
      given.line(review(line, { act: 'assign', merchant_id, trade_id, charge: true }));
      assert.deepEqual(left(given), [0n, 500n]);
      assert.deepEqual([given.balance('available'), given.balance('blocked')], [0n, 500n]);
      given.line(review(line, { act: 'undo', reverse: false }));
      assert.deepEqual(left(given), [8_550n, 950n]);
      assert.deepEqual([given.balance('available'), given.balance('blocked')], [0n, 9_500n]);
    }
  });

  test('not after their time, nor after a person released them', () => {
    for (const is_early of [false, true]) {
      const given = sceneWith();
      const { end } = endedRefund(given, 'cancel', 1_000n);
      given.wait(is_early ? 0 : 30 * DAY);
      given.run(release(keysOf(given), { is_early }));
      end();
      assert.deepEqual([given.balance('available'), given.balance('blocked')], [9_500n, 0n]);
    }
  });

  test('during a dispute, which blocks the whole credit, only once that has ended', () => {
    for (const amount_cents of [1_000n, 9_500n]) {
      const given = sceneWith();
      const { trade, end } = endedRefund(given, 'cancel', amount_cents);
      given.trade(act(trade, 'dispute'));
      end();
      assert.deepEqual([given.balance('available'), given.balance('blocked')], [0n, 9_500n]);
      given.trade(act(trade, 'resolve', { outcome: 'completed' }));
      assert.deepEqual([given.balance('available'), given.balance('blocked')], [0n, 9_500n]);
      assert.deepEqual(left(given), [8_550n, 950n]);
    }
  });

  test('nothing of a reversed pay-in is held again', () => {
    for (const is_sent of [false, true]) {
      const given = sceneWith();
      const trade = credited(given);
      const made = given.trade(refund(trade, 9_500n));
      if (is_sent) given.trade(act(made, 'take'));
      given.trade(act(trade, 'reverse'));
      // One that nobody had taken ended with the credit.
      if (is_sent) given.trade(act(made, 'fail', { note: 'test' }));
      assert.equal(given.world.trades.get(made.trade_id)?.state, 'failed');
      assert.deepEqual([given.balance('available'), given.balance('blocked')], [0n, 0n]);
    }
  });

  test('what a merchant owes stays owed while its credits are held', () => {
    const given = sceneWith();
    const first = credited(given);
    given.run(release(keysOf(given), { is_early: true }));
    given.run(adjust(-9_500n));
    given.trade(act(first, 'reverse'));
    assert.equal(given.balance('available'), -9_500n);
    credited(given);
    assert.equal(given.balance('available'), -9_500n);
    assert.equal(given.balance('blocked'), 9_500n);
  });

  test('a hold is found by merchant, trade and kind', () => {
    const given = sceneWith();
    credited(given);
    for (const [key, hold] of given.world.holds) assert.equal(key, holdKey(hold));
  });
});
