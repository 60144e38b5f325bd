// Tells from the values of a column how its dates and amounts are written.

import { readDate } from '../../statement-date.ts';
import { isBlankCell, readCellAmount } from '../cell-amount.ts';

const CLOCKS = ['', ' HH:mm:ss', ' HH:mm', ', HH:mm:ss', ', HH:mm', '-HH:mm:ss', ' / HH:mm'];
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
  'DDMMMYYYY',
  'DD/MMM/YYYY',
  'MMM DD, YYYY',
  'YYYY/MM/DD',
  'YYYY.MM.DD',
  'YYYY.MM.DD.',
  'YYYYMMDD',
  'YY/MM/DD',
  'YY-MM-DD',
  'YY.MM.DD',
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

const WEEK_MS = 7 * 86_400_000;
/** No bank exports older days beside a reading of the last years. */
const OLD_MS = 10 * 366 * 86_400_000;
/** Enough to leave out most patterns before all cells are read. */
const FEW_CELLS = 20;

/**
 * Every reading of the days; several if the file does not tell the order of day, month and year.
 * Days after today, or long ago, are meant by none if another reading has neither.
 */
export function dateFormats(given: readonly string[], today = Number.POSITIVE_INFINITY): string[] {
  // Words below a table, such as Total, are no days.
  const numbers = given.filter((cell) => /\d/.test(cell));
  const cells = numbers.length * 2 >= given.length ? numbers : given;
  const few = cells.slice(0, FEW_CELLS);
  const likely = FORMATS.filter((format) => few.some((cell) => dayIn(format, cell) !== null));
  const read = readMost(likely, cells, (format, cell) => dayIn(format, cell) !== null);
  const readings = new Map<string, { format: string; days: readonly number[] }>();
  for (const format of read) {
    const days = cells.flatMap((cell) => dayIn(format, cell) ?? []);
    const key = days.join();
    if (!readings.has(key)) readings.set(key, { format, days });
  }
  const all = [...readings.values()];
  const oldest = Number.isFinite(today) ? today - OLD_MS : 0;
  const possible = all.filter(({ days }) =>
    days.every((day) => day <= today + WEEK_MS && day >= oldest),
  );
  return (possible.length > 0 ? possible : all).map(({ format }) => format);
}

export type AmountWriting = {
  readonly decimal: '.' | ',';
  readonly thousands: readonly string[];
  readonly decimals?: number;
};

const WRITINGS: readonly AmountWriting[] = [
  { decimal: '.', thousands: [','] },
  { decimal: ',', thousands: ['.', ' ', '\u00a0', '\u202f'] },
  { decimal: '.', thousands: ["'", '’', ' ', '\u00a0', '\u202f'] },
  { decimal: ',', thousands: ["'", '’'] },
];

export function areAmounts(cells: readonly string[], exponent: number): boolean {
  return amountWritings(cells, exponent).length > 0;
}

/** With the decimals of the currency that the writing implies. */
export type PossibleWriting = { readonly form: AmountWriting; readonly exponent: number };

/** Banks write at most this many, filled with zeros. */
const MOST_DECIMALS = 6;
/** Of a currency that the file does not name. */
const MOST_EXPONENT = 3;

/** The most decimals behind this sign. */
function decimalsIn(cells: readonly string[], sign: '.' | ','): number {
  const lengths = cells.map((cell) => {
    const at = cell.lastIndexOf(sign);
    return at === -1 ? 0 : (/^\d*/.exec(cell.slice(at + 1))?.[0].length ?? 0);
  });
  return Math.max(0, ...lengths);
}

/** The readings of the amounts: several only if an amount is not the same in each. */
export function amountWritings(
  given: readonly string[],
  exponent: number | null,
): PossibleWriting[] {
  const cells = given.filter((cell) => !isBlankCell(cell));
  if (cells.length === 0) return [];
  const centsIn = (form: AmountWriting, cell: string): bigint | null => {
    const wide = { ...form, minor_units: false, decimals: MOST_DECIMALS };
    const read = readCellAmount(cell, wide, exponent ?? MOST_EXPONENT);
    return 'problem' in read ? null : read.cents;
  };
  const ways = readMost(WRITINGS, cells, (form, cell) => centsIn(form, cell) !== null);
  const readings = new Map<string, PossibleWriting>();
  for (const form of ways) {
    const values = cells.map((cell) => centsIn(form, cell));
    const key = values.join();
    if (readings.has(key)) continue;
    const decimals = decimalsIn(cells, form.decimal);
    const is_three = values.some((value) => value !== null && value % 10n !== 0n);
    const own = exponent ?? (is_three ? MOST_EXPONENT : 2);
    readings.set(key, {
      form: decimals > 2 && decimals > own ? { ...form, decimals } : form,
      exponent: own,
    });
  }
  return [...readings.values()];
}

/** Whether any amount shows its decimal sign or its thousands. */
export const showsSigns = (cells: readonly string[]): boolean =>
  cells.some((cell) => /\d[.,]\d/.test(cell));
