// A parser of the test's own for the CSV files of real banks: by position only, sharing nothing
// with the service's reader.
import type { ShapeLine } from './compare-lines.ts';

type At = number;

export type CsvShape = {
  /** The name of the file. */
  readonly file: string;
  readonly bank: string;
  readonly continent: 'Africa' | 'America' | 'Asia' | 'Europe' | 'Oceania';
  /** The currency of the lines: one for all, or a column. */
  readonly currency: string | At;
  /** The built-in profile that reads the file, if there is one. */
  readonly profile?: string;
  readonly encoding?: string;
  readonly separator?: ';' | '\t' | '|';
  readonly decimal?: ',' | '.';
  /** How many digits the currency has after the decimal sign; 2 without it. */
  readonly digits?: number;
  /** How many rows come before the first line. */
  readonly above: number;
  /** How many rows come after the last line. */
  readonly below?: number;
  readonly day: readonly [at: At, order: 'dmy' | 'mdy' | 'ymd'];
  /** A signed column; or two of which one is filled; or one with a column of words for its sign. */
  readonly amount:
    | { readonly at: At; readonly outgoing?: '+' }
    | { readonly in: At; readonly out: At }
    | { readonly at: At; readonly sign_at: At; readonly out: readonly string[] };
  /** A fee that the bank takes beside the amount, whatever its sign. */
  readonly fee?: At;
  readonly references: readonly At[];
  readonly words: readonly At[];
  /** Rows that move no money: the cell that shows it, its text, and the reason. */
  readonly no_money?: readonly (readonly [at: At, text: string, reason: string])[];
  /** Written down by hand from the file, in minor units: number of lines, money in, money out. */
  readonly sums: readonly [lines: number, in_cents: bigint, out_cents: bigint];
};

/** Cells of a CSV: every second piece between quotation marks is the inside of a cell. */
function cellsOf(text: string, separator: string): string[][] {
  const [INNER_SEPARATOR, INNER_BREAK, INNER_QUOTE] = ['\u0001', '\u0002', '\u0003'];
  const hidden = text
    .replace(/\r\n?/g, '\n')
    .replaceAll('""', INNER_QUOTE)
    .split('"')
    .map((piece, index) =>
      index % 2 === 0
        ? piece.replaceAll(INNER_QUOTE, '')
        : piece.replaceAll(separator, INNER_SEPARATOR).replaceAll('\n', INNER_BREAK),
    )
    .join('');
  const shown = (cell: string) =>
    cell
      .replaceAll(INNER_SEPARATOR, separator)
      .replaceAll(INNER_BREAK, '\n')
      .replaceAll(INNER_QUOTE, '"');
  const rows = hidden.split('\n').map((row) => row.split(separator).map(shown));
  return rows.filter((row) => row.some((one) => one.trim() !== ''));
}

/** Minor units, and whether a minus stands before or after them, or brackets around them. */
function digitsOf(text: string, shape: CsvShape): { cents: bigint; is_minus: boolean } {
  const [whole = '', fraction = ''] = text.split(shape.decimal ?? '.');
  const digits = fraction.replace(/\D/g, '').padEnd(shape.digits ?? 2, '0');
  return {
    cents: BigInt(`0${whole.replace(/\D/g, '')}${digits}`),
    is_minus: /[-\u2212(]/.test(text),
  };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const PLACES = { dmy: [2, 1, 0], mdy: [2, 0, 1], ymd: [0, 1, 2] } as const;

function dayOf(text: string, order: keyof typeof PLACES): string {
  const parts =
    /^(\d{4})(\d\d)(\d\d)$/.exec(text)?.slice(1) ?? text.match(/\d+|[A-Za-z]{3}/g) ?? [];
  const [year = '', month = '', day = ''] = PLACES[order].map((place) => parts[place] ?? '');
  const number = MONTHS.indexOf(month.toLowerCase()) + 1 || Number(month);
  return `${year.padStart(4, '20')}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function amountOf(shape: CsvShape, cells: readonly string[]): bigint {
  const { amount } = shape;
  const read = (at: At) => digitsOf(cells[at] ?? '', shape);
  if ('in' in amount) return read(amount.in).cents - read(amount.out).cents;
  const { cents, is_minus } = read(amount.at);
  if ('sign_at' in amount) return amount.out.includes(cells[amount.sign_at] ?? '') ? -cents : cents;
  return is_minus === (amount.outgoing === undefined) ? -cents : cents;
}

export type ShapeContent = {
  readonly lines: readonly ShapeLine[];
  /** How many rows move no money, by reason. */
  readonly left_out: Readonly<Record<string, number>>;
};

/** The lines of a row: its amount and its fee, unless they are zero. */
function linesOf(shape: CsvShape, cells: readonly string[]): ShapeLine[] {
  const cell = (at: At) => (cells[at] ?? '').trim();
  const texts = (places: readonly At[]) => places.map(cell).filter((one) => one !== '');
  const line = {
    currency: typeof shape.currency === 'string' ? shape.currency : cell(shape.currency),
    day: dayOf(cell(shape.day[0]), shape.day[1]),
    references: texts(shape.references),
    words: texts(shape.words),
  };
  const fee = shape.fee === undefined ? 0n : digitsOf(cell(shape.fee), shape).cents;
  const amounts = [amountOf(shape, cells), -fee].filter((one) => one !== 0n);
  return amounts.map((amount_cents) => ({ ...line, amount_cents }));
}

export function readShape(shape: CsvShape, bytes: Uint8Array): ShapeContent {
  const text = new TextDecoder(shape.encoding ?? 'utf-8').decode(bytes);
  const rows = cellsOf(text, shape.separator ?? ',');
  const lines: ShapeLine[] = [];
  const left_out: Record<string, number> = {};
  for (const cells of rows.slice(shape.above, rows.length - (shape.below ?? 0))) {
    const named = shape.no_money?.find(([at, word]) => (cells[at] ?? '').trim() === word);
    const own = named === undefined ? linesOf(shape, cells) : [];
    lines.push(...own);
    const reason = own.length > 0 ? null : (named?.[2] ?? 'zero');
    if (reason !== null) left_out[reason] = (left_out[reason] ?? 0) + 1;
  }
  return { lines, left_out };
}
