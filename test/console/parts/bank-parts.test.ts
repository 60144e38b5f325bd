// The pure parts of bank work in the console: typed amounts, running differences, queues, pictures.
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PossiblePayin } from '../../../console/api/schema.gen.ts';
import { bareAmount } from '../../../console/parts/amount/amount.ts';
import { readAmount } from '../../../console/parts/amount/read-amount.ts';
import { followerOf } from '../../../console/parts/queue/follower.ts';
import {
  isShown,
  NO_LOOK,
  transformOf,
  turned,
  zoomed,
} from '../../../console/parts/receipts/look.ts';
import { lacks, NO_READING, queryOf } from '../../../console/screens/bank/import/reading.ts';
import { compareWith, partsFor } from '../../../console/screens/bank/line/line-money.ts';
import { placeOfTrade } from '../../../console/screens/bank/line/trade-place.ts';
import { fc } from '../../support/property.ts';

describe('a typed amount', () => {
  const ROWS: readonly [string, string, number | null][] = [
    ['12.5', 'INR', 1_250],
    [' 12.50 ', 'INR', 1_250],
    ['12', 'KWD', 12_000],
    ['12.345', 'KWD', 12_345],
    ['12.345', 'INR', null],
    ['12.5', 'JPY', null],
    ['1,200', 'INR', 120_000],
    ['1,20,000.50', 'INR', 12_000_050],
    ['1,20', 'INR', null],
    ['1,2000', 'INR', null],
    ['-3', 'INR', -300],
    ['', 'INR', null],
    ['1e3', 'INR', null],
    ['9999999999999999', 'JPY', null],
  ];
  for (const [text, currency, cents] of ROWS) {
    it(`“${text}” of ${currency}`, () => equal(readAmount(text, currency), cents));
  }

  it('is what was shown', () => {
    const all = fc.record({
      cents: fc.integer({ min: -(10 ** 14), max: 10 ** 14 }),
      currency: fc.constantFrom('USD', 'JPY', 'KWD'),
    });
    fc.assert(
      fc.property(all, ({ cents, currency }) => {
        // A number has no negative zero in common with a text.
        equal((readAmount(bareAmount(cents, currency), currency) ?? 1) + 0, cents);
      }),
    );
  });
});

const payin = (amount_cents: number, received_amount_cents = 0) =>
  ({ amount_cents, received_amount_cents }) as PossiblePayin;

describe('pay-ins beside a line', () => {
  it('leave what they do not ask for', () => {
    deepEqual(compareWith(1_000, [payin(600), payin(500, 200)]), {
      asked_cents: 900,
      left_cents: 100,
    });
    deepEqual(partsFor(1_000, [payin(600), payin(500, 200)]), [600, 300, 100]);
    deepEqual(partsFor(900, [payin(600), payin(300)]), [600, 300]);
  });

  it('that ask for more, or for nothing, divide no line', () => {
    equal(partsFor(800, [payin(600), payin(300)]), null);
    equal(partsFor(800, [payin(600), payin(300, 300)]), null);
  });
});

describe('after a decision', () => {
  it('the next one opens, or the one before at the end, or the first', () => {
    equal(followerOf(['a', 'b', 'c'], ['a', 'c'], 'b'), 'c');
    equal(followerOf(['a', 'b', 'c'], ['a', 'b'], 'c'), 'b');
    equal(followerOf(['a', 'b', 'c', 'd'], ['a', 'd'], 'b'), 'd');
    equal(followerOf([], ['x', 'y'], 'gone'), 'x');
    equal(followerOf(['a'], [], 'a'), undefined);
  });
});

describe('a trade as people name it', () => {
  const [one, other] = [
    '01890000-0000-7000-8000-00000000000a',
    '01890000-0000-7000-8000-00000000000b',
  ];
  const place = { merchant_id: one, trade_id: other };
  it('is two ids, or an address that ends with them', () => {
    deepEqual(placeOfTrade(`${one}/${other}`), place);
    deepEqual(placeOfTrade(` https://pay.example/console/trades/${one}/${other} `), place);
    for (const text of ['', one, `${one}/`, `${one} ${other}`, `x${one}/${other}`]) {
      equal(placeOfTrade(text), null, text);
    }
  });
});

describe('a picture', () => {
  it('is enlarged within bounds, and turned all around', () => {
    const largest = Array.from({ length: 20 }).reduce<typeof NO_LOOK>(
      (look) => zoomed(look, 1),
      NO_LOOK,
    );
    equal(largest.zoom, 8);
    deepEqual(turned(turned(turned(turned(NO_LOOK)))), NO_LOOK);
    equal(transformOf(turned(NO_LOOK)), 'scale(1) rotate(90deg)');
  });

  it('is shown only if it is one', () => {
    deepEqual(['image/png', 'image/svg+xml', 'application/pdf', null].map(isShown), [
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('how a file is read', () => {
  const guess = {
    format: 'csv' as const,
    sheet: null,
    profile: null,
    mapping: null,
    question: null,
    choices: [],
    lines_read: 1,
    lines_wrong: 0,
    doubts: [],
    sample: [],
  };
  const reading = { ...NO_READING, mapping: '{\n  "date": "Date"\n}' };
  it('lacks an account, or an answer to the file’s question', () => {
    equal(lacks(guess, reading), 'account');
    equal(lacks(guess, { ...reading, receiving_account_id: 'a' }), null);
    equal(lacks(guess, { ...reading, mapping: '{"account":"IBAN"}' }), null);
    equal(lacks({ ...guess, question: 'Which?' }, NO_READING), 'choice');
    equal(lacks({ ...guess, format: 'camt' }, NO_READING), null);
  });

  it('is asked for in one line, with the mapping in place of the profile', () => {
    deepEqual(queryOf({ ...reading, profile: 'hdfc', skips_broken: true }, 'a.csv'), {
      file_name: 'a.csv',
      mapping: '{"date":"Date"}',
      on_error: 'skip',
    });
    deepEqual(queryOf({ ...NO_READING, profile: 'hdfc', sheet: 'May' }, 'a.csv'), {
      file_name: 'a.csv',
      profile: 'hdfc',
      sheet: 'May',
    });
  });
});
