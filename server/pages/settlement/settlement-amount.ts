// Signed amounts on settlement documents: grouped for people, and plain for spreadsheets.
import { plainAmount, shownAmount } from '../parts/amount.ts';

const MINUS = '\u2212';

export function signedAmount(amount_cents: bigint, exponent: number): string {
  if (amount_cents >= 0n) return shownAmount(amount_cents, exponent, 'en');
  return MINUS + shownAmount(-amount_cents, exponent, 'en');
}

/** A number that programs read: `-12.50`. */
export function csvAmount(amount_cents: bigint, exponent: number): string {
  return amount_cents < 0n
    ? `-${plainAmount(-amount_cents, exponent)}`
    : plainAmount(amount_cents, exponent);
}
