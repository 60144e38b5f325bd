// UPI addresses (VPA): name@handle, case-insensitive.

import { maskMiddle } from './masking.ts';
import { SPACES, withoutSeparators } from './separators.ts';

const VPA = /^[A-Za-z0-9][A-Za-z0-9._-]{1,255}@[A-Za-z][A-Za-z0-9]{1,63}$/;

/** Lower case without spaces (dots and hyphens belong to the name), or null. */
export function normaliseUpi(input: string): string | null {
  const bare = withoutSeparators(input, SPACES);
  return VPA.test(bare) ? bare.toLowerCase() : null;
}

/**
 * The handle names a bank and stays readable; of the name, often a phone number, a third is shown.
 */
export function maskUpi(vpa: string): string {
  const at = vpa.lastIndexOf('@');
  const hidden = Math.ceil((at * 2) / 3);
  return maskMiddle(vpa.slice(0, at), { head: 2, tail: 2, hidden }) + vpa.slice(at);
}
