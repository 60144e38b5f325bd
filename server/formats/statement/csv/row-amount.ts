// Reads the money of a CSV's row: the signed amount, the fee, and the balance after it.

import { MAX_BALANCE_CENTS } from '../../../domain/values/money.ts';
import { type CellAmount, isBlankCell, isZeroCell, readCellAmount } from './cell-amount.ts';
import type { Column, StatementProfile } from './statement-profile.ts';

/** The text of a row's cell; empty if the layout has no such column. */
export type CellOf = (column: Column | null) => string;

export type RowProblem = { readonly problem: { readonly field: string; readonly message: string } };

export function rowProblem(field: string, message: string): RowProblem {
  return { problem: { field, message } };
}

export function readFee(
  profile: StatementProfile,
  cellOf: CellOf,
  exponent: number,
): { cents: bigint } | RowProblem {
  const cell = cellOf(profile.fee);
  if (profile.fee === null || isBlankCell(cell)) return { cents: 0n };
  const amount = readCellAmount(cell, profile, exponent);
  if ('problem' in amount) return rowProblem(String(profile.fee), amount.problem);
  return { cents: profile.fee_sign === '+' ? -amount.cents : amount.cents };
}

export type Side = 'in' | 'out';

/** What the row's word says; null if it has none, or one that means nothing. */
export function sideOf({ amount }: StatementProfile, cellOf: CellOf): Side | null {
  if (amount.kind !== 'indicator') return null;
  const word = cellOf(amount.indicator).toUpperCase().replace(/\.$/, '');
  if (amount.credit_words.includes(word)) return 'in';
  return amount.debit_words.includes(word) ? 'out' : null;
}

type SignedAmount = { readonly cents: bigint; readonly currency: string | null };

export function readSigned(
  profile: StatementProfile,
  cellOf: CellOf,
  exponent: number,
): SignedAmount | RowProblem {
  const { amount: columns } = profile;
  const read = (column: Column, sign: bigint, has_sign: boolean) =>
    finish(String(column), readCellAmount(cellOf(column), profile, exponent), sign, has_sign);
  switch (columns.kind) {
    case 'signed':
      return read(columns.amount, columns.incoming === '+' ? 1n : -1n, true);
    case 'credit_debit':
      return readPair(profile, columns, cellOf, exponent);
    case 'indicator': {
      const side = sideOf(profile, cellOf);
      if (side !== null) return read(columns.amount, side === 'in' ? 1n : -1n, false);
      const has_word = cellOf(columns.indicator).replace(/\.$/, '') !== '';
      if (!has_word && isZeroCell(cellOf(columns.amount))) return { cents: 0n, currency: null };
      const words = [...columns.credit_words, ...columns.debit_words].join(', ');
      return rowProblem(String(columns.indicator), `must be one of ${words}`);
    }
  }
}

function readPair(
  profile: StatementProfile,
  { credit, debit, debit_sign }: Extract<StatementProfile['amount'], { kind: 'credit_debit' }>,
  cellOf: CellOf,
  exponent: number,
): SignedAmount | RowProblem {
  const [in_cell, out_cell] = [cellOf(credit), cellOf(debit)];
  const [no_credit, no_debit] = [in_cell, out_cell].map(
    (one) => isBlankCell(one) || isZeroCell(one),
  );
  if (no_credit === true && no_debit === true) {
    const has_fee = profile.fee !== null && !isBlankCell(cellOf(profile.fee));
    const is_zero = has_fee || isZeroCell(in_cell) || isZeroCell(out_cell);
    if (is_zero) return { cents: 0n, currency: null };
    return rowProblem(String(credit), 'and the other are both empty; one of them has the amount');
  }
  if (no_credit === no_debit) {
    return rowProblem(String(credit), 'and the other are both filled; one of them has the amount');
  }
  if (no_debit === true) {
    return finish(String(credit), readCellAmount(in_cell, profile, exponent), 1n, false);
  }
  const amount = readCellAmount(out_cell, profile, exponent);
  if (debit_sign === '+') return finish(String(debit), amount, -1n, false);
  if ('cents' in amount && amount.cents > 0n) return rowProblem(String(debit), 'must have a minus');
  return finish(String(debit), amount, 1n, true);
}

function finish(
  field: string,
  amount: CellAmount,
  sign: bigint,
  may_be_negative: boolean,
): SignedAmount | RowProblem {
  if ('problem' in amount) return rowProblem(field, amount.problem);
  if (amount.cents < 0n && !may_be_negative) return rowProblem(field, 'must not have a minus');
  return { cents: sign * amount.cents, currency: amount.currency };
}

/** An unreadable balance counts as none, because no money depends on it. */
export function readBalance(
  profile: StatementProfile,
  cell: string,
  exponent: number,
): bigint | null {
  if (cell === '') return null;
  const amount = readCellAmount(cell, profile, exponent, MAX_BALANCE_CENTS);
  return 'problem' in amount ? null : amount.cents;
}
