// One row of a statement: cells in, a bank line or the first thing that is wrong with it out.

import { isNoAmount, type ReadAmount, readAmount } from './statement-amount.ts';
import { readDate } from './statement-date.ts';
import type { Column, StatementProfile } from './statement-profile.ts';
import { normaliseUtr } from './utr.ts';

export type StatementLine = {
  readonly amount_cents: bigint;
  readonly booked_at: number;
  readonly booked_exactly: boolean;
  readonly utr: string | null;
  readonly text: string | null;
  readonly bank_id: string | null;
  /** As the row says, upper case; null where the layout has none. */
  readonly currency: string | null;
};

export type RowProblem = { readonly problem: { readonly field: string; readonly message: string } };

/** Where each column of the profile stands; made once per file by `findColumns`. */
export type StatementHeader = {
  readonly width: number | null;
  readonly positions: ReadonlyMap<Column, number>;
};

/** Zeros that fill the column, what a spreadsheet makes of a long number (4.12E+11), and words. */
const NO_UTR = /^0+$|^\d[.,]\d+E\+?\d+$|[a-z]{3,}\s/i;
const TEXT_MAX = 1_000;
const BANK_ID_MAX = 128;

/** The header, where this row has all names that the profile needs; else the missing ones. */
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

/** For files without a header: positions only. */
export function columnsByPosition(profile: StatementProfile): StatementHeader {
  const numbers = allColumns(profile).filter((column) => typeof column === 'number');
  return { width: null, positions: new Map(numbers.map((column) => [column, column])) };
}

/** Empty rows, totals and footers: there is no bank line in them. */
export function isIgnoredRow(profile: StatementProfile, cells: readonly string[]): boolean {
  const filled = cells.find((cell) => canonicalName(cell) !== '');
  if (filled === undefined) return true;
  const first = canonicalName(filled);
  return profile.ignored_rows.some((start) => first.startsWith(canonicalName(start)));
}

export function readRow(
  profile: StatementProfile,
  cells: readonly string[],
  header: StatementHeader,
  exponent: number,
): StatementLine | RowProblem {
  const cellOf = (column: Column | null): string => {
    const at = column === null ? undefined : header.positions.get(column);
    return at === undefined ? '' : (cells[at] ?? '').trim();
  };
  const { width } = header;
  // A delimiter that nobody quoted moves every cell behind it: its amount may be another column's.
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
  const text = cleanText([...profile.text.map(cellOf), rest].join(' '));
  return {
    amount_cents: amount.cents,
    ...booked,
    utr,
    text: text === '' ? null : truncate(text),
    bank_id: bank_id === '' ? null : bank_id,
    currency: cleanText(cellOf(profile.currency)).toUpperCase() || null,
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
    const amount = readAmount(cellOf(column), profile, exponent);
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

/** What the column has instead of a UTR stays with the text, where a person sees it. */
function readUtr(cell: string): { utr: string | null; rest: string } {
  const utr = normaliseUtr(cell);
  if (utr !== null && /\d{4}/.test(utr) && !NO_UTR.test(cell)) return { utr, rest: '' };
  return { utr: null, rest: /^[-0\s]*$/.test(cell) ? '' : cell };
}

/** One line of visible text; a cell that looks like a formula is text like any other. */
function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
}

function truncate(text: string): string {
  return text.length <= TEXT_MAX ? text : text.slice(0, TEXT_MAX).toWellFormed();
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
  const { time, utr, text, bank_id, currency } = profile;
  const optional = [time, utr, ...text, bank_id, currency].filter((column) => column !== null);
  return [...neededColumns(profile), ...optional];
}
