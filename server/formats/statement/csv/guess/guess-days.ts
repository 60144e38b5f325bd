// Which column has the day that counts: the bank's booking day, not the day of a purchase or of its
// value.

import { plainWords } from '../statement-labels.ts';
import type { SampleTable } from './guess-columns.ts';
import { dateFormats } from './guess-values.ts';

/** Names that mean the booking and nothing else. */
const BOOKING = new RegExp(
  '^(?:' +
    [
      'post|book|buchung|boek|bokforing|bogforing|bokforda|kirjaus|completed|date completed',
      'completion|entry|date de ?comptabilisation|data contabil|fecha contable|data ksiegowania',
      'data zauctovani|settled|settlement|accounting',
    ].join('|') +
    ')',
);
/** Names of the other days of a payment. */
const VALUE_RANK = 4;

/** One column; or all of those among which the file does not decide. */
export function dayColumns(table: SampleTable): number[] {
  const all = table.named('date').filter((at) => dateFormats(table.cells(at)).length > 0);
  const nameOf = (at: number) => plainWords(table.header[at] ?? '').replace(/[_.-]+/g, ' ');
  const booking = all.filter((at) => BOOKING.test(nameOf(at)));
  const others = all.filter((at) => table.rankOf('date', at) < VALUE_RANK);
  const likely = [booking, others, all].find((list) => list.length > 0) ?? [];
  const isSame = (a: number, b: number) =>
    table.rows.every((row) => (row[a] ?? '').trim() === (row[b] ?? '').trim());
  const [first] = likely;
  if (first === undefined) return [];
  return [first, ...likely.slice(1).filter((at) => !isSame(first, at))];
}
