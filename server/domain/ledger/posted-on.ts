// What an entry moves on one account.
import type { Posting } from './ledger.ts';

/** The sum and currency of the postings to this account; null if there are none. */
export function postedOn(
  postings: readonly Posting[],
  account: string,
): { currency: string; amount_cents: bigint } | null {
  const legs = postings.filter((leg) => leg.account === account);
  const [first] = legs;
  if (first === undefined) return null;
  if (legs.some((leg) => leg.currency !== first.currency)) {
    throw new Error(`An entry moves ${account} in two currencies`);
  }
  return {
    currency: first.currency,
    amount_cents: legs.reduce((sum, leg) => sum + leg.amount_cents, 0n),
  };
}
