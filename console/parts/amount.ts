// Amounts as people read them: minor units of a currency, written in the viewer's language.
import { EXPONENTS } from './exponents.gen.ts';

export const exponentOf = (currency: string): number => EXPONENTS[currency] ?? 2;

/** The bare value: what a copy button gives, and what a bank's form takes. */
export function bareAmount(amount_cents: number, currency: string): string {
  const exponent = exponentOf(currency);
  const digits = String(Math.abs(amount_cents)).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const part = exponent === 0 ? '' : `.${digits.slice(-exponent)}`;
  return `${amount_cents < 0 ? '-' : ''}${whole}${part}`;
}

export function shownAmount(amount_cents: number, currency: string, language?: string): string {
  const exponent = exponentOf(currency);
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  });
  // The text keeps every digit; a JavaScript number of this size would not.
  return format.format(bareAmount(amount_cents, currency) as Intl.StringNumericLiteral);
}

/** What somebody typed, in minor units; null if it is no amount of the currency. */
export function centsOf(typed: string, currency: string): number | null {
  const exponent = exponentOf(currency);
  const [, minus = '', whole = '', part = ''] =
    /^(-?)(\d{1,13})(?:[.,](\d{1,4}))?$/.exec(typed.trim().replaceAll(' ', '')) ?? [];
  if (whole === '' || part.length > exponent) return null;
  const cents = Number(`${whole}${part.padEnd(exponent, '0')}`);
  return Number.isSafeInteger(cents) ? Number(`${minus}${cents}`) : null;
}
