// Which entries of a book belong to a month: a range of numbers, so that months that touch share
// one boundary, and no entry is in two of them or in none.
import { nextMonth } from '../../domain/report/report-periods.ts';
import { dayStart } from '../../domain/values/day.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { firstEntryFrom, readLastNumber } from '../../store/ledger/month-sums.ts';

/** When the month and the one after it begin on the clocks of a zone; null if it is no month. */
export function monthStarts(month: string): { first: number; next: number } | null {
  const first = dayStart(`${month}-01`);
  return first === null ? null : { first, next: nextMonth(first / DAY_MS) * DAY_MS };
}

/** From `first` on, before `next`; null if there is no such book. */
export async function numbersOf(
  db: Queryable,
  book: string,
  { from, to }: { from: number; to: number },
): Promise<{ first: bigint; next: bigint } | null> {
  const last = await readLastNumber(db, book);
  if (last === undefined) return null;
  const first = await firstEntryFrom(db, book, from, last);
  return { first, next: await firstEntryFrom(db, book, to, last) };
}
