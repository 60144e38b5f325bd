// Money in whole minor units as bigint, and the few roundings that turn fractions into it.

/** The largest amount of one trade; far inside of what a JSON number holds exactly. */
export const MAX_AMOUNT_CENTS = 10n ** 12n;

/**
 * The most that a merchant's balance may come to: inside 2^53, so that every reader of JSON has it
 * exactly, and in hardly any currency anybody's money.
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

/** Rounds to the nearest integer, a half away from zero, so that a refund mirrors its payment. */
export function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n;
  const above = numerator < 0n ? -numerator : numerator;
  const below = denominator < 0n ? -denominator : denominator;
  const rounded = (2n * above + below) / (2n * below);
  return negative ? -rounded : rounded;
}

/** A JSON integer; past 2^53 its reader would get another amount, so that is a bug here. */
export function toWireInteger(value: bigint): number {
  const number = Number(value);
  // Whatever is rounded on the way lands past the safe integers.
  if (!Number.isSafeInteger(number)) {
    throw new Error(`integer is not exact as a JSON number: ${value}`);
  }
  return number;
}
