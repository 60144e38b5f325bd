// Removes from a bank's message what is not a UTR: dates, amounts, phones, cards and accounts.
// Every part of a pattern is limited in length, so that no text takes long to scan.
import { isSchemeNumber } from './card-number.ts';
import { normaliseIban } from './iban.ts';
import { BREAK } from './utr-labels.ts';

const START = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';
const part = (pattern: string, flags = 'giu') => new RegExp(START + pattern + END, flags);

const MONTH = [
  'jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|mai|okt|dez|mär|janv|févr|avr|juin|juil',
  'août|déc|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|fev|out|янв|фев|мар|апр|мая|июн|июл|авг|сен',
  'окт|ноя|дек',
].join('|');
const MONEY = [
  'rs|inr|₹|रु|eur|euro?s?|€|usd|\\$|gbp|£|chf|pln|zł|sek|nok|dkk|kr|czk|huf|ron|bgn|rub|руб|₽|aed',
  'sar|brl|r\\$|mxn|try|₺|jpy|kwd',
].join('|');
const AMOUNT =
  "\\d{1,3}(?:[.,'’ \\u00a0\\u202f]\\d{2,3}){1,5}(?:[.,]\\d{1,3})?|\\d{1,9}(?:[.,]\\d{1,3})?";

const DATES = [
  '\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}(?:T[\\d:.]{1,16}(?:Z|[+-]\\d\\d:?\\d\\d)?)?',
  '\\d{1,2}[-/.]\\d{1,2}[-/.](?:\\d{4}|\\d{2})',
  `\\d{1,2}\\.?[-/ ]?(?:${MONTH})\\p{L}{0,10}\\.?[-/, ]{0,3}(?:\\d{4}|\\d{2})`,
  `(?:${MONTH})\\p{L}{0,10}\\.? \\d{1,2},? \\d{4}`,
];
const PHONE = '(?:1[89]00[ -]?\\d{2,4}[ -]?\\d{3,4}|(?:91[ -])?[6-9]\\d{4}[ -]\\d{5})';
const CARD = '\\d{4}([ -])\\d{4}\\1\\d{4}\\1\\d{4}';

const NOISE: readonly RegExp[] = [
  part('[a-z]{2}\\d{2} ?(?:[x*•]{4} ?){1,8}[x*•\\d]{0,6}'),
  part('\\d{0,6}[x*•]{2,16}[ -]?\\d{2,6}'),
  part('(?:[x*•]{4}[ -]){1,4}\\d{2,6}'),
  part('[x*]\\d{3,6}'),
  ...DATES.map((date) => part(date)),
  part('\\d{1,2}:\\d{2}(?::\\d{2})?'),
  new RegExp(`(?<!\\p{L})(?:${MONEY})[.:]?\\s{0,3}(?:${AMOUNT})(?:/-)?${END}`, 'giu'),
  new RegExp(`${START}(?:${AMOUNT})\\s{0,3}(?:${MONEY})(?!\\p{L})`, 'giu'),
  part("\\d{1,3}(?:[.,'’]\\d{2,3}){1,5}[.,]\\d{2}"),
  part('\\d{1,9}[.,]\\d{2}'),
  part(CARD),
  /(?<![\p{L}\p{N}])\+\d[\d ()-]{6,20}\d/gu,
  part(PHONE),
  // An IFSC: four letters, a zero, six more characters.
  part('[A-Z]{4}0[A-Z0-9]{6}', 'gu'),
];

const LINK = /(?:https?:\/\/|www\.)\S+/giu;
/** An address with an `@` is one run of letters and signs, however long. */
const RUN = /[\p{L}\p{N}._+@-]+/gu;

const withoutAddress = (run: string) => (run.indexOf('@') > 0 ? BREAK : run);

const IBAN = new RegExp(`${START}[A-Z]{2}\\d{2}(?: ?[A-Z0-9]{1,4}){3,8}${END}`, 'gu');

/** The longest prefix, cut at spaces, that is an IBAN; the rest stays. */
function withoutIban(found: string): string {
  const parts = found.split(' ');
  for (let count = parts.length; count > 0; count -= 1) {
    if (normaliseIban(parts.slice(0, count).join('')) === null) continue;
    return [BREAK, ...parts.slice(count)].join(' ');
  }
  return found;
}

/** Letters and digits only: equal for all spellings of one number. */
export const compact = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

const isWordLetter = (letter: string | undefined) =>
  letter !== undefined && /[\p{L}\p{N}]/u.test(letter);

/** The most signs allowed between two letters of a number. */
const MOST_BETWEEN = 2;

/** The end of a spelling of the number that begins here; null if none does. */
function endOfNumber(letters: readonly string[], from: number, number: string): number | null {
  let at = from;
  for (const wanted of number) {
    let between = 0;
    while (at > from && between < MOST_BETWEEN && at < letters.length) {
      if (isWordLetter(letters[at])) break;
      between += 1;
      at += 1;
    }
    if (letters[at]?.toUpperCase() !== wanted) return null;
    at += 1;
  }
  return isWordLetter(letters[at]) ? null : at;
}

/** The text without a number that we gave the payer, however it is spaced. */
function withoutOwn(text: string, number: string): string {
  const letters = [...text];
  let cleaned = '';
  let at = 0;
  while (at < letters.length) {
    const is_start = !isWordLetter(letters[at - 1]);
    const end = is_start ? endOfNumber(letters, at, number) : null;
    cleaned += end === null ? (letters[at] ?? '') : BREAK;
    at = end ?? at + 1;
  }
  return cleaned;
}

/** A reference as shown, in three groups of four. */
const GROUPS = part('(\\d{4})[ \\u00a0-](\\d{4})[ \\u00a0-](\\d{4})');

/** The text with a break in place of everything that is certainly not a UTR. */
export function withoutNoise(text: string, own_numbers: readonly string[]): string {
  const own = own_numbers.map(compact).filter((number) => number !== '');
  const others = own.reduce(withoutOwn, text.replace(IBAN, withoutIban));
  const readable = others.replace(LINK, BREAK).replace(RUN, withoutAddress);
  const cleaned = NOISE.reduce((rest, pattern) => rest.replace(pattern, BREAK), readable);
  return cleaned.replace(GROUPS, '$1$2$3');
}

export type OtherNumber = 'account_number' | 'amount_or_date';

const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'iu');
const WHOLE_DATES = DATES.map(whole);
const [WHOLE_PHONE, WHOLE_CARD] = [whole(PHONE), whole(CARD)];
const WHOLE_AMOUNT = whole("\\d{1,3}(?:[.,'’]\\d{2,3})+(?:[.,]\\d{2})?|\\d+[.,]\\d{2}");

/** What a text that is one number is, if it is certainly not a UTR. */
export function otherNumber(text: string): OtherNumber | null {
  const trimmed = text.trim();
  const is_date = WHOLE_DATES.some((date) => date.test(trimmed));
  if (is_date || WHOLE_AMOUNT.test(trimmed)) return 'amount_or_date';
  if (WHOLE_PHONE.test(trimmed) || WHOLE_CARD.test(trimmed)) return 'account_number';
  const bare = trimmed.replace(/[ \u00a0\u202f-]/g, '').toUpperCase();
  if (isSchemeNumber(bare)) return 'account_number';
  if (/^[A-Z]{2}\d{2}/.test(bare) && normaliseIban(bare) !== null) return 'account_number';
  return /^[A-Z]{4}0[A-Z0-9]{6}$/.test(bare) ? 'account_number' : null;
}
