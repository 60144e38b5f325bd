// What a scheduled report keeps of a saved view of trades: the filters that mean the same each day.
import type { FIND_TRADES } from '../trade/query-requests.ts';

/** False: it is of moments that a later report would never come to. */
const IS_KEPT: Readonly<Record<keyof (typeof FIND_TRADES)['fields'], boolean>> = {
  merchant_id: true,
  state: true,
  state_reason: true,
  direction: true,
  currency: true,
  type: true,
  order_id: true,
  utr: true,
  client_id: true,
  metadata: true,
  receiving_account_id: true,
  amount_cents: true,
  amount_min_cents: true,
  amount_max_cents: true,
  sort: true,
  // Days are those of the report.
  from: false,
  to: false,
  day: false,
  changed_from: false,
  changed_to: false,
  completed_from: false,
  completed_to: false,
  ended_from: false,
  ended_to: false,
};

/** Where a page of the list begins is of no interest. */
const NOT_KEPT = new Set([
  'cursor',
  'limit',
  ...Object.entries(IS_KEPT).flatMap(([name, is_kept]) => (is_kept ? [] : [name])),
]);

/** What is unknown stays, so that it is refused. */
export const filtersKept = (query: Iterable<readonly [string, string]>): Record<string, string> =>
  Object.fromEntries([...query].filter(([name]) => !NOT_KEPT.has(name)));
