// For every act on a trade: which act a second person may have to approve.
import type { ActOnTrade, TradeAct } from '../batch/command.ts';
import type { PayoutAttempt } from '../record/payout-attempt.ts';
import type { ApprovalAct } from '../record/proposal.ts';
import type { Trade } from '../record/trade.ts';
import { creditOf } from '../trade/complete-payin.ts';

/** `by`: whether only people need a second one. */
export const TRADE_ACT_APPROVALS: {
  readonly [A in TradeAct]:
    | { none: string }
    | {
        /** Null if this trade needs no second person. `attempt`: the open one of a pay-out. */
        act(trade: Trade, attempt: PayoutAttempt | undefined): ApprovalAct | null;
        acts: readonly ApprovalAct[];
        by: 'people' | 'anybody';
        amount(command: ActOnTrade, trade: Trade): bigint;
      };
} = {
  confirm: {
    act: () => 'manual_confirm',
    acts: ['manual_confirm'],
    by: 'people',
    amount: ({ amount_cents }, trade) => amount_cents ?? creditOf(trade),
  },
  take: {
    act: () => 'pay_out',
    acts: ['pay_out'],
    by: 'anybody',
    amount: (_, trade) => trade.amount_cents,
  },
  fail: {
    // The merchant gets the money back on somebody's word, although it may have left.
    act: ({ direction, state }) =>
      direction === 'payout' && state === 'processing' ? 'payout_undone' : null,
    acts: ['payout_undone'],
    by: 'people',
    amount: (_, trade) => trade.amount_cents,
  },
  reverse: {
    act: ({ direction, state }) => {
      if (direction === 'payout') return 'payout_undone';
      // The same as to resolve it so that the merchant has lost.
      return state === 'disputed' ? 'dispute_outcome' : 'payin_undone';
    },
    acts: ['payout_undone', 'payin_undone', 'dispute_outcome'],
    by: 'people',
    amount: (_, trade) => trade.amount_cents,
  },
  resolve: {
    act: () => 'dispute_outcome',
    acts: ['dispute_outcome'],
    by: 'people',
    amount: ({ amount_cents }, trade) => amount_cents ?? trade.amount_cents,
  },
  complete: { none: 'two people agreed to the pay-out when it was taken' },
  release: {
    // From the queue its merchant gets the money back. Of a draft no file was made, so nothing was
    // sent; whoever pays by hand is believed that they did not.
    act: (_, attempt) => (attempt?.payout_batch_id === null ? 'payout_undone' : null),
    acts: ['payout_undone'],
    by: 'people',
    amount: (_, trade) => trade.amount_cents,
  },
  cancel: { none: 'only before any money moved' },
  expire: { none: 'the timer’s own act' },
  dispute: { none: 'it only blocks money' },
};

/** All acts that acts on trades may need. */
export const TRADE_APPROVAL_ACTS: readonly ApprovalAct[] = [
  ...new Set(Object.values(TRADE_ACT_APPROVALS).flatMap((row) => ('none' in row ? [] : row.acts))),
];
