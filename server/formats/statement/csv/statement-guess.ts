// Proposes how to read a bank's CSV: a profile that reads the sample without an error, otherwise
// one made from the names and the values of its columns. What the sample does not prove is asked.

import { isZeroCell } from './cell-amount.ts';
import { columnFor, type Sample, SampleTable } from './guess-columns.ts';
import { type Choice, mappingFrom } from './guess-mapping.ts';
import { contradictsMinus, indicatorColumns } from './guess-signs.ts';
import { type Trial, tryProfile } from './guess-trial.ts';
import type { Role } from './statement-column-names.ts';
import { type StatementEncoding, type StatementProfile, withIsoDays } from './statement-profile.ts';
import { isOfOneBank, PROFILES, STANDARD } from './statement-profiles.ts';
import { allColumns, findColumns } from './statement-row.ts';

export type Guess = Trial & {
  /** Null if no built-in profile fits and the proposal is a mapping. */
  readonly name: string | null;
  /** What the sample alone leaves open. */
  readonly doubts: readonly string[];
  /** Several if the sample does not prove the signs: somebody has to choose. Otherwise empty. */
  readonly choices: readonly Choice[];
};

/** A layout that many banks share must read all of these that the file has. */
const DETAILS: readonly Role[] = [
  'utr',
  'end_to_end_id',
  'bank_id',
  'currency',
  'counterparty_name',
  'counterparty_number',
  'balance',
];
const HEADER_WITHIN = 40;
const EXPONENT = 2;

const isAscii = (sample: Sample): boolean =>
  sample.rows.every((row) => row.every((cell) => /^\p{ASCII}*$/u.test(cell)));

/**
 * Whether the profile reads all that this file has: another bank's profile may know the columns of
 * the amounts, and drop the narration, the sign, the fees, the states or the account.
 */
function readsAll({ profile, header_at, balances }: Trial, sample: Sample): boolean {
  if (balances === 'turned') return false;
  const table = new SampleTable(sample, header_at);
  const header = findColumns(profile, table.header);
  if ('missing' in header) return false;
  // A bank's profile that finds only some of its columns is another bank's.
  if (isOfOneBank(profile) && header.positions.size < allColumns(profile).length) return false;
  const read = new Set(header.positions.values());
  const hasUnread = (at: number | null) => at !== null && !read.has(at);
  const isFilled = (at: number | null) => hasUnread(at) && table.cells(at).length > 0;
  if (table.named('text').some(isFilled)) return false;
  if (hasUnread(columnFor(table, 'status'))) return false;
  if (!isOfOneBank(profile) && DETAILS.some((role) => isFilled(columnFor(table, role))))
    return false;
  const account = columnFor(table, 'account');
  if (hasUnread(account) && new Set(table.cells(account)).size > 1) return false;
  if (balances === 'proven') return true;
  const fee = columnFor(table, 'fee');
  if (hasUnread(fee) && table.cells(fee).some((cell) => !isZeroCell(cell))) return false;
  return profile.amount.kind !== 'signed' || signsAreKnown(profile, table, header.positions);
}

/** By the profile of the bank, or by a minus, and against no column of words. */
function signsAreKnown(
  profile: StatementProfile,
  table: SampleTable,
  positions: ReadonlyMap<string | number, number>,
): boolean {
  const amount =
    profile.amount.kind === 'signed' ? positions.get(profile.amount.amount) : undefined;
  if (amount === undefined) return false;
  if (indicatorColumns(table).some((at) => contradictsMinus(table, amount, at))) return false;
  if (isOfOneBank(profile) || profile.name === STANDARD.name) return true;
  return table.cells(amount).some((cell) => /[-\u2212]/.test(cell));
}

function builtIn(samples: readonly Sample[], encoding: StatementEncoding): Guess[] {
  const trials = samples.flatMap((sample) =>
    [...PROFILES.values()].flatMap((profile) => {
      const { sheet } = sample;
      const fits =
        sheet === null ? profile.delimiter === sample.delimiter : profile.decimal === sheet.decimal;
      const is_read = sheet !== null || profile.encoding === encoding || isAscii(sample);
      const by = sheet === null ? profile : withIsoDays(profile);
      const trial = fits && is_read ? tryProfile(by, sample, EXPONENT) : null;
      const is_whole = trial !== null && trial.lines.length > 0 && readsAll(trial, sample);
      return is_whole ? [trial] : [];
    }),
  );
  return trials
    .toSorted((a, b) => b.columns - a.columns)
    .map((trial) => ({ ...trial, name: trial.profile.name, doubts: [], choices: [] }));
}

function made(sample: Sample, at: number, encoding: StatementEncoding): Guess[] {
  const found = mappingFrom(sample, at, encoding);
  const first = found?.choices[0];
  if (found === null || first === undefined) return [];
  const choices = found.choices.length > 1 ? found.choices : [];
  return [{ ...first.trial, name: null, doubts: found.doubts, choices }];
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
  encoding: StatementEncoding,
): Guess | null {
  const known = builtIn(samples, encoding);
  const without_error = known.find((guess) => guess.problems.length === 0);
  if (without_error !== undefined) return without_error;
  const own = samples.flatMap((sample) =>
    Array.from({ length: Math.min(HEADER_WITHIN, sample.rows.length) }, (_, at) => at).flatMap(
      (at) => made(sample, at, encoding),
    ),
  );
  return [...known, ...own].toSorted(better)[0] ?? null;
}
