// Settlements: periods without gaps, lines and sums, and the states that follow the pay-out.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Settlement } from '../../../server/domain/record/settlement-record.ts';
import { settlementStateOf } from '../../../server/domain/record/settlement-record.ts';
import { STATES } from '../../../server/domain/record/trade.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import {
  discardDraft,
  nextPeriod,
} from '../../../server/domain/settlement/settlement-statement.ts';
import {
  act,
  adjust,
  DAY,
  decimal,
  idOf,
  merchantWith,
  payin,
  payout,
  START,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';
import { approve, draft, entriesOf, linesOf } from '../../support/model/settlement-commands.ts';

const BOOK = merchantWith().merchant_id;
const NONE = { last: null, last_number: 0 };

const entries = ({ changes, world }: DomainScene) => entriesOf(changes, world, BOOK);
const draftOf = (given: DomainScene, last: Settlement | null = null) => {
  given.wait(DAY);
  return draft(given.world, entries(given), { last, last_number: last?.number ?? 0 });
};
const now = (given: DomainScene, settlement: Settlement): Settlement =>
  given.world.settlements.get(settlement.settlement_id) ?? assert.fail('The settlement is gone');

/** 100.00 at 5 %. */
function credit(given: DomainScene) {
  const trade = given.trade(payin({ percent: decimal('5') }));
  return given.trade(act(trade, 'confirm'));
}

suite('the period of a statement', () => {
  const asked = { period_to: START + DAY, merchant_since: START, now: START + DAY };
  const last = { ...draftOf(scene()), state: 'settled' as const };

  test('the first begins with the merchant, and its first entry', () => {
    assert.deepEqual(nextPeriod(NONE, asked), {
      period_from: START,
      period_to: START + DAY,
      first_entry_number: 1n,
    });
  });

  test('the next begins where the last one ended', () => {
    const before = { ...last, period_to: START + 5, last_entry_number: 41n };
    const period = nextPeriod({ last: before, last_number: 3 }, asked);
    assert.ok(!isRefusal(period));
    assert.equal(period.period_from, START + 5);
    assert.equal(period.first_entry_number, 42n);
  });

  for (const [what, before, period_to, code] of [
    [
      'a draft that nobody has decided',
      { ...last, state: 'draft' as const },
      START + DAY,
      'act_not_allowed',
    ],
    ['an end in the future', null, START + DAY + 1, 'invalid_request'],
    ['an end before its beginning', null, START, 'invalid_request'],
    ['a period that another covers', last, last.period_to, 'invalid_request'],
  ] as const) {
    test(`${what} is refused`, () => {
      const before_all = { last: before, last_number: 1 };
      const clock = before === last ? { ...asked, now: last.period_to } : asked;
      const refusal = nextPeriod(before_all, { ...clock, period_to });
      assert.ok(isRefusal(refusal));
      assert.equal(refusal.code, code);
    });
  }
});

suite('lines and sums', () => {
  test('a pay-in, its reversal, a dispute, pay-outs and adjustments', () => {
    const given = scene();
    given.run(adjust(50_000n));
    const first = credit(given);
    const second = credit(given);
    given.trade(act(second, 'dispute'));
    given.trade(act(first, 'reverse'));
    const sent = given.trade(payout({ amount_cents: 1_000n, percent: decimal('1') }));
    const failed = given.trade(payout({ amount_cents: 2_000n, percent: decimal('1') }));
    given.trade(act(sent, 'take'));
    given.trade(act(sent, 'complete'));
    given.trade(act(failed, 'fail'));
    const lines = linesOf(entries(given)).map((line) => [
      line.kind,
      line.act,
      line.gross_cents,
      line.fee_cents,
      line.net_cents,
    ]);
    assert.deepEqual(lines, [
      ['adjustment', 'adjustment', 50_000n, 0n, 50_000n],
      ['payin', 'payin_completed', 10_000n, -500n, 9_500n],
      ['payin', 'payin_completed', 10_000n, -500n, 9_500n],
      ['reversal', 'payin_disputed', -9_500n, 0n, -9_500n],
      ['reversal', 'payin_reversed', -10_000n, 500n, -9_500n],
      ['payout', 'payout_held', -1_000n, -10n, -1_010n],
      ['payout', 'payout_held', -2_000n, -20n, -2_020n],
      ['payout', 'payout_released', 2_000n, 20n, 2_020n],
    ]);
    const statement = draftOf(given);
    assert.equal(statement.line_count, 8);
    assert.equal(statement.payins_cents, 20_000n);
    assert.equal(statement.reversals_cents, -19_500n);
    assert.equal(statement.payouts_cents, -1_000n);
    assert.equal(statement.fees_cents, -510n);
    assert.equal(statement.adjustments_cents, 50_000n);
    assert.equal(statement.net_cents, 48_990n);
    assert.equal(statement.closing_cents, given.balance('available'));
    assert.equal(statement.payable_cents, 48_990n);
  });

  test('in another currency gross and fee are told in that of the balance', () => {
    const given = scene();
    const merchant = merchantWith({}, { balance_currency: 'USD' });
    const rate = {
      trade_currency: 'INR',
      balance_currency: 'USD',
      rate: decimal('84'),
      source: 'test',
      at: START,
    };
    const trade = given.trade(payin({ merchant, rate, percent: decimal('5') }));
    given.trade(act(trade, 'confirm'));
    const [line] = linesOf(entries(given));
    // 95.00 INR are 1.13 USD (rounded down), the fee of 5.00 is 0.06.
    assert.equal(line?.net_cents, 113n);
    assert.equal(line?.fee_cents, -6n);
    assert.equal(line?.gross_cents, 119n);
    assert.equal(line?.trade_currency, 'INR');
    assert.equal(line?.trade_amount_cents, 10_000n);
  });
});

suite('from draft to settled', () => {
  test('an approval makes the pay-out and its hold', () => {
    const given = scene();
    credit(given);
    const statement = draftOf(given);
    given.run(approve(statement));
    const approved = now(given, statement);
    assert.equal(approved.state, 'approved');
    assert.equal(approved.approved_cents, 9_500n);
    const trade = given.world.trades.get(approved.trade_id ?? '') ?? assert.fail('No pay-out');
    assert.equal(trade.settlement_id, statement.settlement_id);
    assert.equal(trade.fee_cents, 0n);
    assert.equal(given.balance('available'), 0n);
    assert.equal(given.balance('blocked'), 9_500n);
  });

  test('its state follows the pay-out’s', () => {
    const given = scene();
    credit(given);
    const statement = draftOf(given);
    given.run(approve(statement));
    const on = { merchant_id: BOOK, trade_id: now(given, statement).trade_id ?? '' };
    const states = (
      ['take', 'release', 'take', 'complete', 'dispute', 'resolve', 'reverse'] as const
    ).map((name) => {
      given.trade(act(on, name, name === 'resolve' ? { outcome: 'completed' } : {}));
      return now(given, statement).state;
    });
    assert.deepEqual(states, [
      'sent',
      'approved',
      'sent',
      'settled',
      'settled',
      'settled',
      'returned',
    ]);
  });

  for (const name of ['fail', 'cancel'] as const) {
    test(`${name} of the pay-out returns it, and the next statement pays it`, () => {
      const given = scene();
      credit(given);
      const first = draftOf(given);
      given.run(approve(first));
      given.trade(act({ merchant_id: BOOK, trade_id: now(given, first).trade_id ?? '' }, name));
      assert.equal(now(given, first).state, 'returned');
      const second = draftOf(given, now(given, first));
      assert.equal(second.net_cents, 0n);
      assert.equal(second.paid_cents, -9_500n);
      assert.equal(second.returned_cents, 9_500n);
      assert.equal(second.payable_cents, 9_500n);
      assert.equal(second.closing_cents, given.balance('available'));
    });
  }

  test('what is not paid is carried to the next statement', () => {
    const given = scene();
    credit(given);
    const first = draftOf(given);
    given.run(approve(first, { amount_cents: 4_000n }));
    const second = draftOf(given, now(given, first));
    assert.equal(second.carried_cents, 5_500n);
    assert.equal(second.paid_cents, -4_000n);
    assert.equal(second.payable_cents, 5_500n);
    given.run(approve(second, { amount_cents: 0n }));
    assert.equal(now(given, second).state, 'settled');
    assert.equal(now(given, second).trade_id, null);
    assert.equal(draftOf(given, now(given, second)).payable_cents, 5_500n);
  });

  test('a statement of less than nothing is settled without a pay-out, and carried', () => {
    const given = scene();
    const trade = credit(given);
    given.run(adjust(-9_500n));
    given.trade(act(trade, 'reverse'));
    const first = draftOf(given);
    assert.equal(first.payable_cents, -9_500n);
    given.run(approve(first, { account: null }));
    assert.equal(now(given, first).state, 'settled');
    credit(given);
    credit(given);
    assert.equal(draftOf(given, now(given, first)).payable_cents, 9_500n);
  });

  test('what cannot be approved is refused and changes nothing', () => {
    const given = scene();
    credit(given);
    const statement = draftOf(given);
    given.refused(approve(statement, { account: null }), 'act_not_allowed');
    given.refused(approve(statement, { amount_cents: 9_501n }), 'invalid_request');
    given.refused(approve(statement, { settlement_id: idOf(9, 9) }), 'not_found');
    given.trade(payout({ amount_cents: 1n }));
    given.refused(approve(statement), 'insufficient_funds');
    given.run(approve(statement, { amount_cents: 9_499n }));
    given.refused(approve(statement), 'act_not_allowed');
  });

  test('an approval that is sent twice pays once', () => {
    const given = scene();
    credit(given);
    const statement = draftOf(given);
    const command = approve(statement);
    given.run(command);
    const again = given.run(command);
    assert.ok(!isRefusal(again) && again.kind === 'settlement' && again.found);
    assert.equal(given.balance('blocked'), 9_500n);
  });

  test('only a draft can be discarded', () => {
    const statement = draftOf(scene());
    const discarded = discardDraft(statement, START);
    assert.ok(!isRefusal(discarded));
    assert.equal(discarded.state, 'discarded');
    assert.ok(isRefusal(discardDraft(discarded, START)));
  });

  test('every state of a trade is a state of its settlement', () => {
    for (const state of STATES) assert.ok(settlementStateOf(state));
  });
});
