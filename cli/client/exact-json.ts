// JSON with every digit of its integers: sums of the operator API may be beyond 2^53.

type RawJson = { readonly rawJSON: string };
type Revive = (key: string, value: unknown, context: { source: string }) => unknown;

/** What ECMAScript has and TypeScript does not declare yet. */
declare global {
  interface JSON {
    parse(text: string, revive: Revive): unknown;
    rawJSON(text: string): RawJson;
  }
}

const INTEGER = /^-?\d+$/;

/** Integers that a number would round are bigints. */
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
