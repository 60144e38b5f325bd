// Charging for money that left although its pay-out failed or was canceled: from every such state,
// undone and returned, and the refusals.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { attemptsOf } from '../../../server/domain/batch/world.ts';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import { endToEndId } from '../../../server/domain/record/payout-attempt.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { settlementLine } from '../../../server/domain/settlement/settlement-line.ts';
import {
  act,
  adjust,
  DAY,
  decimal,
  lineWith,
  payin,
  payout,
  refund,
  review,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';

import {
  ACCOUNT,
  assign,
  attemptOf,
  books,
  FUNDS,
  lineOf,
  NOTHING,
  OTHER_ACCOUNT,
  processing,
  SEEN,
  seen,
  stateOf,
  UNDO,
  UNDO_CHARGE,
  UNDO_REVERSE,
  UTR,
  WAITS,
  WORD,
} from './payout-line-scene.ts';

type Ending = (on: DomainScene) => Trade;
const created = (on: DomainScene) => {
  on.run(adjust(FUNDS));
  return on.trade(payout({ percent: decimal('1') }));
};
const reversed = (on: DomainScene) => {
  const trade = processing(on);
  on.trade(act(trade, 'complete', { utr: WORD }));
  return on.trade(act(trade, 'reverse'));
};
/** Where a pay-out came to nothing, what it then costs, and what its attempt becomes without. */
const ENDINGS: readonly [name: string, Ending, charge: bigint, attempts: number][] = [
  ['failed after it was taken', (on) => on.trade(act(processing(on), 'fail')), 10_000n, 1],
  ['failed before', (on) => on.trade(act(created(on), 'fail')), 10_000n, 1],
  ['canceled', (on) => on.trade(act(created(on), 'cancel')), 10_000n, 1],
  [
    'put back, then canceled',
    (on) => {
      const trade = on.trade(act(processing(on), 'release', { note: 'A draft' }));
      return on.trade(act(trade, 'cancel'));
    },
    10_000n,
    2,
  ],
  ['reversed', reversed, 10_100n, 1],
];

suite('charging for money that left although the pay-out came to nothing', () => {
  for (const [name, ending, charge, attempts] of ENDINGS) {
    test(`${name}: refused without the word, charged with it, and undone`, () => {
      const on = scene();
      const trade = ending(on);
      assert.deepEqual(books(on), NOTHING);
      const { line } = on.line(take(lineOf(on, trade, -10_000n, { text: null })));
      if (trade.state === 'reversed') {
        // The bank is said to have returned it: a line that shows it leave fits.
        on.line(review(line, assign(trade)));
        on.line(review(line, UNDO));
      } else {
        const refusal = on.refused(review(line, assign(trade)), 'act_not_allowed');
        assert.match(refusal.detail, /say `charge`/);
      }
      for (let round = 0; round < 3; round += 1) {
        const before = on.now(trade);
        const { outcome } = on.line(review(line, assign(trade, true)));
        assert.deepEqual([outcome.status, outcome.reason], ['matched', 'charged']);
        const after = on.now(trade);
        assert.deepEqual([after.state, after.sequence], [before.state, before.sequence + 1]);
        assert.deepEqual([after.receiving_account_id, after.utr], [ACCOUNT, before.utr ?? UTR]);
        assert.equal(stateOf(on, trade).charged, charge);
        assert.equal(attemptsOf(on.world, trade.trade_id).length, attempts);
        const fees = charge - 10_000n;
        assert.deepEqual(books(on), { ...SEEN, available: -charge, fees });
        on.line(review(line, UNDO));
        assert.deepEqual(books(on), { ...NOTHING, ...WAITS });
        const { state, utr, account } = stateOf(on, trade);
        assert.deepEqual(
          [state, utr, account],
          [`${trade.state} rejected`, before.utr, before.receiving_account_id],
        );
        // Never sent again.
        on.refused(act(trade, 'take'), 'act_not_allowed');
      }
    });

    test(`${name}: charged, and the money comes back`, () => {
      const on = scene();
      const trade = ending(on);
      const { line, outcome } = on.line(
        take(lineOf(on, trade, -10_000n, { text: null, utr: null })),
      );
      // A pay-out that a person reversed is waiting for its line.
      if (outcome.status === 'matched') on.line(review(line, UNDO));
      on.line(review(line, assign(trade, true)));
      on.wait(300 * DAY);
      const back = seen(on, trade, 10_000n, { utr: null });
      assert.deepEqual(books(on), NOTHING);
      assert.deepEqual(stateOf(on, trade).state, `${trade.state} returned`);
      on.refused(review(back, UNDO), 'act_not_allowed');
      on.line(review(back, UNDO_CHARGE));
      const fees = charge - 10_000n;
      assert.deepEqual(books(on), { ...SEEN, available: -charge, fees, suspense: 10_000n });
      on.line(review(line, UNDO));
      assert.deepEqual(books(on), NOTHING);
    });
  }

  test('a line that names a rejected one says so, and leads to it', () => {
    const on = scene();
    const trade = on.trade(act(processing(on), 'fail'));
    const { line, outcome } = on.line(take(lineOf(on, trade, -10_000n)));
    assert.deepEqual([outcome.status, outcome.reason], ['suspense', 'payout_not_paid']);
    assert.equal(outcome.candidates[0]?.trade_id, trade.trade_id);
    on.line(review(line, assign(trade, true)));
    const another = on.line(take(lineOf(on, trade, -10_000n)));
    assert.equal(another.outcome.reason, 'payout_paid_already');
    const { errors } = on.refused(review(another.line, assign(trade, true)), 'invalid_request');
    assert.match(errors?.[0]?.message ?? '', /charged already/);
  });

  test('in another currency it costs the amount at the rate of the order, without a fee', () => {
    const on = scene();
    on.run(adjust(FUNDS));
    const rate = {
      trade_currency: 'USD',
      balance_currency: 'INR',
      rate: decimal('0.012'),
      source: 'test',
      at: 0,
    };
    const fields = { currency: 'USD', rate, amount_cents: 100n, percent: decimal('10') };
    const trade = on.trade(act(on.trade(payout(fields)), 'cancel'));
    const dollars = { currency: 'USD', amount_cents: -100n, utr: UTR };
    const { line } = on.line(take(lineWith(dollars)));
    on.line(review(line, assign(trade, true)));
    // 100 / 0.012, rounded up.
    assert.equal(on.balance('available') - FUNDS, -8_334n);
    assert.equal(on.balance('fees', 'USD'), 0n);
    assert.equal(on.balance(`clearing:${ACCOUNT}`, 'USD'), 100n);
    on.line(review(line, UNDO));
    for (const account of ['fx', 'rounding', 'fees']) {
      assert.deepEqual([on.balance(account), on.balance(account, 'USD')], [0n, 0n], account);
    }
  });

  test('stands in the statement with the fee that it has', () => {
    for (const [ending, fee_cents] of [
      [created, 0n],
      [reversed, -100n],
    ] as const) {
      const on = scene();
      const trade = ending(on);
      if (trade.state === 'created') on.trade(act(trade, 'cancel'));
      const { line } = on.line(take(lineOf(on, trade, -10_000n, { text: null })));
      on.line(review(line, assign(trade, true)));
      const entry = on.changes.findLast((change) => change.kind === 'entry')?.entry;
      assert.equal(entry?.act, 'payout_charged');
      const { number, at, note } = { number: 1n, at: 0, note: null };
      const shown = settlementLine({ ...entry, number, at, note, trade: on.now(trade) });
      assert.deepEqual(
        [shown?.kind, shown?.gross_cents, shown?.fee_cents],
        ['payout', -10_000n, fee_cents],
      );
    }
  });

  test('is refused where it cannot be', () => {
    const on = scene();
    const failed = on.trade(act(processing(on), 'fail'));
    const open = on.trade(payout());
    const credit = on.trade(payin({ amount_cents: 7n }));
    const taken = on.trade(act(on.trade(payout({ amount_cents: 9n })), 'take'));
    const paid_elsewhere = on.trade(act(taken, 'complete', { utr: WORD }));
    const there = { amount_cents: -9n, utr: WORD, receiving_account_id: OTHER_ACCOUNT };
    on.line(take(lineWith({ ...there, received_at: on.world.now })));
    on.trade(act(paid_elsewhere, 'reverse'));
    const wait = (amount_cents: bigint) => on.line(take(lineWith({ amount_cents }))).line;
    const [out, other, back, small] = [wait(-10_000n), wait(-9_999n), wait(10_000n), wait(-9n)];
    const refused: [BankLine, Trade, string, RegExp][] = [
      [out, open, 'charge', /failed, was canceled or reversed/],
      [out, credit, 'charge', /failed, was canceled or reversed/],
      [back, failed, 'charge', /money that left/],
      [other, failed, 'trade_id', /of this amount/],
      [small, paid_elsewhere, 'trade_id', /has another line/],
    ];
    for (const [line, trade, field, message] of refused) {
      const { errors } = on.refused(review(line, assign(trade, true)), 'invalid_request');
      assert.equal(errors?.[0]?.field, field);
      assert.match(errors?.[0]?.message ?? '', message);
    }
    on.line(review(out, assign(failed, true)));
    on.line(review(back, assign(failed)));
    const again = wait(-10_000n);
    const { errors } = on.refused(review(again, assign(failed, true)), 'invalid_request');
    assert.match(errors?.[0]?.message ?? '', /came back with another line/);
  });

  test('an attempt that nobody had made is known by the decision that made it', () => {
    const on = scene();
    const trade = on.trade(act(created(on), 'cancel'));
    const { line } = on.line(take(lineOf(on, trade, -10_000n)));
    const command = review(line, assign(trade, true));
    on.line(command);
    const { payout_attempt_id, end_to_end_id } = attemptOf(on, trade);
    assert.deepEqual(
      [payout_attempt_id, end_to_end_id],
      [command.command_id, endToEndId(command.command_id)],
    );
    const before = structuredClone(on.world);
    on.line(command);
    assert.deepEqual(on.world, before);
  });
});

suite('refunds', () => {
  function refunded() {
    const on = scene();
    const credit = on.trade(payin());
    on.line(take(lineWith()));
    const trade = on.trade(refund(credit, 6_000n));
    on.trade(act(trade, 'take'));
    const count = () => on.now(credit).refunded_amount_cents;
    return { on, credit, trade, count };
  }

  test('one that was made after all counts on its pay-in again', () => {
    const { on, trade, count } = refunded();
    on.trade(act(trade, 'fail'));
    assert.equal(count(), 0n);
    const { line } = on.line(take(lineOf(on, trade, -6_000n)));
    on.line(review(line, assign(trade, true)));
    assert.equal(count(), 6_000n);
    on.line(review(line, UNDO));
    assert.equal(count(), 0n);
    on.line(review(line, assign(trade, true)));
    seen(on, trade, 6_000n, { utr: null });
    assert.equal(count(), 0n);
  });

  test('one that is reversed by an undo counts no more, and again once it is charged', () => {
    const { on, trade, count } = refunded();
    const line = seen(on, trade, -6_000n);
    on.line(review(line, UNDO));
    assert.equal(count(), 6_000n);
    on.line(review(line, assign(trade)));
    on.line(review(line, UNDO_REVERSE));
    assert.equal(count(), 0n);
    on.line(review(line, assign(trade, true)));
    assert.equal(count(), 6_000n);
    const back = seen(on, trade, 6_000n);
    assert.equal(count(), 0n);
    on.line(review(back, UNDO_CHARGE));
    assert.equal(count(), 6_000n);
  });

  test('one that was asked for again meanwhile is not charged: more than was paid', () => {
    const { on, credit, trade } = refunded();
    const out = seen(on, trade, -6_000n);
    const back = seen(on, trade, 6_000n);
    on.trade(refund(credit, 5_000n));
    const refusal = on.refused(review(back, UNDO_CHARGE), 'refund_too_large');
    assert.deepEqual(refusal.extra, { refundable_cents: 5_000 });
    assert.equal(refusal.errors?.[0]?.field, 'charge');
    assert.equal(on.world.lines.get(out.bank_line_id)?.outcome.status, 'matched');
  });
});
