// What a pay-in takes of its receiving account's day and of its merchant's open pay-ins, and when
// that is given back: one table over the states, so that nothing is counted twice or kept for ever.
import type { Change } from '../batch/decision.ts';
import { epochDay } from '../record/receiving-account.ts';
import { isOpen } from '../record/state-sets.ts';
import type { State, Trade } from '../record/trade.ts';

/**
 * Whether a pay-in in this state counts on its account's day: not if it ended and nothing was paid.
 * `if_received`: only if money of it has come.
 */
export const COUNTS_ON_DAY: Readonly<Record<State, 'yes' | 'no' | 'if_received'>> = {
  // Without an account it counts nowhere, whatever stands here.
  created: 'yes',
  pending: 'yes',
  verifying: 'yes',
  // Pay-outs only.
  processing: 'no',
  completed: 'yes',
  expired: 'if_received',
  canceled: 'if_received',
  failed: 'if_received',
  // Somebody says that it was paid.
  disputed: 'yes',
  // The account had the money, and its bank has counted it.
  reversed: 'yes',
};

type DayCount = { day: number; count: number; amount_cents: bigint };

/** The day that a pay-in got its account; before, the day that it would. */
const accountDayOf = ({ account_day, created_at }: Trade): number =>
  account_day ?? epochDay(created_at);

/** What a trade counts for on its account's day: nothing, or one and the amount it stands for. */
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

function used(trade: Trade, by: 1 | -1, is_given: boolean): Used[] {
  const { merchant_id, receiving_account_id } = trade;
  const { day, count, amount_cents } = countOf(trade);
  if (receiving_account_id === null || count === 0) return [];
  const of = { merchant_id, receiving_account_id, day };
  const added = { count: by * count, amount_cents: BigInt(by) * amount_cents };
  return [{ kind: 'account_used', ...of, ...added, is_given }];
}

/** One change instead of two of the same account and day; none where they come to nothing. */
function together(taken: Used, given: Used): Used[] {
  const is_same =
    taken.receiving_account_id === given.receiving_account_id && taken.day === given.day;
  if (!is_same) return [given, taken];
  const count = taken.count + given.count;
  const amount_cents = taken.amount_cents + given.amount_cents;
  return count === 0 && amount_cents === 0n ? [] : [{ ...taken, count, amount_cents }];
}

/** What follows for the counters from a trade that was made, or has changed. */
export function counted(before: Trade | null, after: Trade): Change[] {
  const is_given = before?.receiving_account_id !== after.receiving_account_id;
  const given = before === null ? [] : used(before, -1, false);
  const taken = used(after, 1, is_given);
  const [[first_given], [first_taken]] = [given, taken];
  const changes: Change[] =
    first_given === undefined || first_taken === undefined
      ? [...given, ...taken]
      : together(first_taken, first_given);
  const opened = Number(isOpenPayin(after)) - Number(before !== null && isOpenPayin(before));
  if (opened === 0) return changes;
  return [...changes, { kind: 'payins_opened', merchant_id: after.merchant_id, by: opened }];
}
