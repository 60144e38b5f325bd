// The days of an account that a file's statements are about.

import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import { dayStart } from '../../domain/values/day.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { DaysOfAccount } from '../../store/line/confirmations.ts';

type Part = {
  readonly account: ReceivingAccount;
  readonly first_day: string | null;
  readonly last_day: string | null;
  readonly balances: readonly { readonly day: string }[];
};

/** From the first to the last day of an account's statements; null if they have no day. */
export function daysOfParts(parts: readonly Part[]): DaysOfAccount | null {
  const all = parts.flatMap(({ first_day, last_day, balances }) => [
    first_day,
    last_day,
    ...balances.map(({ day }) => day),
  ]);
  const days = all.flatMap((day) => (day === null ? [] : (dayStart(day) ?? [])));
  const [first] = parts;
  if (first === undefined || days.length === 0) return null;
  const [from_at, last_at] = days.reduce(
    ([low, high], at) => [Math.min(low, at), Math.max(high, at)] as const,
    [Number.POSITIVE_INFINITY, 0] as readonly [number, number],
  );
  const { receiving_account_id } = first.account;
  return { receiving_account_id, from_at, to_at: last_at + DAY_MS };
}
