// The refunds of a pay-in whose credit is taken back: those that were not sent end, in whatever way
// the money goes; what was sent stays.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { contest, disputeBy, stepOn } from '../../support/model/dispute-commands.ts';
import {
  act,
  adjust,
  decimal,
  idOf,
  lineWith,
  MERCHANT_ACTOR,
  payin,
  refund,
  review,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';

const UTR = 'RECALLED0001';

/** A pay-in of 100.00 with a fee of 10 %, credited by a line of the bank. */
function credited(on: DomainScene): { trade: Trade; line: { bank_line_id: string } } {
  const trade = on.trade(payin({ percent: decimal('10') }));
  const { line } = on.line(take(lineWith({ utr: UTR })));
  return { trade: on.now(trade), line };
}

type Way = (on: DomainScene, of: ReturnType<typeof credited>) => void;

/** Every way in which the whole credit is taken back. */
const WAYS: Readonly<Record<string, Way>> = {
  'a person reverses it': (on, { trade }) => {
    on.trade(act(trade, 'reverse'));
  },
  'the bank recalls it': (on) => {
    on.line(take(lineWith({ utr: UTR, amount_cents: -10_000n, line_key: 'back' })));
  },
  'a person assigns the line that takes it back': (on, { trade }) => {
    const { merchant_id, trade_id } = trade;
    const { line } = on.line(take(lineWith({ amount_cents: -10_000n, line_key: 'back' })));
    on.line(review(line, { act: 'assign', merchant_id, trade_id }));
  },
  'its line is undone': (on, { line }) => {
    on.line(review(line, { act: 'undo', reverse: true }));
  },
  'a dispute about it is lost': (on, { trade }) => {
    const dispute = disputeBy(on, contest(trade));
    disputeBy(on, stepOn(dispute, { act: 'accept' }, { actor: MERCHANT_ACTOR }));
  },
  'a dispute about it fails': (on, { trade }) => {
    on.trade(act(trade, 'dispute'));
    on.trade(act(trade, 'resolve', { outcome: 'failed' }));
  },
};

suite('refunds that were not sent end when', () => {
  for (const [name, way] of Object.entries(WAYS)) {
    test(name, () => {
      const on = scene();
      on.run(adjust(20_000n));
      const of = credited(on);
      const refunds = [3_000n, 4_000n].map((cents) => on.trade(refund(of.trade, cents)));
      assert.equal(on.balance('blocked'), 7_000n);
      way(on, of);
      const after = refunds.map((one) => on.now(one));
      assert.deepEqual(
        after.map(({ state, state_reason }) => [state, state_reason]),
        [
          ['failed', 'payin_taken_back'],
          ['failed', 'payin_taken_back'],
        ],
      );
      assert.deepEqual([on.balance('available'), on.balance('blocked')], [20_000n, 0n]);
      const { state, refunded_amount_cents } = on.now(of.trade);
      assert.deepEqual([state, refunded_amount_cents], ['reversed', 0n]);
      for (const one of after) {
        on.refused(act(one, 'take'), 'act_not_allowed');
        const told = on.changes.flatMap((change) =>
          change.kind === 'trade_changed' && change.trade.trade_id === one.trade_id
            ? change.event.type
            : [],
        );
        assert.deepEqual(told, ['withdrawal.failed']);
      }
    });
  }
});

suite('of a credit of which a part is taken back', () => {
  const recalled = (on: DomainScene, { merchant_id, trade_id }: Trade, cents: bigint) => {
    const { line } = on.line(take(lineWith({ amount_cents: -cents, line_key: `${cents}` })));
    on.line(review(line, { act: 'assign', merchant_id, trade_id }));
  };

  test('the newest refunds end until the rest covers the others', () => {
    for (const [cents, left] of [
      [3_000n, ['created', 'created', 'created']],
      [3_001n, ['created', 'created', 'failed']],
      [5_000n, ['created', 'created', 'failed']],
      [5_001n, ['created', 'failed', 'failed']],
      [9_001n, ['failed', 'failed', 'failed']],
    ] as const) {
      const on = scene();
      on.run(adjust(20_000n));
      const { trade } = credited(on);
      const refunds = [1_000n, 4_000n, 2_000n].map((one) => {
        on.wait(1);
        return on.trade(refund(trade, one));
      });
      recalled(on, trade, cents);
      assert.deepEqual(
        refunds.map((one) => on.now(one).state),
        left,
        `${cents}`,
      );
    }
  });

  test('a refund that was taken stays, and the others end for it', () => {
    const on = scene();
    on.run(adjust(20_000n));
    const { trade } = credited(on);
    const [taken, waiting] = [6_000n, 2_000n].map((one) => on.trade(refund(trade, one)));
    assert.ok(taken && waiting);
    on.trade(act(taken, 'take'));
    recalled(on, trade, 5_000n);
    assert.deepEqual([on.now(taken).state, on.now(waiting).state], ['processing', 'failed']);
    assert.equal(on.now(trade).refunded_amount_cents, 6_000n);
  });

  test('holds get back what the ended refund took of them only while there is a credit', () => {
    const on = scene();
    const terms = { settlement_delay_days: 2, reserve_percent: 10, reserve_days: 30 };
    on.world.hold_terms = new Map([[MERCHANT, terms]]);
    const { trade } = credited(on);
    const made = on.trade(refund(trade, 5_000n));
    recalled(on, trade, 6_000n);
    assert.equal(on.now(made).state, 'failed');
    assert.deepEqual([on.balance('available'), on.balance('blocked')], [0n, 3_600n]);
    on.trade(act(on.now(trade), 'reverse'));
    assert.deepEqual([on.balance('available'), on.balance('blocked')], [0n, 0n]);
  });
});

const MERCHANT = idOf(1, 1);

test('what was sent is the merchant’s debt', () => {
  const on = scene();
  const { trade } = credited(on);
  const made = on.trade(refund(trade, 9_000n));
  on.trade(act(made, 'take'));
  on.trade(act(on.now(trade), 'reverse'));
  assert.equal(on.now(made).state, 'processing');
  assert.deepEqual([on.balance('available'), on.balance('blocked')], [-9_000n, 9_000n]);
});
