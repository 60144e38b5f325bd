// What every statement format is read into: parts with their account and balances, and lines.

import type { LineDetails } from '../../domain/record/bank-line.ts';

/** A line as the statement gives it, before its receiving account is known. */
export type StatementLine = Omit<LineDetails, 'statement_id' | 'source' | 'parent_line_id'> & {
  readonly amount_cents: bigint;
  readonly booked_at: number;
  readonly booked_exactly: boolean;
  readonly utr: string | null;
  readonly text: string | null;
  readonly bank_id: string | null;
  /** As the row says, in upper case; null if the layout has no such column. */
  readonly currency: string | null;
};

/** Why an entry of a file moves no money. `balance`: it only repeats the account's balance. */
export type LeftOutReason = 'zero' | 'pending' | 'reverted' | 'balance' | 'information';

/** `key` identifies the line if the bank's id alone does not. */
export type KeyedStatementLine = StatementLine & { readonly key: string | null };

/** One statement of one account, at its beginning. */
export type PartHead = {
  /** Line number in the file, from 1. */
  readonly line: number;
  /** As the file writes it; several if it can be read in several ways. */
  readonly account_numbers: readonly string[];
  readonly currency: string | null;
  /** The bank's own name for the statement. */
  readonly reference: string | null;
};

export type StatementBalance = {
  readonly kind: 'opening' | 'closing';
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly cents: bigint;
};

export type PartEnd = {
  /** The line of the file where it ends. */
  readonly line: number;
  readonly balances: readonly StatementBalance[];
  /**
   * False if the bank says that the statement continues elsewhere: then this part alone need not
   * add up.
   */
  readonly is_whole: boolean;
  /** The balances around the lines, if a page has balances that are not a day's. */
  readonly sums: { readonly opening_cents: bigint; readonly closing_cents: bigint } | null;
};

/** Receives what a reader finds, in the order of the file. */
export type StatementSink = {
  begin(head: PartHead): void;
  take(line: KeyedStatementLine, at: number): void;
  /** Counts a line that moves no money. */
  leaveOut(reason: LeftOutReason): void;
  end(end: PartEnd): void;
  wrong(line: number, message: string): void;
};
