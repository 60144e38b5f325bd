// Returns to senders that had failed, but whose money left all the same: the pay-out and the line
// it was to return are charged together, or neither is.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Review } from '../../../server/domain/batch/command.ts';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import {
  act,
  adjust,
  HOUSE,
  lineWith,
  payin,
  review,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';
import { books, ENDS, type Return, returned, seen, UNDO, WHOLE } from './return-scene.ts';

const CHARGE_UNDO: Review = { act: 'undo', reverse: false, charge: true };
const charge = ({ trade }: Return): Review => ({
  act: 'assign',
  merchant_id: trade.merchant_id,
  trade_id: trade.trade_id,
  charge: true,
});
const placeOf = (on: DomainScene, { line }: Return) =>
  on.world.lines.get(line.bank_line_id)?.outcome ?? assert.fail();

/** Money that left for a return that had failed. */
const leaves = (on: DomainScene, { line }: Return, fields: Partial<BankLine> = {}) =>
  on.line(take(lineWith({ amount_cents: -line.amount_cents, utr: 'BANKUTR00009', ...fields })))
    .line;
/** Its money left, and the sender's line went with it: nobody has anything of it. */
const GONE = { ...WHOLE, suspense: 0n };

suite('charging a return whose pay-out had come to nothing', () => {
  for (const name of ['canceled from the queue', 'rejected by the bank', 'reversed by a person']) {
    test(`${name}: its line goes with it, and waits again without the charge`, () => {
      const on = scene();
      const one = returned(on);
      ENDS[name]?.(on, one);
      const debit = leaves(on, one, { text: 'paid after all', booked_at: 0 });
      for (let round = 0; round < 3; round += 1) {
        assert.deepEqual(books(on), GONE);
        on.line(review(debit, charge(one)));
        assert.deepEqual(
          [placeOf(on, one).status, placeOf(on, one).trade_id],
          ['returned', one.trade.trade_id],
        );
        assert.deepEqual(books(on), GONE);
        on.refused(review(one.line, UNDO), 'act_not_allowed');
        on.line(review(debit, UNDO));
        assert.deepEqual(
          [placeOf(on, one).status, placeOf(on, one).reason],
          ['suspense', 'return_failed'],
        );
      }
    });
  }

  test('the money comes back: the line waits again', () => {
    const on = scene();
    const one = returned(on);
    on.trade(act(one.trade, 'take'));
    on.trade(act(one.trade, 'fail', { note: 'the account is closed' }));
    on.line(review(leaves(on, one), charge(one)));
    seen(on, one, one.line.amount_cents);
    assert.equal(placeOf(on, one).reason, 'return_failed');
    assert.deepEqual(books(on), WHOLE);
  });

  test('what came back is undone: charged again, with its line', () => {
    const on = scene();
    const one = returned(on);
    on.trade(act(one.trade, 'take'));
    seen(on, one, -one.line.amount_cents);
    const back = seen(on, one, one.line.amount_cents).line;
    on.refused(review(back, UNDO), 'act_not_allowed');
    on.line(review(back, CHARGE_UNDO));
    assert.equal(placeOf(on, one).status, 'returned');
    // What came back is whose it is found to be.
    assert.deepEqual(books(on), { ...GONE, suspense: one.line.amount_cents });
    on.line(review(back, { ...charge(one), charge: false } as Review));
    assert.deepEqual(books(on), WHOLE);
  });

  const ELSEWHERE: Readonly<Record<string, (on: DomainScene, one: Return) => void>> = {
    'put to the costs': (on, { line }) => void on.line(review(line, { act: 'fee' })),
    'sent back again': (on, { line }) => void returned(on, line),
    'given to a pay-in': (on, { line }) => {
      const { merchant_id, trade_id } = on.trade(payin());
      on.line(review(line, { act: 'assign', merchant_id, trade_id }));
    },
  };
  for (const [where, decide] of Object.entries(ELSEWHERE)) {
    test(`its line was ${where}: refused, and says what to do, until that is undone`, () => {
      const on = scene();
      const one = returned(on);
      on.trade(act(one.trade, 'take'));
      seen(on, one, -one.line.amount_cents);
      const back = seen(on, one, one.line.amount_cents).line;
      decide(on, one);
      const before = books(on);
      const undo = on.refused(review(back, CHARGE_UNDO), 'act_not_allowed');
      assert.match(undo.detail, /send back bank line .* Undo that first/);
      const other = returned(on, lineWith({ amount_cents: one.line.amount_cents }));
      on.trade(act(other.trade, 'cancel'));
      decide(on, other);
      const refusal = on.refused(review(leaves(on, other), charge(other)), 'act_not_allowed');
      assert.match(refusal.detail, /send back bank line .* put the money that left to the costs/);
      assert.ok(before.available >= 0n && books(on).available >= 0n);
      on.line(review(one.line, { act: 'undo', reverse: true }));
      on.line(review(back, CHARGE_UNDO));
      assert.equal(placeOf(on, one).status, 'returned');
    });
  }

  test('the line that was to go back is not what came back', () => {
    const on = scene();
    const one = returned(on);
    on.trade(act(one.trade, 'take'));
    on.trade(act(one.trade, 'complete'));
    on.trade(act(one.trade, 'reverse'));
    const assign = { ...charge(one), charge: false } as Review;
    const { errors } = on.refused(review(one.line, assign), 'invalid_request');
    assert.match(errors?.[0]?.message ?? '', /send this very line back/);
  });

  test('nobody is below zero, and what a house’s merchant has besides stays its own', () => {
    const on = scene();
    on.run(adjust(70n, HOUSE));
    const one = returned(on);
    on.trade(act(one.trade, 'cancel'));
    const debit = leaves(on, one);
    on.line(review(debit, charge(one)));
    assert.equal(books(on).available, 70n);
    on.refused(review(one.line, UNDO), 'act_not_allowed');
    on.line(review(debit, UNDO));
    assert.equal(books(on).available, 70n);
  });
});
