// Percents and exchange rates: their limits, and the exact arithmetic of fees and conversions.

import type { Decimal } from './decimal.ts';
import { compareDecimals, decimalFromNumber, fitsDecimal, parseDecimal, ZERO } from './decimal.ts';
import { ceilDivide, floorDivide, roundHalfUp } from './money.ts';

export type Rounding = 'floor' | 'ceil' | 'nearest';

export const PERCENT_MAX_DECIMALS = 4;
export const RATE_MAX_DECIMALS = 8;
/** A JSON number keeps 15 significant digits exactly; a rate with more could not be sent. */
const RATE_MAX_DIGITS = 15;

const HUNDRED: Decimal = { digits: 100n, scale: 0 };
const PERCENT_MAX_DIGITS = 3 + PERCENT_MAX_DECIMALS;

/** Accepts text (SQL numeric) or a JSON number: 0–100 with at most 4 decimals, otherwise null. */
export function parsePercent(input: string | number): Decimal | null {
  const value = read(input);
  if (value === null || !fitsDecimal(value, PERCENT_MAX_DECIMALS, PERCENT_MAX_DIGITS)) return null;
  const in_bounds = compareDecimals(value, ZERO) >= 0 && compareDecimals(value, HUNDRED) <= 0;
  return in_bounds ? value : null;
}

/**
 * Accepts text (SQL numeric) or a JSON number: above 0, ≤ 8 decimals, ≤ 15 digits, otherwise null.
 */
export function parseRate(input: string | number): Decimal | null {
  const value = read(input);
  if (value === null || !fitsDecimal(value, RATE_MAX_DECIMALS, RATE_MAX_DIGITS)) return null;
  return compareDecimals(value, ZERO) > 0 ? value : null;
}

/** The fee of an amount in the same minor units: round half up(amount × percent / 100). */
export function feeOf(amount_cents: bigint, percent: Decimal): bigint {
  return roundHalfUp(amount_cents * percent.digits, 100n * 10n ** BigInt(percent.scale));
}

/**
 * Converts minor units of the trade currency into those of the balance currency. The rate is the
 * number of units of the trade currency per one unit of the balance currency, so it divides.
 */
export function convert(
  amount: bigint,
  rate: Decimal,
  trade_exponent: number,
  balance_exponent: number,
  rounding: Rounding,
): bigint {
  if (rate.digits <= 0n) throw new Error('exchange rate must be above zero');
  const numerator = amount * 10n ** BigInt(rate.scale + balance_exponent);
  const denominator = rate.digits * 10n ** BigInt(trade_exponent);
  return DIVIDE[rounding](numerator, denominator);
}

const DIVIDE: Readonly<Record<Rounding, (numerator: bigint, denominator: bigint) => bigint>> = {
  floor: floorDivide,
  ceil: ceilDivide,
  nearest: roundHalfUp,
};

function read(input: string | number): Decimal | null {
  return typeof input === 'number' ? decimalFromNumber(input) : parseDecimal(input);
}
