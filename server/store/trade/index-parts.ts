// Searches of trades by parts: most indexes leave out some states, so that a trade costs little
// before it has ended. A part is a condition that one index has.

import {
  ENDED_PAYOUT_STATES,
  ENDED_STATES,
  QUEUED_PAYOUT_STATES,
  TIMED_PAYIN_STATES,
  UNTOUCHED_STATES,
  WAITING_STATES,
} from '../../domain/record/state-sets.ts';
import { CURRENCIES } from '../../domain/values/currency.ts';
import { oneOf } from '../connection/word-list.ts';
import { anyGiven, type TradeFilter } from './trade-filter.ts';

const UNTOUCHED = [
  `t.direction = 'payin' and t.state in ${oneOf(TIMED_PAYIN_STATES)}`,
  `t.direction = 'payout' and t.state in ${oneOf(QUEUED_PAYOUT_STATES)}`,
];

/**
 * The index of amounts leaves out trades that are as they were created, so that creating one costs
 * nothing. There are few of these, and other indexes find them.
 */
const BY_AMOUNT = [`t.state not in ${oneOf(UNTOUCHED_STATES)}`, ...UNTOUCHED];

const UNDER_WAY = [...UNTOUCHED, `t.state in ${oneOf(WAITING_STATES)}`];

/** The indexes of customers and accounts have only trades that have ended: one entry for each. */
export const BY_STORY = [`t.state in ${oneOf(ENDED_STATES)}`, ...UNDER_WAY];

/** Pay-outs have an index of their own, for a service with few of them among many pay-ins. */
export const BY_PAYOUT = [
  `t.direction = 'payout' and t.state in ${oneOf(ENDED_PAYOUT_STATES)}`,
  `t.direction = 'payout' and t.state in ${oneOf(QUEUED_PAYOUT_STATES)}`,
  `t.state in ${oneOf(WAITING_STATES)}`,
];

/** Conditions of which each has an index; together they leave out nothing. Null: not needed. */
export function indexParts(filter: TradeFilter): readonly string[] | null {
  const { amount_cents, amount_min_cents: min, amount_max_cents: max } = filter;
  if (anyGiven(filter.client_hashes)) return BY_STORY;
  if (anyGiven(amount_cents, min, max)) return BY_AMOUNT;
  if (anyGiven(filter.receiving_account_id)) return BY_STORY;
  return UNTOUCHED_STATES.some((state) => state === filter.state) ? UNTOUCHED : null;
}

const CURRENCY_WORDS = CURRENCIES.map((currency) => `'${currency}'`).join(', ');

/** As indexParts, for counting: no order is needed, so a list of all words will do. */
export function countedParts(filter: TradeFilter): readonly string[] {
  const parts = indexParts(filter);
  if (parts !== null) return parts;
  if (!anyGiven(filter.currency, filter.type)) return ['true'];
  const [ended, ...others] = BY_STORY;
  const each = anyGiven(filter.currency) ? 'true' : `t.currency in (${CURRENCY_WORDS})`;
  return [`${ended} and ${each}`, ...others];
}
