// Proposes how to read a bank's CSV: a profile that reads the sample without an error, otherwise
// one made from the names and the values of its columns.

import { readStatementAmount } from '../statement-amount.ts';
import { readDate } from '../statement-date.ts';
import { type Role, roleOf } from './statement-column-names.ts';
import { mappingProfile } from './statement-mapping.ts';
import type { StatementProfile } from './statement-profile.ts';
import { PROFILES } from './statement-profiles.ts';
import { findColumns, isIgnoredRow, readRow, type StatementRowLine } from './statement-row.ts';

export type Sample = {
  readonly delimiter: StatementProfile['delimiter'];
  readonly rows: readonly (readonly string[])[];
};

export type Trial = {
  readonly profile: StatementProfile;
  readonly lines: readonly StatementRowLine[];
  readonly problems: readonly string[];
  /** How many of the profile's columns the sample has. */
  readonly columns: number;
};

export type Guess = Trial & {
  /** Null if no built-in profile fits and the proposal is a mapping. */
  readonly name: string | null;
  /** What the sample alone leaves open. */
  readonly doubts: readonly string[];
};

const HEADER_WITHIN = 40;
const EXPONENT = 2;

/** Reads the sample with a profile; null if columns are missing. */
function tryProfile(profile: StatementProfile, { rows }: Sample): Trial | null {
  const most = Math.min(profile.header_within_rows, rows.length);
  for (let at = 0; at < most; at += 1) {
    const header = findColumns(profile, rows[at] ?? []);
    if ('missing' in header) continue;
    const lines: StatementRowLine[] = [];
    const problems: string[] = [];
    for (const cells of rows.slice(at + 1)) {
      if (isIgnoredRow(profile, cells)) continue;
      const row = readRow(profile, cells, header, EXPONENT);
      if ('problem' in row) problems.push(`${row.problem.field} ${row.problem.message}`);
      else lines.push(row);
    }
    return { profile, lines, problems, columns: header.positions.size };
  }
  return null;
}

const isAscii = (sample: Sample): boolean =>
  sample.rows.every((row) => row.every((cell) => /^\p{ASCII}*$/u.test(cell)));

function builtIn(samples: readonly Sample[], encoding: StatementProfile['encoding']): Guess[] {
  const trials = samples.flatMap((sample) =>
    [...PROFILES.values()].flatMap((profile) => {
      const fits = profile.delimiter === sample.delimiter;
      const is_read = profile.encoding === encoding || isAscii(sample);
      const trial = fits && is_read ? tryProfile(profile, sample) : null;
      return trial !== null && trial.lines.length > 0 ? [trial] : [];
    }),
  );
  return trials
    .toSorted((a, b) => b.columns - a.columns)
    .map((trial) => ({ ...trial, name: trial.profile.name, doubts: [] }));
}

type Columns = Partial<Record<Role, string>> & { texts: string[] };

/** The most likely column of each role; all columns of text, because matching reads them all. */
function columnsOf(header: readonly string[]): Columns {
  const ranks = new Map<Role, number>();
  const columns: Columns = { texts: [] };
  for (const name of header) {
    const found = name.trim() === '' ? null : roleOf(name);
    if (found === null) continue;
    if (found.role === 'text') columns.texts.push(name);
    if (found.rank >= (ranks.get(found.role) ?? Number.POSITIVE_INFINITY)) continue;
    ranks.set(found.role, found.rank);
    columns[found.role] = name;
  }
  return columns;
}

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
  'YYYY/MM/DD',
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

const dateFormats = (cells: readonly string[]): string[] =>
  readMost(FORMATS, cells, (format, date) => readDate({ date, time: '' }, [format], 0) !== null);

const FORMS = [
  { decimal: '.', thousands: [','] },
  { decimal: ',', thousands: ['.', ' '] },
  { decimal: '.', thousands: ["'", '’', ' '] },
  { decimal: ',', thousands: ["'", '’'] },
] as const;

const amountForms = (cells: readonly string[]) =>
  readMost(
    FORMS,
    cells,
    (form, cell) =>
      !('problem' in readStatementAmount(cell, { ...form, minor_units: false }, EXPONENT)),
  );

const CREDIT_WORDS = ['CR', 'C', 'CREDIT', 'H', 'HABEN', 'BIJ', 'KREDIT', '+'];
const DEBIT_WORDS = ['DR', 'D', 'DEBIT', 'S', 'SOLL', 'AF', 'DEBET', '-'];

function amountFields(columns: Columns): Record<string, unknown> | null {
  const { credit, debit, amount, indicator } = columns;
  if (credit !== undefined && debit !== undefined) return { credit, debit };
  if (amount === undefined) return null;
  if (indicator === undefined) return { amount };
  return { amount, indicator, credit_words: CREDIT_WORDS, debit_words: DEBIT_WORDS };
}

const OTHERS: readonly Role[] = [
  'time',
  'utr',
  'end_to_end_id',
  'bank_id',
  'currency',
  'counterparty_name',
  'counterparty_number',
  'balance',
];

/** A mapping from the header's names and the values below them. */
function fromHeader(
  sample: Sample,
  at: number,
  encoding: StatementProfile['encoding'],
): Guess | null {
  const header = sample.rows[at] ?? [];
  const columns = columnsOf(header);
  const amounts = amountFields(columns);
  const { date } = columns;
  if (date === undefined || amounts === null) return null;
  const rows = sample.rows.slice(at + 1).filter((row) => row.length >= header.length - 1);
  const cellsOf = (name: unknown) => {
    const index = header.indexOf(String(name));
    return rows
      .map((row) => (row[index] ?? '').trim())
      .filter((cell) => cell !== '' && cell !== '-');
  };
  const dates = cellsOf(date);
  const formats = dateFormats(dates);
  const forms = amountForms([amounts.credit, amounts.debit, amounts.amount].flatMap(cellsOf));
  const [format] = formats;
  const [form] = forms;
  if (format === undefined || form === undefined || dates.length === 0) return null;
  const others = OTHERS.map((role) => [role, columns[role]]).filter(
    ([, name]) => name !== undefined,
  );
  const fields = {
    delimiter: sample.delimiter,
    encoding,
    date,
    date_formats: [format],
    ...form,
    ...amounts,
    ...Object.fromEntries(others),
    text: columns.texts,
  };
  const made = mappingProfile(fields);
  const trial = 'profile' in made ? tryProfile(made.profile, sample) : null;
  if (trial === null || trial.lines.length === 0) return null;
  const doubts = [
    ...(formats.length > 1 ? [`the dates fit ${formats.join(' and ')}: check date_formats`] : []),
    ...(forms.length > 1 ? ['no amount tells its decimal sign for sure: check decimal'] : []),
    ...(columns.texts.length === 0
      ? ['no column is known to have what payers write: name it in text, for references are in it']
      : []),
  ];
  return { ...trial, name: null, doubts };
}

/** Fewest unreadable rows first, then most readable ones, a known layout, most columns. */
function better(a: Guess, b: Guess): number {
  return (
    a.problems.length - b.problems.length ||
    b.lines.length - a.lines.length ||
    Number(b.name !== null) - Number(a.name !== null) ||
    b.columns - a.columns
  );
}

/** Null if no row of the sample has names for a date and an amount. */
export function guessProfile(
  samples: readonly Sample[],
  encoding: StatementProfile['encoding'],
): Guess | null {
  const known = builtIn(samples, encoding);
  const without_error = known.find((guess) => guess.problems.length === 0);
  if (without_error !== undefined) return without_error;
  const made = samples.flatMap((sample) =>
    Array.from({ length: Math.min(HEADER_WITHIN, sample.rows.length) }, (_, at) => at).flatMap(
      (at) => fromHeader(sample, at, encoding) ?? [],
    ),
  );
  return [...known, ...made].toSorted(better)[0] ?? null;
}
