// The largest sum that a feed may bring: one number of digits for every account of its token, shown
// as an amount of each of their currencies.
import { shownAmount } from '../../parts/amount/amount.ts';

type Account = { readonly id: string; readonly currency: string };

/** Of the named accounts, in their order, each once. */
export function currenciesOf(known: readonly Account[], ids: readonly string[]): string[] {
  const found = ids.flatMap((id) => known.find((one) => one.id === id)?.currency ?? []);
  return [...new Set(found)];
}

export const sumsIn = (cents: number, currencies: readonly string[]): string =>
  currencies.map((currency) => shownAmount(cents, currency)).join(', ');
