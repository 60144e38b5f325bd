// One transaction of an OFX file as a line.

import { readStatementAmount } from '../statement-amount.ts';
import { type ReadDate, readDate } from '../statement-date.ts';
import type { KeyedStatementLine } from '../statement-line.ts';
import {
  accountNumber,
  narration,
  partyName,
  referenceText,
  utrAmong,
} from '../statement-wording.ts';

/** The values of a transaction by their tags; those of a tag in it as `PAYEE.NAME`. */
export type OfxValues = ReadonlyMap<string, string>;

/**
 * The last point or comma begins the decimals, as the standard allows either; other ones before it
 * separate thousands.
 */
function readOfxAmount(text: string, exponent: number) {
  const decimal = text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.';
  const thousands = decimal === ',' ? ['.'] : [','];
  const [whole = '', fraction = ''] = text.split(decimal);
  const extra = fraction.slice(exponent);
  const kept = /^0*$/.test(extra) ? fraction.slice(0, exponent) : fraction;
  const short = kept === '' ? whole : `${whole}${decimal}${kept}`;
  return readStatementAmount(short, { decimal, thousands, minor_units: false }, exponent);
}

/** `20260304`, perhaps with a time: banks fill it with noon or midnight, so only the day counts. */
function readOfxDay(text: string): ReadDate | null {
  const [, year, month, day] =
    /^(\d{4})(\d\d)(\d\d)(?:\d{2,6}(?:\.\d{1,6})?)?(?:\s*\[[^\]]*\])?$/.exec(text) ?? [];
  if (year === undefined) return null;
  return readDate({ date: `${year}-${month}-${day}`, time: '' }, ['ISO'], 0);
}

const RETURNS: ReadonlySet<string> = new Set(['RETURN', 'REVERSAL']);

/** Part of another text: banks cut the name off and repeat it whole in the memo. */
const isWithin = (part: string, whole: string) => whole.toUpperCase().includes(part.toUpperCase());

export function lineOfOfx(
  values: OfxValues,
  currency: string,
  exponent: number,
): KeyedStatementLine | { readonly problem: string } {
  const get = (name: string) => values.get(name) ?? '';
  const amount = readOfxAmount(get('TRNAMT'), exponent);
  if ('problem' in amount) return { problem: `TRNAMT ${amount.problem}` };
  const booked = readOfxDay(get('DTPOSTED'));
  if (booked === null) return { problem: 'DTPOSTED must be a day such as 20260304' };
  if (get('CORRECTFITID') !== '') {
    const problem = 'corrects an earlier transaction (CORRECTFITID), which the service cannot undo';
    return { problem: `the transaction ${problem}; book the difference with \`lines add\`` };
  }
  const name = get('NAME') || get('PAYEE.NAME') || get('EXTDNAME');
  const memo = get('MEMO');
  const check = get('CHECKNUM') === get('REFNUM') ? '' : get('CHECKNUM');
  const text = narration([isWithin(name, memo) ? '' : name, memo, check, get('REFNUM')]);
  const type = referenceText(get('TRNTYPE').toUpperCase());
  return {
    amount_cents: amount.cents,
    ...booked,
    utr: utrAmong([], [text], []),
    text,
    bank_id: referenceText(get('FITID')),
    key: null,
    currency,
    counterparty_name: partyName(name),
    counterparty_number: accountNumber(get('BANKACCTTO.ACCTID') || get('CCACCTTO.ACCTID')),
    purpose: type,
    end_to_end_id: null,
    return_reason: type !== null && RETURNS.has(type) ? 'REVERSAL' : null,
  };
}
