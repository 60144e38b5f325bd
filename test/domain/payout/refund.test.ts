// Refunds: pay-outs tied to a pay-in, whose sum never exceeds the pay-in's remaining amount.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { checkBooks } from '../../support/model/domain-books.ts';
import {
  act,
  decimal,
  idOf,
  lineWith,
  merchantWith,
  payin,
  payout,
  refund,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';
import { fc } from '../../support/property.ts';

function paid(on: DomainScene, amount_cents = 10_000n): Trade {
  const trade = on.trade(payin({ amount_cents }));
  on.line(take(lineWith({ amount_cents })));
  return on.now(trade);
}

suite('a refund', () => {
  test('is a pay-out with its hold, and its pay-in keeps count', () => {
    const on = scene();
    const trade = paid(on);
    const made = on.trade(refund(trade, 4_000n));
    assert.deepEqual(
      [made.direction, made.state, made.refund_of, made.amount_cents],
      ['payout', 'created', trade.trade_id, 4_000n],
    );
    const after = on.now(trade);
    assert.deepEqual([after.state, after.refunded_amount_cents], ['completed', 4_000n]);
    assert.equal(after.sequence, trade.sequence + 1);
    assert.equal(after.final_at, trade.final_at);
    assert.deepEqual([on.balance('available'), on.balance('blocked')], [6_000n, 4_000n]);
    on.trade(act(made, 'take'));
    on.trade(act(made, 'complete'));
    assert.deepEqual([on.balance('available'), on.balance('blocked')], [6_000n, 0n]);
    assert.equal(on.now(trade).refunded_amount_cents, 4_000n);
  });

  test('may come in parts until all is given back; without an amount it is the rest', () => {
    const on = scene();
    const trade = paid(on);
    on.trade(refund(trade, 4_000n));
    const more = on.refused(refund(trade, 6_001n), 'refund_too_large');
    assert.equal(more.extra?.refundable_cents, 6_000);
    assert.equal(on.trade(refund(trade, null)).amount_cents, 6_000n);
    on.refused(refund(trade, null), 'refund_too_large');
    on.refused(refund(trade, 1n), 'refund_too_large');
  });

  test('needs money on the balance, with its fee', () => {
    const on = scene();
    const trade = paid(on);
    on.refused(refund(trade, 10_000n, { percent: decimal('1') }), 'insufficient_funds');
    on.trade(payout({ amount_cents: 9_000n }));
    on.refused(refund(trade, 1_001n), 'insufficient_funds');
    assert.equal(on.now(trade).refunded_amount_cents, 0n);
    on.trade(refund(trade, 1_000n));
  });

  test('is refused where there is no completed pay-in of the merchant', () => {
    const on = scene();
    const trade = paid(on);
    const open = on.trade(payin());
    on.refused(refund(open, 1n), 'act_not_allowed');
    on.refused(refund({ ...trade, trade_id: idOf(9, 9) }, 1n), 'invalid_request');
    const other = merchantWith({}, { merchant_id: idOf(1, 7) });
    on.refused(refund(trade, 1n, { merchant: other }), 'invalid_request');
    const sent = on.trade(payout({ amount_cents: 5n }));
    on.refused(refund(sent, 1n), 'invalid_request');
    on.trade(act(trade, 'dispute'));
    on.refused(refund(trade, 1n), 'act_not_allowed');
  });

  test('asked for twice is one, and other content under its order_id is refused', () => {
    const on = scene();
    const trade = paid(on);
    const first = refund(trade, 4_000n);
    const made = on.trade(first);
    const again = { ...refund(trade, 4_000n), order_id: first.order_id };
    const replay = on.run({ ...again, fingerprint: first.fingerprint });
    assert.deepEqual(replay, { kind: 'trade', trade: made, found: true });
    on.refused(again, 'order_id_taken');
    assert.equal(on.now(trade).refunded_amount_cents, 4_000n);
  });
});

suite('a refund that comes to nothing gives its amount back', () => {
  const ends: [string, (on: DomainScene, made: Trade) => void][] = [
    ['canceled', (on, made) => on.trade(act(made, 'cancel'))],
    ['failed', (on, made) => on.trade(act(made, 'fail', { note: 'no such account' }))],
    [
      'reversed',
      (on, made) => {
        on.trade(act(made, 'take'));
        on.trade(act(made, 'complete'));
        on.trade(act(made, 'reverse'));
      },
    ],
  ];
  for (const [state, end] of ends) {
    test(state, () => {
      const on = scene();
      const trade = paid(on);
      const made = on.trade(refund(trade, 10_000n));
      end(on, made);
      assert.equal(on.now(made).state, state);
      assert.equal(on.now(trade).refunded_amount_cents, 0n);
      assert.equal(on.balance('available'), 10_000n);
      on.trade(refund(trade, 10_000n));
    });
  }

  test('also where the pay-in is no longer completed', () => {
    for (const name of ['dispute', 'reverse'] as const) {
      const on = scene();
      const trade = paid(on);
      const made = on.trade(refund(trade, 3_000n));
      on.trade(act(made, 'take'));
      on.trade(act(trade, name));
      on.trade(act(made, 'fail'));
      const after = on.now(trade);
      assert.equal(after.refunded_amount_cents, 0n);
      assert.equal(after.state, name === 'dispute' ? 'disputed' : 'reversed');
    }
  });
});

test('whatever is refunded, canceled and paid: the count is the sum of what stands', () => {
  const step = fc.record({
    kind: fc.constantFrom('refund', 'refund', 'cancel', 'take', 'complete', 'fail', 'reverse'),
    which: fc.nat({ max: 5 }),
    amount: fc.integer({ min: 1, max: 70 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const on = scene();
      const trade = paid(on, 100n);
      for (const { kind, which, amount } of steps) {
        const made = [...on.world.trades.values()].filter((one) => one.refund_of !== null);
        const one = made[which % Math.max(made.length, 1)];
        if (kind === 'refund') on.run(refund(trade, BigInt(amount)));
        else if (one !== undefined) on.run(act(one, kind as 'cancel', { note: 'why' }));
        const standing = [...on.world.trades.values()]
          .filter((other) => other.refund_of === trade.trade_id)
          .filter((other) => !['canceled', 'failed', 'reversed'].includes(other.state))
          .reduce((total, other) => total + other.amount_cents, 0n);
        const { refunded_amount_cents, amount_cents } = on.now(trade);
        assert.equal(refunded_amount_cents, standing);
        assert.ok(refunded_amount_cents <= amount_cents);
        checkBooks(on.world);
      }
    }),
    { numRuns: 200 },
  );
});
