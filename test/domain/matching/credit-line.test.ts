// Ways out of suspense for money that nobody is credited with: to a merchant's balance, or kept for
// the next line.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Review } from '../../../server/domain/batch/command.ts';
import { HOUSE_BOOK } from '../../../server/domain/ledger/ledger.ts';
import type { BankLine, LineRecord } from '../../../server/domain/record/bank-line.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { checkBooks, checkLines } from '../../support/model/domain-books.ts';
import {
  act,
  adjust,
  claim,
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
const UTR = 'CLAIMED12345';
const UNDO: Review = { act: 'undo', reverse: false };

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

suite('ways out of what is owed', () => {
  function rest(on: DomainScene) {
    const { line } = overpaid(on);
    const [free] = partsOf(on, line).filter((part) => part.outcome.status === 'suspense');
    return free?.line ?? assert.fail('nothing is free');
  }

  test('credited to the merchant, and undone while it has the money', () => {
    const on = scene();
    const line = rest(on);
    const credit: Review = { act: 'credit', merchant_id: merchantWith().merchant_id };
    on.line(review(line, credit));
    assert.deepEqual([on.balance('available'), suspense(on)], [260_000n, 0n]);
    assert.deepEqual(owed(on), []);
    check(on);
    on.line(review(line, UNDO));
    assert.deepEqual([on.balance('available'), suspense(on)], [250_000n, 10_000n]);
    on.line(review(line, credit));
    on.trade(payout({ amount_cents: 255_000n }));
    assert.match(on.refused(review(line, UNDO), 'act_not_allowed').detail, /no longer has/);
    check(on);
  });

  test('charged to the merchant, if it has as much', () => {
    const on = scene();
    const trade = on.trade(payin());
    on.line(take(came()));
    const back = lineWith({ amount_cents: -10_250n });
    on.line(take(back));
    on.line(review(back, assign(trade)));
    const [free] = partsOf(on, back).filter((part) => part.outcome.status === 'suspense');
    const line = free?.line ?? assert.fail('nothing is free');
    const charge: Review = { act: 'credit', merchant_id: trade.merchant_id };
    on.refused(review(line, charge), 'insufficient_funds');
    on.run(adjust(300n));
    on.line(review(line, charge));
    assert.deepEqual([on.balance('available'), suspense(on)], [50n, 0n]);
    on.line(review(line, UNDO));
    assert.equal(on.balance('available'), 300n);
    check(on);
  });

  test('not credited in another currency, or to nobody', () => {
    const on = scene();
    const line = rest(on);
    const other = merchantWith({}, { merchant_id: idOf(1, 2), balance_currency: 'USD' });
    for (const merchant_id of [other.merchant_id, idOf(1, 3)]) {
      const refusal = on.refused(
        review(line, { act: 'credit', merchant_id }, [other]),
        'invalid_request',
      );
      assert.deepEqual(
        refusal.errors?.map(({ field }) => field),
        ['merchant_id'],
      );
    }
  });

  test('kept for the next line, which cancels it out', () => {
    const on = scene();
    const trade = on.trade(payin());
    on.line(take(came()));
    const back = came({ amount_cents: -10_250n });
    on.line(take(back));
    on.line(review(back, assign(trade)));
    const [free] = partsOf(on, back).filter((part) => part.outcome.status === 'suspense');
    const line = free?.line ?? assert.fail('nothing is free');
    on.line(review(line, { act: 'keep' }));
    assert.deepEqual(owed(on), [[-250n, 'kept']]);
    const { outcome } = on.line(take(came({ amount_cents: 250n })));
    assert.deepEqual([outcome.status, outcome.reason], ['returned', 'recalled']);
    assert.deepEqual(owed(on), []);
    assert.equal(suspense(on), 0n);
    check(on);
  });
});
