// Returns to senders whose pay-out fails: whoever ends it, the line waits in review again with its
// whole money.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import {
  act,
  claim,
  HOUSE,
  lineWith,
  merchantWith,
  payin,
  payout,
  rematch,
  review,
  sendBack,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';
import { fc } from '../../support/property.ts';
import { answerTo } from './payout-story.ts';
import { attemptOf, books, ENDS, type Return, returned, UNDO, WHOLE } from './return-scene.ts';

suite('a return whose pay-out is', () => {
  for (const [name, end] of Object.entries(ENDS)) {
    test(`${name} leaves its line in suspense, with the reason and all of its money`, () => {
      const on = scene();
      const one = returned(on);
      end(on, one);
      const { outcome } = on.world.lines.get(one.line.bank_line_id) ?? assert.fail();
      assert.deepEqual(
        [outcome.status, outcome.reason, outcome.merchant_id, outcome.trade_id],
        ['suspense', 'return_failed', null, null],
      );
      // If the return is seen before its payment, only the line names the account that paid.
      assert.deepEqual(books(on), WHOLE);
      on.refused(review(one.line, UNDO), 'act_not_allowed');
    });

    test(`${name} can be returned again, and the books are those of the second`, () => {
      const on = scene();
      const first = returned(on);
      end(on, first);
      const second = returned(on, first.line);
      assert.notEqual(second.trade.trade_id, first.trade.trade_id);
      assert.deepEqual(books(on), {
        ...WHOLE,
        blocked: 10_000n,
        clearing: -10_000n,
        due: 10_000n,
        suspense: 0n,
      });
      // Repeated messages about the first return do not affect the second.
      on.run(act(first.trade, 'reverse'));
      on.run(act(first.trade, 'fail'));
      assert.equal(on.world.lines.get(first.line.bank_line_id)?.outcome.status, 'returned');
      end(on, second);
      assert.deepEqual(books(on), WHOLE);
    });

    test(`${name} can be assigned to the pay-in that it was for all along`, () => {
      const on = scene();
      const one = returned(on);
      end(on, one);
      const trade = on.trade(payin());
      const { merchant_id, trade_id } = trade;
      on.line(review(one.line, { act: 'assign', merchant_id, trade_id }));
      assert.equal(on.now(trade).state, 'completed');
      assert.deepEqual(books(on), { ...WHOLE, suspense: 0n });
    });
  }
});

test('a claim does not take a line whose return failed: a person has decided about it before', () => {
  const on = scene();
  const one = returned(on);
  on.trade(act(one.trade, 'cancel'));
  const trade = on.trade(payin());
  on.trade(claim(trade, 'UTR000000001'));
  assert.equal(on.now(trade).state, 'verifying');
  on.run(rematch(one.line));
  assert.equal(on.world.lines.get(one.line.bank_line_id)?.outcome.reason, 'return_failed');
});

test('a bank that takes the money itself back after a failed return ends both lines', () => {
  const on = scene();
  const one = returned(on);
  on.trade(act(one.trade, 'cancel'));
  const { amount_cents, utr } = one.line;
  const back = on.line(take(lineWith({ amount_cents: -amount_cents, utr })));
  assert.deepEqual([back.outcome.status, back.outcome.reason], ['returned', 'recall']);
  assert.equal(on.world.lines.get(one.line.bank_line_id)?.outcome.reason, 'recalled');
  assert.deepEqual(books(on), { ...WHOLE, suspense: 0n });
});

test('nobody can use the money of a return at any time, whatever its merchant owes', () => {
  const on = scene();
  // A pay-in of the house's own was credited, spent and reversed: the house's balance is negative.
  const own = on.trade(payin({ merchant: HOUSE, amount_cents: 700n }));
  on.line(take(lineWith({ amount_cents: 700n }), [HOUSE]));
  on.trade(payout({ merchant: HOUSE, amount_cents: 700n }));
  on.trade(act(own, 'reverse'));
  assert.equal(books(on).available, -700n);
  for (const end of Object.values(ENDS)) {
    const one = returned(on);
    on.refused(payout({ merchant: HOUSE, amount_cents: 1n }), 'insufficient_funds');
    end(on, one);
    assert.equal(books(on).available, -700n);
    on.refused(payout({ merchant: HOUSE, amount_cents: 1n }), 'insufficient_funds');
    on.line(review(one.line, { act: 'fee' }));
  }
});

test('an ordinary pay-out or refund that fails moves no line', () => {
  const on = scene();
  const paid = on.trade(payin());
  const line = lineWith();
  on.line(take(line));
  const one = on.trade(payout({ amount_cents: 500n }));
  const before = on.changes.length;
  on.trade(act(one, 'cancel'));
  assert.deepEqual(
    on.changes.slice(before).map(({ kind }) => kind),
    ['trade_changed', 'entry'],
  );
  assert.equal(on.now(paid).state, 'completed');
});

type Step = { which: number; what: string };

function go(on: DomainScene, line: BankLine, what: string): void {
  const { outcome } = on.world.lines.get(line.bank_line_id) ?? assert.fail();
  const trade = on.world.trades.get(outcome.trade_id ?? '');
  if (what === 'return') on.run(review(line, sendBack(line)));
  else if (what === 'undo') on.run(review(line, UNDO));
  else if (what === 'fee') on.run(review(line, { act: 'fee' }));
  else if (trade !== undefined) ENDS[what]?.(on, { line, trade });
}

const sumIn = (on: DomainScene, status: string) =>
  [...on.world.lines.values()]
    .filter(({ outcome }) => outcome.status === status)
    .reduce((sum, { line }) => sum + line.amount_cents, 0n);

function followReturns(steps: readonly Step[]): void {
  const on = scene();
  const lines = [1n, 20n, 300n].map((amount_cents) => lineWith({ amount_cents }));
  for (const line of lines) on.line(take(line));
  for (const { which, what } of steps) go(on, lines[which] ?? assert.fail(), what);
  const on_the_way = sumIn(on, 'returned');
  const { clearing, unpaid, ...now } = books(on);
  assert.equal(clearing + unpaid, -on_the_way);
  assert.deepEqual(now, {
    available: 0n,
    blocked: on_the_way,
    due: on_the_way,
    suspense: sumIn(on, 'suspense'),
  });
}

test('any returns, ends and undoings leave no money but what lines say', () => {
  const step = fc.record({
    which: fc.nat({ max: 2 }),
    what: fc.constantFrom('return', 'undo', 'fee', ...Object.keys(ENDS)),
  });
  fc.assert(fc.property(fc.array(step, { maxLength: 30 }), followReturns), { numRuns: 300 });
});

/** Possible messages of a bank about one failing return, in the order of the events. */
const STORIES = {
  returned: ['ACSP', 'debit', 'return'],
  returned_after_word: ['ACSC', 'debit', 'return'],
  rejected: ['ACTC', 'RJCT'],
  rejected_after_booking: ['ACSP', 'debit', 'RJCT', 'return'],
} as const;
type Told = (typeof STORIES)[keyof typeof STORIES][number];

/** Lines with the same key are the same line, however often the bank sends it. */
function tell(on: DomainScene, one: Return, told: Told): void {
  const attempt = attemptOf(on, one);
  if (told !== 'debit' && told !== 'return') {
    const reason = told === 'RJCT' ? { reason: 'AC04' } : {};
    on.run(answerTo(attempt, { status: told, utr: 'BANKUTR00001', ...reason }));
    return;
  }
  const sum = one.line.amount_cents;
  const amount_cents = told === 'debit' ? -sum : sum;
  on.run(take(lineWith({ amount_cents, text: attempt.end_to_end_id, line_key: told })));
}

test('whatever order and however often a bank tells of a failed return, the books are the same', () => {
  const scenes = fc
    .constantFrom(...Object.values(STORIES))
    .chain((story: readonly Told[]) =>
      fc.tuple(
        fc.shuffledSubarray([...story], { minLength: story.length }),
        fc.array(fc.constantFrom(...story), { maxLength: 6 }),
      ),
    );
  const follow = ([story, again]: [Told[], Told[]]): void => {
    const on = scene();
    const one = returned(on, lineWith());
    on.trade(act(one.trade, 'take'));
    for (const told of [...story, ...again]) tell(on, one, told);
    for (const { line } of [...on.world.lines.values()]) on.run(rematch(line));
    assert.equal(on.world.lines.get(one.line.bank_line_id)?.outcome.reason, 'return_failed');
    assert.deepEqual(books(on), WHOLE);
  };
  fc.assert(fc.property(scenes, follow), { numRuns: 500 });
});

test('the merchant of another currency is none of the house’s', () => {
  const on = scene();
  const line = lineWith();
  on.line(take(line));
  const euros = merchantWith({}, { balance_currency: 'EUR', is_house: true });
  assert.throws(() => on.run(review(line, sendBack(line, euros))), /cannot return INR/);
});
