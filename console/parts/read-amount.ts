// Amounts as people type them, in minor units.
import { exponentOf } from './amount.ts';

const FORM = /^(-?)(\d{1,15})(?:\.(\d{1,3}))?$/;

/** Null if it is no amount of this currency: nothing is rounded or guessed. */
export function readAmount(text: string, currency: string): number | null {
  const [, sign, whole = '', part = ''] = FORM.exec(text.trim().slice(0, 30)) ?? [];
  const exponent = exponentOf(currency);
  if (whole === '' || part.length > exponent) return null;
  const value = Number(`${sign}${whole}${part.padEnd(exponent, '0')}`);
  return Number.isSafeInteger(value) ? value : null;
}
