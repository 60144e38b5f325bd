// Reads a sample of a CSV with a profile: its lines, its problems, and what its balances say about
// the signs.

import type { StatementLine } from '../statement-line.ts';
import type { Sample } from './guess-columns.ts';
import type { StatementProfile } from './statement-profile.ts';
import { cellIn, findColumns, isIgnoredRow, readRow } from './statement-row.ts';
import { RunningBalance } from './statement-running-balance.ts';

/** `proven`: the balances add up with these signs; `turned`: only with the opposite ones. */
export type BalanceVerdict = 'proven' | 'turned' | 'broken' | 'silent';

export type Trial = {
  readonly profile: StatementProfile;
  readonly lines: readonly StatementLine[];
  readonly problems: readonly string[];
  /** How many of the profile's columns the sample has. */
  readonly columns: number;
  /** The row of the sample with the columns' names. */
  readonly header_at: number;
  readonly balances: BalanceVerdict;
};

function verdictOf(all: readonly RunningBalance[]): BalanceVerdict {
  const sums = all.map((running) => running.sums());
  if (sums.some((one) => 'turned_line' in one)) return 'turned';
  if (sums.some((one) => 'broken_line' in one && one.broken_line !== null)) return 'broken';
  return all.some((running) => running.proves_signs) ? 'proven' : 'silent';
}

/** The header, if it is among the first rows; null if columns are missing. */
function headerIn(profile: StatementProfile, { rows }: Sample) {
  for (const [at, row] of rows.slice(0, profile.header_within_rows).entries()) {
    const header = findColumns(profile, row);
    if (!('missing' in header)) return { at, header };
  }
  return null;
}

/** Null if columns are missing. */
export function tryProfile(
  profile: StatementProfile,
  sample: Sample,
  exponent: number,
): Trial | null {
  const found = headerIn(profile, sample);
  if (found === null) return null;
  const { at, header } = found;
  const lines: StatementLine[] = [];
  const problems: string[] = [];
  const accounts = new Map<string, RunningBalance>();
  for (const [index, cells] of sample.rows.slice(at + 1).entries()) {
    if (isIgnoredRow(profile, cells)) continue;
    const row = readRow(profile, cells, header, exponent);
    if ('problem' in row) {
      problems.push(`${row.problem.field} ${row.problem.message}`);
      continue;
    }
    lines.push(...row.lines);
    if (row.booked_at === null) continue;
    const named = [profile.account, profile.currency].map((one) => cellIn(one, cells, header));
    const running = accounts.get(named.join(' ')) ?? new RunningBalance();
    accounts.set(named.join(' '), running);
    const { booked_at, moved_cents: amount_cents } = row;
    running.add({ line: index, amount_cents, booked_at }, row.balance_cents);
  }
  const balances = verdictOf([...accounts.values()]);
  return { profile, lines, problems, columns: header.positions.size, header_at: at, balances };
}
