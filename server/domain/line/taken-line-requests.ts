// What people and feeds send as bank lines.

import { noteField } from '../request/common-fields.ts';
import {
  type Field,
  field,
  type Notes,
  optionalField,
  requestShape,
  type ToldValue,
} from '../request/request-shape.ts';
import { type Row, rowsField } from '../request/row-fields.ts';
import { uuidField } from '../request/text-fields.ts';
import { bookingDayProblem } from '../values/booking-day.ts';
import { MAX_LINE_CENTS } from '../values/money.ts';
import { SPACES, withoutSeparators } from '../values/separators.ts';
import { LINE_PATTERN, MOMENT_RULE, textProblem, UTR_RULE } from '../values/text.ts';
import { normaliseUtr } from '../values/utr.ts';

export const TAKEN_LINES_MOST = 1000;
const MOST_CENTS = Number(MAX_LINE_CENTS);
/** A time with microseconds and its zone. */
const BOOKED_MAX_LENGTH = 32;
const WRONG_AMOUNT = `must be an integer other than 0, of at most ${MAX_LINE_CENTS}`;

/** The texts of a line that may be absent: their greatest lengths and what they mean. */
const TEXTS = {
  utr: [100, 'Separators are removed'],
  text: [1000, 'The bank’s narration'],
  bank_id: [128, 'The bank’s own id: distinguishes duplicates from twins'],
  counterparty_name: [128, 'Who sent or received the money'],
  counterparty_number: [64, 'Their account; kept encrypted'],
  purpose: [64, 'The bank’s code for the kind of transaction'],
  end_to_end_id: [64, 'The sender’s own id of the payment'],
  return_reason: [16, 'Why a bank sent the money back, as AC04'],
} as const satisfies Record<string, readonly [most: number, description: string]>;
type TextName = keyof typeof TEXTS;

const toldText = ([maxLength, description]: (typeof TEXTS)[TextName]): ToldValue => ({
  type: 'string',
  or_null: true,
  maxLength,
  pattern: LINE_PATTERN,
  description,
});

const LINE: ToldValue = {
  type: 'object',
  properties: {
    amount_cents: {
      type: 'integer',
      minimum: -MOST_CENTS,
      maximum: MOST_CENTS,
      description: 'Negative: money went out, in minor units',
    },
    booked_at: {
      type: 'string',
      maxLength: BOOKED_MAX_LENGTH,
      pattern: LINE_PATTERN,
      description: 'ISO 8601 with its zone, or a day',
    },
    ...Object.fromEntries(Object.entries(TEXTS).map(([name, one]) => [name, toldText(one)])),
  },
  required: ['amount_cents', 'booked_at'],
  title: 'NewBankLine',
  additionalProperties: false,
};

type Booked = { readonly booked_at: number; readonly booked_exactly: boolean };
export type ReadBooked = (value: unknown) => Booked | null;

function readText(row: Row, at: string, name: TextName, notes: Notes): string | null {
  const value = row[name] ?? null;
  if (value === null) return null;
  const [most] = TEXTS[name];
  const problem = typeof value === 'string' ? textProblem(value, most) : 'must be a string';
  if (problem === null && typeof value === 'string') return value;
  notes.wrong(`${at}.${name}`, 'format', problem ?? 'must be a string');
  return null;
}

function readUtr(row: Row, at: string, notes: Notes): string | null {
  const text = readText(row, at, 'utr', notes);
  const utr = text === null ? null : normaliseUtr(text);
  if (text !== null && utr === null) notes.wrong(`${at}.utr`, 'format', UTR_RULE);
  return utr;
}

function readLine(row: Row, at: string, notes: Notes, readBooked: ReadBooked, now: number) {
  const amount = row.amount_cents;
  const size = Number.isSafeInteger(amount) ? Math.abs(Number(amount)) : 0;
  const fits = size > 0 && size <= MOST_CENTS;
  if (!fits) notes.wrong(`${at}.amount_cents`, 'range', WRONG_AMOUNT);
  const booked = readBooked(row.booked_at);
  if (booked === null) notes.wrong(`${at}.booked_at`, 'format', `${MOMENT_RULE}, or a day`);
  const ahead = booked === null ? null : bookingDayProblem(booked.booked_at, now);
  if (ahead !== null) notes.wrong(`${at}.booked_at`, 'range', ahead);
  const read = (name: TextName) => readText(row, at, name, notes);
  const utr = readUtr(row, at, notes);
  const number = read('counterparty_number');
  const details = {
    utr,
    text: read('text'),
    bank_id: read('bank_id'),
    counterparty_name: read('counterparty_name'),
    counterparty_number: number === null ? null : withoutSeparators(number, `${SPACES}-`),
    purpose: read('purpose'),
    end_to_end_id: read('end_to_end_id'),
    return_reason: read('return_reason'),
  };
  if (!fits || booked === null) return undefined;
  return { amount_cents: BigInt(Number(amount)), ...booked, ...details };
}

type TakenLine = NonNullable<ReturnType<typeof readLine>>;

function linesField(readBooked: ReadBooked): Field<readonly TakenLine[], 'now'> {
  const rule = `must have from 1 to ${TAKEN_LINES_MOST} lines`;
  const rows = rowsField(
    { most: TAKEN_LINES_MOST, rule, description: `1 to ${TAKEN_LINES_MOST}` },
    LINE,
    (row, at, notes) => {
      const { now } = notes.facts;
      if (now === undefined) throw new Error('Bank lines need the time');
      return readLine(row, at, notes, readBooked, now);
    },
  );
  return field(rows.told, rows.readGiven, ['now']);
}

/** `readBooked`: times and days as statements have them, which is a matter of their formats. */
export const takeLinesShape = (readBooked: ReadBooked) =>
  requestShape('TakeBankLines', {
    receiving_account_id: uuidField('The account on which the money moved'),
    lines: linesField(readBooked),
    note: optionalField(noteField('Why, for whoever approves it, if a second person has to')),
  });
