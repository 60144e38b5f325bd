// Makes a mapping from the names and the values of a CSV's columns; if the file leaves a sign or a
// decimal sign open, several mappings among which a person has to choose.

import { isZeroCell } from './cell-amount.ts';
import {
  columnFor,
  type Sample,
  SampleTable,
  sampleExponent,
  textColumns,
} from './guess-columns.ts';
import { type SignWay, signWays } from './guess-signs.ts';
import { type Trial, tryProfile } from './guess-trial.ts';
import { amountWritings, dateFormats, type PossibleWriting, showsSigns } from './guess-values.ts';
import type { Role } from './statement-column-names.ts';
import { mappingProfile } from './statement-mapping.ts';
import type { StatementEncoding } from './statement-profile.ts';

export type Choice = { readonly meaning: string; readonly trial: Trial };

export type MadeMapping = {
  /** One: a proposal. Several: a question. */
  readonly choices: readonly Choice[];
  readonly doubts: readonly string[];
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

type Attempt = Choice & { readonly way: SignWay; readonly decimal: string };

type Layout = {
  readonly table: SampleTable;
  readonly sample: Sample;
  readonly exponent: number | null;
  /** The fields that do not depend on the sign. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly taken: ReadonlySet<number>;
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

/** Numbers of a sheet are written in the one way that the sample says. */
function writingsOf(
  sample: Sample,
  way: SignWay,
  amounts: readonly string[],
  exponent: number | null,
): PossibleWriting[] {
  if (!areNumbers(sample, way)) return amountWritings(amounts, exponent);
  const decimals = exponent ?? (amounts.some((cell) => FILLED.test(cell)) ? 3 : 2);
  return amountWritings(amounts, decimals).filter(
    ({ form }) => form.decimal === sample.sheet?.decimal,
  );
}

function attempts(layout: Layout): Attempt[] {
  const { table, sample, exponent, fields, taken } = layout;
  const fees = feeWays(layout);
  return signWays(table, taken).flatMap((way) => {
    const amounts = way.columns.flatMap((at) => table.cells(at)).filter((cell) => /\d/.test(cell));
    const texts = textColumns(table, new Set([...taken, ...way.columns]));
    return writingsOf(sample, way, amounts, exponent).flatMap((writing) =>
      fees.flatMap((fee) => {
        const text = texts.map((at) => table.columnAt(at));
        const amount = { ...writing.form, ...way.fields, ...minorUnits(way.fields.amount) };
        const made = mappingProfile({ ...fields, ...amount, ...fee.fields, text });
        const trial = 'profile' in made ? tryProfile(made.profile, sample, writing.exponent) : null;
        if (trial === null || trial.lines.length === 0) return [];
        const meaning = [way.meaning, fee.meaning].filter((one) => one !== '').join('; ');
        return [{ way, decimal: writing.form.decimal, trial, meaning }];
      }),
    );
  });
}

const isProven = ({ trial }: Attempt): boolean => trial.balances === 'proven';
const isTold = ({ way }: Attempt): boolean => way.told_by === 'file';
/** Without proof a person decides, between the two senses of the one column. */
const isAsked = ({ way }: Attempt): boolean => 'incoming' in way.fields;

/** Balances decide; then the file's own words; otherwise a person. */
function choose(all: readonly Attempt[]): readonly Attempt[] {
  const possible = all.filter(({ trial }) => trial.balances !== 'turned');
  const evidence = [isProven, isTold, isAsked].find((one) => possible.some(one)) ?? isAsked;
  const list = possible.filter(evidence);
  const least = Math.min(...list.map(({ trial }) => trial.problems.length));
  const best = list.filter(({ trial }) => trial.problems.length === least);
  const [first] = best;
  return evidence === isAsked ? best : best.filter(({ way }) => way === first?.way);
}

/** Null if the row does not name a date and an amount. */
export function mappingFrom(
  sample: Sample,
  at: number,
  encoding: StatementEncoding,
): MadeMapping | null {
  const table = new SampleTable(sample, at);
  const date = columnFor(table, 'date');
  if (date === null) return null;
  const positions = new Map<Role, number>();
  const taken = new Set([date]);
  for (const role of OTHERS) {
    const found = columnFor(table, role, taken);
    if (found === null) continue;
    positions.set(role, found);
    taken.add(found);
  }
  const formats = dateFormats(table.cells(date));
  const fields = {
    delimiter: sample.delimiter,
    encoding,
    date: table.columnAt(date),
    date_formats: formats.slice(0, 1),
    ...Object.fromEntries([...positions].map(([role, found]) => [role, table.columnAt(found)])),
  };
  const exponent = sampleExponent(table, positions.get('currency') ?? null);
  const chosen = choose(attempts({ table, sample, exponent, fields, taken }));
  const [first] = chosen;
  if (first === undefined) return null;
  const cells = first.way.columns.flatMap((column) => table.cells(column));
  const is_plain = !showsSigns(cells) && !areNumbers(sample, first.way);
  const choices = is_plain ? chosen.filter(({ decimal }) => decimal === first.decimal) : chosen;
  const doubts = [
    ...(formats.length > 1 ? [`the dates fit ${formats.join(' and ')}: check date_formats`] : []),
    ...(is_plain && exponent !== 0
      ? ['no amount tells its decimal sign for sure: check decimal']
      : []),
    ...(first.trial.profile.text.length === 0
      ? ['no column is known to have what payers write: name it in text, for references are in it']
      : []),
    ...(first.trial.balances === 'broken'
      ? ['the balances do not follow from row to row: check amounts and signs']
      : []),
    ...unknownStates(table, positions.get('status') ?? null),
  ];
  return { choices: choices.map((one) => named(one, choices)), doubts };
}

/** With the decimal sign, if that is open. */
function named({ meaning, trial, decimal }: Attempt, all: readonly Attempt[]): Choice {
  const is_open = all.some((one) => one.decimal !== decimal);
  return {
    meaning: is_open ? `${meaning}; the decimal sign is ${decimal}` : meaning,
    trial,
  };
}

/** A column of states with a word that is not known: pending rows might be read as money. */
function unknownStates(table: SampleTable, status: number | null): string[] {
  const [at] = table.named('status');
  if (status !== null || at === undefined) return [];
  const words = [...new Set(table.cells(at))];
  if (words.length < 2 || words.length > 8) return [];
  const name = table.header[at] ?? '';
  return [
    `the column ${name} may tell pending rows (${words.join(', ')}): name it in status, and its ` +
      'words in booked_words, pending_words and reverted_words',
  ];
}
