// A bank that takes back a part of a credited pay-in takes that part only: linked, repeatable up to
// the whole, and restored by an undo.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CreatePayin, Review } from '../../../server/domain/batch/command.ts';
import { HOUSE_BOOK } from '../../../server/domain/ledger/ledger.ts';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import { holdKey } from '../../../server/domain/record/credit-hold.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { checkBooks, checkLines } from '../../support/model/domain-books.ts';
import {
  act,
  decimal,
  idOf,
  lineWith,
  merchantWith,
  payin,
  payout,
  refund,
  review,
  START,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';
import { fc } from '../../support/property.ts';

const ACCOUNT = idOf(2, 1);
const UTR = 'CLAIMED12345';
const MERCHANT = merchantWith().merchant_id;

const assign = ({ merchant_id, trade_id }: Trade): Review => ({
  act: 'assign',
  merchant_id,
  trade_id,
});
const UNDO: Review = { act: 'undo', reverse: false };

function paid(on: DomainScene, amount_cents: bigint, fields: Partial<CreatePayin> = {}) {
  const trade = on.trade(payin({ amount_cents, ...fields }));
  const { line } = on.line(take(lineWith({ amount_cents, utr: UTR }), [merchantOf(fields)]));
  assert.equal(on.now(trade).state, 'completed');
  return { trade, line };
}

const merchantOf = ({ merchant = merchantWith() }: Partial<CreatePayin>) => merchant;

function wentOut(on: DomainScene, amount_cents: bigint, fields: Partial<BankLine> = {}): BankLine {
  const received_at = on.world.now + 1;
  const { line } = on.line(take(lineWith({ amount_cents: -amount_cents, received_at, ...fields })));
  return line;
}

function recalled(on: DomainScene, trade: Trade, amount_cents: bigint): BankLine {
  const line = wentOut(on, amount_cents);
  on.line(review(line, assign(trade)));
  return line;
}

const check = (on: DomainScene) => {
  checkBooks(on.world);
  checkLines(on.world);
};

suite('a partial recall', () => {
  test('of 777 of 250,777 takes 777 from the merchant, and the pay-in stays completed', () => {
    const on = scene();
    const { trade } = paid(on, 250_777n);
    const line = recalled(on, trade, 777n);
    const after = on.now(trade);
    assert.deepEqual(
      [after.state, after.state_reason, after.received_amount_cents, after.recalled_amount_cents],
      ['completed', null, 250_000n, 777n],
    );
    assert.equal(on.balance('available'), 250_000n);
    const outcome = on.world.lines.get(line.bank_line_id)?.outcome;
    assert.deepEqual(
      [outcome?.status, outcome?.reason, outcome?.trade_id],
      ['matched', 'partial_recall', trade.trade_id],
    );
    assert.equal(on.balance(`due:${MERCHANT}:${ACCOUNT}`, 'INR', HOUSE_BOOK), 250_000n);
    assert.equal(on.balance(`clearing:${ACCOUNT}`), -250_000n);
    check(on);
  });

  test('tells the merchant by another event of the same state', () => {
    const on = scene();
    const { trade } = paid(on, 10_000n);
    const before = on.now(trade).sequence;
    recalled(on, trade, 777n);
    const events = on.changes.flatMap((one) => ('event' in one ? one.event : []));
    const last = events.at(-1);
    assert.deepEqual(
      [last?.type, last?.act, last?.sequence, last?.standing.recalled_amount_cents],
      ['deposit.completed', 'recall', before + 1, 777n],
    );
  });

  test('is repeatable: the part that makes it the whole reverses the pay-in', () => {
    const on = scene();
    const { trade } = paid(on, 10_000n, { percent: decimal('1.5') });
    for (const part of [777n, 1n, 3_333n]) recalled(on, trade, part);
    assert.equal(on.now(trade).state, 'completed');
    recalled(on, trade, 5_889n);
    const after = on.now(trade);
    assert.deepEqual(
      [after.state, after.state_reason, after.received_amount_cents, after.recalled_amount_cents],
      ['reversed', 'bank_returned', 0n, 10_000n],
    );
    for (const account of ['available', 'fees', `clearing:${ACCOUNT}`]) {
      assert.equal(on.balance(account), 0n, account);
    }
    check(on);
  });

  test('that is undone gives back exactly what it took', () => {
    const on = scene();
    const { trade } = paid(on, 10_007n, { percent: decimal('1.5') });
    const [before, balances] = [on.now(trade), new Map(on.world.balances)];
    const lines = [recalled(on, trade, 333n), recalled(on, trade, 334n)];
    for (const line of lines) on.line(review(line, UNDO));
    const after = on.now(trade);
    assert.deepEqual(
      { ...after, sequence: 0, last_command_id: '' },
      { ...before, sequence: 0, last_command_id: '' },
    );
    for (const line of lines) {
      assert.equal(on.world.lines.get(line.bank_line_id)?.outcome.status, 'suspense');
      balances.set(`${HOUSE_BOOK}/bank:${ACCOUNT}/INR`, -9_340n);
      balances.set(`${HOUSE_BOOK}/suspense:${ACCOUNT}/INR`, -667n);
    }
    assert.deepEqual(on.world.balances, balances);
    check(on);
    // The same line can be assigned again.
    const [again] = lines;
    if (again !== undefined) on.line(review(again, assign(trade)));
    assert.equal(on.now(trade).recalled_amount_cents, 333n);
    check(on);
  });

  test('of a disputed credit leaves the rest blocked, for the end of the dispute', () => {
    const on = scene();
    const { trade } = paid(on, 10_000n);
    on.trade(act(trade, 'dispute'));
    recalled(on, trade, 777n);
    assert.equal(on.now(trade).state, 'disputed');
    assert.deepEqual([on.balance('available'), on.balance('blocked')], [0n, 9_223n]);
    check(on);
    on.trade(act(trade, 'resolve', { outcome: 'completed' }));
    assert.deepEqual([on.balance('available'), on.balance('blocked')], [9_223n, 0n]);
    check(on);
    on.trade(act(trade, 'dispute'));
    assert.deepEqual([on.balance('available'), on.balance('blocked')], [0n, 9_223n]);
    on.trade(act(trade, 'reverse'));
    assert.deepEqual([on.balance('available'), on.balance('blocked')], [0n, 0n]);
  });

  test('takes what is held back for such cases first, and an undo puts it back', () => {
    const on = scene();
    const terms = { settlement_delay_days: 2, reserve_percent: 10, reserve_days: 30 };
    on.world.hold_terms = new Map([[MERCHANT, terms]]);
    const { trade } = paid(on, 10_000n);
    assert.deepEqual([on.balance('available'), on.balance('blocked')], [0n, 10_000n]);
    const holds = structuredClone(on.world.holds);
    const line = recalled(on, trade, 777n);
    assert.deepEqual([on.balance('available'), on.balance('blocked')], [0n, 9_223n]);
    on.line(review(line, UNDO));
    assert.deepEqual([on.balance('available'), on.balance('blocked')], [0n, 10_000n]);
    assert.deepEqual(on.world.holds, holds);
    const delay = on.world.holds.get(holdKey({ ...trade, kind: 'delay' }));
    assert.equal(delay?.used_cents, 0n);
  });

  test('can take money that was spent or refunded: the balance falls below zero', () => {
    const on = scene();
    const { trade } = paid(on, 10_000n);
    on.trade(act(on.trade(refund(trade, 6_000n)), 'take'));
    on.trade(payout({ amount_cents: 4_000n }));
    recalled(on, trade, 5_000n);
    assert.equal(on.balance('available'), -5_000n);
    on.refused(refund(trade, 1n), 'refund_too_large');
    checkLines(on.world);
  });

  test('leaves less to refund', () => {
    const on = scene();
    const { trade } = paid(on, 10_000n);
    recalled(on, trade, 777n);
    on.refused(refund(trade, 9_224n), 'refund_too_large');
    on.trade(refund(trade, null));
    assert.equal(on.now(trade).refunded_amount_cents, 9_223n);
  });

  test('expects no other line: the next money of the amount is not taken for the missing part', () => {
    const on = scene();
    const { trade } = paid(on, 10_000n);
    recalled(on, trade, 777n);
    const more = lineWith({ amount_cents: 777n, utr: UTR, received_at: on.world.now + 2 });
    assert.equal(on.line(take(more)).outcome.status, 'suspense');
    assert.equal(on.now(trade).received_amount_cents, 9_223n);
  });

  test('of one of several lines is made by the rules: it has its UTR and its amount', () => {
    const on = scene();
    const trade = on.trade(payin({ amount_cents: 10_000n }));
    const [first, second] = [4_000n, 6_000n].map((amount_cents, index) =>
      lineWith({ amount_cents, utr: `UTR00000000${index}` }),
    );
    if (first === undefined || second === undefined) assert.fail('no lines');
    for (const line of [first, second]) {
      on.line(take(line));
      on.line(review(line, assign(trade)));
    }
    assert.equal(on.now(trade).state, 'completed');
    const back = lineWith({ amount_cents: -4_000n, utr: first.utr });
    const { outcome } = on.line(take(back));
    assert.deepEqual([outcome.status, outcome.reason], ['matched', 'partial_recall']);
    const after = on.now(trade);
    assert.deepEqual([after.state, after.recalled_amount_cents], ['completed', 4_000n]);
    assert.equal(on.balance('available'), 6_000n);
    check(on);
  });
});

const RATES = ['1', '83.1234', '0.0119', '151.5'] as const;
const story = fc.record({
  amount: fc.integer({ min: 2, max: 3_000_000 }),
  percent: fc.constantFrom('0', '1.5', '33.3333', '99.9999', '100'),
  rate: fc.option(fc.constantFrom(...RATES), { nil: null }),
  parts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }),
  undone: fc.array(fc.nat({ max: 7 }), { maxLength: 4 }),
  is_disputed: fc.boolean(),
});

/** Amounts that add up to less than the whole. */
function partsOf(amount: number, cuts: readonly number[]): bigint[] {
  const at = [...new Set(cuts.map((cut) => Math.floor(cut * (amount - 1))))].toSorted(
    (a, b) => a - b,
  );
  return at.flatMap((cut, index) => {
    const part = cut - (at[index - 1] ?? 0);
    return part > 0 ? BigInt(part) : [];
  });
}

type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

function begin(on: DomainScene, { amount, percent, rate, is_disputed }: Story): Trade {
  const merchant = merchantWith({}, rate === null ? {} : { balance_currency: 'USD' });
  const source = { trade_currency: 'INR', balance_currency: 'USD', source: 'test', at: START };
  const money = rate === null ? null : { ...source, rate: decimal(rate) };
  const fields = { merchant, percent: decimal(percent), rate: money };
  const { trade } = paid(on, BigInt(amount), fields);
  return is_disputed ? on.trade(act(trade, 'dispute')) : trade;
}

test('any parts, some undone: the shares of the sum; then the rest, and nothing is left', () => {
  fc.assert(
    fc.property(story, (given) => {
      const on = scene();
      const trade = begin(on, given);
      const lines = partsOf(given.amount, given.parts).map((part) => recalled(on, trade, part));
      check(on);
      // While a dispute is open, no line is taken from its pay-in.
      const undone = given.is_disputed ? [] : [...new Set(given.undone)];
      for (const line of undone.flatMap((at) => lines[at] ?? [])) {
        on.line(review(line, UNDO));
        check(on);
      }
      recalled(on, trade, BigInt(given.amount) - on.now(trade).recalled_amount_cents);
      assert.equal(on.now(trade).state, 'reversed');
      const own = [...on.world.balances].filter(([key]) => key.startsWith(trade.merchant_id));
      assert.deepEqual(
        own.filter(([, balance]) => balance !== 0n),
        [],
      );
      check(on);
    }),
    { numRuns: 300 },
  );
});
