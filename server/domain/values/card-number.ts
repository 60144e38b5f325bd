// Card numbers: 12–19 digits with a Luhn check digit.

import { groupBy, maskMiddle } from './masking.ts';
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
