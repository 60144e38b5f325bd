// The facts that commands need, as data: the keys that the store reads and locks before the
// decision.

import type { LineActRecord } from '../record/bank-line.ts';
import type { SumKey } from '../record/counted-act.ts';
import type { CreditHoldKey } from '../record/credit-hold.ts';
import type { NewLine } from '../record/line-identity.ts';
import type { Merchant } from '../record/merchant.ts';
import type { ReceivingAccount } from '../record/receiving-account.ts';
import type { TradeKey } from '../record/trade.ts';
import type { World } from './world.ts';

/** A pay-in that gets one of these accounts; `amount_cents`: null means the amount of its trade. */
export type AccountNeed = {
  command_id: string;
  merchant: Merchant;
  accounts: readonly ReceivingAccount[];
  trade_id: string;
  amount_cents: bigint | null;
};

export type Needs = {
  /** Orders to create: their order_ids may exist already. */
  orders: readonly { merchant_id: string; order_id: string }[];
  /** Trades to read and lock. */
  trades: readonly TradeKey[];
  /** Pay-outs that may become unsuccessful; the pay-ins that they refund are needed too. */
  ended: readonly (TradeKey & {
    /** False if it is known that no bank line is being returned by it. */
    may_return: boolean;
  })[];
  choices: readonly AccountNeed[];
  /** Merchants whose number of open pay-ins is needed, if it is limited. */
  open_payins: readonly Merchant[];
  /** Customers whose pay-ins are needed, because their merchant limits them. */
  clients: readonly { merchant_id: string; client_id: string }[];

  /**
   * Lines that come with commands: whether they exist already, and all trades they may be about.
   */
  new_lines: readonly NewLine[];
  /** Ids of lines in suspense that are to be matched again. */
  rematched_lines: readonly string[];
  /** Lines that a person decides about, and the command, which may have been done already. */
  reviewed_lines: readonly Pick<LineActRecord, 'bank_line_id' | 'command_id'>[];
  /** Lines whose decision is undone; `charge`: a merchant may be charged for it. */
  undone_lines: readonly { bank_line_id: string; charge: boolean }[];
  /** Trades whose lines are all needed. */
  lines_of: readonly TradeKey[];
  /**
   * Pay-outs that a line is matched to; the line that such a pay-out was created to send back is
   * needed.
   */
  given_to: readonly TradeKey[];
  /** UTRs whose claims and lines are needed, with the book that a line would be credited to. */
  utrs: readonly { utr: string; merchant_id: string }[];
  /** Feeds whose counters are needed, and accounts whose usual lines are needed. */
  feeds: readonly { feed_id: string; receiving_account_id: string }[];

  /** Batches of pay-outs to export, with all their pay-outs. */
  exported_batches: readonly string[];
  /** Batches of pay-outs to fill, and their present number of pay-outs. */
  filled_batches: readonly string[];

  settlements: readonly { merchant_id: string; settlement_id: string }[];
  holds: readonly CreditHoldKey[];
  /** Trades of which all disputes are needed; the one that binds a trade is always read. */
  disputes_of: readonly TradeKey[];
  adjustments: readonly { merchant_id: string; adjustment_id: string }[];
  /** True if postings of the trades that were read may be undone. */
  takes_back: boolean;
  /** Books whose money may move: decisions depend on their balances. */
  books: readonly string[];
  /** Proposals that the commands carry out. */
  proposals: readonly string[];
  /** True if people may act alone: their sums are read, which the facts before them name. */
  counts_acts: boolean;
};

/** What a batch reads. */
export type BatchReads = {
  needs: Needs;
  /** The sums that are needed besides, from the facts that were read before. */
  sumsOf(world: World): readonly SumKey[];
};

/** The needs of one command; omitted ones are empty. */
export type CommandNeeds = Partial<Needs>;

/** The needs of a whole batch. */
export function together(parts: readonly CommandNeeds[]): Needs {
  const all = <Key>(of: (needs: CommandNeeds) => readonly Key[] | undefined): Key[] => {
    const keys: Key[] = [];
    for (const part of parts) {
      const own = of(part);
      if (own !== undefined) keys.push(...own);
    }
    return keys;
  };
  return {
    orders: all((needs) => needs.orders),
    trades: all((needs) => needs.trades),
    ended: all((needs) => needs.ended),
    choices: all((needs) => needs.choices),
    open_payins: all((needs) => needs.open_payins),
    clients: all((needs) => needs.clients),
    new_lines: all((needs) => needs.new_lines),
    rematched_lines: all((needs) => needs.rematched_lines),
    reviewed_lines: all((needs) => needs.reviewed_lines),
    undone_lines: all((needs) => needs.undone_lines),
    lines_of: all((needs) => needs.lines_of),
    given_to: all((needs) => needs.given_to),
    utrs: all((needs) => needs.utrs),
    feeds: all((needs) => needs.feeds),
    exported_batches: all((needs) => needs.exported_batches),
    filled_batches: all((needs) => needs.filled_batches),
    settlements: all((needs) => needs.settlements),
    holds: all((needs) => needs.holds),
    disputes_of: all((needs) => needs.disputes_of),
    adjustments: all((needs) => needs.adjustments),
    takes_back: parts.some((needs) => needs.takes_back === true),
    books: all((needs) => needs.books),
    proposals: all((needs) => needs.proposals),
    counts_acts: parts.some((needs) => needs.counts_acts === true),
  };
}

/**
 * No existing trade, line or batch of pay-outs is acted on: all facts can be requested at once,
 * without waiting for these to be locked first.
 */
export function isAllNew(needs: Needs): boolean {
  const { trades, new_lines, rematched_lines, reviewed_lines } = needs;
  const { exported_batches, filled_batches, counts_acts } = needs;
  // Sums are locked before what depends on no trade.
  if (counts_acts) return false;
  const named = [trades, new_lines, rematched_lines, reviewed_lines];
  return [...named, exported_batches, filled_batches].every((keys) => keys.length === 0);
}
