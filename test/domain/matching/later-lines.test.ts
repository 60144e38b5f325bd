// What later lines made of a pay-in limits what may still be assigned to it, undone or held back.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Review } from '../../../server/domain/batch/command.ts';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { checkBooks, checkLines } from '../../support/model/domain-books.ts';
import {
  act,
  idOf,
  lineWith,
  merchantWith,
  payin,
  refund,
  review,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';

const OTHER_ACCOUNT = idOf(2, 2);
const UNDO: Review = { act: 'undo', reverse: false };

const assign = ({ merchant_id, trade_id }: Trade): Review => ({
  act: 'assign',
  merchant_id,
  trade_id,
});

/** A line that finds no trade by itself. */
function came(on: DomainScene, amount_cents: bigint, fields: Partial<BankLine> = {}): BankLine {
  const received_at = on.world.now + 1;
  const { line, outcome } = on.line(take(lineWith({ amount_cents, received_at, ...fields })));
  assert.equal(outcome.status, 'suspense');
  return line;
}

function given(on: DomainScene, trade: Trade, amount_cents: bigint): BankLine {
  const line = came(on, amount_cents);
  on.line(review(line, assign(trade)));
  return line;
}

function refusedFor(on: DomainScene, line: BankLine, trade: Trade): unknown {
  const answer = on.run(review(line, assign(trade)));
  return isRefusal(answer) ? answer.errors : answer.kind;
}

const check = ({ world }: DomainScene) => {
  checkBooks(world);
  checkLines(world);
};

const ON_ANOTHER = [
  {
    field: 'trade_id',
    code: 'not_allowed',
    message: 'stands on another receiving account than the line',
  },
];

suite('a pay-in with lines', () => {
  test('does not move to another account when the bank took its money back', () => {
    const on = scene();
    const trade = on.trade(payin());
    given(on, trade, 4_000n);
    given(on, trade, -4_000n);
    assert.equal(on.now(trade).received_amount_cents, 0n);
    const elsewhere = came(on, 10_000n, { receiving_account_id: OTHER_ACCOUNT });
    assert.deepEqual(refusedFor(on, elsewhere, trade), ON_ANOTHER);
    check(on);
  });

  test('moves to the account of its first line', () => {
    const on = scene();
    const trade = on.trade(payin());
    const elsewhere = came(on, 10_000n, { receiving_account_id: OTHER_ACCOUNT });
    on.line(review(elsewhere, assign(trade)));
    assert.equal(on.now(trade).receiving_account_id, OTHER_ACCOUNT);
    check(on);
  });

  test('gives no money back from another account', () => {
    const on = scene();
    const trade = on.trade(payin());
    given(on, trade, 4_000n);
    const elsewhere = came(on, -4_000n, { receiving_account_id: OTHER_ACCOUNT });
    assert.deepEqual(refusedFor(on, elsewhere, trade), ON_ANOTHER);
    check(on);
  });

  test('keeps a recall whose money another line has brought since', () => {
    const on = scene();
    const trade = on.trade(payin());
    given(on, trade, 4_000n);
    const recall = given(on, trade, -4_000n);
    const { line: again } = on.line(take(lineWith({ received_at: on.world.now + 1 })));
    assert.equal(on.now(trade).state, 'completed');
    const { detail } = on.refused(review(recall, UNDO), 'act_not_allowed');
    assert.equal(detail, 'Another line has brought this money since: undo that one first.');
    on.line(review(again, { ...UNDO, keep: true }));
    on.line(review(recall, { ...UNDO, keep: true }));
    assert.equal(on.now(trade).received_amount_cents, 4_000n);
    check(on);
  });
});

test('a failed refund holds back no more than recalls have left of the credit', () => {
  const on = scene();
  const terms = { settlement_delay_days: 0, reserve_percent: 100, reserve_days: 30 };
  on.world.hold_terms = new Map([[merchantWith().merchant_id, terms]]);
  const trade = on.trade(payin());
  on.line(take(lineWith()));
  assert.deepEqual([on.balance('available'), on.balance('blocked')], [0n, 10_000n]);
  const sent = on.trade(refund(trade, 6_000n));
  on.trade(act(sent, 'take'));
  given(on, trade, -7_000n);
  on.trade(act(sent, 'fail'));
  assert.deepEqual([on.balance('available'), on.balance('blocked')], [0n, 3_000n]);
  checkLines(on.world);
});
