// Parses JSON without losing digits of integers: sums of the operator API may exceed 2^53.

type RawJson = { readonly rawJSON: string };
type Revive = (key: string, value: unknown, context: { source: string }) => unknown;

/** In ECMAScript already, but not declared by TypeScript yet. */
declare global {
  interface JSON {
    parse(text: string, revive: Revive): unknown;
    rawJSON(text: string): RawJson;
  }
}

const INTEGER = /^-?\d+$/;

/** Integers that a JavaScript number would round become bigints. */
export function parseExact(text: string): unknown {
  return JSON.parse(text, (_, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && INTEGER.test(source)
      ? BigInt(source)
      : value,
  );
}

export function writeExact(value: unknown, indent = 2): string {
  const written = (_: string, part: unknown) =>
    typeof part === 'bigint' ? JSON.rawJSON(part.toString()) : part;
  return JSON.stringify(value, written, indent);
}
