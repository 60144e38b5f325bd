// Bounds of searches of trades in time: ids are in the order of time. They carry the true time,
// though the trades of a sandbox whose clock is ahead carry a later one.
import { RARE_STATES, UNTOUCHED_STATES, WAITING_STATES } from '../../domain/record/state-sets.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import { firstUuidAt } from '../../lib/uuid.ts';
import { indexParts } from './index-parts.ts';
import { anyGiven, type TradeFilter } from './trade-filter.ts';

/** A busy service finds a page in the first of them, a quiet one in a later one. */
const WINDOWS_MS = [10 * MINUTE_MS, 120 * MINUTE_MS, DAY_MS, 30 * DAY_MS];

const UUID_TIME_DIGITS = 12;

const timeOf = (trade_id: string): number =>
  Number.parseInt(trade_id.replaceAll('-', '').slice(0, UUID_TIME_DIGITS), 16);

/** The clocks of the database and of the processes that make ids differ far less. */
const CLOCKS_APART_MS = DAY_MS;

export const firstIdSince = ({ created_from: from, ids_behind_ms = 0 }: TradeFilter) =>
  typeof from === 'number' ? firstUuidAt(from - CLOCKS_APART_MS - ids_behind_ms) : null;

/**
 * Before this moment each trade was made that the filter lets through: none changes, is completed
 * or ends earlier.
 */
function untilOf({ created_to, changed_to, completed_to, ended_to }: TradeFilter): number | null {
  const ends = [created_to, changed_to, completed_to, ended_to].map((at) => at ?? Infinity);
  const until = Math.min(...ends);
  return Number.isFinite(until) ? until + CLOCKS_APART_MS : null;
}

/**
 * Since this moment each trade has changed that the filter lets through: none is completed or ends
 * after its last change, of which an index knows.
 */
export function changedSince({
  changed_from,
  completed_from,
  ended_from,
}: TradeFilter): number | null {
  const since = [changed_from, completed_from, ended_from].map((at) => at ?? -Infinity);
  const latest = Math.max(...since);
  return Number.isFinite(latest) ? latest : null;
}

export function idUntil(filter: TradeFilter): string | null {
  const until = untilOf(filter);
  return until === null ? null : firstUuidAt(until);
}

const INDEXED_STATES = [...RARE_STATES, ...UNTOUCHED_STATES, ...WAITING_STATES];

/** Whether an index finds the trades at once, because few fit. */
function isSelective(filter: TradeFilter): boolean {
  const { trade_id, number_hash, order_id, utr, client_hashes, receiving_account_id } = filter;
  const { state, state_reason, amount_cents, amount_min_cents, amount_max_cents } = filter;
  if (anyGiven(trade_id, number_hash, order_id, utr, client_hashes)) return true;
  if (anyGiven(receiving_account_id, state_reason, amount_cents)) return true;
  if (anyGiven(amount_min_cents) && anyGiven(amount_max_cents)) return true;
  return INDEXED_STATES.some((indexed) => indexed === state);
}

/**
 * Of all merchants the newest trades are looked for among the latest first: the newest of each
 * merchant would be a page for each. Ids are in the order of time, so a full page of a window is
 * the page of all.
 */
export function windowsOf(filter: TradeFilter): string[] {
  const { merchant_id, before, sort, direction, currency, type } = filter;
  const changed_since = changedSince(filter);
  if (sort === 'oldest' || anyGiven(merchant_id)) return [];
  // Each merchant's pay-outs are beside each other in an index: the newest are found at once.
  if (direction === 'payout' && changed_since === null) return [];
  if (isSelective(filter)) return [];
  const latest = before === null ? Date.now() : Math.min(Date.now(), timeOf(before));
  const until = untilOf(filter);
  // Trades that an index finds are not looked for in a long window.
  const has_index =
    indexParts(filter) !== null || anyGiven(changed_since, currency, type, filter.metadata_hashes);
  const windows_ms = has_index ? WINDOWS_MS.filter((window_ms) => window_ms <= DAY_MS) : WINDOWS_MS;
  const from = until === null ? latest : Math.min(latest, until - CLOCKS_APART_MS);
  // Trades made before either are few, or none.
  const earliest = Math.max(filter.created_from ?? 0, changed_since ?? 0);
  return windows_ms
    .map((window_ms) => from - window_ms)
    .filter((since) => since > earliest)
    .map(firstUuidAt);
}
