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
      'dat(?:a|um) zauctovani|konyveles|settled|settlement|accounting',
    ].join('|') +
    ')',
);
/** Names of the other days of a payment. */
const VALUE_RANK = 4;
const VALUE = /^(?:value|valuta|wert|(?:date|data|datum|fecha)(?: de| di)? val)/;

/** With what divides day, month and year: a number of eight digits may be anything. */
const isDay = (cell: string): boolean => /\d\D+\d/.test(cell) && dateFormats([cell]).length > 0;

/** One column; or all of those among which the file does not decide. */
export function dayColumns(table: SampleTable): number[] {
  const all = table.named('date').filter((at) => dateFormats(table.cells(at)).length > 0);
  const nameOf = (at: number) => plainWords(table.header[at] ?? '').replace(/[_.-]+/g, ' ');
  const booking = all.filter((at) => BOOKING.test(nameOf(at)));
  const isOther = (at: number) => table.rankOf('date', at) < VALUE_RANK && !VALUE.test(nameOf(at));
  const others = all.filter(isOther);
  // A day under a name in no list may be that of the booking.
  const unknown = table.header.flatMap((name, at) => {
    const is_unknown = table.has_header && name.trim() !== '' && !all.includes(at);
    const cells = table.cells(at);
    return is_unknown && cells.length > 0 && cells.every(isDay) ? [at] : [];
  });
  const others_or_unknown = others.length > 0 ? [...others, ...unknown] : [];
  const likely = [booking, others_or_unknown, all].find((list) => list.length > 0) ?? [];
  // One of the two may have the time as well.
  const isSame = (a: number, b: number) =>
    table.rows.every((row) => {
      const [one, other] = [(row[a] ?? '').trim(), (row[b] ?? '').trim()];
      const [short, long] = one.length < other.length ? [one, other] : [other, one];
      return short === long || (short !== '' && long.startsWith(`${short} `));
    });
  const [first] = likely;
  if (first === undefined) return [];
  return [first, ...likely.slice(1).filter((at) => !isSame(first, at))];
}
