// Turns the cells of one row of a statement into a bank line, or the first thing that is wrong with
// it.

import { utrInText } from '../../../domain/record/bank-line.ts';
import { normaliseUtr } from '../../../domain/values/utr.ts';
import { type ReadDate, readDate } from '../statement-date.ts';
import type { LeftOutReason, StatementLine } from '../statement-line.ts';
import {
  accountNumber,
  cleanText,
  endToEndText,
  narration,
  partyName,
  referenceText,
} from '../statement-wording.ts';
import {
  type CellOf,
  type RowProblem,
  readBalance,
  readFee,
  readSigned,
  rowProblem,
} from './row-amount.ts';
import { stateOf } from './row-state.ts';
import type { Column, StatementProfile } from './statement-profile.ts';

/** A row's money: its line, and another one for its fee. */
export type StatementRowLines = {
  /** Empty if the row moves no money; then `left_out` says why. */
  readonly lines: readonly StatementLine[];
  readonly left_out: LeftOutReason | null;
  /** The day or moment of the row; null if it was left out before its date was read. */
  readonly booked_at: number | null;
  /** The sum of the lines. */
  readonly moved_cents: bigint;
  /** The account's balance after the row, if the layout has that column. */
  readonly balance_cents: bigint | null;
};

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

const firstFilled = (cells: readonly string[]): string | undefined =>
  cells.find((cell) => VISIBLE.test(cell) || canonicalName(cell) !== '');

export const isBlankRow = (cells: readonly string[]): boolean => firstFilled(cells) === undefined;

/** Totals and footers that the profile names, which contain no bank line. */
export function isIgnoredRow(profile: StatementProfile, cells: readonly string[]): boolean {
  if (profile.ignored_rows.length === 0) return false;
  const first = canonicalName(firstFilled(cells) ?? '');
  return profile.ignored_rows.some((start) => first.startsWith(canonicalName(start)));
}

export function readRow(
  profile: StatementProfile,
  cells: readonly string[],
  header: StatementHeader,
  exponent: number,
): StatementRowLines | RowProblem {
  const cellOf: CellOf = (column) => cellIn(column, cells, header);
  const { width } = header;
  // An unquoted delimiter shifts every cell after it: the amount might come from another column.
  if (width !== null && cells.slice(width).some((cell) => cell.trim() !== '')) {
    return rowProblem('row', `has ${cells.length} cells, its header has ${width}`);
  }
  const state = stateOf(profile, cellOf(profile.status));
  if (typeof state === 'object') return state;
  // Rows that were never booked often have no date and no balance.
  if (state !== 'booked') return leftOut(state);
  const balance_cents = readBalance(profile, cellOf(profile.balance), exponent);
  const date = { date: cellOf(profile.date), time: cellOf(profile.time) };
  const booked = readDate(date, profile.date_formats, profile.zone_offset_minutes);
  if (booked === null)
    return rowProblem(String(profile.date), `must be a date (${formats(profile)})`);
  const amount = readSigned(profile, cellOf, exponent);
  if ('problem' in amount) return amount;
  const fee = readFee(profile, cellOf, exponent);
  if ('problem' in fee) return fee;
  const lines = linesOf(profile, cellOf, booked, { amount, fee_cents: fee.cents });
  if ('problem' in lines) return lines;
  return {
    lines,
    left_out: lines.length === 0 ? 'zero' : null,
    booked_at: booked.booked_at,
    moved_cents: amount.cents + fee.cents,
    balance_cents,
  };
}

function leftOut(reason: LeftOutReason): StatementRowLines {
  return { lines: [], left_out: reason, booked_at: null, moved_cents: 0n, balance_cents: null };
}

type RowAmounts = {
  readonly amount: { readonly cents: bigint; readonly currency: string | null };
  readonly fee_cents: bigint;
};

function linesOf(
  profile: StatementProfile,
  cellOf: CellOf,
  booked: ReadDate,
  { amount, fee_cents }: RowAmounts,
): StatementLine[] | RowProblem {
  const bank_id = cleanText(cellOf(profile.bank_id));
  if (bank_id.length > BANK_ID_MAX) {
    return rowProblem(String(profile.bank_id), `must have at most ${BANK_ID_MAX} characters`);
  }
  const { utr, rest } = readUtr(cellOf(profile.utr));
  const end_to_end_id = referenceText(cellOf(profile.end_to_end_id));
  const texts = profile.text.map(cellOf);
  const text = narration([...texts, rest, endToEndText(end_to_end_id)]);
  const line = {
    ...booked,
    bank_id: bank_id === '' ? null : bank_id,
    currency: cleanText(cellOf(profile.currency)).toUpperCase() || amount.currency,
    counterparty_name: partyName(cellOf(profile.counterparty_name)),
    counterparty_number: accountNumber(cellOf(profile.counterparty_number)),
    purpose: null,
    return_reason: null,
  };
  const payment = { ...line, amount_cents: amount.cents, utr, text, end_to_end_id };
  const paid = payment.amount_cents === 0n ? [] : [payment];
  if (fee_cents === 0n) return paid;
  // The references stay with the payment, so that nobody takes its fee for the payment itself.
  const fee_text = narration(['Fee', utrInText(text) === null ? (text ?? '') : '']);
  const fee = { ...line, amount_cents: fee_cents, utr: null, text: fee_text, end_to_end_id: null };
  return [...paid, fee];
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

/** What a row's cell says in a column; empty if the layout has no such column. */
export function cellIn(
  column: Column | null,
  cells: readonly string[],
  header: StatementHeader,
): string {
  const at = column === null ? undefined : header.positions.get(column);
  return at === undefined ? '' : (cells[at] ?? '').trim();
}

function formats(profile: StatementProfile): string {
  const shown = profile.date_formats.map((one) => (one === 'ISO' ? 'YYYY-MM-DD' : one));
  return shown.join(', ');
}

function canonicalName(name: string): string {
  return name.replace(/[\s\p{Cf}]+/gu, '').toLowerCase();
}

/** Without its column of fees or states a file would be read wrongly, so these are needed, too. */
function neededColumns({ date, amount, fee, status }: StatementProfile): readonly Column[] {
  const others = [fee, status].filter((column) => column !== null);
  if (amount.kind === 'signed') return [date, amount.amount, ...others];
  if (amount.kind === 'indicator') return [date, amount.amount, amount.indicator, ...others];
  return [date, amount.credit, amount.debit, ...others];
}

export function allColumns(profile: StatementProfile): readonly Column[] {
  const { time, utr, end_to_end_id, text, bank_id, currency } = profile;
  const { account, counterparty_name, counterparty_number, balance } = profile;
  const others = [account, counterparty_name, counterparty_number, balance];
  const optional = [time, utr, end_to_end_id, ...text, bank_id, currency, ...others];
  return [...neededColumns(profile), ...optional.filter((column) => column !== null)];
}
