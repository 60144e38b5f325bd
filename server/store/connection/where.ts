// The conditions of a search whose filters are all optional. Only those that were given are in the
// statement, so that PostgreSQL plans it for them and uses their index.

/** A condition with `?` for its value; left out if the value is null or undefined. */
export type Condition = readonly [text: string, value: unknown];

export type Where = { text: string; values: readonly unknown[] };

export function whereOf(conditions: readonly Condition[]): Where {
  const given = conditions.filter(([, value]) => (value ?? null) !== null);
  const texts = given.map(([text], index) => text.replaceAll('?', `$${index + 1}`));
  return { text: ['true', ...texts].join(' and '), values: given.map(([, value]) => value) };
}
