// What every format of statements is read into: parts with their account and balances, and lines.

import type { LineDetails } from '../../domain/record/bank-line.ts';

/** A line as its statement tells it, before anybody knows which receiving account it is on. */
export type StatementLine = Omit<LineDetails, 'statement_id' | 'parent_line_id'> & {
  readonly amount_cents: bigint;
  readonly booked_at: number;
  readonly booked_exactly: boolean;
  readonly utr: string | null;
  readonly text: string | null;
  readonly bank_id: string | null;
  /** As the row says, upper case; null where the layout has none. */
  readonly currency: string | null;
};

/** Where the bank's own id alone does not tell a line from others: what does. */
export type KeyedStatementLine = StatementLine & { readonly key: string | null };

/** One statement of one account, as it begins. */
export type PartHead = {
  /** In the file, from 1. */
  readonly line: number;
  /** As the file writes it; several where it may be meant in several ways. */
  readonly account_numbers: readonly string[];
  readonly currency: string | null;
  /** What the bank calls the statement. */
  readonly reference: string | null;
};

export type StatementBalance = {
  readonly kind: 'opening' | 'closing';
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly cents: bigint;
};

export type PartEnd = {
  /** Where it ends in the file. */
  readonly line: number;
  readonly balances: readonly StatementBalance[];
  /** False where the bank says that the statement goes on elsewhere: nothing adds up alone. */
  readonly is_whole: boolean;
  /** From what to what the lines lead, where a page has balances that are not a day's. */
  readonly sums: { readonly opening_cents: bigint; readonly closing_cents: bigint } | null;
};

/** Takes what a reader finds, in the order of the file. */
export type StatementSink = {
  begin(head: PartHead): void;
  take(line: KeyedStatementLine, at: number): void;
  /** A line that is no money yet, or none at all: pending, for information, or of zero. */
  leaveOut(): void;
  end(end: PartEnd): void;
  wrong(line: number, message: string): void;
};
