// Taking away the bank line with which a pay-out came back: who has the money afterwards.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { act, DAY, payout, review } from '../../support/model/domain-commands.ts';
import { scene } from '../../support/model/domain-scene.ts';

import {
  ACCOUNT,
  assign,
  books,
  FUNDS,
  NOTHING,
  PAID,
  processing,
  SEEN,
  seen,
  stateOf,
  UNDO,
  UNDO_CHARGE,
  UTR,
} from './payout-line-scene.ts';

suite('undo of money that came back', () => {
  test('the merchant has it again because of the line: only with `charge`', () => {
    const on = scene();
    const trade = processing(on);
    seen(on, trade, -10_000n);
    const back = seen(on, trade, 10_000n);
    assert.deepEqual(books(on), NOTHING);
    const refusal = on.refused(review(back, UNDO), 'act_not_allowed');
    assert.match(refusal.detail, /`charge`/);
    for (let round = 0; round < 2; round += 1) {
      const { sequence } = on.now(trade);
      on.line(review(back, UNDO_CHARGE));
      assert.deepEqual(stateOf(on, trade), {
        state: 'reversed paid',
        state_reason: 'bank_returned',
        utr: UTR,
        account: ACCOUNT,
        has_line: true,
        charged: 10_100n,
      });
      assert.equal(on.now(trade).sequence, sequence + 1);
      assert.deepEqual(books(on), { ...SEEN, suspense: 10_000n });
      // However late: the returned money is given back.
      on.wait(200 * DAY);
      assert.equal(on.line(review(back, assign(trade))).outcome.status, 'matched');
      assert.deepEqual(books(on), NOTHING);
      assert.equal(stateOf(on, trade).state, 'reversed returned');
    }
  });

  test('the merchant has spent it: the balance is below zero', () => {
    const on = scene();
    const trade = processing(on);
    seen(on, trade, -10_000n);
    const back = seen(on, trade, 10_000n);
    on.trade(payout({ amount_cents: FUNDS }));
    on.line(review(back, UNDO_CHARGE));
    assert.equal(on.balance('available'), -10_100n);
  });

  test('it was reversed by other means: the line goes, and nothing else', () => {
    const on = scene();
    const trade = processing(on);
    seen(on, trade, -10_000n);
    on.trade(act(trade, 'reverse'));
    const back = seen(on, trade, 10_000n);
    const { errors } = on.refused(review(back, UNDO_CHARGE), 'invalid_request');
    assert.equal(errors?.[0]?.field, 'charge');
    const { sequence } = on.now(trade);
    for (let round = 0; round < 2; round += 1) {
      on.line(review(back, UNDO));
      assert.equal(on.now(trade).sequence, sequence);
      assert.deepEqual(books(on), { ...NOTHING, due: -10_000n, suspense: 10_000n });
      on.line(review(back, assign(trade)));
      assert.deepEqual(books(on), NOTHING);
    }
  });

  test('then the debit goes, too: the charge goes with it where only the line had shown it', () => {
    for (const by_word of [false, true]) {
      const on = scene();
      const trade = processing(on);
      if (by_word) on.trade(act(trade, 'complete', { utr: UTR }));
      const out = seen(on, trade, -10_000n);
      const back = seen(on, trade, 10_000n);
      on.line(review(back, UNDO_CHARGE));
      on.line(review(out, UNDO));
      const kept = by_word ? { ...PAID, unknown: 10_000n } : NOTHING;
      assert.deepEqual(books(on), kept);
      assert.equal(stateOf(on, trade).charged, by_word ? 10_100n : null);
      if (!by_word) continue;
      // Given back, it tells the account of the charge again.
      on.line(review(out, assign(trade)));
      assert.deepEqual(books(on), { ...SEEN, suspense: 10_000n });
    }
  });

  test('the debit came after the return: the charge is on its account', () => {
    const on = scene();
    const trade = processing(on);
    on.trade(act(trade, 'complete', { utr: UTR }));
    const back = seen(on, trade, 10_000n, { text: null });
    seen(on, trade, -10_000n);
    on.line(review(back, UNDO_CHARGE));
    assert.deepEqual(books(on), { ...SEEN, suspense: 10_000n });
  });
});
