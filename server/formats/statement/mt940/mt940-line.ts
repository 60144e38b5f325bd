// Reads `:61:`, the line of an MT940 statement with its amount and dates.

import type { ReadDate } from '../statement-date.ts';
import type { KeyedStatementLine } from '../statement-line.ts';
import { endToEndText, narration, referenceText, utrAmong } from '../statement-wording.ts';
import type { MtDetails } from './mt940-details.ts';
import { readMtAmount, readMtDay, readValueDay } from './mt940-values.ts';

const HALF_YEAR_MS = 183 * 86_400_000;

/** The booking day has no year: it is taken as near as possible to the value date. */
function bookingDay(month_day: string, value: ReadDate): ReadDate | null {
  const year = new Date(value.booked_at).getUTCFullYear();
  for (const near of [year, year - 1, year + 1]) {
    const found = readMtDay(`${String(near).slice(2)}${month_day}`);
    if (found !== null && Math.abs(found.booked_at - value.booked_at) <= HALF_YEAR_MS) return found;
  }
  return null;
}

/**
 * Value date, booking day, mark, the currency or letters of it, amount, type and references. Banks
 * put blanks between them and within the type, and leave out the day or the type.
 */
const LINE = new RegExp(
  String.raw`^(\d{6})\s*(?:(\d{4})\s*)?(RC|RD|EC|ED|C|D)\s*(?:([A-Z]{1,3})\s*)?` +
    String.raw`(\d{1,20}(?:[.,]\d{0,4})?)(?:\s*(?!NONREF)([NFS][A-Z0-9 ]{3}))?([^]*)$`,
);

/** Some banks break a line of fixed length in the middle of the field. */
function matchLine([first = '', second = '', ...more]: readonly string[]) {
  const match = LINE.exec(first.trim());
  if (match !== null) return { match, more: [second, ...more] };
  return { match: LINE.exec(first.trim() + second.trim()), more };
}

export type MtLine = {
  readonly amount_cents: bigint;
  readonly booked: ReadDate;
  readonly is_reversal: boolean;
  /** The bank only expects the movement: it is no money yet. */
  readonly is_expected: boolean;
  readonly purpose: string | null;
  readonly own_reference: string | null;
  readonly bank_reference: string | null;
  readonly more: string;
};

/** `:61:` with its second line, or what is wrong with it. */
export function readMtLine(
  lines: readonly string[],
  exponent: number,
): MtLine | { readonly problem: string } {
  const { match, more } = matchLine(lines);
  if (match === null) return { problem: 'the field :61: is not written as MT940 has it' };
  const [, value_text = '', entry_text, mark = '', , amount_text = '', purpose = '', rest = ''] =
    match;
  const value = readValueDay(value_text);
  // Of a value date that is no day only the month is needed, if the booking day is given.
  const near = value ?? readMtDay(`${value_text.slice(0, 4)}15`);
  const booked = entry_text === undefined || near === null ? value : bookingDay(entry_text, near);
  if (booked === null) return { problem: 'the field :61: has a date that is none' };
  const amount = readMtAmount(amount_text, exponent);
  if ('problem' in amount) return { problem: `the amount of :61: ${amount.problem}` };
  // The reversal of a credit takes money away.
  const came_in = mark === 'C' || mark === 'EC' || mark === 'RD';
  const cut = rest.indexOf('//');
  return {
    amount_cents: came_in ? amount.cents : -amount.cents,
    booked,
    is_reversal: mark.startsWith('R'),
    is_expected: mark.startsWith('E'),
    purpose: referenceText(purpose),
    own_reference: referenceText(cut === -1 ? rest : rest.slice(0, cut)),
    bank_reference: cut === -1 ? null : referenceText(rest.slice(cut + 2)),
    more: more.join(' ').trim(),
  };
}

export function statementLineOf(line: MtLine, details: MtDetails, currency: string) {
  const text = narration([
    ...details.words,
    line.more,
    endToEndText(details.end_to_end),
    line.own_reference ?? '',
    line.bank_reference ?? '',
  ]);
  const found: KeyedStatementLine = {
    amount_cents: line.amount_cents,
    ...line.booked,
    utr: utrAmong([], [text], details.others),
    text,
    bank_id: null,
    key: null,
    currency,
    counterparty_name: details.name,
    counterparty_number: details.number,
    purpose: line.purpose,
    end_to_end_id: details.end_to_end,
    return_reason: details.return_reason ?? (line.is_reversal ? 'REVERSAL' : null),
  };
  return found;
}
