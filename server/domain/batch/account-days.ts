// The daily counters in a batch: of receiving accounts, and of each merchant's part of them.

import type { AccountDay } from '../record/receiving-account.ts';
import type { Change } from './decision.ts';

/** By receiving account, or by merchantDayKey. */
export type AccountDays = Map<string, AccountDay>;

export const merchantDayKey = (merchant_id: string, receiving_account_id: string) =>
  `${merchant_id}/${receiving_account_id}`;

export function dayIn(
  days: AccountDays,
  key: string,
  of: Pick<AccountDay, 'receiving_account_id' | 'day'>,
): AccountDay {
  const { receiving_account_id, day } = of;
  const known = days.get(key);
  return known?.day === day ? known : { receiving_account_id, day, count: 0, amount_cents: 0n };
}

/** Adds a pay-in to the day of its account and to its merchant's part of it, or removes it. */
export function addUse(
  days: { account_days: AccountDays; merchant_days: AccountDays },
  change: Extract<Change, { kind: 'account_used' }>,
): void {
  const { merchant_id, receiving_account_id } = change;
  const add = (to: AccountDays, key: string): void => {
    const before = dayIn(to, key, change);
    const count = before.count + change.count;
    to.set(key, { ...before, count, amount_cents: before.amount_cents + change.amount_cents });
  };
  add(days.account_days, receiving_account_id);
  add(days.merchant_days, merchantDayKey(merchant_id, receiving_account_id));
}
