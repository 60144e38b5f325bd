// The filters of a list as data. Their values stand in the address and nowhere else.
import { exponentOf, shownAmount, writtenAmount } from '../amount/amount.ts';
import { shownPeriod } from './periods.ts';

export type Choice = { readonly value: string; readonly label: string };

type Common = {
  readonly name: string;
  readonly label: string;
  /** Its field is shown with the others only when somebody asks for more. */
  readonly is_rare?: true;
  /** Only links of other screens set it: it has a chip, and no field. */
  readonly is_by_link?: true;
};

export type AmountFilter = Common & {
  /** Typed as people write amounts, in the address in minor units. */
  readonly kind: 'amount';
  /** Null: not known yet how many decimals are meant; `missing` says what to choose first. */
  readonly currency: string | null;
  readonly missing: string;
  /** The list has amounts of this currency only: otherwise no amount of a filter is of one. */
  readonly is_sole: boolean;
};

export type Filter =
  | (Common &
      (
        | { readonly kind: 'text'; readonly example?: string }
        | {
            readonly kind: 'choice';
            readonly choices: readonly Choice[];
            /** What holds if nothing is chosen, if that is not "Any". */
            readonly unset?: string;
          }
        | { readonly kind: 'day' }
        /** Chosen by its name. */
        | { readonly kind: 'merchant' | 'account' | 'person' | 'ledger_account' | 'currency' }
        /** A time from (`name`) and to (`until`). */
        | { readonly kind: 'period'; readonly until: string }
      ))
  | AmountFilter;

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

/** Amounts of several currencies can be typed as long as they have the same decimals. */
export function currencyOfAmounts(
  chosen: string | undefined,
  known: readonly string[],
): Pick<AmountFilter, 'currency' | 'is_sole'> {
  if (chosen !== undefined && chosen !== '') return { currency: chosen, is_sole: true };
  const [first] = known;
  const is_one = first !== undefined && new Set(known.map(exponentOf)).size === 1;
  return { currency: is_one ? first : null, is_sole: is_one && new Set(known).size === 1 };
}

const CENTS = /^-?\d{1,15}$/;

/** In minor units, as an address has them, as somebody would type it. */
export const typedAmount = (value: string, currency: string | null): string =>
  currency !== null && CENTS.test(value) ? writtenAmount(Number(value), currency) : value;

export function valueShown(filter: Filter, value: string, search: Search = {}): string {
  if (filter.kind === 'period') return shownPeriod(search[filter.name], search[filter.until]);
  if (filter.kind === 'amount') {
    const { currency, is_sole } = filter;
    if (currency === null || !is_sole || !CENTS.test(value)) return typedAmount(value, currency);
    return shownAmount(Number(value), currency);
  }
  if (filter.kind !== 'choice') return value;
  return filter.choices.find((choice) => choice.value === value)?.label ?? value;
}
