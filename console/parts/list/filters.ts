// The filters of a list as data. Their values stand in the address and nowhere else.
import { shownAmount } from '../amount.ts';
import { shownPeriod } from './periods.ts';

export type Choice = { readonly value: string; readonly label: string };

type Common = {
  readonly name: string;
  readonly label: string;
  /** Its field is shown with the others only when somebody asks for more. */
  readonly is_rare?: true;
};

export type Filter = Common &
  (
    | { readonly kind: 'text'; readonly placeholder?: string }
    | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
    | { readonly kind: 'day' }
    /** A merchant, chosen by its name. */
    | { readonly kind: 'merchant' }
    /** Typed in units, in the address in minor units; the currency is that of the other filter. */
    | { readonly kind: 'amount' }
    /** A time from (`name`) and to (`until`). */
    | { readonly kind: 'period'; readonly until: string }
  );

export type Search = Readonly<Record<string, string>>;

const PAGE = 'cursor';

/** The names in the address that a filter sets. */
const namesOf = (filter: Filter): readonly string[] =>
  filter.kind === 'period' ? [filter.name, filter.until] : [filter.name];

/** The filters that are set, in the order of the list's own. */
export const setFilters = (filters: readonly Filter[], search: Search): readonly Filter[] =>
  filters.filter((filter) => namesOf(filter).some((name) => (search[name] ?? '') !== ''));

/** Any change of a filter leads to the first page. */
export function withFilter(search: Search, name: string, value: string): Search {
  const { [PAGE]: _page, [name]: _before, ...others } = search;
  return value === '' ? others : { ...others, [name]: value };
}

export function withoutFilters(filters: readonly Filter[], search: Search): Search {
  const names = new Set([PAGE, ...filters.flatMap(namesOf)]);
  return Object.fromEntries(Object.entries(search).filter(([name]) => !names.has(name)));
}

function shownCents(value: string, currency: string | undefined): string {
  const cents = Number(value);
  // Without a currency it is not known how many decimals are meant.
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency)) return value;
  return Number.isSafeInteger(cents) ? shownAmount(cents, currency) : value;
}

export function valueShown(filter: Filter, value: string, search: Search = {}): string {
  if (filter.kind === 'period') return shownPeriod(search[filter.name], search[filter.until]);
  if (filter.kind === 'amount') return shownCents(value, search.currency);
  if (filter.kind !== 'choice') return value;
  return filter.choices.find((choice) => choice.value === value)?.label ?? value;
}
