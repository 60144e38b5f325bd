// What somebody typed, as it is sent or as it is wrong: each kind of field, at the bounds that a
// request may have.
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldBounds } from '../../../console/parts/form/field-bounds.ts';
import { readFields, typedRow } from '../../../console/parts/form/field-table.ts';
import {
  carried,
  leftOutIfEmpty,
  mayBeEmpty,
  nullIfEmpty,
  type TypedField,
  typedAmount,
  typedChoice,
  typedChoices,
  typedChosenId,
  typedCurrency,
  typedDecimal,
  typedFlag,
  typedLastDay,
  typedList,
  typedMoment,
  typedSecret,
  typedText,
  typedWhole,
} from '../../../console/parts/form/typed-fields.ts';

type Case = readonly [typed: unknown, sent: unknown, bounds?: FieldBounds];
type WrongCase = readonly [typed: unknown, message: string, bounds?: FieldBounds];
type Row = {
  readonly field: TypedField<never, unknown>;
  readonly sent: readonly Case[];
  readonly wrong: readonly WrongCase[];
};

const row = <Typed>(
  field: TypedField<Typed, unknown>,
  sent: readonly Case[],
  wrong: readonly WrongCase[],
): Row => ({ field: field as unknown as TypedField<never, unknown>, sent, wrong });

const BOTH = { payin: 1, payout: 1 };
const inr = (text: string) => ({ text, currency: 'INR' });

const ROWS: Readonly<Record<string, Row>> = {
  text: row(
    typedText(),
    [
      ['  Asha ', 'Asha'],
      ['abc', 'abc', { minLength: 3, maxLength: 3 }],
      ['😀😀', '😀😀', { maxLength: 2 }],
      ['#1a2b3c', '#1a2b3c', { pattern: '#[0-9a-f]{6}' }],
    ],
    [
      ['   ', 'Fill this in.'],
      ['abcd', 'At most 3 characters; these are 4.', { maxLength: 3 }],
      ['ab', 'At least 3 characters.', { minLength: 3 }],
      ['x#1a2b3c', 'This is not written as it has to be.', { pattern: '#[0-9a-f]{6}' }],
      ['a|b', 'This is not written as it has to be.', { pattern: 'a|b' }],
    ],
  ),
  secret: row(
    typedSecret({ minLength: 12 }),
    [[' twelve signs ', ' twelve signs ', { maxLength: 20 }]],
    [
      ['', 'Fill this in.'],
      ['short', 'At least 12 characters.'],
      ['much too long a word', 'At most 15 characters; these are 20.', { maxLength: 15 }],
    ],
  ),
  currency: row(
    typedCurrency(),
    [[' eur', 'EUR']],
    [
      ['', 'Three letters, such as EUR.'],
      ['EURO', 'Three letters, such as EUR.'],
    ],
  ),
  'whole number': row(
    typedWhole(),
    [
      ['7', 7],
      ['5', 5, { min: 5, max: 60 }],
      ['60', 60, { min: 5, max: 60 }],
    ],
    [
      ['', 'Fill this in.'],
      ['1.5', 'Give a whole number.'],
      ['1e3', 'Give a whole number.'],
      ['4', 'From 5 to 60.', { min: 5, max: 60 }],
      ['61', 'From 5 to 60.', { min: 5, max: 60 }],
      ['0', 'At least 1.', { min: 1 }],
      ['8', 'At most 7.', { max: 7 }],
    ],
  ),
  'decimal number': row(
    typedDecimal(),
    [['0.92', 0.92]],
    [
      ['0,92', 'Give a number.'],
      ['.5', 'Give a number.'],
    ],
  ),
  amount: row(
    typedAmount(),
    [[inr('1,499.50'), 149_950]],
    [
      [inr(' '), 'Fill this in.'],
      [inr('14.999'), 'Not an amount of this currency.'],
      [{ text: '5', currency: '' }, 'Not an amount of this currency.'],
      [inr('0'), 'At least 1.', { min: 1 }],
    ],
  ),
  moment: row(
    typedMoment(),
    [['2026-03-01T10:30Z', '2026-03-01T10:30:00.000Z']],
    [['2026-13-45T', 'Not complete yet.']],
  ),
  'last day': row(
    typedLastDay(),
    [['2026-03-01', '2026-03-01T23:59:59.000Z']],
    [['1 March', 'Not complete yet.']],
  ),
  choice: row(
    typedChoice(BOTH),
    [['payin', 'payin']],
    [
      ['', 'Choose one.'],
      ['toString', 'Choose one.'],
    ],
  ),
  choices: row(
    typedChoices(BOTH),
    [
      [['payin', 'no word'], ['payin']],
      [[], []],
    ],
    [[[], 'Choose at least one.', { minItems: 1 }]],
  ),
  merchant: row(typedChosenId(), [['an id', 'an id']], [[null, 'Choose one.']]),
  flag: row(
    typedFlag(),
    [
      [true, true],
      [false, false],
    ],
    [],
  ),
  carried: row(carried('a'), [['b', 'b']], []),
  list: row(
    typedList((one) => one.toUpperCase()),
    [
      ['eur, usd\ninr;', ['EUR', 'USD', 'INR'], { maxItems: 3 }],
      ['', []],
    ],
    [
      ['a b', 'At most 1; these are 2.', { maxItems: 1 }],
      ['a', 'At least 2.', { minItems: 2 }],
    ],
  ),
  'text or null': row(
    nullIfEmpty(typedText()),
    [
      [' ', null],
      ['a', 'a'],
    ],
    [['ab', 'At most 1 characters; these are 2.', { maxLength: 1 }]],
  ),
  'amount or nothing': row(
    leftOutIfEmpty(typedAmount()),
    [[inr(''), undefined]],
    [[inr('x'), 'Not an amount of this currency.']],
  ),
  'list or nothing': row(
    leftOutIfEmpty(typedChoices(BOTH)),
    [[[], undefined, { minItems: 1 }]],
    [],
  ),
  'text or empty': row(
    mayBeEmpty(typedText()),
    [
      ['  ', ''],
      ['a', 'a'],
    ],
    [],
  ),
};

describe('a field', () => {
  for (const [kind, { field, sent, wrong }] of Object.entries(ROWS)) {
    for (const [typed, expected, bounds = {}] of sent) {
      it(`of ${kind} sends ${JSON.stringify(expected)} for ${JSON.stringify(typed)}`, () => {
        deepEqual(field.read(typed as never, 'at', { at: bounds }), { sent: expected });
      });
    }
    for (const [typed, message, bounds = {}] of wrong) {
      it(`of ${kind} says of ${JSON.stringify(typed)}: ${message}`, () => {
        deepEqual(field.read(typed as never, 'at', { at: bounds }), { wrong: { at: message } });
      });
    }
  }

  it('says what it is to its input: required, and within which bounds', () => {
    deepEqual(typedWhole().attributes({ min: 1, max: 9 }), {
      required: true,
      inputMode: 'numeric',
      min: 1,
      max: 9,
    });
    equal(nullIfEmpty(typedWhole()).attributes({}).required, false);
    equal(typedList().attributes({ minItems: 1 }).required, true);
  });
});

const RATE = typedRow<{ readonly code: string; readonly rate: number; readonly source?: string }>()(
  {
    code: typedCurrency(),
    rate: typedDecimal(),
    source: leftOutIfEmpty(typedText()),
  },
);
const BOUNDS = { 'rates.rate': { max: 9 }, 'rates.source': { maxLength: 4 } };

describe('a row of a form', () => {
  it('is a list of one, and what was left empty is left out', () => {
    const typed = { rates: { code: 'eur', rate: '2', source: ' ' } };
    deepEqual(readFields({ rates: RATE }, typed, BOUNDS), {
      sent: { rates: [{ code: 'EUR', rate: 2 }] },
    });
  });

  it('says all that is wrong at once, by the paths that the bounds have', () => {
    const typed = { rates: { code: 'e', rate: '10', source: 'wired' } };
    deepEqual(readFields({ rates: RATE }, typed, BOUNDS), {
      wrong: {
        'rates.code': 'Three letters, such as EUR.',
        'rates.rate': 'At most 9.',
        'rates.source': 'At most 4 characters; these are 5.',
      },
    });
  });

  it('begins empty', () => {
    deepEqual(RATE.empty, { code: '', rate: '', source: '' });
  });
});
