// The share of an entry that belongs to a part of its trade's amount: balanced per currency, and
// the whole entry for the whole amount.

import { ceilDivide, floorDivide, roundHalfUp } from '../values/money.ts';
import type { Posting } from './ledger.ts';

type Divide = (numerator: bigint, denominator: bigint) => bigint;

const kindOf = (account: string): string => account.split(':')[0] ?? account;

/**
 * Rounded in favour of the house, as the credit itself was: what is left of `rounding` never falls
 * below zero.
 */
const DIVIDE: Readonly<Record<string, Divide>> = { available: ceilDivide, fx: floorDivide };

function scaled({ account, amount_cents }: Posting, part: bigint, whole: bigint): bigint {
  const divide = DIVIDE[kindOf(account)] ?? roundHalfUp;
  return amount_cents < 0n
    ? -divide(-amount_cents * part, whole)
    : divide(amount_cents * part, whole);
}

/** The account of one currency that takes what the rounding of the others leaves. */
function restAccount(legs: readonly Posting[]): string {
  const has = (kind: string) => legs.some(({ account }) => kindOf(account) === kind);
  if (!has('clearing')) return 'rounding';
  return has('fx') ? 'fx' : 'available';
}

function shareInCurrency(legs: readonly Posting[], part: bigint, whole: bigint): Posting[] {
  const [first] = legs;
  if (first === undefined) return [];
  const account = restAccount(legs);
  const others = legs
    .filter((leg) => leg.account !== account)
    .map((leg) => ({ ...leg, amount_cents: scaled(leg, part, whole) }));
  const sum = others.reduce((total, leg) => total + leg.amount_cents, 0n);
  return [...others, { account, currency: first.currency, amount_cents: -sum }];
}

/**
 * `postings`: the credit of a pay-in with the amount `whole`. Shares for growing parts never shrink
 * on any balance, so that no later part gives money back.
 */
export function shareOf(postings: readonly Posting[], part: bigint, whole: bigint): Posting[] {
  const by_currency = Map.groupBy(postings, ({ currency }) => currency);
  return [...by_currency.values()].flatMap((legs) => shareInCurrency(legs, part, whole));
}
