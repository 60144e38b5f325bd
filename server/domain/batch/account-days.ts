// The counters of a batch's day: of receiving accounts, and of what each merchant has of them.

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

/** Adds what a pay-in takes, or gives back, to the account's day and to the merchant's part. */
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
