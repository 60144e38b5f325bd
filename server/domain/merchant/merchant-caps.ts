// A merchant's share of common resources: open pay-ins, and the daily limits of accounts.
import type { Merchant, MerchantSettings } from '../record/merchant.ts';
import {
  type AccountDay,
  hasDailyLimit,
  hasDailyLimits,
  type ReceivingAccount,
} from '../record/receiving-account.ts';
import { type Refusal, refuse } from '../service/refusal.ts';

/** The caps of a merchant without settings of its own, if others use the same accounts. */
export const SHARED_CAPS = { open_payins: 10_000, account_day_percent: 50 } as const;

const WHOLE_PERCENT = 100;

export type MerchantCaps = {
  /** Null: no cap. */
  open_payins: number | null;
  account_day_percent: number;
};

/** The merchant may only use a part of an account's day. */
const hasPart = ({ account_day_percent }: MerchantCaps): boolean =>
  account_day_percent < WHOLE_PERCENT;

/** A merchant with accounts of its own has only the caps that were set for it. */
export function capsOf(settings: MerchantSettings, is_shared: boolean): MerchantCaps {
  const otherwise = is_shared
    ? SHARED_CAPS
    : { open_payins: null, account_day_percent: WHOLE_PERCENT };
  return {
    open_payins: settings.max_open_payins ?? otherwise.open_payins,
    account_day_percent: settings.max_account_day_percent ?? otherwise.account_day_percent,
  };
}

/** The merchants among these whose number of open pay-ins is capped. */
export function cappedMerchants(merchants: readonly Merchant[], is_shared: boolean): string[] {
  const capped = merchants.filter(
    ({ settings }) => capsOf(settings, is_shared).open_payins !== null,
  );
  return [...new Set(capped.map((merchant) => merchant.merchant_id))];
}

type Choosing = { merchant: Merchant; accounts: readonly ReceivingAccount[] };

/** Merchants that may use only a part of an account's day, with those accounts. */
export function cappedDays(choices: readonly Choosing[], is_shared: boolean) {
  const capped = choices.filter(({ merchant }) => hasPart(capsOf(merchant.settings, is_shared)));
  const lists = [...new Set(capped.map((choice) => choice.accounts))];
  const accounts = lists.filter(hasDailyLimits).flat().filter(hasDailyLimit);
  const merchants = capped.map(({ merchant }) => merchant.merchant_id);
  return {
    merchants: accounts.length === 0 ? [] : [...new Set(merchants)],
    accounts: [...new Set(accounts.map((account) => account.receiving_account_id))],
  };
}

/** `open`: the merchant's present number. */
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

/**
 * True if another pay-in would exceed the merchant's part of the account's day; the first never
 * does.
 */
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
