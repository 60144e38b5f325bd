// What the columns of a file without column names may be, by their values alone.

import { isCurrency } from '../../../../domain/values/currency.ts';
import { isBlankCell } from '../cell-amount.ts';
import type { Role } from '../statement-column-names.ts';
import { areAmounts, dateFormats } from './guess-values.ts';

/** Ids and numbers of accounts, rather than amounts. */
const isNumber = (cell: string): boolean => /^\d{9,}$/.test(cell);

const areMoney = (cells: readonly string[]): boolean =>
  cells.length > 0 && !cells.every(isNumber) && (areAmounts(cells, 2) || areAmounts(cells, 3));

/** Whether every row has exactly one of the two. */
function areExclusive(rows: readonly (readonly string[])[], a: number, b: number): boolean {
  const isFilled = (row: readonly string[], at: number) => !isBlankCell((row[at] ?? '').trim());
  return rows.every((row) => isFilled(row, a) !== isFilled(row, b));
}

/** The roles of two or three columns of amounts: a balance comes last, as all banks write it. */
function amountRoles(
  columns: readonly number[],
  rows: readonly (readonly string[])[],
): [Role, number][] {
  const [first, second, third, ...more] = columns;
  if (first === undefined || more.length > 0) return [];
  if (second === undefined) return [['amount', first]];
  const are_two = areExclusive(rows, first, second);
  if (third === undefined && !are_two) {
    return [
      ['amount', first],
      ['balance', second],
    ];
  }
  if (!are_two) return [];
  const pair: [Role, number][] = [
    ['credit', first],
    ['debit', second],
  ];
  return third === undefined ? pair : [...pair, ['balance', third]];
}

/** By position; columns with texts only have no role. */
export function rolesByValues(
  columns: readonly (readonly string[])[],
  rows: readonly (readonly string[])[],
): ReadonlyMap<Role, number>[] {
  const roles = columns.map(() => new Map<Role, number>());
  const money: number[] = [];
  for (const [at, cells] of columns.entries()) {
    const is_date = cells.some((cell) => /\D/.test(cell)) && dateFormats(cells).length > 0;
    if (is_date) roles[at]?.set('date', 0);
    else if (cells.length > 0 && cells.every((cell) => isCurrency(cell))) {
      roles[at]?.set('currency', 0);
    } else if (areMoney(cells)) money.push(at);
  }
  for (const [role, at] of amountRoles(money, rows)) roles[at]?.set(role, 0);
  return roles;
}
