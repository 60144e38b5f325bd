// Finds the columns of a CSV by their names and by the values below them.

import { currencyExponent, isCurrency } from '../../../../domain/values/currency.ts';
import { type Role, rolesOf } from '../statement-column-names.ts';
import type { Column } from '../statement-profile.ts';
import { BOOKED_WORDS, PENDING_WORDS, REVERTED_WORDS, SIGN_WORDS } from '../statement-words.ts';
import { rolesByValues } from './guess-positions.ts';
import { areAmounts, dateFormats } from './guess-values.ts';

/** What the sheet of a workbook tells beside the texts of its cells. */
export type SheetSample = {
  /** The decimal sign that its numbers were given. */
  readonly decimal: '.' | ',';
  /** The columns whose amounts are numbers, so that nothing about their writing is open. */
  readonly numbers: ReadonlySet<number>;
};

export type Sample = {
  readonly delimiter: ',' | ';' | '\t' | '|';
  /** The character before a quotation mark that is a part of a quoted cell. */
  readonly quote_escape?: '"' | '\\';
  /** Null: the file is a text. */
  readonly sheet: SheetSample | null;
  readonly rows: readonly (readonly string[])[];
};

const STATES = new Set([...BOOKED_WORDS, ...PENDING_WORDS, ...REVERTED_WORDS]);
const DIRECTIONS = new Set(SIGN_WORDS.flat());
const CLOCK = /^\d{1,2}:\d{2}/;
/** Words, or one long word: not a code, a number or a day. */
function isFreeText(cell: string): boolean {
  const words = cell.split(/\s+/u);
  const [, ...others] = words.toReversed();
  return (
    words.some((word) => /\p{L}{9}/u.test(word)) || others.some((word) => /\p{L}{2}/u.test(word))
  );
}
/** Without these a row says the same. */
const NO_TEXT =
  /^(?:exchange|original|emoji|category|parentcategory|subcategory|bic|swift|receipt|address|blz)/;

/** A sample below its header; or all of it, if no row has the names of the columns. */
export class SampleTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly has_header: boolean;
  readonly #roles: readonly ReadonlyMap<Role, number>[];

  constructor(sample: Sample, at: number | null) {
    this.has_header = at !== null;
    const width = Math.max(0, ...sample.rows.map((row) => row.length));
    this.header = at === null ? Array.from({ length: width }, () => '') : (sample.rows[at] ?? []);
    const all = at === null ? sample.rows : sample.rows.slice(at + 1);
    this.rows = all.filter((row) => row.length >= this.header.length - 1);
    this.#roles =
      at === null
        ? rolesByValues(
            this.header.map((_, column) => this.cells(column)),
            this.rows,
          )
        : this.header.map((name) => (name.trim() === '' ? new Map() : rolesOf(name)));
  }

  /** Without blank ones. */
  cells(at: number | null): string[] {
    if (at === null) return [];
    const all = this.rows.map((row) => (row[at] ?? '').trim());
    return all.filter((cell) => cell !== '' && cell !== '-');
  }

  /** The positions that may have a role by name, the most likely first. */
  named(role: Role): number[] {
    return this.header
      .flatMap((_, at) => {
        const rank = this.#roles[at]?.get(role);
        return rank === undefined ? [] : [{ at, rank }];
      })
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ at }) => at);
  }

  /** How likely the role is by the column's name: 0 is the most likely. */
  rankOf(role: Role, at: number): number {
    return this.#roles[at]?.get(role) ?? Number.POSITIVE_INFINITY;
  }

  /** How a mapping names the column: by its position if the name is blank or not the only one. */
  columnAt(at: number): Column {
    const name = this.header[at] ?? '';
    const bare = (text: string) => text.replace(/[\s\p{Cf}]+/gu, '').toLowerCase();
    const is_only = this.header.filter((one) => bare(one) === bare(name)).length === 1;
    return bare(name) !== '' && name.length <= 100 && is_only ? name : at;
  }
}

const hasOnly = (cells: readonly string[], words: ReadonlySet<string>): boolean =>
  cells.length > 0 && cells.every((cell) => words.has(cell.toUpperCase().replace(/\.$/, '')));

export const isDirection = (cells: readonly string[]): boolean => hasOnly(cells, DIRECTIONS);

const isUnique = (cells: readonly string[]): boolean =>
  cells.length > 1 && new Set(cells).size === cells.length;

type Test = (cells: readonly string[]) => boolean;

const TESTS: Readonly<Partial<Record<Role, Test>>> = {
  date: (cells) => dateFormats(cells).length > 0,
  time: (cells) => cells.length > 0 && cells.every((cell) => CLOCK.test(cell)),
  status: (cells) => hasOnly(cells, STATES),
  balance: (cells) => areAmounts(cells, 2) || areAmounts(cells, 3),
  fee: (cells) => areAmounts(cells, 2) || areAmounts(cells, 3),
  currency: (cells) => cells.length > 0 && cells.every((cell) => isCurrency(cell.toUpperCase())),
  bank_id: isUnique,
  account: (cells) => cells.length > 0 && cells.every((cell) => /\d{4}/.test(cell)),
};

/** The most likely column of a role whose values fit it; null if there is none. */
export function columnFor(
  table: SampleTable,
  role: Role,
  taken: ReadonlySet<number> = new Set(),
): number | null {
  const test = TESTS[role] ?? (() => true);
  return table.named(role).find((at) => !taken.has(at) && test(table.cells(at))) ?? null;
}

/** Columns by name, then all others with free text: matching looks for references in each. */
export function textColumns(table: SampleTable, taken: ReadonlySet<number>): number[] {
  // A number of the bank that several rows share is no id of a row, but still a reference.
  const named = [...table.named('text'), ...table.named('bank_id')].filter((at) => !taken.has(at));
  const others = table.header.flatMap((name, at) => {
    const is_known = taken.has(at) || named.includes(at);
    const is_dull = NO_TEXT.test(name.toLowerCase().replace(/[\s"-]+/g, ''));
    if (is_known || is_dull || dateFormats(table.cells(at)).length > 0) return [];
    return table.cells(at).some((cell) => isFreeText(cell)) ? [at] : [];
  });
  const filled = named.filter((at) => table.cells(at).length > 0);
  return [...new Set([...filled, ...others])].slice(0, 20);
}

/** The decimals of the only currency that the file names; null if it names none, or several. */
export function sampleExponent(table: SampleTable, currency: number | null): number | null {
  const named = table.header.flatMap(
    (name) => /\(([A-Z]{3})\)|\b([A-Z]{3})$/.exec(name)?.slice(1) ?? [],
  );
  const codes = currency === null ? named : table.cells(currency).map((cell) => cell.toUpperCase());
  const exponents = new Set(codes.flatMap((code) => currencyExponent(code ?? '') ?? []));
  const [only] = exponents;
  return exponents.size === 1 ? (only ?? null) : null;
}
