// Tells which rows of a CSV move no money: those that were never booked, and balances.

import { isBlankCell, isZeroCell, readCellAmount } from './cell-amount.ts';
import { type CellOf, type RowProblem, readBalance, rowProblem } from './row-amount.ts';
import type { StatementProfile } from './statement-profile.ts';
import { isBalanceText } from './statement-words.ts';

export function stateOf(
  profile: StatementProfile,
  cell: string,
): 'booked' | 'pending' | 'reverted' | RowProblem {
  if (profile.status === null) return 'booked';
  const word = cell.toUpperCase();
  if (profile.booked_words.includes(word)) return 'booked';
  if (profile.pending_words.includes(word)) return 'pending';
  if (profile.reverted_words.includes(word)) return 'reverted';
  const lists = 'booked_words, pending_words or reverted_words';
  return rowProblem(String(profile.status), `is not known; a mapping can name it in ${lists}`);
}

/**
 * A row whose whole text is such as `Opening balance`. It may repeat the balance in the column of
 * the amount; with any other amount, or with a reference, it is a payment with a strange text.
 */
export function isBalanceRow(
  profile: StatementProfile,
  cells: readonly string[],
  cellOf: CellOf,
  exponent: number,
): boolean {
  const texts = [...profile.text, profile.counterparty_name].map(cellOf);
  const first = cells.find((cell) => cell.trim() !== '') ?? '';
  const named = [first, ...texts].filter(isBalanceText);
  if (named.length === 0) return false;
  const references = [profile.utr, profile.end_to_end_id, profile.counterparty_number].map(cellOf);
  const others = texts.filter((text) => !named.includes(text));
  if ([...references, ...others].some((text) => /\d{4}/.test(text))) return false;
  const { amount } = profile;
  const columns = amount.kind === 'credit_debit' ? [amount.credit, amount.debit] : [amount.amount];
  const [filled, ...more] = columns
    .map(cellOf)
    .filter((cell) => !isBlankCell(cell) && !isZeroCell(cell));
  if (filled === undefined) return true;
  const balance = readBalance(profile, cellOf(profile.balance), exponent);
  const said = readCellAmount(filled, profile, exponent);
  if (more.length > 0 || 'problem' in said) return false;
  return balance === null || said.cents === balance || said.cents === -balance;
}
