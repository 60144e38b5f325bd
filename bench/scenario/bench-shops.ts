// The merchants and receiving accounts that the scenarios share.
import { makeAccounts } from '../harness/make-accounts.ts';
import { makeMerchants } from '../harness/make-merchants.ts';
import type { Shop } from '../harness/shop.ts';
import type { RequestMix } from '../load/load-plan.ts';
import type { Bench } from './scenario.ts';

const MANY = 1_000;

/** From 1.00 to 100,000.00: with a thousand accounts, most pay-ins get an exclusive amount. */
const PAYIN_AMOUNTS: RequestMix['amounts_cents'] = { from: 100, to: 10_000_000 };

/** Small, so that the funds of one merchant outlast every run. */
export const PAYOUT_AMOUNTS: RequestMix['amounts_cents'] = { from: 100, to: 100_000 };

/** The largest sum that one adjustment may add. */
export const FUNDS_CENTS = 1_000_000_000_000;

export type BenchShops = { readonly shops: readonly Shop[]; readonly accounts: readonly string[] };

/** Makes new merchants for a scenario; all scenarios share the accounts. */
export async function openBenchShops(
  bench: Bench,
  { funds_cents = 0, count = MANY } = {},
): Promise<BenchShops> {
  const accounts = await makeAccounts(bench.database_url, count);
  const shops = await makeMerchants(bench.database_url, { count, funds_cents });
  return { shops, accounts };
}

export function payins(shops: readonly Shop[]): RequestMix {
  return { shares: { payin: 1 }, shops, amounts_cents: PAYIN_AMOUNTS };
}

export function payouts(shops: readonly Shop[]): RequestMix {
  return { shares: { payout: 1 }, shops, amounts_cents: PAYOUT_AMOUNTS };
}
