// What an entry moves on one of its accounts.
import type { Posting } from './ledger.ts';

/** The sum of its postings there, and their currency; null where it does not touch the account. */
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
