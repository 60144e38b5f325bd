// How much of what merchants share one of them may take: open pay-ins, and an account's day.
import type { Merchant, MerchantSettings } from '../record/merchant.ts';
import type { AccountDay, ReceivingAccount } from '../record/receiving-account.ts';
import { type Refusal, refuse } from '../service/refusal.ts';

/** What holds for a merchant without settings of its own, if others use the same accounts. */
export const SHARED_CAPS = { open_payins: 10_000, account_day_percent: 50 } as const;

const WHOLE_PERCENT = 100;

export type MerchantCaps = {
  /** Null: no bound. */
  open_payins: number | null;
  account_day_percent: number;
};

/** Only a part of an account's day is the merchant's. */
export const hasPart = ({ account_day_percent }: MerchantCaps): boolean =>
  account_day_percent < WHOLE_PERCENT;

/** A merchant that has the accounts to itself is bound by what was set for it alone. */
export function capsOf(settings: MerchantSettings, is_shared: boolean): MerchantCaps {
  const otherwise = is_shared
    ? SHARED_CAPS
    : { open_payins: null, account_day_percent: WHOLE_PERCENT };
  return {
    open_payins: settings.max_open_payins ?? otherwise.open_payins,
    account_day_percent: settings.max_account_day_percent ?? otherwise.account_day_percent,
  };
}

/** `open`: how many the merchant has now. */
export function openPayinsBroken(
  { settings }: Merchant,
  is_shared: boolean,
  open: number,
): Refusal | null {
  const { open_payins } = capsOf(settings, is_shared);
  if (open_payins === null || open < open_payins) return null;
  const detail = `You have ${open} open pay-ins; ${open_payins} are allowed at a time.`;
  return refuse('merchant_limit', detail, { extra: { limit: open_payins } });
}

/** True if one more would pass the merchant's part of the account's day; its first never does. */
export function isBeyondPart(
  account: ReceivingAccount,
  caps: MerchantCaps,
  used: Pick<AccountDay, 'count' | 'amount_cents'>,
  amount_cents: bigint,
): boolean {
  if (!hasPart(caps) || used.count <= 0) return false;
  const percent = caps.account_day_percent;
  const { daily_count_limit: count, daily_amount_limit_cents: sum } = account;
  if (count !== null && (used.count + 1) * WHOLE_PERCENT > count * percent) return true;
  const used_percents = (used.amount_cents + amount_cents) * BigInt(WHOLE_PERCENT);
  return sum !== null && used_percents > sum * BigInt(percent);
}
