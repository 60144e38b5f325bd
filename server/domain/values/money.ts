// Money in whole minor units as bigint, and the rounding functions for fractions.

/** The largest amount of one trade; far below the limit of exact JSON numbers. */
export const MAX_AMOUNT_CENTS = 10n ** 12n;

/**
 * The largest movement on a bank account: operators move the money of many trades at once, and the
 * minor units of some currencies are worth very little.
 */
export const MAX_LINE_CENTS = 10n ** 15n;

/**
 * The highest balance of a merchant, or of a bank account: below 2^53, so that every JSON reader
 * gets it exactly, and more than real balances reach in nearly every currency.
 */
export const MAX_BALANCE_CENTS = 9n * 10n ** 15n;

/** Rounds towards minus infinity; bigint division alone truncates towards zero. */
export function floorDivide(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const rest = numerator % denominator;
  return rest !== 0n && rest < 0n !== denominator < 0n ? quotient - 1n : quotient;
}

/** Rounds towards plus infinity. */
export function ceilDivide(numerator: bigint, denominator: bigint): bigint {
  return -floorDivide(-numerator, denominator);
}

/** Rounds to the nearest integer, halves away from zero, so that a refund mirrors its payment. */
export function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n;
  const above = numerator < 0n ? -numerator : numerator;
  const below = denominator < 0n ? -denominator : denominator;
  const rounded = (2n * above + below) / (2n * below);
  return negative ? -rounded : rounded;
}

/**
 * Converts to a JSON integer. Beyond 2^53 its reader would get another amount, so that is a bug.
 */
export function toWireInteger(value: bigint): number {
  const number = Number(value);
  // If the conversion rounded, the result is not a safe integer.
  if (!Number.isSafeInteger(number)) {
    throw new Error(`integer is not exact as a JSON number: ${value}`);
  }
  return number;
}
