// Amounts as text, exact from minor units: one form to read and one to copy.
import { perLanguage } from '../texts/per-language.ts';

function split(amount_cents: bigint, exponent: number): { whole: bigint; fraction: string } {
  const unit = 10n ** BigInt(exponent);
  const fraction = (amount_cents % unit).toString().padStart(exponent, '0');
  return { whole: amount_cents / unit, fraction: exponent === 0 ? '' : fraction };
}

/** As banks accept it when pasted: digits and one point. Trades are never negative. */
export function plainAmount(amount_cents: bigint, exponent: number): string {
  const { whole, fraction } = split(amount_cents, exponent);
  return fraction === '' ? `${whole}` : `${whole}.${fraction}`;
}

const formatOf = perLanguage((lang) => {
  const format = new Intl.NumberFormat(lang, { numberingSystem: 'latn' });
  const separator = format.formatToParts(0.5).find((part) => part.type === 'decimal')?.value ?? '.';
  return { format, separator };
});

/** How people write their own currency: the sign in front, and India's grouping of digits. */
type AtHome = { languages: readonly string[]; locale: string; sign: string };

const AT_HOME: Readonly<Record<string, AtHome>> = {
  INR: { languages: ['en', 'hi'], locale: 'en-IN', sign: '₹' },
};

export type ShownMoney = {
  /** The sign in front of the digits; null if the code follows them. */
  sign: string | null;
  digits: string;
  code: string;
};

export type Money = { amount_cents: bigint; exponent: number; currency: string };

export function shownMoney({ amount_cents, exponent, currency }: Money, lang: string): ShownMoney {
  const found = AT_HOME[currency];
  const home = found?.languages.includes(lang) === true ? found : null;
  const digits = shownAmount(amount_cents, exponent, home?.locale ?? lang);
  return { sign: home?.sign ?? null, digits, code: currency };
}

/**
 * With the language's grouping and separators. Only whole numbers go through Intl, so it is exact.
 */
export function shownAmount(amount_cents: bigint, exponent: number, lang: string): string {
  const { whole, fraction } = split(amount_cents, exponent);
  const { format, separator } = formatOf(lang);
  const groups = format.format(whole);
  return fraction === '' ? groups : groups + separator + fraction;
}
