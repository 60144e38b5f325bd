// Reads `:61:`, the line of an MT940 statement with its amount and dates.

import { MAX_LINE_CENTS } from '../../../domain/values/money.ts';
import { readStatementAmount } from '../statement-amount.ts';
import { type ReadDate, readDate } from '../statement-date.ts';
import type { KeyedStatementLine } from '../statement-line.ts';
import { endToEndText, narration, referenceText, utrAmong } from '../statement-wording.ts';
import type { MtDetails } from './mt940-details.ts';

/** SWIFT always writes the comma, and decimals only if there are any. */
const MT_AMOUNT = { decimal: ',', thousands: [], minor_units: false } as const;

/** `1500,` and `1500` are whole; decimals beyond the currency's must be 0. */
export function readMtAmount(text: string, exponent: number, most = MAX_LINE_CENTS) {
  const [whole = '', fraction = ''] = text.split(',');
  const extra = fraction.slice(exponent);
  const kept = /^0*$/.test(extra) ? fraction.slice(0, exponent) : fraction;
  return readStatementAmount(kept === '' ? whole : `${whole},${kept}`, MT_AMOUNT, exponent, most);
}

/** YYMMDD: years are taken as 1980 to 2079, because there was no MT940 before 1980. */
export function readMtDay(text: string): ReadDate | null {
  const [, year = '', month = '', day = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  const century = Number(year) >= 80 ? '19' : '20';
  return readDate({ date: `${century}${year}-${month}-${day}`, time: '' }, ['ISO'], 0);
}

const HALF_YEAR_MS = 183 * 86_400_000;

/** The booking day has no year: it is taken as near as possible to the value date. */
function bookingDay(month_day: string, value: ReadDate): ReadDate | null {
  const year = new Date(value.booked_at).getUTCFullYear();
  for (const near of [year, year - 1, year + 1]) {
    const date = `${near}-${month_day.slice(0, 2)}-${month_day.slice(2)}`;
    const found = readDate({ date, time: '' }, ['ISO'], 0);
    if (found !== null && Math.abs(found.booked_at - value.booked_at) <= HALF_YEAR_MS) return found;
  }
  return null;
}

const LINE = /^(\d{6})(\d{4})?(RC|RD|C|D)([A-Z])?(\d{1,15}(?:,\d{0,4})?)([NFS][A-Z0-9]{3})(.*)$/;

export type MtLine = {
  readonly amount_cents: bigint;
  readonly booked: ReadDate;
  readonly is_reversal: boolean;
  readonly purpose: string;
  readonly own_reference: string | null;
  readonly bank_reference: string | null;
  readonly more: string;
};

/** `:61:` with its second line, or what is wrong with it. */
export function readMtLine(
  lines: readonly string[],
  exponent: number,
): MtLine | { readonly problem: string } {
  const [first = '', ...more] = lines;
  const match = LINE.exec(first.trim());
  if (match === null) return { problem: 'the field :61: is not written as MT940 has it' };
  const [, value_text = '', entry_text, mark = '', , amount_text = '', purpose = '', rest = ''] =
    match;
  const value = readMtDay(value_text);
  const booked = value === null || entry_text === undefined ? value : bookingDay(entry_text, value);
  if (booked === null) return { problem: 'the field :61: has a date that is none' };
  const amount = readMtAmount(amount_text, exponent);
  if ('problem' in amount) return { problem: `the amount of :61: ${amount.problem}` };
  // The reversal of a credit takes money away.
  const came_in = mark === 'C' || mark === 'RD';
  const cut = rest.indexOf('//');
  return {
    amount_cents: came_in ? amount.cents : -amount.cents,
    booked,
    is_reversal: mark.length === 2,
    purpose,
    own_reference: referenceText(cut === -1 ? rest : rest.slice(0, cut)),
    bank_reference: cut === -1 ? null : referenceText(rest.slice(cut + 2)),
    more: more.join(' '),
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
