// Tells which rows of a CSV move no money: those that were never booked, and balances.

import { isBlankCell, isZeroCell, readCellAmount } from './cell-amount.ts';
import { type CellOf, type RowProblem, readBalance, rowProblem, sideOf } from './row-amount.ts';
import { statedIn } from './statement-labels.ts';
import type { Column, StatementProfile } from './statement-profile.ts';
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

const isBalanceName = (text: string): boolean => {
  const what = isBalanceText(text) ? 'closing' : statedIn(text)?.what;
  return what === 'opening' || what === 'closing';
};

/** Where the text of a row may stand: its first filled cell, the narration, the other side. */
export function rowTexts(
  profile: StatementProfile,
  cells: readonly string[],
  cellOf: CellOf,
): string[] {
  const first = (cells.find((cell) => cell.trim() !== '') ?? '').trim();
  const others = [...profile.text, profile.counterparty_name].map(cellOf);
  return [first, ...others].filter((text) => text !== '');
}

const NAMED_MOST = 100;
const asNamed = (text: string): string => text.slice(0, NAMED_MOST).toLowerCase();

/** Whether a list of the mapping names the row by its whole text. */
export const isNamedIn = (rows: readonly string[], texts: readonly string[]): boolean =>
  rows.length > 0 && texts.some((text) => rows.some((one) => asNamed(one) === asNamed(text)));

/** A reference, or a text with a number beside the named ones: then the row is a payment. */
export function hasReference(
  profile: StatementProfile,
  texts: readonly string[],
  named: readonly string[],
  cellOf: CellOf,
): boolean {
  const references = [profile.utr, profile.end_to_end_id, profile.counterparty_number].map(cellOf);
  const [, ...behind] = texts;
  const others = behind.filter((text) => !named.includes(text));
  return [...references, ...others].some((text) => /\d{4}/.test(text));
}

/** The columns of the amount; of two columns the one for money in is the first. */
export function amountColumns({ amount }: StatementProfile): readonly Column[] {
  return amount.kind === 'credit_debit' ? [amount.credit, amount.debit] : [amount.amount];
}

export type StatedBalance = {
  readonly text: string;
  readonly cents: bigint | null;
  /** True if it stands in a column of amounts: with other signs it would be another balance. */
  readonly is_in_amounts: boolean;
  /** True if nothing tells whether the account is overdrawn. */
  readonly is_unsigned: boolean;
};

/**
 * A row whose whole text is such as `Opening balance`, with that text and the balance. It may
 * repeat the balance in the column of the amount; with any other amount, or with a reference, it
 * is a payment with a strange text. Null: no such row.
 */
export function balanceRow(
  profile: StatementProfile,
  cells: readonly string[],
  cellOf: CellOf,
  exponent: number,
): StatedBalance | null {
  const texts = rowTexts(profile, cells, cellOf);
  const named = texts.filter(isBalanceName);
  const [text] = named;
  if (text === undefined || isNamedIn(profile.money_rows, texts)) return null;
  if (hasReference(profile, texts, named, cellOf)) return null;
  const columns = amountColumns(profile);
  const [filled, ...more] = columns.filter((column) => {
    const cell = cellOf(column);
    return !isBlankCell(cell) && !isZeroCell(cell);
  });
  const balance = readBalance(profile, cellOf(profile.balance), exponent);
  const signed = { text, is_unsigned: false };
  if (filled === undefined) return { ...signed, cents: balance, is_in_amounts: false };
  const said = readCellAmount(cellOf(filled), profile, exponent);
  if (more.length > 0 || 'problem' in said) return null;
  if (balance !== null) {
    const is_same = said.cents === balance || said.cents === -balance;
    return is_same ? { ...signed, cents: balance, is_in_amounts: false } : null;
  }
  return { text, ...signedBalance(profile, filled, said.cents, cellOf), is_in_amounts: true };
}

/** In a column of debits, or beside a word for them, an account is overdrawn. */
function signedBalance(
  profile: StatementProfile,
  column: Column,
  cents: bigint,
  cellOf: CellOf,
): Pick<StatedBalance, 'cents' | 'is_unsigned'> {
  const { amount } = profile;
  switch (amount.kind) {
    case 'signed':
      return { cents: amount.incoming === '+' ? cents : -cents, is_unsigned: false };
    case 'credit_debit':
      return {
        cents: column === amount.credit || cents < 0n ? cents : -cents,
        is_unsigned: false,
      };
    case 'indicator': {
      const side = sideOf(profile, cellOf);
      if (side === 'out') return { cents: cents < 0n ? cents : -cents, is_unsigned: false };
      const is_told = side === 'in' ? cents >= 0n : cents < 0n;
      return { cents, is_unsigned: !is_told };
    }
  }
}
