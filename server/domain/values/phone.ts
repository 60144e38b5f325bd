// Phone numbers in E.164: a plus sign, the country code, at most 15 digits.

import { maskMiddle } from './masking.ts';
import { SPACES, withoutSeparators } from './separators.ts';

export const PHONE_RULE =
  'must be + and the country code, then the number, 7 to 15 digits in all, like +919876543210';

/** `+` and digits, or null. The plus is required: without it the country would be a guess. */
export function normalisePhone(input: string): string | null {
  // In "+44 (0)20 …" the zero is not dialled; removing only the brackets would make it part of the
  // number.
  if (input.includes('(0)')) return null;
  const bare = withoutSeparators(input, `${SPACES}-.()`);
  return /^\+[1-9][0-9]{6,14}$/.test(bare) ? bare : null;
}

export function maskPhone(phone: string): string {
  const digits = phone.slice(1);
  return `+${maskMiddle(digits, { head: 2, tail: 3, hidden: Math.ceil(digits.length / 2) })}`;
}
