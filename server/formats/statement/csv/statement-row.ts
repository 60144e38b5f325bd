// Turns the cells of one row of a statement into a bank line, or the first thing that is wrong with
// it.

import { utrInText } from '../../../domain/record/bank-line.ts';
import { MAX_BALANCE_CENTS } from '../../../domain/values/money.ts';
import { normaliseUtr } from '../../../domain/values/utr.ts';
import { isNoAmount, type ReadAmount, readStatementAmount } from '../statement-amount.ts';
import { readDate } from '../statement-date.ts';
import type { StatementLine } from '../statement-line.ts';
import {
  accountNumber,
  cleanText,
  endToEndText,
  narration,
  partyName,
  referenceText,
} from '../statement-wording.ts';
import type { Column, StatementProfile } from './statement-profile.ts';

/** A row's line, with the account's balance after it if the layout has that column. */
export type StatementRowLine = StatementLine & { readonly balance_cents: bigint | null };

export type RowProblem = { readonly problem: { readonly field: string; readonly message: string } };

/** The position of each column of the profile; made once per file by `findColumns`. */
export type StatementHeader = {
  readonly width: number | null;
  readonly positions: ReadonlyMap<Column, number>;
};

/** Zeros that fill the column, a long number as a spreadsheet shows it (4.12E+11), and words. */
const NO_UTR = /^0+$|^\d[.,]\d+E\+?\d+$|[a-z]{3}\s/i;
/**
 * Some banks pad the number to 16 digits with zeros, or put the payment system's name before it;
 * payers see the 12 digits.
 */
const BEFORE_RRN = /^(?:0{4}|UPI|IMPS|RRN|UTR)(?=\d{12}$)/;
const ONE_WORD = /^[A-Z0-9]*$/i;
const BANK_ID_MAX = 128;

/** The header, if this row has all names that the profile needs; otherwise the missing names. */
export function findColumns(
  profile: StatementProfile,
  row: readonly string[],
): StatementHeader | { readonly missing: readonly string[] } {
  const names = row.map(canonicalName);
  const positions = new Map<Column, number>();
  for (const column of allColumns(profile)) {
    const at = typeof column === 'number' ? column : names.indexOf(canonicalName(column));
    if (at !== -1) positions.set(column, at);
  }
  const missing = neededColumns(profile).filter((column) => !positions.has(column));
  if (missing.length > 0) return { missing: missing.map(String) };
  return { width: row.length, positions };
}

/** For files without a header: by position only. */
export function columnsByPosition(profile: StatementProfile): StatementHeader {
  const numbers = allColumns(profile).filter((column) => typeof column === 'number');
  return { width: null, positions: new Map(numbers.map((column) => [column, column])) };
}

const VISIBLE = /^[!-~]/;

/** Empty rows, totals and footers, which contain no bank line. */
export function isIgnoredRow(profile: StatementProfile, cells: readonly string[]): boolean {
  const filled = cells.find((cell) => VISIBLE.test(cell) || canonicalName(cell) !== '');
  if (filled === undefined) return true;
  if (profile.ignored_rows.length === 0) return false;
  const first = canonicalName(filled);
  return profile.ignored_rows.some((start) => first.startsWith(canonicalName(start)));
}

export function readRow(
  profile: StatementProfile,
  cells: readonly string[],
  header: StatementHeader,
  exponent: number,
): StatementRowLine | RowProblem {
  const cellOf = (column: Column | null): string => {
    const at = column === null ? undefined : header.positions.get(column);
    return at === undefined ? '' : (cells[at] ?? '').trim();
  };
  const { width } = header;
  // An unquoted delimiter shifts every cell after it: the amount might come from another column.
  if (width !== null && cells.slice(width).some((cell) => cell.trim() !== '')) {
    return wrong('row', `has ${cells.length} cells, its header has ${width}`);
  }
  const date = { date: cellOf(profile.date), time: cellOf(profile.time) };
  const booked = readDate(date, profile.date_formats, profile.zone_offset_minutes);
  if (booked === null) return wrong(String(profile.date), `must be a date (${formats(profile)})`);
  const amount = readSigned(profile, cellOf, exponent);
  if ('problem' in amount) return amount;
  const bank_id = cleanText(cellOf(profile.bank_id));
  if (bank_id.length > BANK_ID_MAX) {
    return wrong(String(profile.bank_id), `must have at most ${BANK_ID_MAX} characters`);
  }
  const { utr, rest } = readUtr(cellOf(profile.utr));
  const end_to_end_id = referenceText(cellOf(profile.end_to_end_id));
  return {
    amount_cents: amount.cents,
    ...booked,
    utr,
    text: narration([...profile.text.map(cellOf), rest, endToEndText(end_to_end_id)]),
    bank_id: bank_id === '' ? null : bank_id,
    currency: cleanText(cellOf(profile.currency)).toUpperCase() || null,
    counterparty_name: partyName(cellOf(profile.counterparty_name)),
    counterparty_number: accountNumber(cellOf(profile.counterparty_number)),
    purpose: null,
    end_to_end_id,
    return_reason: null,
    balance_cents: readBalance(profile, cellOf(profile.balance), exponent),
  };
}

type CellOf = (column: Column | null) => string;

function readSigned(
  profile: StatementProfile,
  cellOf: CellOf,
  exponent: number,
): { cents: bigint } | RowProblem {
  const { amount: columns } = profile;
  const read = (column: Column, sign: bigint, may_be_negative: boolean) => {
    const amount = readStatementAmount(cellOf(column), profile, exponent);
    return finish(String(column), amount, sign, may_be_negative);
  };
  switch (columns.kind) {
    case 'signed':
      return read(columns.amount, columns.incoming === '+' ? 1n : -1n, true);
    case 'credit_debit': {
      const [no_credit, no_debit] = [columns.credit, columns.debit].map((one) =>
        isNoAmount(cellOf(one)),
      );
      if (no_credit === no_debit) {
        const problem = no_credit
          ? 'and the other are both empty'
          : 'and the other are both filled';
        return wrong(String(columns.credit), `${problem}; one of them has the amount`);
      }
      return no_debit ? read(columns.credit, 1n, false) : read(columns.debit, -1n, false);
    }
    case 'indicator': {
      const word = cellOf(columns.indicator).toUpperCase().replace(/\.$/, '');
      if (columns.credit_words.includes(word)) return read(columns.amount, 1n, false);
      if (columns.debit_words.includes(word)) return read(columns.amount, -1n, false);
      const words = [...columns.credit_words, ...columns.debit_words].join(', ');
      return wrong(String(columns.indicator), `must be one of ${words}`);
    }
  }
}

function finish(
  field: string,
  amount: ReadAmount,
  sign: bigint,
  may_be_negative: boolean,
): { cents: bigint } | RowProblem {
  if ('problem' in amount) return wrong(field, amount.problem);
  if (amount.cents === 0n) return wrong(field, 'must not be 0');
  if (amount.cents < 0n && !may_be_negative) return wrong(field, 'must not have a minus');
  return { cents: sign * amount.cents };
}

/**
 * Text in the column that is no UTR is added to the line's text, where a person sees it; the
 * payment system's name before the number is dropped, as in `UPI-412345678901`.
 */
function readUtr(cell: string): { utr: string | null; rest: string } {
  const named = ONE_WORD.test(cell) ? null : utrInText(cell);
  const utr = normaliseUtr(cell)?.replace(BEFORE_RRN, '') ?? null;
  if (named !== null && named !== utr) return { utr: named, rest: cell };
  if (utr !== null && /\d{4}/.test(utr) && !NO_UTR.test(cell)) return { utr, rest: '' };
  return { utr: null, rest: /^[-0\s]*$/.test(cell) ? '' : cell };
}

/** An unreadable balance counts as none, because no money depends on it. */
function readBalance(profile: StatementProfile, cell: string, exponent: number): bigint | null {
  if (cell === '') return null;
  // Some banks append whether the account is in credit or in debit.
  const side = /\(?(CR|DR)\)?\.?$/i.exec(cell);
  const digits = cell.slice(0, side?.index).trimEnd();
  const amount = readStatementAmount(digits, profile, exponent, MAX_BALANCE_CENTS);
  if ('problem' in amount) return null;
  return side?.[1]?.toUpperCase() === 'DR' && amount.cents > 0n ? -amount.cents : amount.cents;
}

/** The number of the account that a row belongs to; empty if the layout has no such column. */
export function accountCell(
  profile: StatementProfile,
  cells: readonly string[],
  header: StatementHeader,
): string {
  const at = profile.account === null ? undefined : header.positions.get(profile.account);
  return at === undefined ? '' : (cells[at] ?? '').trim();
}

function wrong(field: string, message: string): RowProblem {
  return { problem: { field, message } };
}

function formats(profile: StatementProfile): string {
  const shown = profile.date_formats.map((one) => (one === 'ISO' ? 'YYYY-MM-DD' : one));
  return shown.join(', ');
}

function canonicalName(name: string): string {
  return name.replace(/[\s\p{Cf}]+/gu, '').toLowerCase();
}

function neededColumns({ date, amount }: StatementProfile): readonly Column[] {
  if (amount.kind === 'signed') return [date, amount.amount];
  if (amount.kind === 'indicator') return [date, amount.amount, amount.indicator];
  return [date, amount.credit, amount.debit];
}

function allColumns(profile: StatementProfile): readonly Column[] {
  const { time, utr, end_to_end_id, text, bank_id, currency } = profile;
  const { account, counterparty_name, counterparty_number, balance } = profile;
  const others = [account, counterparty_name, counterparty_number, balance];
  const optional = [time, utr, end_to_end_id, ...text, bank_id, currency, ...others];
  return [...neededColumns(profile), ...optional.filter((column) => column !== null)];
}
