// Taking a line away from its pay-in: the effects, and the conditions that forbid it; also lines
// that people give to pay-outs.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Review } from '../../../server/domain/batch/command.ts';
import { HOUSE_BOOK } from '../../../server/domain/ledger/ledger.ts';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import {
  act,
  adjust,
  claim,
  DAY,
  idOf,
  lineWith,
  merchantWith,
  payin,
  payout,
  review,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';

const ACCOUNT = idOf(2, 1);
const MERCHANT = merchantWith().merchant_id;
const UTR = 'CLAIMED12345';

function waiting(on: DomainScene, fields: Partial<BankLine> = {}): BankLine {
  const { line, outcome } = on.line(take(lineWith({ received_at: on.world.now, ...fields })));
  assert.equal(outcome.status, 'suspense');
  return line;
}

const house = (on: DomainScene, account: string) => on.balance(account, 'INR', HOUSE_BOOK);
const suspense = (on: DomainScene) => house(on, `suspense:${ACCOUNT}`);
const due = (on: DomainScene, merchant = MERCHANT) => house(on, `due:${merchant}:${ACCOUNT}`);
const statusOf = (on: DomainScene, line: BankLine) =>
  on.world.lines.get(line.bank_line_id)?.outcome.status;

const assign = (trade: { merchant_id: string; trade_id: string }): Review => ({
  act: 'assign',
  merchant_id: trade.merchant_id,
  trade_id: trade.trade_id,
});
const UNDO: Review = { act: 'undo', reverse: false };
const UNDO_CREDIT: Review = { act: 'undo', reverse: true };

suite('undo of a match', () => {
  test('a credit that rests on the line goes only where that is said', () => {
    const on = scene();
    const trade = on.trade(payin());
    const { line } = on.line(take(lineWith({ utr: UTR })));
    const refusal = on.refused(review(line, UNDO), 'act_not_allowed');
    assert.match(refusal.detail, /`reverse`/);
    on.line(review(line, UNDO_CREDIT));
    const after = on.now(trade);
    assert.deepEqual(
      [after.state, after.state_reason, after.received_amount_cents, after.utr],
      ['reversed', 'insufficient_evidence', 0n, null],
    );
    assert.equal(on.balance('available'), 0n);
    assert.deepEqual([suspense(on), due(on)], [10_000n, 0n]);
  });

  test('the merchant has spent it: the balance is below zero, and no pay-out is made', () => {
    const on = scene();
    on.trade(payin());
    const { line } = on.line(take(lineWith()));
    on.trade(payout({ amount_cents: 4_000n }));
    on.line(review(line, UNDO_CREDIT));
    assert.equal(on.balance('available'), -4_000n);
    on.refused(payout({ amount_cents: 1n }), 'insufficient_funds');
    on.run(adjust(4_001n));
    on.trade(payout({ amount_cents: 1n }));
  });

  test('evidence that came after the credit can be taken away again', () => {
    const on = scene();
    const trade = on.trade(payin());
    on.trade(act(trade, 'confirm'));
    on.wait(1);
    const { line } = on.line(take(lineWith({ received_at: on.world.now })));
    on.line(review(line, UNDO));
    const after = on.now(trade);
    assert.deepEqual([after.state, after.received_amount_cents], ['completed', 0n]);
    assert.equal(on.balance('available'), 10_000n);
    assert.equal(suspense(on), 10_000n);
  });

  test('a pay-in that waits for a decision waits without the line', () => {
    const on = scene();
    const trade = on.trade(payin());
    const line = waiting(on, { amount_cents: 9_000n, utr: UTR });
    on.line(review(line, assign(trade)));
    on.line(review(line, UNDO));
    const after = on.now(trade);
    assert.deepEqual(
      [after.state, after.state_reason, after.received_amount_cents, after.utr],
      ['verifying', 'held_for_review', 0n, null],
    );
    // Only a person can give back a line that a person took away.
    on.trade(claim(trade, UTR));
    assert.equal(statusOf(on, line), 'suspense');
  });

  test('the lines of a disputed pay-in leave it as said, those of a reversed one are free', () => {
    const on = scene();
    const trade = on.trade(payin());
    const { line } = on.line(take(lineWith()));
    on.trade(act(trade, 'dispute'));
    on.refused(review(line, UNDO), 'act_not_allowed');
    on.trade(act(trade, 'reverse'));
    assert.equal(statusOf(on, line), 'suspense');
    assert.deepEqual([suspense(on), due(on)], [10_000n, 0n]);
    assert.equal(on.now(trade).received_amount_cents, 0n);
    on.refused(review(line, UNDO), 'act_not_allowed');
  });

  test('long after, the credit is final', () => {
    const on = scene();
    on.trade(payin());
    const { line } = on.line(take(lineWith()));
    on.wait(181 * DAY);
    on.refused(review(line, UNDO_CREDIT), 'act_not_allowed');
  });
});

suite('a line of a pay-out', () => {
  function sent(on: DomainScene) {
    on.run(adjust(50_000n));
    return on.trade(act(on.trade(payout()), 'take'));
  }

  test('money that left completes it, money that came back reverses it', () => {
    const on = scene();
    const trade = sent(on);
    // Two have the same amount, so that only a person can choose between them.
    const other = sent(on);
    const out = waiting(on, { amount_cents: -10_000n, utr: UTR });
    on.line(review(out, assign(trade)));
    const paid = on.now(trade);
    assert.deepEqual([paid.state, paid.utr], ['completed', UTR]);
    assert.equal(on.now(other).state, 'processing');
    const back = waiting(on, { amount_cents: 10_000n });
    on.line(review(back, assign(trade)));
    assert.equal(on.now(trade).state, 'reversed');
    assert.deepEqual([on.balance('available'), on.balance('blocked')], [90_000n, 10_000n]);
  });

  test('another amount, or one that was not taken, is refused', () => {
    const on = scene();
    const trade = sent(on);
    const out = waiting(on, { amount_cents: -9_999n });
    on.refused(review(out, assign(trade)), 'invalid_request');
    const fresh = on.trade(payout({ amount_cents: 9_999n }));
    on.refused(review(out, assign(fresh)), 'invalid_request');
  });
});
