// What a command shares with others: two running batches of a process never work on the same, and
// the lines of an account keep their order.
import type { BankLine } from '../record/bank-line.ts';
import type { Command } from './command.ts';

export type CommandBooks = {
  /** Commands with one of these in common run in one batch, or one after the other. */
  readonly books: readonly string[];
  /** None of a series overtakes an earlier one that has to wait; null: it belongs to none. */
  readonly series: string | null;
};

/** What only lines of one payment and its recall have in common: each has to see the other. */
function numbersOf(line: BankLine): string[] {
  const { receiving_account_id: account, utr, bank_id, end_to_end_id } = line;
  const numbers = [utr, bank_id, end_to_end_id].filter((number) => number !== null);
  return [...new Set(numbers)].map((number) => `${account}/${number}`);
}

export function booksOf(command: Command): CommandBooks {
  if (command.kind === 'take_line') {
    const { line } = command;
    return { books: numbersOf(line), series: line.receiving_account_id };
  }
  // Other commands on lines lock the house's book late, only for the end of their batch.
  if ('merchant' in command) return { books: [command.merchant.merchant_id], series: null };
  return { books: 'merchant_id' in command ? [command.merchant_id] : [], series: null };
}
