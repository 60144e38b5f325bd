// The filters of the list of trades, and what they mean for its tabs and its export.
import type { Answer } from '../../api/client.ts';
import { choicesOf } from '../../parts/list/choices.ts';
import { currencyOfAmounts, type Filter, type Search } from '../../parts/list/filters.ts';
import { LIST_PART_TEXTS } from '../../texts/parts.ts';
import {
  DIRECTION_NAMES as directions,
  STATE_NAMES,
  TRADE_COLUMN_TEXTS as trades,
} from '../../texts/trade-words.ts';
import { TRADE_SCREEN_TEXTS as texts } from '../../texts/trades/trades.ts';

const AMOUNT = { kind: 'amount', missing: LIST_PART_TEXTS.choose_currency } as const;

type Decimals = ReturnType<typeof currencyOfAmounts>;

const filtersIn = (decimals: Decimals): readonly Filter[] => [
  { kind: 'merchant', name: 'merchant_id', label: texts.merchant },
  { kind: 'choice', name: 'direction', label: trades.direction, choices: choicesOf(directions) },
  { kind: 'choice', name: 'currency', label: texts.currency, choices: [] },
  { ...AMOUNT, ...decimals, name: 'amount_min_cents', label: texts.amount_min },
  { ...AMOUNT, ...decimals, name: 'amount_max_cents', label: texts.amount_max },
  { kind: 'period', name: 'from', until: 'to', label: texts.created },
  {
    kind: 'period',
    name: 'changed_from',
    is_rare: true,
    until: 'changed_to',
    label: texts.changed,
  },
  {
    kind: 'period',
    name: 'completed_from',
    is_rare: true,
    until: 'completed_to',
    label: texts.completed,
  },
  { kind: 'period', name: 'ended_from', is_rare: true, until: 'ended_to', label: texts.ended },
  { kind: 'text', name: 'order_id', label: trades.order },
  { kind: 'text', name: 'utr', label: trades.utr },
  { kind: 'text', name: 'client_id', is_rare: true, label: trades.client },
  {
    kind: 'text',
    name: 'metadata',
    is_rare: true,
    label: texts.metadata,
    example: texts.metadata_example,
  },
  {
    kind: 'choice',
    name: 'type',
    is_rare: true,
    label: texts.type,
    choices: ['upi', 'card', 'account', 'iban', 'phone'].map((value) => ({ value, label: value })),
  },
  {
    kind: 'choice',
    name: 'state_reason',
    is_rare: true,
    label: texts.reason,
    choices: choicesOf(texts.reasons_of_states),
  },
  { kind: 'account', name: 'receiving_account_id', is_rare: true, label: texts.account },
  { kind: 'day', name: 'day', is_by_link: true, label: trades.day },
  { ...AMOUNT, ...decimals, name: 'amount_cents', is_by_link: true, label: trades.amount },
];

/** What people of a merchant do not see. */
const OF_OPERATORS = ['merchant_id', 'receiving_account_id'];

/** The currencies in which there are trades, and the one that the address names. */
export function currenciesOf(counts: Answer<'countTrades'> | undefined, search: Search) {
  const known = counts?.data.flatMap(({ parts }) => parts.map(({ currency }) => currency)) ?? [];
  return [...new Set([...known, ...(search.currency === undefined ? [] : [search.currency])])]
    .toSorted()
    .map((code) => ({ value: code, label: code }));
}

/** The people of a merchant see nothing of another one. */
export function filtersOf(
  merchant_id: string | null,
  search: Search,
  currencies: ReturnType<typeof currenciesOf>,
): readonly Filter[] {
  const decimals = currencyOfAmounts(
    search.currency,
    currencies.map(({ value }) => value),
  );
  const shown = filtersIn(decimals).filter(
    ({ name }) => merchant_id === null || !OF_OPERATORS.includes(name),
  );
  return shown.map((filter) =>
    filter.kind === 'choice' && filter.name === 'currency'
      ? { ...filter, choices: currencies }
      : filter,
  );
}

const COUNTED = ['merchant_id', 'direction', 'currency'];
const NO_FILTER = ['state', 'sort', 'cursor'];

/** What the counters can tell; null if another filter is set: they would count too much. */
export function countedBy(search: Search): Search | null {
  const given = Object.entries(search).filter(
    ([name, value]) => value !== '' && !NO_FILTER.includes(name),
  );
  return given.every(([name]) => COUNTED.includes(name)) ? Object.fromEntries(given) : null;
}

const SHOWN = new Intl.NumberFormat();
const SHORT = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const LONG = 100_000;

const shownCount = (count: number): string =>
  count < LONG ? SHOWN.format(count) : SHORT.format(count);

/** Each tab with its number of trades, if it is known. */
export function tabsWith(counts: Answer<'countTrades'> | undefined) {
  const known = new Map(counts?.data.map(({ state, count }) => [String(state), count]));
  const all = counts?.data.reduce((sum, { count }) => sum + count, 0);
  const tab = (value: string, label: string, count: number | undefined) => ({
    value,
    label,
    ...(count === undefined ? {} : { count: shownCount(count) }),
  });
  return [
    tab('', trades.all, all),
    ...Object.entries(STATE_NAMES).map(([state, label]) => tab(state, label, known.get(state))),
  ];
}
