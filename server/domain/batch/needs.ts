// What commands need to know, as data: the keys that the store reads and locks before anything is
// decided.

import type { BankLine, LineActRecord } from '../record/bank-line.ts';
import type { CreditHoldKey } from '../record/credit-hold.ts';
import type { Merchant } from '../record/merchant.ts';
import type { ReceivingAccount } from '../record/receiving-account.ts';
import type { TradeKey } from '../record/trade.ts';

/** A pay-in gets one of these accounts; `amount_cents`: null is what its trade stands for. */
export type AccountNeed = {
  command_id: string;
  merchant: Merchant;
  accounts: readonly ReceivingAccount[];
  trade_id: string;
  amount_cents: bigint | null;
};

export type Needs = {
  /** The orders that would be made: who has these order_ids already. */
  orders: readonly { merchant_id: string; order_id: string }[];
  /** Locked. */
  trades: readonly TradeKey[];
  /** Pay-outs that may come to nothing: the pay-ins that they refund. */
  ended: readonly (TradeKey & {
    /** False if it is known that no bank line is on its way back by it. */
    may_return: boolean;
  })[];
  choices: readonly AccountNeed[];
  /** How many pay-ins of these merchants are open, if that is limited. */
  open_payins: readonly Merchant[];
  /** The pay-ins of these customers, because their merchant limits them. */
  clients: readonly { merchant_id: string; client_id: string }[];

  /** Lines that come with commands: which are there already, and all that they may be about. */
  new_lines: readonly BankLine[];
  /** Lines that wait, by id, to be looked at again in the same way. */
  rematched_lines: readonly string[];
  /** Lines that a person decides about, and whether this command has done so already. */
  reviewed_lines: readonly Pick<LineActRecord, 'bank_line_id' | 'command_id'>[];
  /** Lines of which what was decided is undone; `charge`: a merchant may be charged for it. */
  undone_lines: readonly { bank_line_id: string; charge: boolean }[];
  /** All lines of these trades. */
  lines_of: readonly TradeKey[];
  /** Pay-outs that a line is given to: the line that such a one was made to send back. */
  given_to: readonly TradeKey[];
  /** Claims of these UTRs, and lines that have one: the book in which it is credited then. */
  utrs: readonly { utr: string; merchant_id: string }[];
  /** What feeds have given today, and what is usual for their accounts. */
  feeds: readonly { feed_id: string; receiving_account_id: string }[];

  /** Batches of pay-outs that are sent, with all pay-outs in them. */
  exported_batches: readonly string[];
  /** Batches of pay-outs that more come into, and how many are in them. */
  filled_batches: readonly string[];

  settlements: readonly { merchant_id: string; settlement_id: string }[];
  holds: readonly CreditHoldKey[];
  adjustments: readonly { merchant_id: string; adjustment_id: string }[];
  /** What the trades that were read have posted may be taken back. */
  takes_back: boolean;
  /** Books whose money may move: their balances are decided on. */
  books: readonly string[];
};

/** What one command needs: what it does not name, it does not need. */
export type CommandNeeds = Partial<Needs>;

/** What a batch needs. */
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
    adjustments: all((needs) => needs.adjustments),
    takes_back: parts.some((needs) => needs.takes_back === true),
    books: all((needs) => needs.books),
  };
}

/**
 * Nothing that is there already is acted on: all facts can be asked for at once, without waiting
 * for trades and the lines and batches before them.
 */
export function isAllNew(needs: Needs): boolean {
  const { trades, new_lines, rematched_lines, reviewed_lines } = needs;
  const { exported_batches, filled_batches } = needs;
  const named = [trades, new_lines, rematched_lines, reviewed_lines];
  return [...named, exported_batches, filled_batches].every((keys) => keys.length === 0);
}
