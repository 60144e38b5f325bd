// Counts a pay-in on its receiving account's day and among its merchant's open pay-ins, and removes
// it again: one table over the states, so that nothing is counted twice or left behind.
import type { Change } from '../batch/decision.ts';
import { epochDay } from '../record/receiving-account.ts';
import { isOpen } from '../record/state-sets.ts';
import type { State, Trade } from '../record/trade.ts';

/**
 * Whether a pay-in in this state counts on its account's day: not if it ended unpaid.
 * `if_received`: only if some of its money has arrived.
 */
export const COUNTS_ON_DAY: Readonly<Record<State, 'yes' | 'no' | 'if_received'>> = {
  // Without an account it is not counted, whatever this says.
  created: 'yes',
  pending: 'yes',
  verifying: 'yes',
  // A state of pay-outs only.
  processing: 'no',
  completed: 'yes',
  expired: 'if_received',
  canceled: 'if_received',
  failed: 'if_received',
  // Somebody claims that it was paid.
  disputed: 'yes',
  // The account had the money, and the bank has counted it.
  reversed: 'yes',
};

type DayCount = { day: number; count: number; amount_cents: bigint };

/** The day on which a pay-in got its account, or was created if it has none yet. */
const accountDayOf = ({ account_day, created_at }: Trade): number =>
  account_day ?? epochDay(created_at);

/** What a trade adds to its account's day: nothing, or one pay-in with its amount. */
export function countOf(trade: Trade): DayCount {
  const { direction, state, receiving_account_id, received_amount_cents } = trade;
  const day = accountDayOf(trade);
  const counts = COUNTS_ON_DAY[state];
  const is_counted =
    direction === 'payin' &&
    receiving_account_id !== null &&
    (counts === 'yes' || (counts === 'if_received' && received_amount_cents > 0n));
  return is_counted
    ? { day, count: 1, amount_cents: trade.amount_cents }
    : { day, count: 0, amount_cents: 0n };
}

const isOpenPayin = (trade: Trade): boolean => trade.direction === 'payin' && isOpen(trade);

type Used = Extract<Change, { kind: 'account_used' }>;

/** Null if the trade counts nowhere. */
function used(trade: Trade, by: 1 | -1, is_given: boolean): Used | null {
  const { merchant_id, receiving_account_id } = trade;
  const { day, count, amount_cents } = countOf(trade);
  if (receiving_account_id === null || count === 0) return null;
  return {
    kind: 'account_used',
    merchant_id,
    receiving_account_id,
    day,
    count: by * count,
    amount_cents: BigInt(by) * amount_cents,
    is_given,
  };
}

/**
 * One change instead of two if account and day are the same; none if they cancel each other out.
 */
function together(taken: Used, given: Used): Used[] {
  const is_same =
    taken.receiving_account_id === given.receiving_account_id && taken.day === given.day;
  if (!is_same) return [given, taken];
  const count = taken.count + given.count;
  const amount_cents = taken.amount_cents + given.amount_cents;
  return count === 0 && amount_cents === 0n ? [] : [{ ...taken, count, amount_cents }];
}

/** The changes of the counters after a trade was created or changed. */
export function counted(before: Trade | null, after: Trade): Change[] {
  const is_given = before?.receiving_account_id !== after.receiving_account_id;
  const given = before === null ? null : used(before, -1, false);
  const taken = used(after, 1, is_given);
  const changes: Change[] = [];
  if (given !== null && taken !== null) changes.push(...together(taken, given));
  else if (given !== null) changes.push(given);
  else if (taken !== null) changes.push(taken);
  const opened = Number(isOpenPayin(after)) - Number(before !== null && isOpenPayin(before));
  if (opened !== 0) {
    changes.push({ kind: 'payins_opened', merchant_id: after.merchant_id, by: opened });
  }
  return changes;
}
