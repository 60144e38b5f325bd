// Proposes how to read a bank's CSV: a profile that reads the sample without an error, otherwise
// one made from the names and the values of its columns. What the sample does not prove is asked.

import { isZeroCell } from '../cell-amount.ts';
import type { Role } from '../statement-column-names.ts';
import { type StatementProfile, withIsoDays } from '../statement-profile.ts';
import { isOfOneBank, PROFILES, STANDARD } from '../statement-profiles.ts';
import { allColumns, findColumns } from '../statement-row.ts';
import type { Choice } from './guess-choice.ts';
import { columnFor, type Sample, SampleTable } from './guess-columns.ts';
import { dayColumns } from './guess-days.ts';
import { mappingFrom, type ReadingAt } from './guess-mapping.ts';
import { contradictsMinus, indicatorColumns } from './guess-signs.ts';
import { type Trial, tryProfile } from './guess-trial.ts';
import { amountWritings, dateFormats } from './guess-values.ts';

export type Guess = Trial & {
  /** Null if no built-in profile fits and the proposal is a mapping. */
  readonly name: string | null;
  /** What the sample alone leaves open. */
  readonly doubts: readonly string[];
  /** What somebody has to choose from, if the file leaves anything open. Otherwise empty. */
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
function readsAll(trial: Trial, sample: Sample, today: number): boolean {
  const { profile, header_at, balances } = trial;
  if (isContradicted(trial)) return false;
  const table = new SampleTable(sample, header_at);
  const header = findColumns(profile, table.header);
  if ('missing' in header) return false;
  // A bank's profile that finds only some of its columns is another bank's.
  if (isOfOneBank(profile) && header.positions.size < allColumns(profile).length) return false;
  if (isShared(profile) && isOpen(profile, table, header.positions, today)) return false;
  const read = new Set(header.positions.values());
  const hasUnread = (at: number | null) => at !== null && !read.has(at);
  const isFilled = (at: number | null) => hasUnread(at) && table.cells(at).length > 0;
  if (table.named('text').some(isFilled)) return false;
  if (hasUnread(columnFor(table, 'status'))) return false;
  if (!isOfOneBank(profile) && DETAILS.some((role) => isFilled(columnFor(table, role))))
    return false;
  const account = columnFor(table, 'account');
  if (hasUnread(account) && new Set(table.cells(account)).size > 1) return false;
  if (isAgainstWords(profile, table, header.positions)) return false;
  return balances === 'proven' || isSigned(profile, table, header.positions);
}

const isContradicted = ({ balances, is_contradicted, open }: Trial): boolean =>
  balances === 'turned' || balances === 'broken' || is_contradicted || open.length > 0;

const isShared = (profile: StatementProfile): boolean =>
  !isOfOneBank(profile) && profile.name !== STANDARD.name;

/** Without a fee that is not read, and with signs that the file tells. */
function isSigned(
  profile: StatementProfile,
  table: SampleTable,
  positions: ReadonlyMap<string | number, number>,
): boolean {
  const fee = columnFor(table, 'fee');
  const is_unread = fee !== null && ![...positions.values()].includes(fee);
  if (is_unread && table.cells(fee).some((cell) => !isZeroCell(cell))) return false;
  return profile.amount.kind !== 'signed' || signsAreKnown(profile, table, positions);
}

/**
 * Whether the file can be read in another way than by a layout that many banks share: only the
 * layout of one bank tells the order of its days and its decimal sign.
 */
function isOpen(
  profile: StatementProfile,
  table: SampleTable,
  positions: ReadonlyMap<string | number, number>,
  today: number,
): boolean {
  const date = positions.get(profile.date);
  const [day, ...other_days] = dayColumns(table);
  if (other_days.length > 0 || (day !== undefined && day !== date)) return true;
  if (date !== undefined && dateFormats(table.cells(date), today).length > 1) return true;
  const { amount } = profile;
  const columns = amount.kind === 'credit_debit' ? [amount.credit, amount.debit] : [amount.amount];
  const cells = columns.flatMap((column) => table.cells(positions.get(column) ?? null));
  return amountWritings(cells, null).length > 1;
}

/** Whether a column of words that is not read says `out` of an amount that is read as money in. */
function isAgainstWords(
  { amount }: StatementProfile,
  table: SampleTable,
  positions: ReadonlyMap<string | number, number>,
): boolean {
  const at = amount.kind === 'signed' ? positions.get(amount.amount) : undefined;
  if (at === undefined) return false;
  return indicatorColumns(table).some((words) => contradictsMinus(table, at, words));
}

/** By the profile of the bank, or by a minus. */
function signsAreKnown(
  profile: StatementProfile,
  table: SampleTable,
  positions: ReadonlyMap<string | number, number>,
): boolean {
  const amount =
    profile.amount.kind === 'signed' ? positions.get(profile.amount.amount) : undefined;
  if (amount === undefined) return false;
  if (isOfOneBank(profile) || profile.name === STANDARD.name) return true;
  return table.cells(amount).some((cell) => /[-\u2212]/.test(cell));
}

function builtIn(samples: readonly Sample[], { encoding, today }: ReadingAt): Guess[] {
  const trials = samples.flatMap((sample) =>
    [...PROFILES.values()].flatMap((profile) => {
      const { sheet } = sample;
      const fits =
        sheet === null ? profile.delimiter === sample.delimiter : profile.decimal === sheet.decimal;
      const is_read = sheet !== null || profile.encoding === encoding || isAscii(sample);
      const by = sheet === null ? profile : withIsoDays(profile);
      const trial = fits && is_read ? tryProfile(by, sample, EXPONENT) : null;
      const is_whole = trial !== null && trial.lines.length > 0 && readsAll(trial, sample, today);
      return is_whole ? [trial] : [];
    }),
  );
  return trials
    .toSorted((a, b) => b.columns - a.columns)
    .map((trial) => ({ ...trial, name: trial.profile.name, doubts: [], choices: [] }));
}

function made(sample: Sample, at: number | null, reading: ReadingAt): Guess[] {
  const found = mappingFrom(sample, new SampleTable(sample, at), reading);
  if (found === null) return [];
  return [{ ...found.trial, name: null, doubts: found.doubts, choices: found.choices }];
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

/** Null if neither names of columns nor their values show a date and an amount. */
export function guessProfile(samples: readonly Sample[], reading: ReadingAt): Guess | null {
  const known = builtIn(samples, reading);
  const without_error = known.find((guess) => guess.problems.length === 0);
  if (without_error !== undefined) return without_error;
  const own = samples.flatMap((sample) =>
    Array.from({ length: Math.min(HEADER_WITHIN, sample.rows.length) }, (_, at) => at).flatMap(
      (at) => made(sample, at, reading),
    ),
  );
  const [best] = [...known, ...own].toSorted(better);
  if (best !== undefined) return best;
  const by_position = samples.flatMap((sample) => made(sample, null, reading));
  return by_position.toSorted(better)[0] ?? null;
}
