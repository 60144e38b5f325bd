// Tells from the values of a column how its dates and amounts are written.

import { readDate } from '../statement-date.ts';
import { isBlankCell, readCellAmount } from './cell-amount.ts';

const CLOCKS = ['', ' HH:mm:ss', ' HH:mm'];
const DAYS = [
  'DD.MM.YYYY',
  'DD.MM.YY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD/MM/YY',
  'MM/DD/YY',
  'DD-MM-YYYY',
  'MM-DD-YYYY',
  'DD-MM-YY',
  'DD-MMM-YYYY',
  'DD MMM YYYY',
  'DD-MMM-YY',
  'DD MMM YY',
  'DD/MMM/YYYY',
  'MMM DD, YYYY',
  'YYYY/MM/DD',
  'YYYY.MM.DD',
  'YYYYMMDD',
];
const FORMATS = ['ISO', ...DAYS.flatMap((day) => CLOCKS.map((clock) => `${day}${clock}`))];

/** The ways that read the most cells, and more than half: a sample may contain a broken line. */
function readMost<Way>(
  ways: readonly Way[],
  cells: readonly string[],
  reads: (way: Way, cell: string) => boolean,
): Way[] {
  const read = ways.map((way) => cells.filter((cell) => reads(way, cell)).length);
  const most = Math.max(...read);
  return most * 2 > cells.length ? ways.filter((_, index) => read[index] === most) : [];
}

const dayIn = (format: string, date: string): number | null =>
  readDate({ date, time: '' }, [format], 0)?.booked_at ?? null;

/** Whether the days never go back, or never forward. */
function isSorted(format: string, cells: readonly string[]): boolean {
  const days = cells.flatMap((cell) => dayIn(format, cell) ?? []);
  const steps = days.slice(1).map((day, index) => day - (days[index] ?? day));
  return steps.every((step) => step >= 0) || steps.every((step) => step <= 0);
}

/** Statements are sorted by day, so of several formats those that keep the order are meant. */
export function dateFormats(cells: readonly string[]): string[] {
  const formats = readMost(FORMATS, cells, (format, cell) => dayIn(format, cell) !== null);
  const sorted = formats.filter((format) => isSorted(format, cells));
  return sorted.length > 0 ? sorted : formats;
}

export type AmountWriting = {
  readonly decimal: '.' | ',';
  readonly thousands: readonly string[];
};

const WRITINGS: readonly AmountWriting[] = [
  { decimal: '.', thousands: [','] },
  { decimal: ',', thousands: ['.', ' ', '\u00a0', '\u202f'] },
  { decimal: '.', thousands: ["'", '’', ' ', '\u00a0', '\u202f'] },
  { decimal: ',', thousands: ["'", '’'] },
];

/** Exactly three digits after a single sign: thousands, or three decimals. */
const THREE_DIGITS = /^\D*[1-9]\d{0,2}[.,]\d{3}\D*$/;

export function areAmounts(cells: readonly string[], exponent: number): boolean {
  return amountWritings(cells, exponent).length > 0;
}

/** With the decimals of the currency that the writing implies. */
export type PossibleWriting = { readonly form: AmountWriting; readonly exponent: number };

/** The ways in which the amounts can be written; several only if their decimal signs differ. */
export function amountWritings(
  given: readonly string[],
  exponent: number | null,
): PossibleWriting[] {
  const cells = given.filter((cell) => !isBlankCell(cell));
  if (cells.length === 0) return [];
  const reads = (decimals: number) =>
    readMost(
      WRITINGS,
      cells,
      (form, cell) =>
        !('problem' in readCellAmount(cell, { ...form, minor_units: false }, decimals)),
    ).map((form) => ({ form, exponent: decimals }));
  const may_be_three = exponent === null && cells.every((cell) => THREE_DIGITS.test(cell));
  const found = may_be_three ? [...reads(2), ...reads(3)] : reads(exponent ?? 2);
  // If the currency is known to have three decimals, banks write all of them.
  const is_three = exponent === 3 && cells.every((cell) => THREE_DIGITS.test(cell));
  const possible = [...new Set(found.map(({ form }) => form.decimal))];
  const signs = is_three
    ? possible.filter((sign) => cells.every((cell) => cell.includes(sign)))
    : possible;
  return signs.flatMap((decimal) => found.find(({ form }) => form.decimal === decimal) ?? []);
}

/** Whether any amount shows its decimal sign or its thousands. */
export const showsSigns = (cells: readonly string[]): boolean =>
  cells.some((cell) => /\d[.,]\d/.test(cell));
