// Receiving accounts: which one a pay-in gets, and why none fits.

import { DAY_MS } from '../../lib/durations.ts';
import type { ServiceMode } from '../service/service-mode.ts';
import { paymentType } from '../values/payment-type.ts';

/**
 * The operator's own bank account or card. `number` is canonical; type, currency and number never
 * change.
 */
export type ReceivingAccount = {
  receiving_account_id: string;
  type: string;
  currency: string;
  name: string;
  number: string;
  bank_name: string | null;
  min_amount_cents: bigint | null;
  max_amount_cents: bigint | null;
  daily_count_limit: number | null;
  daily_amount_limit_cents: bigint | null;
  /** Minutes of the UTC day; null means always. If `from` > `to`, the range spans midnight. */
  active_from_minute: number | null;
  active_to_minute: number | null;
  weight: number;
  exclusive_only: boolean;
  enabled: boolean;
  /** An account of the sandbox's simulated bank. */
  simulated: boolean;
  created_at: number;
  /** When it got its present names; absent if they never changed. */
  renamed_at?: number;
  /** Names that it had before, oldest first; read only for events from before `renamed_at`. */
  earlier_names?: readonly EarlierNames[];
  /** Its number cannot be decrypted, and is empty. */
  is_damaged?: true;
};

/** What is wrong with a field that names none of them. */
export const UNKNOWN_ACCOUNT = 'is not a receiving account';

/** The names of an account until a moment. */
export type EarlierNames = Pick<ReceivingAccount, 'name' | 'bank_name'> & { renamed_at: number };

/** The names that the account had at a moment. */
export function namesAt(
  { name, bank_name, earlier_names = [] }: ReceivingAccount,
  at: number,
): Pick<ReceivingAccount, 'name' | 'bank_name'> {
  return earlier_names.find(({ renamed_at }) => at < renamed_at) ?? { name, bank_name };
}

/** The defaults of an account: no limits, always active. */
export const UNLIMITED_ACCOUNT = {
  min_amount_cents: null,
  max_amount_cents: null,
  daily_count_limit: null,
  daily_amount_limit_cents: null,
  active_from_minute: null,
  active_to_minute: null,
  weight: 1,
  exclusive_only: false,
  enabled: true,
} as const satisfies Partial<ReceivingAccount>;

/** Real money is never sent to a simulated account, and nobody can pay to an unknown number. */
export const mayBeLent = (account: ReceivingAccount, mode: ServiceMode): boolean =>
  account.is_damaged !== true && (mode === 'sandbox' || !account.simulated);

/** An account's use on a UTC day (`day` = epoch days). */
export type AccountDay = {
  receiving_account_id: string;
  day: number;
  count: number;
  amount_cents: bigint;
};

/** Why an account was passed over; counted per filter, so that operators see what is missing. */
export const MISS_REASONS = [
  'no_account',
  'disabled',
  'inactive_hours',
  'below_minimum',
  'above_maximum',
  'daily_count',
  'daily_amount',
  'amount_taken',
  'merchant_share',
] as const;
export type MissReason = (typeof MISS_REASONS)[number];

/**
 * A pay-in's claim on an account and amount. While exclusive, account and amount alone decide a
 * line.
 */
export type Reservation = {
  receiving_account_id: string;
  amount_cents: bigint;
  merchant_id: string;
  trade_id: string;
  reference: string;
  exclusive: boolean;
  /** When the exclusive amount may be given again; null while the pay-in is open. */
  free_at: number | null;
};

export type AccountChoice =
  | { account: ReceivingAccount; amount_cents: bigint; exclusive: boolean }
  | { missed: MissReason };

export function epochDay(at: number): number {
  return Math.floor(at / DAY_MS);
}

export function isWithinActiveHours(account: ReceivingAccount, now: number): boolean {
  const { active_from_minute: from, active_to_minute: to } = account;
  if (from === null || to === null || from === to) return true;
  const minute = Math.floor((now % DAY_MS) / 60_000);
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

export function hasDailyLimit(account: ReceivingAccount): boolean {
  return account.daily_count_limit !== null || account.daily_amount_limit_cents !== null;
}

const LISTS_LIMITED = new WeakMap<readonly ReceivingAccount[], boolean>();

/**
 * Whether one of them has a daily limit. Each list is looked through once: every batch asks about
 * the lists of the settings, and a thousand accounts are far apart in memory.
 */
export function hasDailyLimits(accounts: readonly ReceivingAccount[]): boolean {
  const known = LISTS_LIMITED.get(accounts);
  if (known !== undefined) return known;
  const is_limited = accounts.some(hasDailyLimit);
  LISTS_LIMITED.set(accounts, is_limited);
  return is_limited;
}

/** Its own maximum, else that of its rail: an operator may have agreed on a higher one. */
function mostOf({ max_amount_cents, type, currency }: ReceivingAccount): bigint | null {
  return max_amount_cents ?? paymentType(type)?.most_cents[currency] ?? null;
}

export function fitsAmount(account: ReceivingAccount, amount_cents: bigint): boolean {
  const { min_amount_cents: min } = account;
  const max = mostOf(account);
  return (min === null || amount_cents >= min) && (max === null || amount_cents <= max);
}

/** Enabled and active accounts, least used today first, relative to their weight. */
export function byUse(
  accounts: readonly ReceivingAccount[],
  now: number,
  dayFor: (receiving_account_id: string) => AccountDay,
): ReceivingAccount[] {
  return accounts
    .filter((account) => account.enabled && isWithinActiveHours(account, now))
    .map((account) => ({ account, use: useOf(account, dayFor) }))
    .sort((a, b) => a.use - b.use)
    .map(({ account }) => account);
}

/** An account's use today, relative to its weight. */
export function useOf(
  account: ReceivingAccount,
  dayFor: (receiving_account_id: string) => AccountDay,
): number {
  return dayFor(account.receiving_account_id).count / Math.max(account.weight, 1);
}

function missOf(
  account: ReceivingAccount,
  amount: bigint,
  now: number,
  day: AccountDay,
): MissReason | null {
  if (!account.enabled) return 'disabled';
  if (!isWithinActiveHours(account, now)) return 'inactive_hours';
  if (account.min_amount_cents !== null && amount < account.min_amount_cents)
    return 'below_minimum';
  const max = mostOf(account);
  if (max !== null && amount > max) return 'above_maximum';
  return missOfDay(account, amount, day);
}

/** Why a daily limit leaves no room for it, or null. */
export function missOfDay(
  account: ReceivingAccount,
  amount: bigint,
  day: AccountDay,
): MissReason | null {
  const { daily_count_limit: count, daily_amount_limit_cents: sum } = account;
  if (count !== null && day.count >= count) return 'daily_count';
  if (sum !== null && day.amount_cents + amount > sum) return 'daily_amount';
  return null;
}

/** The most minor units by which the payable amount may be shifted to make it exclusive. */
export const MAX_SHIFT_CENTS = 99n;

/**
 * Chooses an account: an exclusive amount first, then (if the merchant allows it) an amount shifted
 * by 1–99 minor units, otherwise a shared one. Among equals the least used today, by weight.
 */
export function chooseAccount(input: {
  accounts: readonly ReceivingAccount[];
  amount_cents: bigint;
  now: number;
  shift_allowed: boolean;
  dayFor: (receiving_account_id: string) => AccountDay;
  isTaken: (receiving_account_id: string, amount_cents: bigint) => boolean;
  /** One more would exceed the merchant's share of the account's day. */
  isBeyondPart: (account: ReceivingAccount, amount_cents: bigint) => boolean;
}): AccountChoice {
  const { accounts, amount_cents, now, dayFor, isTaken, isBeyondPart } = input;
  const misses: MissReason[] = [];
  const fits = (account: ReceivingAccount, amount: bigint) => {
    const day = dayFor(account.receiving_account_id);
    const miss =
      missOf(account, amount, now, day) ??
      (isBeyondPart(account, amount) ? 'merchant_share' : null);
    if (miss !== null) misses.push(miss);
    return miss === null;
  };
  const fitting = byUse(
    accounts.filter((account) => fits(account, amount_cents)),
    now,
    dayFor,
  );
  const free = fitting.find((account) => !isTaken(account.receiving_account_id, amount_cents));
  if (free !== undefined) return { account: free, amount_cents, exclusive: true };
  for (let shift = 1n; input.shift_allowed && shift <= MAX_SHIFT_CENTS; shift += 1n) {
    const amount = amount_cents + shift;
    const shifted = fitting.find(
      (account) => fits(account, amount) && !isTaken(account.receiving_account_id, amount),
    );
    if (shifted !== undefined) return { account: shifted, amount_cents: amount, exclusive: true };
  }
  const shared = fitting.find((account) => !account.exclusive_only);
  if (shared !== undefined) return { account: shared, amount_cents, exclusive: false };
  if (fitting.length > 0) return { missed: 'amount_taken' };
  return { missed: misses[0] ?? 'no_account' };
}
