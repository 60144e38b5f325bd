// For every decision about a bank line: which act a second person may have to approve.
import type { Review } from '../batch/command.ts';
import { attemptsOf, type World } from '../batch/world.ts';
import type { LineRecord } from '../record/bank-line.ts';
import type { ApprovalAct } from '../record/proposal.ts';
import type { Trade } from '../record/trade.ts';
import { isForPeople, speaksFor } from './line-speaks.ts';

/** The line before the decision; the trade that it is matched with, or is to be assigned to. */
type Facts = { world: World; record: LineRecord; trade: Trade | null };

type Undo = Extract<Review, { act: 'undo' }>;

/**
 * A line that is taken away shows nothing any more: what a merchant gets by it, or loses, rests on
 * somebody's word.
 */
function undoneBy({ reverse, keep }: Undo, { world, record, trade }: Facts): ApprovalAct | null {
  if (keep === true) return 'line_keep';
  const { outcome } = record;
  // It had given its merchant money, or taken some.
  if (outcome.status === 'credited') return 'line_credit';
  if (trade === null) return null;
  if (trade.direction === 'payin') {
    if (outcome.reason === 'partial_recall') return 'line_credit';
    if (!reverse) return null;
    return trade.state === 'disputed' ? 'dispute_outcome' : 'payin_undone';
  }
  const attempts = attemptsOf(world, trade.trade_id);
  const is_charged = attempts.some(({ charged_cents }) => charged_cents !== null);
  return reverse || is_charged ? 'payout_undone' : null;
}

type Assign = Extract<Review, { act: 'assign' }>;

/**
 * A line that does not name the trade is given to it on somebody's word, as if its money were
 * credited to the merchant: a merchant gets it by a pay-in or a returned pay-out, and loses it by a
 * recall or a charge.
 */
function assignedBy(
  { difference, charge = false }: Assign,
  { world, record, trade }: Facts,
): ApprovalAct | null {
  if (trade === null) return null;
  // Two people agreed to the pay-out when it was taken.
  const is_sent = trade.direction === 'payout' && record.line.amount_cents < 0n && !charge;
  if (!is_sent && !speaksFor(world, record, trade)) return 'line_credit';
  return difference === undefined ? null : 'line_difference';
}

export const REVIEW_APPROVALS: {
  readonly [A in Review['act']]:
    | { none: string }
    | {
        /** Null if this decision needs no second person. */
        act(review: Extract<Review, { act: A }>, facts: Facts): ApprovalAct | null;
        acts: readonly ApprovalAct[];
      };
} = {
  assign: { act: assignedBy, acts: ['line_credit', 'line_difference'] },
  credit: { act: () => 'line_credit', acts: ['line_credit'] },
  keep: { act: () => 'line_keep', acts: ['line_keep'] },
  undo: {
    act: undoneBy,
    acts: ['line_keep', 'line_credit', 'payout_undone', 'payin_undone', 'dispute_outcome'],
  },
  fee: { act: () => 'line_write_off', acts: ['line_write_off'] },
  own_transfer: { act: () => 'line_write_off', acts: ['line_write_off'] },
  split: {
    // Whoever chooses the amounts of the parts chooses the pay-ins that they are matched with.
    act: (_, { record }) =>
      record.line.amount_cents > 0n || isForPeople(record) ? 'line_credit' : null,
    acts: ['line_credit'],
  },
  return: { none: 'its pay-out needs the approval when it is taken' },
};

/** All acts that decisions about lines may need. */
export const REVIEW_APPROVAL_ACTS: readonly ApprovalAct[] = [
  ...new Set(Object.values(REVIEW_APPROVALS).flatMap((row) => ('none' in row ? [] : row.acts))),
];
