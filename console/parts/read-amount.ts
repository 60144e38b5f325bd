// Amounts as people write them, with or without the separators of thousands, in minor units.
import { exponentOf } from './amount.ts';

/** `1499`, `1,499.00`, `1,49,999.50`: a comma stands before three digits, or two in the middle. */
const FORM = /^([-−]?)(\d{1,15}|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d{1,4}))?$/;

/** As the console itself writes them, an amount may have its currency beside it. */
function bareText(text: string, currency: string): string {
  const bare = text.slice(0, 40).replaceAll(/[\s\u00a0\u202f]/g, '');
  return currency === '' ? bare : bare.replace(currency, '');
}

/** Null if it is no amount of this currency: nothing is rounded or guessed. */
export function readAmount(text: string, currency: string): number | null {
  const [, sign = '', whole = '', part = ''] = FORM.exec(bareText(text, currency)) ?? [];
  const exponent = exponentOf(currency);
  if (whole === '' || part.length > exponent) return null;
  const minor = Number(`${whole.replaceAll(',', '')}${part.padEnd(exponent, '0')}`);
  if (!Number.isSafeInteger(minor)) return null;
  return sign === '' || minor === 0 ? minor : -minor;
}
