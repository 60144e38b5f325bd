// The bank lines that may have paid a pay-in: which count, which do not, and in which order.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { looksLikeIt, refuseBesideLine } from '../../../server/domain/matching/line-beside.ts';
import { possibleLines } from '../../../server/domain/matching/possible-lines.ts';
import {
  POSSIBLE_EVIDENCE,
  possiblePayins,
} from '../../../server/domain/matching/possible-payins.ts';
import type { BankLine, LineRecord, LineStatus } from '../../../server/domain/record/bank-line.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { referenceOf } from '../../../server/domain/values/reference.ts';
import { idOf, lineWith, MINUTE, payin } from '../../support/model/domain-commands.ts';
import { scene } from '../../support/model/domain-scene.ts';
import { fc } from '../../support/property.ts';

const ASKED = 250_777n;
const UTR = '412345678901';

function world(trade: Partial<Trade> = {}) {
  const on = scene();
  const made: Trade = { ...on.trade(payin({ amount_cents: ASKED })), utr: UTR, ...trade };
  const line = (fields: Partial<BankLine>, status: LineStatus = 'suspense'): LineRecord => {
    const booked_at = on.world.now + MINUTE;
    const given = lineWith({ booked_at, booked_exactly: true, ...fields });
    const { bank_line_id } = given;
    const none = { merchant_id: null, trade_id: null, candidates: [], decided_at: booked_at };
    return { line: given, outcome: { bank_line_id, status, reason: 'no_candidate', ...none } };
  };
  return { made, line };
}

const OTHER = idOf(2, 9);

const COUNTS: readonly [string, (trade: Trade) => Partial<BankLine>, boolean][] = [
  ['its amount', () => ({ amount_cents: ASKED }), false],
  ['nearly its amount', () => ({ amount_cents: ASKED - 777n }), false],
  ['its UTR', () => ({ amount_cents: 100n, utr: UTR }), false],
  ['its UTR on another account', () => ({ utr: UTR, receiving_account_id: OTHER }), true],
  [
    'its reference on another account',
    ({ trade_id }) => ({
      amount_cents: 7n,
      text: `A ${referenceOf(trade_id)}`,
      receiving_account_id: OTHER,
    }),
    true,
  ],
];

const NEVER: readonly [string, Partial<BankLine>, Partial<Trade>, LineStatus?][] = [
  ['one that is decided', { amount_cents: ASKED }, {}, 'matched'],
  ['money that went out', { amount_cents: -ASKED }, {}],
  ['one of another currency', { amount_cents: ASKED, currency: 'EUR' }, {}],
  [
    'one of another account with its amount',
    { amount_cents: ASKED, receiving_account_id: OTHER },
    {},
  ],
  ['one booked before the pay-in', { amount_cents: ASKED, booked_at: 0 }, {}],
  ['any, for a pay-in that failed', { amount_cents: ASKED }, { state: 'failed' }],
  ['any, for a pay-out', { amount_cents: ASKED }, { direction: 'payout', state: 'completed' }],
];

suite('a line that may have paid a pay-in', () => {
  for (const [name, fields, is_other_account] of COUNTS) {
    test(`has ${name}`, () => {
      const { made, line } = world();
      const [found] = possibleLines(made, [line(fields(made))]);
      assert.equal(found?.is_other_account, is_other_account);
    });
  }
  for (const [name, fields, trade, status] of NEVER) {
    test(`is not ${name}`, () => {
      const { made, line } = world(trade);
      assert.deepEqual(possibleLines(made, [line(fields, status)]), []);
    });
  }

  test('with more evidence comes first, then the one that differs less', () => {
    const { made, line } = world();
    const order = possibleLines(made, [
      line({ amount_cents: ASKED - 2_000n }),
      line({ amount_cents: ASKED - 10n }),
      line({ amount_cents: ASKED, utr: UTR }),
    ]).map(({ difference_cents }) => difference_cents);
    assert.deepEqual(order, [0n, -10n, -2_000n]);
  });

  test('has the score that the pay-in has from the side of the line', () => {
    const amounts = fc.bigInt({ min: 1n, max: 10n ** 7n });
    const utrs = fc.constantFrom(null, UTR, '412345678910', '999999999999');
    fc.assert(
      fc.property(amounts, utrs, (amount_cents, utr) => {
        const { made, line } = world();
        const record = line({ amount_cents, utr });
        const [from_trade] = possibleLines(made, [record]);
        const [from_line] = possiblePayins([made], record.line);
        assert.equal(from_trade?.score, from_line?.score);
        assert.deepEqual(from_trade?.evidence, from_line?.evidence);
        assert.equal(from_trade?.difference_cents, from_line?.difference_cents);
      }),
    );
  });
});

const SWAPPED = '412345678910';

function besideScene() {
  const { made, line } = world({ order_id: 'BOOK-77' });
  return {
    beside: (number: number, fields: Partial<BankLine>) =>
      line({ ...fields, bank_line_id: idOf(3, number) }),
    refused: (records: readonly LineRecord[], despite: string | null = null) =>
      refuseBesideLine(made, records, despite)?.extra?.id ?? null,
  };
}

const BESIDE: readonly [what: string, fields: Partial<BankLine>, stops: boolean][] = [
  ['a mistyped UTR with the amount', { utr: SWAPPED, amount_cents: ASKED }, true],
  ['the UTR with nearly the amount', { utr: UTR, amount_cents: ASKED - 777n }, true],
  ['the order id with the amount', { text: 'FOR BOOK-77', amount_cents: ASKED }, true],
  ['the amount alone', { amount_cents: ASKED }, false],
  ['a mistyped UTR with another amount', { utr: SWAPPED, amount_cents: 100n }, false],
];

suite('a line beside a confirmation', () => {
  for (const [what, fields, stops] of BESIDE) {
    test(`with ${what} ${stops ? 'stops it' : 'does not stop it'}`, () => {
      const { beside, refused } = besideScene();
      assert.equal(refused([beside(1, fields)]), stops ? idOf(3, 1) : null);
    });
  }

  test('is named by the person to go on, and a likelier one is not meant by that', () => {
    const { beside, refused } = besideScene();
    const first = beside(1, { utr: SWAPPED, amount_cents: ASKED - 777n });
    const likelier = beside(2, { utr: SWAPPED, amount_cents: ASKED });
    assert.equal(refused([first], idOf(3, 1)), null);
    assert.equal(refused([first], idOf(3, 9)), idOf(3, 1));
    assert.equal(refused([first, likelier], idOf(3, 1)), idOf(3, 2));
    assert.equal(refused([first, likelier], idOf(3, 2)), null);
  });

  test('looks like it by what it names, whatever else agrees', () => {
    const words = Object.keys(POSSIBLE_EVIDENCE) as (keyof typeof POSSIBLE_EVIDENCE)[];
    fc.assert(
      fc.property(fc.subarray(words), (evidence) => {
        const names = evidence.some((one) => /^(?:utr|reference|order_id)/.test(one));
        const amount = evidence.some((one) => one.startsWith('amount'));
        assert.equal(looksLikeIt({ evidence }), names && amount);
      }),
    );
  });
});
