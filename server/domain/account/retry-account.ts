// When to retry a pay-in for which no receiving account was free: never, if only the operator or
// another amount can change that.
import {
  fitsAmount,
  isWithinActiveHours,
  type ReceivingAccount,
} from '../record/receiving-account.ts';

/** Until another pay-in frees its amount, or its part of the daily limit. */
const SOON_S = 60;
const DAY_S = 86_400;

function secondsUntil(minute_of_day: number, now: number): number {
  const second = Math.floor(now / 1_000) % DAY_S;
  return (minute_of_day * 60 - second + DAY_S) % DAY_S;
}

/** Null if waiting does not help. */
function waitFor(account: ReceivingAccount, amount_cents: bigint, now: number): number | null {
  const { daily_count_limit: count, daily_amount_limit_cents: sum } = account;
  const is_too_much = count === 0 || (sum !== null && amount_cents > sum);
  if (!account.enabled || !fitsAmount(account, amount_cents) || is_too_much) return null;
  if (isWithinActiveHours(account, now)) return SOON_S;
  return Math.max(1, secondsUntil(account.active_from_minute ?? 0, now));
}

/** Seconds until one of the accounts may take it; null if none will. */
export function retryAfter(
  accounts: readonly ReceivingAccount[],
  amount_cents: bigint,
  now: number,
): number | null {
  const waits = accounts
    .map((account) => waitFor(account, amount_cents, now))
    .filter((wait) => wait !== null);
  return waits.length === 0 ? null : Math.min(...waits);
}
