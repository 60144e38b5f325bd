// Reads a sample of a CSV with a profile: its lines, its problems, and what its balances say about
// the signs.

import type { StatementLine } from '../../statement-line.ts';
import type { StatementProfile } from '../statement-profile.ts';
import { columnsByPosition, findColumns } from '../statement-row.ts';
import { StatementTable } from '../statement-table.ts';
import type { Sample } from './guess-columns.ts';

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
  /** True if the sums that the file states are not those of its rows, as they are read here. */
  readonly is_contradicted: boolean;
  /** True if they are those of all its rows. */
  readonly is_agreed: boolean;
  /** The texts of rows that may be sums or money. */
  readonly open: readonly string[];
};

/** The header, if it is among the first rows; null if columns are missing. */
function headerIn(profile: StatementProfile, { rows }: Sample) {
  if (profile.header_within_rows === 0) return { at: 0, header: columnsByPosition(profile) };
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
  const open: string[] = [];
  let [is_turned, is_broken, is_contradicted] = [false, false, false];
  const above = sample.rows.slice(0, at).map((cells, index) => ({ cells, line: index }));
  const table = new StatementTable(profile, header, above, {
    account: (number, currency) => ({ number, currency }),
    exponentOf: () => exponent,
    line: (_, line) => lines.push(line),
    leaveOut: () => undefined,
    wrong: (_, message) => problems.push(message),
    finding: ({ kind, text }) => {
      is_turned ||= kind === 'turned';
      is_broken ||= kind === 'broken_balance' || kind === 'warning';
      is_contradicted ||= kind === 'contradiction';
      if (kind === 'open') open.push(text);
    },
    done: () => undefined,
  });
  const first = profile.header_within_rows === 0 ? 0 : at + 1;
  for (const [index, cells] of sample.rows.slice(first).entries()) table.take(cells, first + index);
  table.end();
  const { proves_signs, is_agreed } = table;
  const proof = proves_signs ? 'proven' : 'silent';
  const shown = is_broken ? 'broken' : proof;
  return {
    profile,
    lines,
    problems,
    columns: header.positions.size,
    header_at: at,
    balances: is_turned ? 'turned' : shown,
    is_contradicted,
    is_agreed,
    open,
  };
}
