// The values of MT940 and MT942 fields: amounts and days, in the forms in which banks write them.

import { MAX_LINE_CENTS } from '../../../domain/values/money.ts';
import { type ReadAmount, readStatementAmount } from '../statement-amount.ts';
import { type ReadDate, readDate } from '../statement-date.ts';

const MT_AMOUNT = { decimal: ',', thousands: [], minor_units: false } as const;

/**
 * `1500,` and `1500` are whole; decimals beyond the currency's must be 0. SWIFT has the comma. A
 * point counts only before all decimals of the currency: `1.500` could as well be 1500.
 */
export function readMtAmount(text: string, exponent: number, most = MAX_LINE_CENTS): ReadAmount {
  const [whole = '', fraction = ''] = text.split(/[.,]/);
  const is_unclear = text.includes('.') && (fraction.length !== exponent || exponent === 3);
  if (is_unclear) return { problem: 'must have a comma before its decimals' };
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

/** Banks that count 30 days in each month have value dates such as 30 February: its last day. */
export function readValueDay(text: string): ReadDate | null {
  const is_last = /^\d\d02(?:29|30)$/.test(text);
  const last = is_last ? readMtDay(`${text.slice(0, 4)}29`) : null;
  return last ?? readMtDay(is_last ? `${text.slice(0, 4)}28` : text);
}
