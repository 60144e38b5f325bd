// Makes a mapping from the names and the values of a CSV's columns. Whatever the file leaves open
// (signs, decimals, days, rows of sums) becomes several mappings among which a person chooses.

import { isZeroCell } from '../cell-amount.ts';
import type { Role } from '../statement-column-names.ts';
import { mappingProfile } from '../statement-mapping.ts';
import type { StatementEncoding } from '../statement-profile.ts';
import { type Attempt, type Choice, chooseReading, withoutOpenRows } from './guess-choice.ts';
import {
  columnFor,
  type Sample,
  type SampleTable,
  sampleExponent,
  textColumns,
} from './guess-columns.ts';
import { dayColumns } from './guess-days.ts';
import { type SignWay, signWays } from './guess-signs.ts';
import { type Trial, tryProfile } from './guess-trial.ts';
import {
  amountWritings,
  areAmounts,
  dateFormats,
  type PossibleWriting,
  showsSigns,
} from './guess-values.ts';

export type MadeMapping = {
  readonly trial: Trial;
  /** What a person has to choose from; empty: nothing is open. */
  readonly choices: readonly Choice[];
  readonly doubts: readonly string[];
};

/** How and when a file is read. */
export type ReadingAt = {
  readonly encoding: StatementEncoding;
  /** Epoch milliseconds: no statement is of later days. */
  readonly today: number;
};

const OTHERS = [
  'time',
  'status',
  'currency',
  'account',
  'balance',
  'utr',
  'end_to_end_id',
  'bank_id',
  'counterparty_name',
  'counterparty_number',
] as const satisfies readonly Role[];

type Layout = {
  readonly table: SampleTable;
  readonly sample: Sample;
  readonly exponent: number | null;
  /** The fields that do not depend on the sign. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly taken: ReadonlySet<number>;
  readonly balance: number | null;
  readonly says: Readonly<Record<string, string>>;
};

/** How the fee may be meant: beside the amount, with either sign, or as a part of it. */
function feeWays({ table, taken }: Layout): { fields: object; meaning: string }[] {
  const at = columnFor(table, 'fee', taken);
  if (at === null) return [{ fields: {}, meaning: '' }];
  const fee = table.columnAt(at);
  const filled = table.cells(at).filter((cell) => !isZeroCell(cell));
  const fee_sign = filled.length > 0 && filled.every((cell) => /[-\u2212(]/.test(cell)) ? '-' : '+';
  const beside = { fields: { fee, fee_sign }, meaning: 'the fee comes beside the amount' };
  return filled.length === 0
    ? [beside]
    : [beside, { fields: {}, meaning: 'the fee is a part of the amount' }];
}

const minorUnits = (name: unknown) =>
  typeof name === 'string' && /(?:cents|minor|minor.?units?)$/i.test(name)
    ? { minor_units: true }
    : {};

const areNumbers = ({ sheet }: Sample, { columns }: SignWay): boolean =>
  sheet !== null && columns.every((at) => sheet.numbers.has(at));

/** Three decimals of a sheet's number were filled with a zero. */
const FILLED = /[.,]\d{3}0$/;

/** The cells that show how amounts are written; balances are written in the same way. */
function amountCells({ table, balance }: Layout, way: SignWay): string[] {
  const amounts = way.columns.flatMap((at) => table.cells(at)).filter((cell) => /\d/.test(cell));
  const all = [...amounts, ...table.cells(balance)];
  return areAmounts(all, 2) || areAmounts(all, 3) ? all : amounts;
}

/** Numbers of a sheet are written in the one way that the sample says. */
function writingsOf(layout: Layout, way: SignWay): PossibleWriting[] {
  const { sample, exponent } = layout;
  const cells = amountCells(layout, way);
  if (!areNumbers(sample, way)) {
    const found = amountWritings(cells, exponent);
    // No cell shows a sign: one that a later row has must prove itself.
    if (showsSigns(cells)) return found;
    return found.map((one) => ({ ...one, form: { decimal: one.form.decimal, thousands: [] } }));
  }
  const decimals = exponent ?? (cells.some((cell) => FILLED.test(cell)) ? 3 : 2);
  return amountWritings(cells, decimals)
    .filter(({ form }) => form.decimal === sample.sheet?.decimal)
    .map(({ form: { decimal, thousands }, ...one }) => ({ ...one, form: { decimal, thousands } }));
}

function attempts(layout: Layout): Attempt[] {
  const { table, sample, fields, taken } = layout;
  const fees = feeWays(layout);
  return signWays(table, taken).flatMap((way) => {
    const texts = textColumns(table, new Set([...taken, ...way.columns]));
    return writingsOf(layout, way).flatMap((writing) =>
      fees.flatMap((fee) => {
        const text = texts.map((at) => table.columnAt(at));
        const amount = { ...writing.form, ...way.fields, ...minorUnits(way.fields.amount) };
        const given = { ...fields, ...amount, ...fee.fields, text };
        const says = {
          sign: way.meaning,
          fee: fee.meaning,
          decimal: decimalWords(writing.form),
          ...layout.says,
        };
        const made = attemptWith(given, sample, writing.exponent);
        return made === null ? [] : withoutOpenRows({ ...made, way, says });
      }),
    );
  });
}

const decimalWords = ({ decimal, decimals }: PossibleWriting['form']): string =>
  `the decimal sign is ${decimal}${decimals === undefined ? '' : `, with ${decimals} decimals`}`;

function attemptWith(fields: Readonly<Record<string, unknown>>, sample: Sample, exponent: number) {
  const read = (given: Readonly<Record<string, unknown>>): Trial | null => {
    const made = mappingProfile(given);
    return 'profile' in made ? tryProfile(made.profile, sample, exponent) : null;
  };
  const trial = read(fields);
  return trial === null || trial.lines.length === 0 ? null : { fields, trial, read };
}

/** One for each column and order of the days that the file leaves open. */
function layoutsOf(sample: Sample, table: SampleTable, { encoding, today }: ReadingAt): Layout[] {
  return dayColumns(table).flatMap((date) => {
    const positions = new Map<Role, number>();
    const taken = new Set([date]);
    for (const role of OTHERS) {
      const found = columnFor(table, role, taken);
      if (found === null) continue;
      positions.set(role, found);
      taken.add(found);
    }
    const exponent = sampleExponent(table, positions.get('currency') ?? null);
    return dateFormats(table.cells(date), today).map((format) => ({
      table,
      sample,
      exponent,
      taken,
      balance: positions.get('balance') ?? null,
      says: {
        day: `the day that counts is in ${JSON.stringify(table.columnAt(date))}`,
        order: `days are written ${format}`,
      },
      fields: {
        delimiter: sample.delimiter,
        encoding,
        ...(sample.quote_escape === '\\' ? { quote_escape: sample.quote_escape } : {}),
        ...(table.has_header ? {} : { header_within_rows: 0 }),
        date: table.columnAt(date),
        date_formats: [format],
        ...Object.fromEntries([...positions].map(([role, at]) => [role, table.columnAt(at)])),
      },
    }));
  });
}

/** Null if the table does not have a date and an amount. */
export function mappingFrom(
  sample: Sample,
  table: SampleTable,
  reading: ReadingAt,
): MadeMapping | null {
  const layouts = layoutsOf(sample, table, reading);
  const [layout] = layouts;
  const all = layouts.flatMap(attempts);
  // Without names only the rows themselves show that a column is the balance of another one.
  const is_unnamed = !table.has_header && table.named('balance').length > 0;
  const shown = is_unnamed ? all.filter(({ trial }) => trial.balances === 'proven') : all;
  const chosen = chooseReading(shown);
  if (layout === undefined || chosen === null) return null;
  const { first, choices } = chosen;
  const cells = first.way.columns.flatMap((column) => table.cells(column));
  const is_plain = !showsSigns(cells) && !areNumbers(sample, first.way);
  const by_position =
    'the file has no row with the names of its columns: they are taken by position and values; ' +
    'check with a preview that each is what it seems';
  const doubts = [
    ...(table.has_header ? [] : [by_position]),
    ...(is_plain && layout.exponent !== 0
      ? ['no amount tells its decimal sign for sure: check decimal']
      : []),
    ...(first.trial.profile.text.length === 0
      ? ['no column is known to have what payers write: name it in text, for references are in it']
      : []),
    ...unknownStates(table, first.trial.profile.status === null),
  ];
  return { trial: first.trial, choices, doubts };
}

/** A column of states with a word that is not known: pending rows might be read as money. */
function unknownStates(table: SampleTable, is_unread: boolean): string[] {
  const [at] = table.named('status');
  if (!is_unread || at === undefined) return [];
  const words = [...new Set(table.cells(at))];
  if (words.length < 2 || words.length > 8) return [];
  const name = table.header[at] ?? '';
  return [
    `the column ${name} may tell pending rows (${words.join(', ')}): name it in status, and its ` +
      'words in booked_words, pending_words and reverted_words',
  ];
}
