// The filters of a list as data. Their values stand in the address and nowhere else.

export type Choice = { readonly value: string; readonly label: string };

type Common = { readonly name: string; readonly label: string };

export type Filter = Common &
  (
    | { readonly kind: 'text'; readonly placeholder?: string }
    | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
    | { readonly kind: 'day' }
  );

export type Search = Readonly<Record<string, string>>;

const PAGE = 'cursor';

/** The filters that are set, in the order of the list's own. */
export const setFilters = (filters: readonly Filter[], search: Search): readonly Filter[] =>
  filters.filter(({ name }) => (search[name] ?? '') !== '');

/** Any change of a filter leads to the first page. */
export function withFilter(search: Search, name: string, value: string): Search {
  const { [PAGE]: _page, [name]: _before, ...others } = search;
  return value === '' ? others : { ...others, [name]: value };
}

export function withoutFilters(filters: readonly Filter[], search: Search): Search {
  const names = new Set([PAGE, ...filters.map(({ name }) => name)]);
  return Object.fromEntries(Object.entries(search).filter(([name]) => !names.has(name)));
}

export function valueShown(filter: Filter, value: string): string {
  if (filter.kind !== 'choice') return value;
  return filter.choices.find((choice) => choice.value === value)?.label ?? value;
}
