// Card numbers: 12–19 digits with a Luhn check digit.

import { groupBy, maskMiddle } from './masking.ts';
import { withPlainCharacters } from './plain-characters.ts';
import { SPACES, withoutSeparators } from './separators.ts';

/** Bare digits, or null if it is not a card number. */
export function normaliseCardNumber(input: string): string | null {
  const digits = withoutSeparators(input, `${SPACES}-.`);
  return /^[0-9]{12,19}$/.test(digits) && passesLuhn(digits) ? digits : null;
}

/** As printed on the card: 4-6-5 for American Express, otherwise in fours. */
export function formatCardNumber(digits: string): string {
  const american_express = digits.length === 15 && /^3[47]/.test(digits);
  return american_express ? groupBy(digits, [4, 6, 5], 5) : groupBy(digits, [], 4);
}

/** First 6 and last 4; numbers under 15 digits show less, so that 5 digits are always hidden. */
export function maskCardNumber(digits: string): string {
  return maskMiddle(digits, { head: 6, tail: 4, hidden: 5 });
}

/** From the right, every second digit doubled (minus 9 past 9); the sum must divide by 10. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - index));
    const weighted = index % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

/** First digits used only by card schemes; for other 15 or 16 digits nobody can tell. */
const CARD_SCHEME = /^(?:4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|6\d{15}|3[47]\d{13})$/;

/** Bare digits that are certainly a card number. */
export const isSchemeNumber = (digits: string): boolean =>
  CARD_SCHEME.test(digits) && passesLuhn(digits);

/** Digits, in groups with one sign between each two; part by part, so that it scans text once. */
const GROUPED_DIGITS = /\d+(?:[ \u00a0\u202f.-]\d+)*/g;
const LONGEST = 16;

function beginsWithCard(groups: readonly string[], from: number): boolean {
  let digits = '';
  for (let at = from; at < groups.length && digits.length < LONGEST; at += 1) {
    digits += groups[at] ?? '';
    if (isSchemeNumber(digits)) return true;
  }
  return false;
}

/** Whether a text has a card number in it, however its digits are spaced or written. */
export function holdsCardNumber(text: string): boolean {
  const found = withPlainCharacters(text).match(GROUPED_DIGITS) ?? [];
  return found.some((run) => {
    const groups = run.split(/\D/);
    return groups.some((_, from) => beginsWithCard(groups, from));
  });
}
