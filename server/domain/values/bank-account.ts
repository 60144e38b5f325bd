// Bank account numbers without a checkable scheme: 6–34 letters and digits.

import { SPACES, withoutSeparators } from './separators.ts';

/**
 * Upper case without separators, or null. A slash is not a separator: 123/0800 is account and bank.
 */
export function normaliseBankAccount(input: string): string | null {
  const bare = withoutSeparators(input, `${SPACES}-.`);
  return /^[A-Za-z0-9]{6,34}$/.test(bare) ? bare.toUpperCase() : null;
}
