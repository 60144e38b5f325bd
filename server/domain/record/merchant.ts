// A merchant's settings that the rules read: tariffs, policies and customer limits, with their
// defaults.

import { MINUTE_MS } from '../../lib/durations.ts';
import { LIMITS } from '../service/limits.ts';
import type { Decimal } from '../values/decimal.ts';
import type { Direction } from './trade.ts';

export const AMOUNT_POLICIES = ['exact', 'accept_actual', 'tolerance'] as const;
export type AmountPolicy = (typeof AMOUNT_POLICIES)[number];

/**
 * Customer limits are off (null or false) by default; sums are in minor units of each trade's
 * currency.
 */
export type MerchantSettings = {
  payin_life_minutes: number;
  /** The payment page assigns the receiving account, not the create call. */
  deferred_assignment: boolean;
  amount_policy: AmountPolicy;
  /**
   * With policy `tolerance`: the largest difference for which the received amount completes the
   * pay-in.
   */
  tolerance_cents: number;
  /** Allows the payable amount to be shifted by 1–99 minor units if the amount is taken. */
  amount_shift: boolean;
  /**
   * Most open pay-ins; null: the common cap of merchants that share accounts (merchant-caps.ts).
   */
  max_open_payins: number | null;
  /** Largest share of an account's daily limits, in percent; null: the common cap. */
  max_account_day_percent: number | null;
  client_max_open_payins: number | null;
  client_unique_amounts: boolean;
  client_max_count_per_hour: number | null;
  client_max_count_per_day: number | null;
  client_max_sum_cents_per_hour: number | null;
  client_max_sum_cents_per_day: number | null;
  /** Days for which a pay-in's credit is blocked; 0 means none. */
  settlement_delay_days: number;
  /** Percent of a pay-in's credit that is blocked for `reserve_days`; 0 means none. */
  reserve_percent: number;
  reserve_days: number;
};

export const DEFAULT_SETTINGS: MerchantSettings = {
  payin_life_minutes: LIMITS.payin_life_default_ms / MINUTE_MS,
  deferred_assignment: false,
  amount_policy: 'exact',
  tolerance_cents: 0,
  amount_shift: false,
  max_open_payins: null,
  max_account_day_percent: null,
  client_max_open_payins: null,
  client_unique_amounts: false,
  client_max_count_per_hour: null,
  client_max_count_per_day: null,
  client_max_sum_cents_per_hour: null,
  client_max_sum_cents_per_day: null,
  settlement_delay_days: 0,
  reserve_percent: 0,
  reserve_days: 0,
};

export type Merchant = {
  merchant_id: string;
  name: string;
  balance_currency: string;
  settings: MerchantSettings;
  /** Created by the service for the operator: money is returned to its senders by its pay-outs. */
  is_house: boolean;
  created_at: number;
};

/** One row of a merchant's tariff; null means "any". The most specific row applies. */
export type Tariff = {
  direction: Direction;
  type: string | null;
  currency: string | null;
  percent: Decimal;
};

export function hasClientLimits(settings: MerchantSettings): boolean {
  return (
    settings.client_unique_amounts ||
    settings.client_max_open_payins !== null ||
    settings.client_max_count_per_hour !== null ||
    settings.client_max_count_per_day !== null ||
    settings.client_max_sum_cents_per_hour !== null ||
    settings.client_max_sum_cents_per_day !== null
  );
}

/** Units of the trade currency per one unit of the balance currency. */
export type Rate = {
  trade_currency: string;
  balance_currency: string;
  rate: Decimal;
  source: string;
  at: number;
};
