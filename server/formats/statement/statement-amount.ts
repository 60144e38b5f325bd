// Reads amounts as banks write them, exactly: from digits to minor units, never through a float.

import { MAX_LINE_CENTS } from '../../domain/values/money.ts';
import { withoutSeparators } from '../../domain/values/separators.ts';

export type AmountForm = {
  readonly decimal: '.' | ',';
  readonly thousands: readonly string[];
  /** True: whole minor units without decimals, whatever the currency. */
  readonly minor_units: boolean;
  /**
   * The most decimals that the file writes, if it is known to write more than its currency has; the
   * ones beyond the currency's must be zeros.
   */
  readonly decimals?: number | null;
};

/** Signed minor units, or the problem in words that follow the column's name. */
export type ReadAmount = { readonly cents: bigint } | { readonly problem: string };

/** Far longer than any amount; longer texts are not parsed. */
const MAX_LENGTH = 40;
const NOT_A_NUMBER = { problem: 'must be an amount such as the others in its column' };

/** `most`: balances may be larger than the amount of a line. */
export function readStatementAmount(
  text: string,
  form: AmountForm,
  exponent: number,
  most = MAX_LINE_CENTS,
): ReadAmount {
  const { is_negative, digits } = withoutSign(withoutSeparators(text.slice(0, 200), ''));
  if (digits.length > MAX_LENGTH) return NOT_A_NUMBER;
  const [whole_text = '', fraction = '', ...more] = digits.split(form.decimal);
  const whole = withoutThousands(whole_text, form.thousands);
  const has_fraction = digits.includes(form.decimal);
  if (whole === null || more.length > 0 || (has_fraction && !/^\d+$/.test(fraction))) {
    return NOT_A_NUMBER;
  }
  const decimals = form.minor_units ? 0 : exponent;
  if (form.minor_units && has_fraction) return { problem: 'must be whole minor units' };
  if (fraction.length > decimals) {
    return { problem: `has more decimals than the ${decimals} of its currency` };
  }
  const cents = BigInt(`${whole}${fraction.padEnd(decimals, '0')}`);
  if (cents > most) return { problem: `must be at most ${most} minor units` };
  return { cents: is_negative ? -cents : cents };
}

/** Accepts one sign before or after, or the brackets by which accountants mark a minus. */
function withoutSign(text: string): { is_negative: boolean; digits: string } {
  const match = /^([+\-\u2212])?(.*?)([+\-\u2212])?$/s.exec(text);
  const [, before, middle = '', behind] = match ?? [];
  const in_brackets = /^\((.*)\)$/s.exec(text)?.[1];
  if (in_brackets !== undefined) return { is_negative: true, digits: bare(in_brackets) };
  if (before !== undefined && behind !== undefined) return { is_negative: false, digits: text };
  const sign = before ?? behind ?? '+';
  return { is_negative: sign !== '+', digits: bare(middle) };
}

function bare(text: string): string {
  return withoutSeparators(text, '');
}

/**
 * The digits without separators of thousands, in groups of three or in the Indian way; null if they
 * are misplaced. No group begins with a zero: `0.250` is a fraction.
 */
function withoutThousands(text: string, thousands: readonly string[]): string | null {
  if (/^\d+$/.test(text)) return text;
  const separator = thousands.find((one) => text.includes(one));
  if (separator === undefined) return null;
  const groups = text.split(separator);
  const [first = '', ...rest] = groups;
  const last = rest.pop() ?? '';
  const is_grouped =
    /^[1-9]\d{0,2}$/.test(first) &&
    /^\d{3}$/.test(last) &&
    rest.every((group) => /^\d{2,3}$/.test(group));
  return is_grouped ? groups.join('') : null;
}
