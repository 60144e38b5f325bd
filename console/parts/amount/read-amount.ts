// Amounts as people type them, in minor units, by the rule of their language: the signs that it
// writes between the figures, and nothing else. Besides, every language takes the bare value, with
// a point before all decimals of the currency, as copies, files and bank forms have it. A text
// that the two would read differently is refused, as is everything that has to be guessed.
import { LIST_PART_TEXTS } from '../../texts/parts.ts';
import { amountSigns, exponentOf, writtenAmount } from './amount.ts';

type Reading =
  | { readonly kind: 'amount'; readonly amount_cents: number }
  | { readonly kind: 'none' }
  /** Two amounts that it could be, the one of the language first. */
  | { readonly kind: 'two'; readonly either: readonly [number, number] };

const NONE: Reading = { kind: 'none' };
/** No amount is written with more. */
const LONGEST = 60;
/** What tells the direction of writing, and is seen by nobody. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const SPACE = ' ';
const SPACES = /\s+/g;
const APOSTROPHES = /[’ʼ]/g;
const WHOLE = /^\d{1,15}$/;
/** In threes, as most people write; or in twos before the last three, as India does. */
const IN_THREES = /^\d{1,3}(?: \d{3}){1,5}$/;
const IN_TWOS = /^\d{1,2}(?: \d{2}){0,6} \d{3}$/;

type Signs = ReturnType<typeof amountSigns>;

/** Its figures as 0 to 9, its spaces and apostrophes as one each, without the currency. */
export function plainText(text: string, currency: string, { digits }: Signs): string {
  const figures = text.replaceAll(DIRECTION_MARKS, '').replaceAll(/\p{Nd}/gu, (figure) => {
    const at = digits.indexOf(figure);
    return at === -1 ? figure : String(at);
  });
  const bare = currency === '' ? figures : figures.replace(currency, '');
  return bare.replaceAll(SPACES, SPACE).replaceAll(APOSTROPHES, "'").trim();
}

/** Without the signs between its groups; null if they do not stand between groups. */
export function wholeOf(text: string, group: string): string | null {
  if (WHOLE.test(text)) return text;
  const is_split = (sign: string) => sign !== '' && text.includes(sign);
  // Spaces are understood everywhere: no language has them before decimals.
  const sign = [group, SPACE].find(is_split);
  if (sign === undefined || (sign !== SPACE && text.includes(SPACE))) return null;
  const groups = text.replaceAll(sign, SPACE);
  return IN_THREES.test(groups) || IN_TWOS.test(groups) ? groups.replaceAll(SPACE, '') : null;
}

function minorOf(whole: string | null, part: string, exponent: number): number | null {
  if (whole === null || part.length > exponent) return null;
  const minor = Number(`${whole}${part.padEnd(exponent, '0')}`);
  return Number.isSafeInteger(minor) ? minor : null;
}

function asLanguage(text: string, exponent: number, { decimal, group }: Signs): number | null {
  const [whole = '', part, ...more] = text.split(decimal);
  if (more.length > 0 || (part !== undefined && !/^\d+$/.test(part))) return null;
  return minorOf(wholeOf(whole, group), part ?? '', exponent);
}

function asBareValue(text: string, exponent: number): number | null {
  const [, whole = null, part = ''] = /^(\d{1,15})\.(\d{1,4})$/.exec(text) ?? [];
  return part.length === exponent ? minorOf(whole, part, exponent) : null;
}

function readingOf(text: string, currency: string, language?: string): Reading {
  if (text.length > LONGEST) return NONE;
  const exponent = exponentOf(currency);
  const signs = amountSigns(currency, language);
  const plain = plainText(text, currency, signs);
  const is_less = /^[-−]/.test(plain);
  const positive = is_less ? plain.slice(1).trim() : plain;
  const signed = (minor: number) => (is_less && minor !== 0 ? -minor : minor);
  const own = asLanguage(positive, exponent, signs);
  const bare = asBareValue(positive, exponent);
  const either = own ?? bare;
  if (either === null) return NONE;
  if (own !== null && bare !== null && own !== bare) {
    return { kind: 'two', either: [signed(own), signed(bare)] };
  }
  return { kind: 'amount', amount_cents: signed(either) };
}

/** Null if it is no amount of this currency: nothing is rounded or guessed. */
export function readAmount(text: string, currency: string, language?: string): number | null {
  const reading = readingOf(text, currency, language);
  return reading.kind === 'amount' ? reading.amount_cents : null;
}

/** What is said below a field; null: it is an amount. Of two that it could be, both are named. */
export function amountProblem(
  text: string,
  currency: string,
  wrong: string,
  language?: string,
): string | null {
  const reading = readingOf(text, currency, language);
  if (reading.kind === 'amount') return null;
  if (reading.kind === 'none') return wrong;
  const [own, bare] = reading.either;
  return LIST_PART_TEXTS.either_amount(
    writtenAmount(own, currency, language),
    writtenAmount(bare, currency, language),
  );
}
