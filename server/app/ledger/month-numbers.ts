// Which entries of a book belong to a month: a range of numbers, so that months that touch share
// one boundary, and no entry is in two of them or in none.
import { nextMonth } from '../../domain/report/report-periods.ts';
import { dayStart } from '../../domain/values/day.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { readRemovedRuns } from '../../store/archive/archived-months.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { firstEntryFrom, readLastNumber } from '../../store/ledger/month-sums.ts';

/** When the month and the one after it begin on the clocks of a zone; null if it is no month. */
export function monthStarts(month: string): { first: number; next: number } | null {
  const first = dayStart(`${month}-01`);
  return first === null ? null : { first, next: nextMonth(first / DAY_MS) * DAY_MS };
}

type MonthSpanAsked = { readonly month: string; readonly from: number; readonly to: number };

export type BookNumbers = {
  readonly first: bigint;
  readonly next: bigint;
  /** The entries of the month were removed. */
  readonly is_removed: boolean;
};

/**
 * From `first` on, before `next`; null if there is no such book. A removed month, of which only
 * sums are left, has the entries between its two proofs, whatever the clocks of a zone say.
 */
export async function numbersOf(
  db: Queryable,
  book: string,
  { month, from, to }: MonthSpanAsked,
): Promise<BookNumbers | null> {
  const last = await readLastNumber(db, book);
  if (last === undefined) return null;
  const runs = await readRemovedRuns(db, book);
  const run = runs.find((one) => one.month === month);
  if (run !== undefined) return { first: run.first, next: run.next, is_removed: true };
  const least = runs.at(-1)?.next ?? 1n;
  const first = await firstEntryFrom(db, book, from, last, least);
  const next = await firstEntryFrom(db, book, to, last, least);
  return { first, next, is_removed: false };
}
