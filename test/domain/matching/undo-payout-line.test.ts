// Taking away the bank line that shows a pay-out's money leave: the effects, depending on who had
// confirmed the payment, and the end of a dispute that it may open.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import {
  act,
  adjust,
  DAY,
  decimal,
  idOf,
  lineWith,
  MINUTE,
  payin,
  payout,
  rematch,
  review,
  take,
} from '../../support/model/domain-commands.ts';
import { scene } from '../../support/model/domain-scene.ts';

import {
  ACCOUNT,
  assign,
  books,
  FUNDS,
  lineOf,
  NOTHING,
  PAID,
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

suite('undo of money that left', () => {
  test('nobody knows any more whether it was paid: it is disputed, and can be matched again', () => {
    const on = scene();
    const trade = processing(on);
    const line = seen(on, trade, -10_000n);
    assert.deepEqual(books(on), SEEN);
    for (let round = 0; round < 3; round += 1) {
      on.line(review(line, UNDO));
      assert.deepEqual(stateOf(on, trade), {
        state: 'disputed paid',
        state_reason: 'insufficient_evidence',
        utr: null,
        account: null,
        has_line: false,
        charged: null,
      });
      assert.deepEqual(books(on), { ...PAID, unknown: 10_000n, ...WAITS });
      // A person has decided about the line: only a person can give it back and end the dispute.
      assert.equal(on.line(rematch(line)).outcome.reason, 'undone');
      assert.equal(on.line(review(line, assign(trade))).outcome.reason, 'assigned');
      assert.deepEqual(books(on), SEEN);
      const { state, utr, account } = stateOf(on, trade);
      assert.deepEqual([state, utr, account], ['disputed paid', UTR, ACCOUNT]);
      on.wait(MINUTE);
    }
    on.trade(act(trade, 'resolve'));
    assert.equal(on.now(trade).state, 'completed');
    // Whoever resolved it relied on the line: without the line, the outcome is open again.
    on.line(review(line, UNDO));
    assert.equal(on.now(trade).state, 'disputed');
  });

  test('the real line is found by name, by UTR, and by account, amount and time', () => {
    const found: [Partial<BankLine>, string][] = [
      [{ utr: null }, 'payout_reference'],
      [{ text: null, utr: null }, 'payout_amount_time'],
    ];
    for (const [fields, reason] of found) {
      const on = scene();
      on.run(adjust(FUNDS));
      const trade = on.trade(payout({ percent: decimal('1') }));
      const ids = { payout_attempt_id: idOf(9, 1), payout_batch_id: null };
      const account = { receiving_account_id: ACCOUNT, account_currency: 'INR' };
      const { command_id, actor, merchant_id, trade_id } = act(trade, 'take');
      const on_trade = { command_id, actor, merchant_id, trade_id };
      on.trade({ kind: 'take_payout', ...on_trade, ...ids, ...account, note: null });
      const wrong = seen(on, trade, -10_000n);
      on.line(review(wrong, UNDO));
      assert.equal(on.now(trade).receiving_account_id, ACCOUNT);
      const { outcome } = on.line(take(lineOf(on, trade, -10_000n, fields)));
      assert.deepEqual([outcome.status, outcome.reason], ['matched', reason]);
      assert.deepEqual(books(on), { ...SEEN, ...WAITS });
    }
  });

  test('with `reverse` its merchant has the money again, and only a person charges it', () => {
    const on = scene();
    const trade = processing(on);
    const line = seen(on, trade, -10_000n);
    on.line(review(line, UNDO_REVERSE));
    const { state, state_reason, utr, account } = stateOf(on, trade);
    assert.deepEqual(
      [state, state_reason, utr, account],
      ['reversed rejected', 'insufficient_evidence', null, null],
    );
    assert.deepEqual(books(on), { ...NOTHING, ...WAITS });
    const { outcome } = on.line(rematch(line));
    assert.deepEqual([outcome.status, outcome.reason], ['suspense', 'undone']);
    const again = on.line(take(lineOf(on, trade, -10_000n)));
    assert.equal(again.outcome.reason, 'payout_not_paid');
    // The money given back by the reversal is taken again: the books are those of the undone line.
    on.line(review(line, assign(trade, true)));
    assert.deepEqual(books(on), { ...SEEN, ...WAITS });
  });

  test('a disputed one stays disputed, or is reversed where that is said', () => {
    for (const [how, state] of [
      [UNDO, 'disputed'],
      [UNDO_REVERSE, 'reversed'],
    ] as const) {
      const on = scene();
      const trade = processing(on);
      const line = seen(on, trade, -10_000n);
      on.trade(act(trade, 'dispute', { reason: 'account_blocked' }));
      on.line(review(line, how));
      assert.equal(on.now(trade).state, state);
      const reason = state === 'disputed' ? 'account_blocked' : 'insufficient_evidence';
      assert.equal(on.now(trade).state_reason, reason);
      assert.equal(on.balance('available') - FUNDS, state === 'disputed' ? -10_100n : 0n);
    }
  });

  test('what was paid by word stays paid; what only the line told is taken back', () => {
    for (const utr of [UTR, WORD]) {
      const on = scene();
      const trade = processing(on);
      on.trade(act(trade, 'complete', { utr }));
      assert.deepEqual(books(on), { ...PAID, unknown: 10_000n });
      for (let round = 0; round < 2; round += 1) {
        const line = seen(on, trade, -10_000n, { utr });
        assert.deepEqual(books(on), { ...SEEN, suspense: -10_000n * BigInt(round) });
        assert.equal(on.now(trade).receiving_account_id, ACCOUNT);
        on.line(review(line, round === 0 ? UNDO : UNDO_REVERSE));
        const told = stateOf(on, trade);
        assert.deepEqual([told.state, told.utr, told.account], ['completed paid', utr, null]);
        const suspense = -10_000n * BigInt(round + 1);
        assert.deepEqual(books(on), { ...PAID, unknown: 10_000n, suspense });
      }
    }
  });

  test('nothing that merchants see changes: no event', () => {
    const on = scene();
    on.run(adjust(FUNDS));
    const trade = processing(on);
    on.trade(act(trade, 'complete', { utr: WORD }));
    const first = seen(on, trade, -10_000n, { utr: WORD });
    on.line(review(first, UNDO));
    const { sequence } = on.now(trade);
    on.trade(act(trade, 'reverse'));
    const { outcome } = on.line(review(first, assign(trade)));
    assert.equal(outcome.status, 'matched');
    on.line(review(first, UNDO));
    assert.equal(on.now(trade).sequence, sequence + 1);
  });

  test('long after, it is final', () => {
    const on = scene();
    const trade = processing(on);
    const line = seen(on, trade, -10_000n);
    on.wait(181 * DAY);
    for (const how of [UNDO, UNDO_REVERSE]) on.refused(review(line, how), 'act_not_allowed');
  });

  test('`charge` says nothing about it, nor about other lines', () => {
    const on = scene();
    const trade = processing(on);
    const out = seen(on, trade, -10_000n);
    on.trade(payin());
    const { line } = on.line(take(lineWith()));
    const fee = on.line(take(lineWith({ amount_cents: -5n }))).line;
    on.line(review(fee, { act: 'fee' }));
    for (const one of [out, line, fee]) {
      const { errors } = on.refused(review(one, UNDO_CHARGE), 'invalid_request');
      assert.equal(errors?.[0]?.field, 'charge');
    }
  });

  test('the line is taken, the money that came back stays: books and account hold', () => {
    const on = scene();
    const trade = processing(on);
    const out = seen(on, trade, -10_000n);
    seen(on, trade, 10_000n);
    assert.deepEqual(books(on), NOTHING);
    on.line(review(out, UNDO));
    const { state, account, utr } = stateOf(on, trade);
    assert.deepEqual([state, account, utr], ['reversed returned', ACCOUNT, null]);
    assert.deepEqual(books(on), { ...NOTHING, ...WAITS, due: 10_000n });
    assert.equal(on.line(review(out, assign(trade))).outcome.status, 'matched');
    assert.deepEqual(books(on), NOTHING);
  });
});

suite('a dispute that an undo opened', () => {
  function disputed(fields: Partial<BankLine> = { utr: null }) {
    const on = scene();
    const trade = processing(on);
    const line = seen(on, trade, -10_000n, fields);
    on.line(review(line, UNDO));
    return { on, trade, line };
  }

  test('ends as paid only with a UTR or with a line', () => {
    const { on, trade, line } = disputed();
    const { errors } = on.refused(act(trade, 'resolve'), 'invalid_request');
    assert.equal(errors?.[0]?.field, 'utr');
    on.trade(act(trade, 'resolve', { utr: WORD }));
    assert.deepEqual([on.now(trade).state, on.now(trade).utr], ['completed', WORD]);
    // It is paid by word from now on: a line only shows it.
    on.line(review(line, assign(trade)));
    on.line(review(line, UNDO));
    assert.equal(on.now(trade).state, 'completed');
    assert.deepEqual(books(on), { ...PAID, unknown: 10_000n, ...WAITS });
  });

  test('ends as paid with the line that came meanwhile', () => {
    const { on, trade, line } = disputed();
    on.line(review(line, assign(trade)));
    on.trade(act(trade, 'resolve'));
    assert.equal(on.now(trade).state, 'completed');
    assert.deepEqual(books(on), SEEN);
  });

  test('ends as never paid: a line that names it later is for a person', () => {
    const { on, trade } = disputed();
    on.trade(act(trade, 'reverse'));
    assert.deepEqual(stateOf(on, trade).state, 'reversed rejected');
    assert.equal(on.now(trade).state_reason, 'insufficient_evidence');
    const { outcome } = on.line(take(lineOf(on, trade, -10_000n)));
    assert.equal(outcome.reason, 'payout_not_paid');
  });

  test('ends as returned by the bank: its line is counted to it', () => {
    const { on, trade } = disputed();
    on.trade(act(trade, 'reverse', { reason: 'bank_returned' }));
    assert.deepEqual(stateOf(on, trade).state, 'reversed returned');
    assert.equal(on.line(take(lineOf(on, trade, -10_000n))).outcome.status, 'matched');
  });
});
