// Sums on the wire: integers with every digit, even beyond 2^53.

/** Text that goes into the JSON unchanged (ECMAScript's JSON.rawJSON). */
export type RawJson = { readonly rawJSON: string };

declare global {
  interface JSON {
    rawJSON(text: string): RawJson;
  }
}

export type ExactInteger = number | RawJson;

/**
 * For sums of many amounts. A JavaScript number if it holds the sum exactly, otherwise the digits
 * as raw JSON, so that nothing is rounded.
 */
export function toExactInteger(value: bigint): ExactInteger {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : JSON.rawJSON(value.toString());
}

export const bigintOf = (value: ExactInteger): bigint =>
  BigInt(typeof value === 'number' ? value : value.rawJSON);

/** The sum, with every digit. */
export const addExact = (values: readonly ExactInteger[]): ExactInteger =>
  toExactInteger(values.reduce((sum, value) => sum + bigintOf(value), 0n));

export const exactOrNull = (value: bigint | null): ExactInteger | null =>
  value === null ? null : toExactInteger(value);
