// The table of commands: for each, the facts that it needs and the rule that decides it.

import { mayAsk } from './approval/command-approvals.ts';
import type { ActOnTrade, Command, Review, ReviewLine } from './batch/command.ts';
import type { OrMissing, Verdict } from './batch/decision.ts';
import { type CommandNeeds, type Needs, together } from './batch/needs.ts';
import type { World } from './batch/world.ts';
import { changeDispute } from './dispute/change-dispute.ts';
import { decideDispute } from './dispute/decide-dispute.ts';
import { foundDispute } from './dispute/dispute-change.ts';
import { needsOfDecision, needsOfDispute } from './dispute/dispute-needs.ts';
import { openDispute } from './dispute/open-dispute.ts';
import { HOUSE_BOOK } from './ledger/ledger.ts';
import { decideReview } from './matching/decide-review.ts';
import { decideUtr } from './matching/decide-utr.ts';
import { rematchLine, sameLine, takeLine } from './matching/matching.ts';
import { decideAdjustment } from './merchant/decide-adjustment.ts';
import { customerVerdict } from './page/page-acts.ts';
import { decidePayout } from './payout/payout.ts';
import { actOnSentPayout, takePayout } from './payout/payout-acts.ts';
import { answerPayout } from './payout/payout-answer.ts';
import { exportPayouts } from './payout/payout-batch.ts';
import { decideRefund } from './payout/refund.ts';
import type { Dispute } from './record/dispute-record.ts';
import { hasClientLimits } from './record/merchant.ts';
import { type Trade, type TradeKey, waysOut } from './record/trade.ts';
import { isRefusal, refuse } from './service/refusal.ts';
import { decideApproval, settlementOrderId } from './settlement/settlement-approval.ts';
import { needsOfAct } from './trade/act-needs.ts';
import { actOnDispute } from './trade/dispute.ts';
import { refuseStaleDispute, refuseStaleTrade } from './trade/expected-version.ts';
import { actOnPayin, assignAccount, decidePayin } from './trade/payin.ts';
import { releaseHolds } from './trade/release-holds.ts';
import { nothingToDo, refuseAct, refuseFinal } from './trade/trade-change.ts';

type Kind = Command['kind'];
type Of<K extends Kind> = Extract<Command, { kind: K }>;

type Row<C extends Command> = {
  /** Derived from the command alone, before anything is read. */
  needs(command: C): CommandNeeds;
  decide(world: World, command: C): OrMissing<Verdict>;
  /** The decision if a balance would exceed its bound; without this, the command is refused. */
  beyond_bound?(world: World, command: C): OrMissing<Verdict>;
};

type NamesTrade = Extract<
  Command,
  { trade_id: string; merchant_id: string; expected_sequence?: number }
>;

const keyOf = ({ merchant_id, trade_id }: TradeKey): TradeKey => ({ merchant_id, trade_id });

const orderOf = (command: Of<'create_payin' | 'create_payout' | 'create_refund'>) => ({
  merchant_id: command.merchant.merchant_id,
  order_id: command.order_id,
});

/** Finds the trade that the command names, or refuses if its merchant has no such trade. */
function withTrade<C extends NamesTrade>(
  decide: (world: World, command: C, trade: Trade) => OrMissing<Verdict>,
): (world: World, command: C) => OrMissing<Verdict> {
  return (world, command) => {
    const trade = world.trades.get(command.trade_id);
    if (trade === undefined || trade.merchant_id !== command.merchant_id) {
      return refuse('not_found', 'There is no such trade.');
    }
    // A retry after a lost reply has changed the trade itself.
    const is_retry = trade.last_command_id === command.command_id;
    const stale = is_retry ? null : refuseStaleTrade(trade, command.expected_sequence);
    return stale ?? decide(world, command, trade);
  };
}

/**
 * As withTrade, but at most once per command, and for customers only the acts that their page
 * allows.
 */
function onTrade<C extends NamesTrade>(
  decide: (world: World, command: C, trade: Trade) => OrMissing<Verdict>,
): (world: World, command: C) => OrMissing<Verdict> {
  return withTrade((world, command, trade) => {
    // A retry after a lost reply: this command has been written already.
    if (trade.last_command_id === command.command_id) return nothingToDo(trade);
    const verdict = customerVerdict(trade, command);
    if (verdict === 'done') return nothingToDo(trade);
    return verdict ?? decide(world, command, trade);
  });
}

function act(world: World, command: ActOnTrade, trade: Trade): Verdict {
  // Canceling again changes nothing, so a client that lost the first answer may retry.
  if (command.act === 'cancel' && trade.state === 'canceled') return nothingToDo(trade);
  if (waysOut(trade.direction, command.act, trade.state).length === 0) {
    return refuseAct(trade, command.act);
  }
  if (trade.final_at !== null && world.now > trade.final_at) return refuseFinal(trade, command.act);
  if (trade.direction === 'payout') return actOnSentPayout(world, command, trade);
  return actOnDispute(world, command, trade) ?? actOnPayin(world, command, trade);
}

type NamesDispute = NamesTrade & { dispute_id: string; expected_dispute_sequence?: number };

/** As onTrade, for a dispute of the trade. */
function onDispute<C extends NamesDispute>(
  decide: (world: World, command: C, trade: Trade, dispute: Dispute) => Verdict,
): (world: World, command: C) => OrMissing<Verdict> {
  return withTrade((world, command, trade) => {
    const dispute = world.disputes.get(command.dispute_id);
    if (dispute === undefined || dispute.trade_id !== trade.trade_id) {
      return refuse('not_found', 'There is no such dispute.');
    }
    // A retry after a lost reply: this command has been written already.
    if (trade.last_command_id === command.command_id) return foundDispute(trade, dispute);
    const verdict = customerVerdict(trade, command);
    if (verdict === 'done') return foundDispute(trade, dispute);
    if (verdict !== null) return verdict;
    const decided = decide(world, command, trade, dispute);
    // Nothing changes, so no sequence needs to match: a retry gets the dispute as it is.
    if (!isRefusal(decided) && decided.changes.length === 0) return decided;
    return refuseStaleDispute(dispute, command.expected_dispute_sequence) ?? decided;
  });
}

/** What each decision about a line needs besides the line. */
const REVIEWS: {
  readonly [A in Review['act']]: (
    review: Extract<Review, { act: A }>,
    bank_line_id: string,
  ) => CommandNeeds;
} = {
  assign: (review) => ({
    trades: [keyOf(review)],
    ended: [{ ...keyOf(review), may_return: true }],
    given_to: [keyOf(review)],
    // A pay-in with lines does not move to another account.
    lines_of: [keyOf(review)],
    books: [review.merchant_id],
  }),
  split: () => ({}),
  fee: () => ({}),
  own_transfer: () => ({}),
  credit: ({ merchant_id }) => ({ books: [merchant_id] }),
  keep: () => ({}),
  return: ({ payout }) => ({ books: [payout.merchant.merchant_id] }),
  undo: ({ charge }, bank_line_id) => ({
    undone_lines: [{ bank_line_id, charge: charge === true }],
  }),
};

function needsOfReview<A extends Review['act']>(
  { bank_line_id, command_id }: ReviewLine,
  review: Extract<Review, { act: A }>,
): CommandNeeds {
  const needs: (review: Extract<Review, { act: A }>, bank_line_id: string) => CommandNeeds =
    REVIEWS[review.act];
  const { books = [], ...own } = needs(review, bank_line_id);
  return {
    ...own,
    reviewed_lines: [{ bank_line_id, command_id }],
    takes_back: true,
    books: [HOUSE_BOOK, ...books],
  };
}

const COMMANDS: { readonly [K in Kind]: Row<Of<K>> } = {
  create_payin: {
    needs: (command) => {
      const { merchant, command_id, accounts, trade_id, amount_cents, client_id } = command;
      const { merchant_id, settings } = merchant;
      const choice = { command_id, merchant, accounts, trade_id, amount_cents };
      return {
        orders: [orderOf(command)],
        // A deferred pay-in gets its account later.
        choices: settings.deferred_assignment ? [] : [choice],
        open_payins: [merchant],
        clients: hasClientLimits(settings) ? [{ merchant_id, client_id }] : [],
      };
    },
    decide: decidePayin,
  },
  create_payout: {
    needs: (command) => ({
      orders: [orderOf(command)],
      books: [command.merchant.merchant_id],
    }),
    decide: decidePayout,
  },
  create_refund: {
    needs: (command) => {
      const { merchant_id } = command.merchant;
      return {
        orders: [orderOf(command)],
        trades: [{ merchant_id, trade_id: command.payin_id }],
        books: [merchant_id],
      };
    },
    decide: decideRefund,
  },
  assign_account: {
    needs: ({ merchant, command_id, accounts, ...on }) => ({
      trades: [keyOf(on)],
      choices: [{ command_id, merchant, accounts, trade_id: on.trade_id, amount_cents: null }],
    }),
    decide: onTrade(assignAccount),
  },
  attach_utr: {
    needs: (command) => ({
      trades: [keyOf(command)],
      utrs: [{ utr: command.utr, merchant_id: command.merchant_id }],
    }),
    decide: onTrade(decideUtr),
  },
  act: { needs: needsOfAct, decide: onTrade(act) },
  open_dispute: { needs: needsOfDispute, decide: withTrade(openDispute) },
  decide_dispute: {
    needs: needsOfDecision,
    decide: onDispute(decideDispute),
  },
  change_dispute: { needs: needsOfDispute, decide: onDispute(changeDispute) },
  take_line: {
    needs: ({ line, identity, feed }) => {
      const { receiving_account_id } = line;
      const feeds = feed === undefined ? [] : [{ feed_id: feed.bounds.feed_id }];
      return {
        new_lines: [identity === undefined ? line : { ...line, identity }],
        takes_back: true,
        feeds: feeds.map((given) => ({ ...given, receiving_account_id })),
      };
    },
    decide: (world, command) => takeLine(world, command),
    beyond_bound: (world, command) => takeLine(world, command, 'balance_limit'),
  },
  rematch_line: {
    needs: ({ bank_line_id }) => ({ rematched_lines: [bank_line_id], takes_back: true }),
    decide: rematchLine,
    beyond_bound: sameLine,
  },
  review_line: {
    needs: (command) => needsOfReview(command, command.review),
    decide: decideReview,
  },
  take_payout: {
    needs: (command) => ({
      trades: [keyOf(command)],
      filled_batches: command.payout_batch_id === null ? [] : [command.payout_batch_id],
    }),
    decide: onTrade(takePayout),
  },
  export_payouts: {
    needs: ({ payout_batch_id }) => ({ exported_batches: [payout_batch_id] }),
    decide: exportPayouts,
  },
  answer_payout: {
    needs: (command) => ({
      trades: [keyOf(command)],
      ended: [{ ...keyOf(command), may_return: command.may_return !== false }],
      takes_back: true,
      books: [command.merchant_id],
    }),
    decide: withTrade(answerPayout),
  },
  approve_settlement: {
    needs: ({ merchant: { merchant_id }, settlement_id }) => ({
      orders: [{ merchant_id, order_id: settlementOrderId(settlement_id) }],
      settlements: [{ merchant_id, settlement_id }],
      books: [merchant_id],
    }),
    decide: decideApproval,
  },
  release_holds: {
    needs: ({ merchant_id, keys }) => ({ holds: keys, books: [merchant_id] }),
    decide: releaseHolds,
  },
  adjust: {
    needs: ({ merchant: { merchant_id }, adjustment_id }) => ({
      adjustments: [{ merchant_id, adjustment_id }],
      books: [merchant_id],
    }),
    decide: decideAdjustment,
  },
};

/** The row of a command; a new kind of command does not compile without one. */
export function rowOf<K extends Kind>(command: Of<K>): Row<Of<K>> {
  return COMMANDS[command.kind];
}

function needsOfOne(command: Command): CommandNeeds {
  const needs = rowOf(command).needs(command);
  const { approval } = command.actor;
  if (approval !== undefined) return { ...needs, proposals: [approval.proposal_id] };
  return mayAsk(command) ? { ...needs, counts_acts: true } : needs;
}

/** Everything that a batch of commands needs. */
export const needsOf = (commands: readonly Command[]): Needs => together(commands.map(needsOfOne));
