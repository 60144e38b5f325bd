// The filters of a list in its address: plain text, as a person would write it.

export const readSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

export function writeSearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** All that was given, as text. */
export const textsOf = (search: object): Record<string, string> =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));

/** The same list, with this one of its rows open. */
export const withOpen = (search: object, id: string): Record<string, string> => ({
  ...textsOf(search),
  open: id,
});
