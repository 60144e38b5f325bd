// UTR numbers: one canonical form for every comparison, and a class by their length.

import { paymentType } from './payment-type.ts';
import { withPlainCharacters } from './plain-characters.ts';
import { SPACES, withoutSeparators } from './separators.ts';

export type UtrClass = 'rrn12' | 'neft16' | 'rtgs22' | 'other';

/** Upper case without separators, 8–35 letters and digits; null for everything else. */
export function normaliseUtr(text: string): string | null {
  const bare = withoutSeparators(withPlainCharacters(text), `${SPACES}-/.`);
  // Checked for ASCII before upper-casing: ı and ſ would become I and S.
  return /^[A-Za-z0-9]{8,35}$/.test(bare) ? bare.toUpperCase() : null;
}

/** The problem of a normalised UTR for a payment type, or null. */
export function utrProblem(utr: string, type: string): string | null {
  if (paymentType(type)?.utr_rule !== 'rrn12') return null;
  return utrClass(utr) === 'rrn12'
    ? null
    : 'must be exactly 12 digits for this payment type, like 412345678901';
}

export function utrClass(utr: string): UtrClass {
  if (/^[0-9]{12}$/.test(utr)) return 'rrn12';
  if (/^[A-Z0-9]{16}$/.test(utr)) return 'neft16';
  if (/^[A-Z0-9]{22}$/.test(utr)) return 'rtgs22';
  return 'other';
}
