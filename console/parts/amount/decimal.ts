// Percentages, rates and other decimal numbers in the viewer's language: shown, written and read by
// the same rules as amounts.

import { LIST_PART_TEXTS } from '../../texts/parts.ts';
import { numberSigns } from './amount.ts';
import { plainText, wholeOf } from './read-amount.ts';

/** No rate and no percentage has more. */
const MOST_DECIMALS = 8;

const bareDecimal = (value: number): string =>
  new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: MOST_DECIMALS }).format(
    value,
  );

export const shownDecimal = (value: number, language?: string): string =>
  value.toLocaleString(language, { maximumFractionDigits: MOST_DECIMALS });

export const shownPercent = (value: number, language?: string): string =>
  `${shownDecimal(value, language)} %`;

/** As somebody would type it: with the decimal sign of their language, and nothing else. */
export const writtenDecimal = (value: number, language?: string): string =>
  bareDecimal(value).replace('.', numberSigns(language).decimal);

const BARE = /^\d{1,12}(?:\.\d{1,8})?$/;
const PART = /^\d{1,8}$/;

function asLanguage(text: string, language: string | undefined): number | null {
  const { decimal, group } = numberSigns(language);
  const [whole = '', part, ...more] = text.split(decimal);
  const digits = wholeOf(whole, group);
  if (digits === null || more.length > 0 || (part !== undefined && !PART.test(part))) return null;
  return Number(part === undefined ? digits : `${digits}.${part}`);
}

/** By the language's rule, and by that of files and copies: one number, none, or two. */
function readings(text: string, language: string | undefined): readonly number[] {
  const plain = plainText(text, '', numberSigns(language));
  const is_less = /^[-−]/.test(plain);
  const positive = is_less ? plain.slice(1).trim() : plain;
  const bare = BARE.test(positive) ? Number(positive) : null;
  const found = [asLanguage(positive, language), bare].filter((one) => one !== null);
  return [...new Set(found.map((one) => (is_less && one !== 0 ? -one : one)))];
}

/** Null if it is no number, or could be two: nothing is guessed. */
export function readDecimal(text: string, language?: string): number | null {
  const [first = null, second] = readings(text, language);
  return second === undefined ? first : null;
}

/** What is said below a field; null: it is a number. Of two that it could be, both are named. */
export function decimalProblem(text: string, wrong: string, language?: string): string | null {
  const [first, second] = readings(text, language);
  if (first === undefined) return wrong;
  if (second === undefined) return null;
  return LIST_PART_TEXTS.either_amount(
    writtenDecimal(first, language),
    writtenDecimal(second, language),
  );
}
