// Sums on the wire: integers with every digit, also where they are beyond 2^53.

/** A text of JSON that is sent as it stands (ECMAScript's JSON.rawJSON). */
export type RawJson = { readonly rawJSON: string };

declare global {
  interface JSON {
    rawJSON(text: string): RawJson;
  }
}

export type ExactInteger = number | RawJson;

/**
 * For sums over many amounts. What a number holds exactly is one; the rest would be rounded by it,
 * so it is written digit by digit.
 */
export function toExactInteger(value: bigint): ExactInteger {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : JSON.rawJSON(value.toString());
}

export const exactOrNull = (value: bigint | null): ExactInteger | null =>
  value === null ? null : toExactInteger(value);
