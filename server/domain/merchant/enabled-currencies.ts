// The currencies of new orders: the operator's list, otherwise a default by mode.

import { mayBeLent, type ReceivingAccount } from '../record/receiving-account.ts';
import type { ServiceMode } from '../service/service-mode.ts';
import { CURRENCIES } from '../values/currency.ts';

/**
 * Without a list a sandbox accepts all currencies, and a live service those of its receiving
 * accounts: in any other currency, money could neither come in nor be paid out.
 */
export function enabledCurrencies(
  listed: readonly string[],
  mode: ServiceMode,
  accounts: readonly ReceivingAccount[],
): ReadonlySet<string> {
  if (listed.length > 0) return new Set(listed);
  if (mode === 'sandbox') return new Set(CURRENCIES);
  const usable = accounts.filter((account) => account.enabled && mayBeLent(account, mode));
  return new Set(usable.map(({ currency }) => currency));
}
