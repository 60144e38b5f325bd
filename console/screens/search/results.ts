// What a search has found as one list of groups: each result has a place, a name and what matched.
import type { LedgerAccount, ListedPerson, SearchResult } from '../../api/schema.gen.ts';
import { shownAmount } from '../../parts/amount/amount.ts';
import { accountWords } from '../../parts/names/account-words.ts';
import { orderName } from '../../parts/names/order-name.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { LEDGER_TEXTS } from '../../texts/ledger/ledger.ts';
import { ROLE_NAMES } from '../../texts/roles.ts';
import { SEARCH_TEXTS as texts } from '../../texts/search.ts';
import { DIRECTION_NAMES, STATE_NAMES } from '../../texts/trade-words.ts';
import type { Everything } from './find-all.ts';

type Reason = SearchResult['trades'][number]['matched'][number] | keyof typeof texts.names;

export type Result = {
  readonly id: string;
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string>>;
  readonly name: string;
  /** Beside the name: state, amount, day. */
  readonly more: string;
  /** As what the text was found. */
  readonly matched: readonly Reason[];
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
    name: orderName(item.order_id),
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

/** By which of their names somebody was found: the list looks for words in all of them. */
function people(found: readonly ListedPerson[], q: string): Result[] {
  const words = q.toLowerCase().split(/\s+/);
  const has = (name: string) => words.some((word) => name.toLowerCase().includes(word));
  return found.map(({ id, name, email, role }) => {
    const matched: Reason[] = [];
    if (has(name)) matched.push('person_name');
    if (has(email)) matched.push('person_email');
    if (matched.length === 0) matched.push('person_id');
    const more = joined(email, ROLE_NAMES[role]);
    return { id, to: '/people/$id', params: { id }, name, more, matched };
  });
}

/** Each leads to the entries that moved it. */
const ledgerAccounts = (found: readonly LedgerAccount[]): Result[] =>
  found.map((one) => ({
    id: `${one.book} ${one.account}`,
    to: '/ledger/entries',
    search: {
      account: one.account,
      ...(one.book === 'house' ? {} : { merchant_id: one.book }),
    },
    name: accountWords(one),
    more: one.book_name ?? LEDGER_TEXTS.house,
    matched: ['ledger_account'],
  }));

/** Only groups in which something was found, in the order of what people look for most. */
export function groupsOf(q: string, all: Everything): readonly ResultGroup[] {
  const { found } = all;
  const groups: readonly ResultGroup[] = [
    { kind: 'customers', results: customers(found) },
    { kind: 'trades', results: trades(found) },
    { kind: 'lines', results: lines(found) },
    { kind: 'settlements', results: settlements(found) },
    { kind: 'merchants', results: named(found.merchants, '/merchants/$id') },
    { kind: 'receiving_accounts', results: named(found.receiving_accounts, '/accounts/$id') },
    { kind: 'people', results: people(all.people, q) },
    { kind: 'ledger_accounts', results: ledgerAccounts(all.ledger_accounts) },
  ];
  return groups.filter(({ results }) => results.length > 0);
}

const REASONS: Readonly<Record<Reason, string>> = { ...texts.readings, ...texts.names };

/** Why a result was found, each reason once. */
export const reasonsOf = ({ matched }: Result): readonly string[] => [
  ...new Set(matched.map((reason) => REASONS[reason])),
];

/** The one thing that has this id, or null: then it is opened at once. */
export function onlyById(groups: readonly ResultGroup[]): Result | null {
  const [only, another] = groups.flatMap((group) => group.results);
  const is_by_id = only?.matched.some((reason) => reason === 'id' || reason === 'person_id');
  return only !== undefined && another === undefined && is_by_id === true ? only : null;
}
