// Money that nobody is credited with waits in suspense, whatever freed it; the rest of a line as a
// part of that line.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Review } from '../../../server/domain/batch/command.ts';
import { HOUSE_BOOK } from '../../../server/domain/ledger/ledger.ts';
import type { BankLine, LineRecord } from '../../../server/domain/record/bank-line.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { checkBooks, checkLines } from '../../support/model/domain-books.ts';
import {
  act,
  claim,
  HOUSE,
  idOf,
  lineWith,
  payin,
  review,
  sendBack,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';

const ACCOUNT = idOf(2, 1);
const UTR = 'CLAIMED12345';
const UNDO: Review = { act: 'undo', reverse: false };
const UNDO_CREDIT: Review = { act: 'undo', reverse: true };

const assign = ({ merchant_id, trade_id }: Trade): Review => ({
  act: 'assign',
  merchant_id,
  trade_id,
});
const came = (fields: Partial<BankLine> = {}) => lineWith({ utr: UTR, ...fields });

/** What is owed, by the list: amount and reason of each line in suspense. */
const owed = (on: DomainScene) =>
  [...on.world.lines.values()]
    .filter(({ outcome }) => outcome.status === 'suspense')
    .map(({ line, outcome }) => [line.amount_cents, outcome.reason])
    .toSorted();
const partsOf = (on: DomainScene, line: BankLine): LineRecord[] =>
  [...on.world.lines.values()].filter(
    (part) => part.line.parent_line_id === line.bank_line_id && part.outcome.status !== 'withdrawn',
  );
const suspense = (on: DomainScene) => on.balance(`suspense:${ACCOUNT}`, 'INR', HOUSE_BOOK);

const check = (on: DomainScene) => {
  checkBooks(on.world);
  checkLines(on.world);
};

/** An over-payment that a person confirms at the requested amount. */
function overpaid(on: DomainScene) {
  const trade = on.trade(claim(on.trade(payin({ amount_cents: 250_000n })), UTR));
  const line = came({ amount_cents: 260_000n });
  on.line(take(line));
  assert.equal(on.now(trade).state, 'verifying');
  on.trade(act(trade, 'confirm', { amount_cents: 250_000n }));
  return { trade, line };
}

suite('an over-payment', () => {
  test('confirmed at the requested amount: the rest is listed, and its pay-in is named', () => {
    const on = scene();
    const { trade, line } = overpaid(on);
    const after = on.now(trade);
    assert.deepEqual([after.state, after.received_amount_cents], ['completed', 250_000n]);
    assert.deepEqual(owed(on), [[10_000n, 'overpaid']]);
    assert.equal(suspense(on), 10_000n);
    assert.equal(on.balance('available'), 250_000n);
    const outcome = on.world.lines.get(line.bank_line_id)?.outcome;
    assert.deepEqual([outcome?.status, outcome?.reason], ['split', 'divided']);
    const rest = partsOf(on, line).find((part) => part.outcome.status === 'suspense');
    assert.equal(rest?.outcome.candidates[0]?.trade_id, trade.trade_id);
    check(on);
  });

  test('of several lines: whole lines first, the newest first, at most one is divided', () => {
    const on = scene();
    const trade = on.trade(payin({ amount_cents: 10_000n }));
    const lines = [6_000n, 5_000n, 700n].map((amount_cents) => lineWith({ amount_cents }));
    on.trade(claim(trade, UTR));
    for (const line of lines) {
      on.line(take(line));
      on.line(review(line, assign(trade)));
    }
    on.trade(act(trade, 'confirm', { amount_cents: 10_000n }));
    assert.deepEqual(owed(on), [
      [1_000n, 'overpaid'],
      [700n, 'overpaid'],
    ]);
    assert.equal(on.now(trade).received_amount_cents, 10_000n);
    check(on);
  });

  test('that comes after the confirmation: the pay-in takes what it was credited with', () => {
    const on = scene();
    const trade = on.trade(claim(on.trade(payin()), UTR));
    on.trade(act(trade, 'confirm'));
    const line = came({ amount_cents: 12_000n, received_at: on.world.now + 1 });
    const { outcome } = on.line(take(line));
    assert.equal(outcome.status, 'split');
    assert.deepEqual(owed(on), [[2_000n, 'overpaid']]);
    assert.equal(on.now(trade).received_amount_cents, 10_000n);
    check(on);
  });

  test('ended by resolving a dispute: the rest is listed', () => {
    const on = scene();
    const trade = on.trade(claim(on.trade(payin()), UTR));
    on.line(take(came({ amount_cents: 12_000n })));
    on.trade(act(trade, 'dispute'));
    on.trade(act(trade, 'resolve', { outcome: 'completed', amount_cents: 10_000n }));
    assert.deepEqual(owed(on), [[2_000n, 'overpaid']]);
    check(on);
  });

  test('another claim of its UTR gets nothing of the rest without a person', () => {
    const on = scene();
    overpaid(on);
    const other = on.trade(claim(on.trade(payin()), UTR));
    assert.deepEqual([other.state, other.received_amount_cents], ['verifying', 0n]);
    assert.deepEqual(owed(on), [[10_000n, 'overpaid']]);
  });

  test('the rest can pay another order, or go back to its sender', () => {
    const on = scene();
    const { line } = overpaid(on);
    const [rest] = partsOf(on, line).filter((part) => part.outcome.status === 'suspense');
    if (rest === undefined) assert.fail('nothing is free');
    const other = on.trade(payin());
    on.line(review(rest.line, assign(other)));
    assert.equal(on.now(other).state, 'completed');
    on.line(review(rest.line, UNDO_CREDIT));
    on.line(review(rest.line, sendBack(rest.line), [HOUSE]));
    assert.equal(suspense(on), 0n);
    check(on);
  });

  test('undone part by part, its line is whole again', () => {
    const on = scene();
    const { trade, line } = overpaid(on);
    on.refused(review(line, UNDO), 'act_not_allowed');
    const [kept] = partsOf(on, line).filter((part) => part.outcome.status === 'matched');
    if (kept === undefined) assert.fail('nothing is matched');
    on.line(review(kept.line, UNDO_CREDIT));
    assert.equal(on.now(trade).state, 'reversed');
    on.line(review(line, UNDO));
    assert.deepEqual(owed(on), [[260_000n, 'undone']]);
    check(on);
  });
});

suite('a credit that is taken back', () => {
  test('by word: the money of its lines is listed', () => {
    const on = scene();
    const trade = on.trade(payin());
    on.line(take(came()));
    on.trade(act(trade, 'reverse'));
    assert.deepEqual(owed(on), [[10_000n, 'credit_reversed']]);
    assert.equal(on.now(trade).received_amount_cents, 0n);
    assert.equal(suspense(on), 10_000n);
    check(on);
  });

  test('by word, after a partial recall: what the bank has taken is not owed', () => {
    const on = scene();
    const trade = on.trade(payin());
    on.line(take(came()));
    const back = lineWith({ amount_cents: -777n });
    on.line(take(back));
    on.line(review(back, assign(trade)));
    on.trade(act(trade, 'reverse'));
    assert.deepEqual(owed(on), [[9_223n, 'credit_reversed']]);
    check(on);
  });

  test('by the undo of one of its lines: the other lines are free as well', () => {
    const on = scene();
    const trade = on.trade(payin());
    const lines = [4_000n, 6_000n].map((amount_cents) => lineWith({ amount_cents }));
    for (const line of lines) {
      on.line(take(line));
      on.line(review(line, assign(trade)));
    }
    const [first] = lines;
    if (first === undefined) assert.fail('no line');
    on.line(review(first, UNDO_CREDIT));
    assert.deepEqual(owed(on), [
      [4_000n, 'undone'],
      [6_000n, 'credit_reversed'],
    ]);
    check(on);
  });
});

suite('a recall beyond the credit', () => {
  test('takes the credit; the rest is listed as money that the bank took', () => {
    const on = scene();
    const trade = on.trade(payin());
    on.line(take(came()));
    const back = lineWith({ amount_cents: -10_250n });
    on.line(take(back));
    on.line(review(back, assign(trade)));
    const after = on.now(trade);
    assert.deepEqual([after.state, after.recalled_amount_cents], ['reversed', 10_000n]);
    assert.deepEqual(owed(on), [[-250n, 'beyond_credit']]);
    assert.equal(suspense(on), -250n);
    assert.equal(on.balance('available'), 0n);
    check(on);
  });

  test('of a whole transfer of which a part was credited: both rests cancel each other out', () => {
    const on = scene();
    const { trade, line } = overpaid(on);
    const { outcome } = on.line(take(came({ amount_cents: -260_000n })));
    assert.equal(outcome.status, 'split');
    assert.deepEqual(owed(on), []);
    assert.equal(on.now(trade).state, 'reversed');
    assert.deepEqual([suspense(on), on.balance('available')], [0n, 0n]);
    const statuses = partsOf(on, line).map((part) => part.outcome.status);
    assert.deepEqual(statuses.toSorted(), ['matched', 'returned']);
    check(on);
  });

  test('of a transfer whose rest has gone back: a person decides', () => {
    const on = scene();
    const { line } = overpaid(on);
    const [rest] = partsOf(on, line).filter((part) => part.outcome.status === 'suspense');
    if (rest === undefined) assert.fail('nothing is free');
    on.line(review(rest.line, sendBack(rest.line), [HOUSE]));
    const { outcome } = on.line(take(came({ amount_cents: -260_000n })));
    assert.equal(outcome.reason, 'recall_for_review');
    check(on);
  });
});
