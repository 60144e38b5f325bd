// The names and values of a web address's query.

// The WHATWG standard, which Node and browsers have; modules here are checked without Node's types.
declare const URLSearchParams: new (text: string) => Iterable<[string, string]>;

/** Of a name that stands there twice the last value; an empty value is none. */
export function queryTexts(address: string): Readonly<Record<string, string>> {
  const at = address.indexOf('?');
  const pairs = at < 0 ? [] : [...new URLSearchParams(address.slice(at + 1))];
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}
