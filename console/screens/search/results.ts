// What a search has found as one list of groups: each result has a place, a name and what matched.
import type { SearchResult } from '../../api/schema.gen.ts';
import { shownAmount } from '../../parts/amount/amount.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { SEARCH_TEXTS as texts } from '../../texts/search.ts';
import { DIRECTION_NAMES, STATE_NAMES } from '../../texts/trade-words.ts';

type Matched = SearchResult['trades'][number]['matched'];

export type Result = {
  readonly id: string;
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string>>;
  readonly name: string;
  /** Beside the name: state, amount, day. */
  readonly more: string;
  readonly matched: Matched;
};

export type ResultGroup = {
  readonly kind: keyof typeof texts.groups;
  readonly results: readonly Result[];
};

const joined = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' · ');

function trades({ trades: found }: SearchResult): Result[] {
  return found.map(({ matched, item }) => ({
    id: item.id,
    to: '/trades/$merchant_id/$id',
    params: { merchant_id: item.merchant_id, id: item.id },
    name: item.order_id,
    more: joined(
      DIRECTION_NAMES[item.direction],
      STATE_NAMES[item.state],
      shownAmount(item.amount_cents, item.amount_currency),
      item.utr,
    ),
    matched,
  }));
}

/** Those whose orders were found by the merchant's own name for them: each once. */
function customers({ trades: found }: SearchResult): Result[] {
  const named = found.filter(({ matched }) => matched.includes('client_id'));
  const by_key = new Map(
    named.map(({ item }) => [`${item.merchant_id} ${item.client_id}`, item] as const),
  );
  return [...by_key].map(([id, { merchant_id, client_id }]) => ({
    id,
    to: '/trades/customer',
    search: { merchant_id, client_id },
    name: client_id,
    more: texts.customer_more,
    matched: ['client_id'],
  }));
}

/** A line of a trade is on the trade's page; any other has its own. */
function lines({ lines: found }: SearchResult): Result[] {
  return found.map(({ matched, item }) => ({
    id: item.id,
    ...(item.merchant_id === null || item.trade_id === null
      ? { to: '/bank/lines/$id', params: { id: item.id } }
      : {
          to: '/trades/$merchant_id/$id',
          params: { merchant_id: item.merchant_id, id: item.trade_id },
        }),
    name: item.text ?? item.utr ?? item.id,
    more: joined(
      LIST_TEXTS.line_statuses[item.status],
      shownAmount(item.amount_cents, item.currency),
      item.counterparty_name,
      item.utr,
    ),
    matched,
  }));
}

function settlements({ settlements: found }: SearchResult): Result[] {
  return found.map(({ matched, item }) => ({
    id: item.id,
    to: '/settlements/$merchant_id/$id',
    params: { merchant_id: item.merchant_id, id: item.id },
    name: texts.settlement(item.number),
    more: joined(item.merchant_name, LIST_TEXTS.settlement_states[item.state]),
    matched,
  }));
}

const named = (found: SearchResult['merchants'], to: string): Result[] =>
  found.map(({ matched, item: { id, name } }) => ({
    ...{ id, to, name, more: '', matched },
    params: { id },
  }));

/** Only groups in which something was found, in the order of what people look for most. */
export function groupsOf(found: SearchResult): readonly ResultGroup[] {
  const groups: readonly ResultGroup[] = [
    { kind: 'customers', results: customers(found) },
    { kind: 'trades', results: trades(found) },
    { kind: 'lines', results: lines(found) },
    { kind: 'settlements', results: settlements(found) },
    { kind: 'merchants', results: named(found.merchants, '/merchants/$id') },
    { kind: 'receiving_accounts', results: named(found.receiving_accounts, '/accounts/$id') },
  ];
  return groups.filter(({ results }) => results.length > 0);
}

/** The one thing that has this id, or null: then it is opened at once. */
export function onlyById(groups: readonly ResultGroup[]): Result | null {
  const results = groups.flatMap((group) => group.results);
  const [only, another] = results.filter(({ matched }) => matched.includes('id'));
  return only !== undefined && another === undefined && results.length === 1 ? only : null;
}
