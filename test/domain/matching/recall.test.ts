// Lines that cancel each other: a recall takes the money from whoever has it, and the books are the
// same in any order of arrival.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { attemptsOf, putAttempt } from '../../../server/domain/batch/world.ts';
import { HOUSE_BOOK } from '../../../server/domain/ledger/ledger.ts';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import { checkBooks, checkLines } from '../../support/model/domain-books.ts';
import {
  act,
  claim,
  idOf,
  lineWith,
  payin,
  payout,
  rematch,
  review,
  sendBack,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';
import { fc } from '../../support/property.ts';

const UTR = 'CLAIMED12345';
const ACCOUNT = idOf(2, 1);

const came = (fields: Partial<BankLine> = {}) => lineWith({ utr: UTR, ...fields });
const went = (fields: Partial<BankLine> = {}) => came({ amount_cents: -10_000n, ...fields });
const house = (on: DomainScene, account: string) =>
  on.balance(`${account}:${ACCOUNT}`, 'INR', HOUSE_BOOK);
const outcomeOf = (on: DomainScene, line: BankLine) =>
  on.world.lines.get(line.bank_line_id)?.outcome;

suite('the bank takes money back', () => {
  test('of a credited pay-in: it is reversed, and the balance may fall below zero', () => {
    const on = scene();
    const trade = on.trade(payin());
    on.line(take(came()));
    on.trade(payout({ amount_cents: 3_000n }));
    const { outcome } = on.line(take(went()));
    assert.deepEqual([outcome.status, outcome.reason], ['matched', 'recall']);
    assert.equal(outcome.trade_id, trade.trade_id);
    const after = on.now(trade);
    assert.deepEqual(
      [after.state, after.state_reason, after.received_amount_cents],
      ['reversed', 'bank_returned', 0n],
    );
    assert.equal(on.balance('available'), -3_000n);
    assert.equal(on.balance(`clearing:${ACCOUNT}`), 0n);
    on.refused(payout({ amount_cents: 1n }), 'insufficient_funds');
    checkBooks(on.world);
  });

  test('of a disputed credit: what was blocked goes', () => {
    const on = scene();
    const trade = on.trade(payin());
    on.line(take(came()));
    on.trade(act(trade, 'dispute'));
    on.line(take(went()));
    assert.equal(on.now(trade).state, 'reversed');
    assert.deepEqual([on.balance('available'), on.balance('blocked')], [0n, 0n]);
    checkBooks(on.world);
  });

  test('of a pay-in that waits for a decision: it waits without the money', () => {
    const on = scene();
    const trade = on.trade(claim(on.trade(payin({ amount_cents: 9_000n })), UTR));
    on.line(take(came()));
    assert.equal(on.now(trade).received_amount_cents, 10_000n);
    on.line(take(went()));
    const after = on.now(trade);
    assert.deepEqual(
      [after.state, after.state_reason, after.received_amount_cents],
      ['verifying', 'bank_returned', 0n],
    );
    checkLines(on.world);
  });

  test('that nobody has had: both lines are done with, and a later claim gets nothing', () => {
    for (const lines of [
      [came(), went()],
      [went(), came()],
    ]) {
      const on = scene();
      for (const line of lines) on.line(take(line));
      const statuses = lines.map((line) => outcomeOf(on, line)?.status);
      assert.deepEqual(statuses, ['returned', 'returned']);
      assert.equal(house(on, 'suspense'), 0n);
      const trade = on.trade(claim(on.trade(payin()), UTR));
      assert.equal(trade.state, 'verifying');
      assert.equal(on.balance('available'), 0n);
      for (const line of lines)
        on.refused(review(line, { act: 'undo', reverse: true }), 'act_not_allowed');
      checkBooks(on.world);
    }
  });

  test('only of the account that it names', () => {
    const on = scene();
    const trade = on.trade(payin());
    on.line(take(came()));
    const { outcome } = on.line(take(went({ receiving_account_id: idOf(2, 7) })));
    assert.equal(outcome.reason, 'outgoing');
    assert.equal(on.now(trade).state, 'completed');
  });

  test('lines that crossed on their way in are put together afterwards', () => {
    const on = scene();
    const [first, second] = [came(), went({ utr: null })];
    const trade = on.trade(payin());
    on.line(take(first));
    on.line(take(second));
    const record = on.world.lines.get(second.bank_line_id);
    assert.equal(record?.outcome.reason, 'outgoing');
    // As if each had been written before the other was visible.
    if (record !== undefined) {
      on.world.lines.set(second.bank_line_id, { ...record, line: { ...record.line, utr: UTR } });
    }
    on.line(rematch(second));
    assert.equal(on.now(trade).state, 'reversed');
  });
});

suite('a person decides about money that was taken back', () => {
  test('where several lines could be meant', () => {
    const on = scene();
    const trades = [on.trade(payin()), on.trade(payin())];
    on.line(take(came({ text: null })));
    on.line(take(came()));
    for (const trade of trades) on.trade(act(trade, 'confirm'));
    assert.equal(on.line(take(went())).outcome.reason, 'recall_for_review');
  });

  test('where it has the UTR of a line, and a smaller amount', () => {
    const on = scene();
    const trade = on.trade(payin());
    on.line(take(came()));
    const back = went({ amount_cents: -4_000n });
    const { outcome } = on.line(take(back));
    assert.equal(outcome.reason, 'recall_for_review');
    assert.equal(outcome.candidates[0]?.trade_id, trade.trade_id);
    assert.deepEqual(outcome.candidates[0]?.evidence, ['utr']);
    const { merchant_id, trade_id } = trade;
    on.line(review(back, { act: 'assign', merchant_id, trade_id }));
    const after = on.now(trade);
    assert.deepEqual([after.state, after.received_amount_cents], ['completed', 6_000n]);
    assert.equal(on.balance('available'), 6_000n);
    checkBooks(on.world);
    checkLines(on.world);
  });

  test('not where a pay-out has exactly this amount', () => {
    const on = scene();
    on.trade(payin());
    on.line(take(came()));
    const sent = on.trade(act(on.trade(payout({ amount_cents: 4_000n })), 'take'));
    for (const attempt of attemptsOf(on.world, sent.trade_id)) {
      putAttempt(on.world, { ...attempt, receiving_account_id: ACCOUNT });
    }
    const { outcome } = on.line(take(went({ amount_cents: -4_000n })));
    assert.deepEqual([outcome.reason, outcome.trade_id], ['payout_amount_time', sent.trade_id]);
  });

  test('where the money is on its way back already', () => {
    const on = scene();
    const line = came();
    on.line(take(line));
    on.line(review(line, sendBack(line)));
    assert.equal(on.line(take(went())).outcome.reason, 'recall_for_review');
  });

  test('more than a pay-in received is not taken from it', () => {
    const on = scene();
    const trade = on.trade(act(on.trade(payin()), 'confirm'));
    const line = went({ utr: null });
    on.line(take(line));
    const { merchant_id, trade_id } = trade;
    on.refused(review(line, { act: 'assign', merchant_id, trade_id }), 'invalid_request');
    const open = on.trade(payin({ amount_cents: 5n }));
    const to = { merchant_id, trade_id: open.trade_id };
    on.refused(review(line, { act: 'assign', ...to }), 'act_not_allowed');
  });

  test('a recall that was none is undone line by line', () => {
    const on = scene();
    const trade = on.trade(payin());
    const [first, second] = [came(), went()];
    for (const line of [first, second]) on.line(take(line));
    on.refused(review(first, { act: 'undo', reverse: false }), 'act_not_allowed');
    on.line(review(second, { act: 'undo', reverse: false }));
    // The pay-in stays reversed, so that the money of its line is nobody's again.
    assert.equal(outcomeOf(on, first)?.reason, 'credit_reversed');
    assert.equal(on.now(trade).state, 'reversed');
    assert.equal(on.now(trade).received_amount_cents, 0n);
    assert.deepEqual([house(on, 'suspense'), house(on, 'bank')], [0n, 0n]);
    checkBooks(on.world);
  });
});

type Step = 'line' | 'back' | 'claim';

test('line, its recall and a claim: in any order, any number of times, the same books', () => {
  const steps = fc
    .tuple(
      fc.shuffledSubarray<Step>(['line', 'back', 'claim'], { minLength: 3 }),
      fc.array(fc.constantFrom<Step>('line', 'back', 'claim'), { maxLength: 6 }),
    )
    .map(([once, more]) => [...once, ...more]);
  const finish = (order: readonly Step[], named: boolean, decoys: number) => {
    const on = scene();
    const trade = on.trade(payin({ trade_id: idOf(6, 1) }));
    for (let index = 0; index < decoys; index += 1) {
      on.trade(payin({ trade_id: idOf(6, 2 + index) }));
    }
    const lines = {
      line: came({ bank_line_id: idOf(5, 1) }),
      back: went({ bank_line_id: idOf(5, 2) }),
    };
    for (const step of order) {
      if (step === 'claim') on.run(claim(trade, named ? UTR : 'OTHER1234567'));
      else on.run(take(lines[step]));
    }
    checkBooks(on.world);
    checkLines(on.world);
    return [...on.world.balances].filter(([, amount]) => amount !== 0n);
  };
  fc.assert(
    fc.property(steps, fc.boolean(), fc.nat({ max: 2 }), (order, named, decoys) => {
      assert.deepEqual(finish(order, named, decoys), []);
    }),
    { numRuns: 500 },
  );
});
