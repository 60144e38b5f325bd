// Reads an amount from a cell of a CSV, with the currency or the words DR and CR that some banks
// write beside the digits.

import { isCurrency } from '../../../domain/values/currency.ts';
import { MAX_LINE_CENTS } from '../../../domain/values/money.ts';
import { SPACES, withoutSeparators } from '../../../domain/values/separators.ts';
import { type AmountForm, readStatementAmount } from '../statement-amount.ts';

export type CellAmount =
  | { readonly cents: bigint; readonly currency: string | null }
  | { readonly problem: string };

/** Signs that mean one currency only; `$`, `¥`, `kr` and `Rs` do not. */
const CURRENCY_OF: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₦', 'NGN'],
  ['₺', 'TRY'],
  ['₩', 'KRW'],
  ['₫', 'VND'],
  ['₴', 'UAH'],
  ['₪', 'ILS'],
  ['₱', 'PHP'],
  ['฿', 'THB'],
  ['R$', 'BRL'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
]);

const MARK = String.raw`[A-Z]{3}|[A-Z]{0,3}\p{Sc}|Rs\.?|kr\.?|zł|Kč|R`;
const MARK_BEFORE = new RegExp(`^([+\\-(]?)\\s*(${MARK})\\s*(?=[-+(\\d.])`, 'u');
const MARK_BEHIND = new RegExp(`(?<=[\\d.)-])\\s*(${MARK})(\\)?)$`, 'u');
const SIDE_BEHIND = /(?<=[\d)])\s*\(?(CR|DR|DB)\)?\.?$/i;
const DASHES = /[\u2010-\u2013\u2212\uFF0D]/g;

/** Digits and separators only. */
const PLAIN = /^[+-]?\d[\d.,]{0,30}$/;

function currencyOf(mark: string): string | null {
  return isCurrency(mark) ? mark : (CURRENCY_OF.get(mark) ?? null);
}

/** `-$5.00`, `5,00 EUR` and `(£5.00)` without the currency. */
function withoutCurrency(text: string): { digits: string; currency: string | null } {
  const before = MARK_BEFORE.exec(text);
  if (before !== null) {
    const [all, sign = '', mark = ''] = before;
    return { digits: `${sign}${text.slice(all.length)}`, currency: currencyOf(mark) };
  }
  const behind = MARK_BEHIND.exec(text);
  if (behind === null) return { digits: text, currency: null };
  const [, mark = '', bracket = ''] = behind;
  return { digits: `${text.slice(0, behind.index)}${bracket}`, currency: currencyOf(mark) };
}

/**
 * Zeros beyond the currency's decimals are dropped, as in 1500.00 yen; but not if there are three
 * digits behind the sign, because these may be thousands, unless the file is known to write three.
 */
function withoutFiller(digits: string, form: AmountForm, exponent: number): string {
  const at = digits.lastIndexOf(form.decimal);
  if (at === -1 || form.minor_units) return digits;
  const [whole, fraction, rest] = [
    digits.slice(0, at),
    /^\d*/.exec(digits.slice(at + 1))?.[0] ?? '',
    digits.slice(at + 1).replace(/^\d*/, ''),
  ];
  const begun = /\d/.test(whole) || fraction === '' ? whole : `${whole}0`;
  const may_be_thousands = fraction.length === 3 && (form.decimals ?? 0) < 3;
  const is_filled = !may_be_thousands && /^0+$/.test(fraction.slice(exponent));
  const kept = is_filled ? fraction.slice(0, exponent) : fraction;
  return `${begun}${kept === '' && is_filled ? '' : form.decimal + kept}${rest}`;
}

export function readCellAmount(
  text: string,
  form: AmountForm,
  exponent: number,
  most_cents = MAX_LINE_CENTS,
): CellAmount {
  // As nearly all amounts are written: read at once, because a statement has many.
  if (PLAIN.test(text)) {
    const plain = readStatementAmount(text, form, exponent, most_cents);
    if ('cents' in plain) return { cents: plain.cents, currency: null };
  }
  const given = withoutSeparators(text.slice(0, 200), '').replace(DASHES, '-');
  const side = SIDE_BEHIND.exec(given);
  const { digits, currency } = withoutCurrency(given.slice(0, side?.index));
  const amount = readStatementAmount(
    withoutFiller(digits, form, exponent),
    form,
    exponent,
    most_cents,
  );
  if ('problem' in amount) return amount;
  const word = side?.[1]?.toUpperCase();
  if (word === 'CR' && amount.cents < 0n) return { problem: 'has both a minus and CR' };
  const is_debit = word !== undefined && word !== 'CR' && amount.cents > 0n;
  return { cents: is_debit ? -amount.cents : amount.cents, currency };
}

/** Whether a cell of a pair (credit, debit) is empty: blank or a dash. */
export const isBlankCell = (text: string): boolean =>
  text === '' || /^[-\u2013\u2014]?$/.test(withoutSeparators(text, SPACES));

/** Zero in any form, such as `0`, `0.00` or `-0,00 EUR`. */
export const isZeroCell = (text: string): boolean =>
  /^[^1-9]*$/.test(text) && /0/.test(text) && !/[A-Za-z]{4}/.test(text);
