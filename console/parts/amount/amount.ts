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

const formats = new Map<string, Intl.NumberFormat>();

/** Making one takes a hundred times as long as using it, and a list has hundreds of amounts. */
function formatOf(currency: string, language: string | undefined): Intl.NumberFormat {
  const key = `${currency} ${language ?? ''}`;
  const exponent = exponentOf(currency);
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay: 'code',
      minimumFractionDigits: exponent,
      maximumFractionDigits: exponent,
    });
  formats.set(key, format);
  return format;
}

type Signs = {
  readonly decimal: string;
  /** Between thousands. */
  readonly group: string;
  /** The figures from 0 to 9. */
  readonly digits: readonly string[];
};

/** As ISO 4217 calls it: its signs are those of any currency in the language. */
const NO_CURRENCY = 'XXX';
const SAMPLE = '-1234567.8';
const TEN = Array.from({ length: 10 }, (_one, index) => index);
const signs = new Map<string, Signs>();

/** A space is a space, whatever its width, and so are apostrophes. */
const oneOfAKind = (sign: string): string => sign.replaceAll(/\s/g, ' ').replaceAll(/[’ʼ]/g, "'");

/** What a language writes between and as the figures of an amount. */
export function amountSigns(currency: string, language?: string): Signs {
  const money = { style: 'currency', currencyDisplay: 'code' } as const;
  const options = { ...money, currency: currency === '' ? NO_CURRENCY : currency };
  return signsOf(`${currency} ${language ?? ''}`, language, options);
}

/** The same of a number that is no money: some languages write it otherwise. */
export const numberSigns = (language?: string): Signs =>
  signsOf(`number ${language ?? ''}`, language, {});

function signsOf(
  key: string,
  language: string | undefined,
  options: Intl.NumberFormatOptions,
): Signs {
  const known = signs.get(key);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(language, {
    ...options,
    minimumFractionDigits: 1,
  }).formatToParts(SAMPLE);
  const signOf = (wanted: string) =>
    oneOfAKind(parts.find(({ type }) => type === wanted)?.value ?? '');
  const figure = new Intl.NumberFormat(language, { useGrouping: false });
  const digits = TEN.map((one) => figure.format(one));
  const found = { decimal: signOf('decimal'), group: signOf('group'), digits };
  signs.set(key, found);
  return found;
}

/** As somebody would type it: with the decimal sign of their language, and nothing else. */
export function writtenAmount(amount_cents: number, currency: string, language?: string): string {
  return bareAmount(amount_cents, currency).replace('.', amountSigns(currency, language).decimal);
}

export type AmountPart = { readonly is_currency: boolean; readonly text: string };

/** In the order of the viewer's language; together they are the whole text. */
export function amountParts(
  amount_cents: number,
  currency: string,
  language?: string,
): readonly AmountPart[] {
  // The text keeps every digit; a JavaScript number of this size would not.
  const exact = bareAmount(amount_cents, currency) as Intl.StringNumericLiteral;
  const parts: { is_currency: boolean; text: string }[] = [];
  for (const { type, value } of formatOf(currency, language).formatToParts(exact)) {
    const is_currency = type === 'currency';
    const last = parts.at(-1);
    if (last === undefined || is_currency || last.is_currency) {
      parts.push({ is_currency, text: value });
    } else {
      last.text += value;
    }
  }
  return parts;
}

export const shownAmount = (amount_cents: number, currency: string, language?: string): string =>
  amountParts(amount_cents, currency, language)
    .map(({ text }) => text)
    .join('');
