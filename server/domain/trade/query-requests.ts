// What the lists and counts of trades may be asked for.

import { DAY_MS } from '../../lib/durations.ts';
import { CSV_SEPARATORS, type CsvForm, DECIMAL_MARKS } from '../../lib/table/table-csv.ts';
import { epochDay } from '../record/receiving-account.ts';
import { DIRECTIONS, STATE_REASONS, STATES } from '../record/trade.ts';
import { noteField } from '../request/common-fields.ts';
import {
  amountRange,
  checkAmounts,
  checkTimes,
  IN_CURRENCY,
  idFilter,
  keyFilter,
  momentFilter,
  OF_ONE_MERCHANT,
  OF_ONE_TYPE,
  timeRange,
  WITH_UTR,
  wordFilter,
} from '../request/filter-fields.ts';
import { momentField } from '../request/moment-fields.ts';
import {
  type Notes,
  optionalField,
  queryShape,
  type ReadOf,
  type ReadSoFar,
  refinedField,
  requestShape,
  withDefault,
} from '../request/request-shape.ts';
import { searchedKeyField, textField, uuidField } from '../request/text-fields.ts';
import { choiceField } from '../request/word-fields.ts';
import { LIMITS } from '../service/limits.ts';
import { metadataFilter } from './metadata.ts';
import { SERIES_DAYS_DEFAULT, SERIES_DAYS_MOST, SERIES_METRICS } from './trade-measures.ts';

/** By the moment of creation, in which ids are as well. */
export const TRADE_SORTS = ['newest', 'oldest'] as const;
export type TradeSort = (typeof TRADE_SORTS)[number];

/** Those that merchants have as well. */
const ORDER_FILTERS = {
  state: wordFilter(STATES),
  state_reason: wordFilter(STATE_REASONS),
  direction: wordFilter(DIRECTIONS),
  currency: IN_CURRENCY,
  type: OF_ONE_TYPE,
  order_id: keyFilter(LIMITS.order_id_max_length, 'The merchant’s own id of the order'),
  utr: WITH_UTR,
  client_id: keyFilter(LIMITS.client_id_max_length, 'Of one customer'),
  metadata: optionalField(
    metadataFilter('With these texts in the metadata: `metadata[cart]=A-17`, for up to three keys'),
  ),
};

const RANGES = {
  ...amountRange('With this amount'),
  ...timeRange('Created'),
  changed_from: momentFilter('Last changed at or after this time, or on or after this day in UTC'),
  changed_to: momentFilter('Last changed before this time, or before this day in UTC'),
  sort: wordFilter(TRADE_SORTS, 'By the moment of creation: `newest` first (default), or `oldest`'),
};

function checkRanges(read: ReadSoFar<typeof RANGES>, notes: Notes): void {
  checkAmounts(read, notes);
  checkTimes(read, notes);
}

/** By merchants: among their own. */
export const FIND_ORDERS = queryShape({ ...ORDER_FILTERS, ...RANGES }, checkRanges);

/** The list of operators, which its export has as well. */
export const FIND_TRADES = queryShape(
  {
    merchant_id: OF_ONE_MERCHANT,
    ...ORDER_FILTERS,
    receiving_account_id: idFilter('Pay-ins shown this receiving account'),
    ...RANGES,
    completed_from: momentFilter('Completed at or after this time, or on or after this day in UTC'),
    completed_to: momentFilter('Completed before this time, or before this day in UTC'),
    ended_from: momentFilter('First ended, however, at or after this time or day in UTC'),
    ended_to: momentFilter('First ended, however, before this time or day in UTC'),
  },
  checkRanges,
);

/** A merchant's own name for a customer, which is a person's: never in an address's path. */
export const SHOW_CUSTOMER = queryShape({
  merchant_id: uuidField('Whose customer'),
  client_id: searchedKeyField(
    LIMITS.client_id_max_length,
    'The merchant’s own name for the customer, as its orders have it',
  ),
});

export const COUNT_TRADES = queryShape({
  merchant_id: OF_ONE_MERCHANT,
  direction: wordFilter(DIRECTIONS),
  currency: IN_CURRENCY,
});

export const VERIFY_QUEUE = queryShape({
  merchant_id: OF_ONE_MERCHANT,
  receiving_account_id: idFilter('Shown this receiving account'),
  state_reason: wordFilter(STATE_REASONS, `Why it waits, one of: ${STATE_REASONS.join(', ')}`),
});

export const FIND_RECEIPTS = queryShape({
  merchant_id: OF_ONE_MERCHANT,
  trade_id: idFilter('Of one trade'),
});

export const FIND_PAID_NOTICES = queryShape({
  merchant_id: OF_ONE_MERCHANT,
  state: wordFilter(STATES, `Trades that are in this state now: one of ${STATES.join(', ')}`),
});

const METRICS_TEXT_MAX = 1_000;

const metrics = refinedField(
  textField(
    METRICS_TEXT_MAX,
    `A list with commas of: ${SERIES_METRICS.join(', ')}; by default all`,
    { examples: ['created,completed'] },
  ),
  (given, name, notes) => {
    const names = given.split(',').map((one) => one.trim());
    const isKnown = (one: string) => SERIES_METRICS.some((metric) => metric === one);
    if (names.every(isKnown)) return SERIES_METRICS.filter((metric) => names.includes(metric));
    const message = `must be a list, with commas, of: ${SERIES_METRICS.join(', ')}`;
    notes.wrong(name, 'unknown_value', message);
    return undefined;
  },
);

/** A day, as its number since 1970. */
const dayFilter = (description: string) =>
  optionalField(
    refinedField(momentField(description), (at, name, notes) => {
      if (at % DAY_MS !== 0) notes.wrong(name, 'format', 'must be a day like 2026-03-01');
      return epochDay(at);
    }),
  );

export const SHOW_SERIES = queryShape({
  merchant_id: OF_ONE_MERCHANT,
  direction: wordFilter(DIRECTIONS),
  currency: IN_CURRENCY,
  from: dayFilter(`The first day; by default ${SERIES_DAYS_DEFAULT} days before \`to\``),
  to: dayFilter(
    `The day after the last one, at most ${SERIES_DAYS_MOST} days later; by default tomorrow`,
  ),
  metrics: withDefault(metrics, SERIES_METRICS),
});

/** `from` is included, `to` is not, as in the lists; by default the last days up to today. */
export function seriesDays(
  { from, to }: Pick<ReadOf<typeof SHOW_SERIES>, 'from' | 'to'>,
  today: number,
  notes: Notes,
) {
  const end_day = to ?? today + 1;
  const first_day = from ?? end_day - SERIES_DAYS_DEFAULT;
  if (end_day <= first_day) notes.wrong('to', 'range', 'must be after from');
  if (end_day - first_day > SERIES_DAYS_MOST) {
    notes.wrong('to', 'range', `must be at most ${SERIES_DAYS_MOST} days after from`);
  }
  return { first_day, last_day: end_day - 1 };
}

export const REMOVE_RECEIPT = requestShape('RemoveReceipt', { reason: noteField() });

const SEPARATOR_NAMES = Object.keys(CSV_SEPARATORS) as CsvForm['separator'][];
const DECIMAL_NAMES = Object.keys(DECIMAL_MARKS) as CsvForm['decimal'][];

/** The separator of a CSV file's cells and the decimal mark of its numbers. */
export const CSV_FORM = queryShape({
  separator: withDefault(
    choiceField(SEPARATOR_NAMES, `One of: ${SEPARATOR_NAMES.join(', ')} (default: comma)`),
    'comma',
  ),
  decimal: withDefault(
    choiceField(
      DECIMAL_NAMES,
      `Decimal mark, one of: ${DECIMAL_NAMES.join(', ')} (default: point)`,
    ),
    'point',
  ),
});
