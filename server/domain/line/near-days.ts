// Two sources may book one movement on different days: its value day, or the day after a weekend.
// What says that a line of a delivery and a stored line of another day may be one.

import { DAY_MS } from '../../lib/durations.ts';
import { dayOf } from '../values/day.ts';
import { balanceSpans, type KnownBalance } from './balance-spans.ts';
import { areTwoPayments, mayBeOneDay, type PairedLine } from './pair-reports.ts';

export const DAYS_APART = 5;
const DAYS_APART_MS = DAYS_APART * DAY_MS;

/** The same amount on about the same day, unless both are surely two payments. */
export const areNear = (line: PairedLine, other: PairedLine): boolean =>
  other.amount_cents === line.amount_cents &&
  Math.abs(line.booked_at - other.booked_at) <= DAYS_APART_MS &&
  !areTwoPayments(line, other);

const NUMBERS = ['utr', 'end_to_end_id', 'bank_id'] as const;

const shareNumber = (line: PairedLine, other: PairedLine): boolean =>
  NUMBERS.some((name) => line[name] !== null && line[name] === other[name]);

/** Whether the delivery begins where the stored lines end, and ends where they go on. */
export type Edge = 'agrees' | 'differs' | 'unknown';
export type Edges = { readonly before: Edge; readonly after: Edge };

export const NO_EDGES: Edges = { before: 'unknown', after: 'unknown' };

/** `known`: of other statements. `sums`: the stored lines of each day. */
export function edgesOfDays(
  balances: readonly KnownBalance[],
  known: readonly KnownBalance[],
  sums: ReadonlyMap<string, bigint>,
): Edges {
  const spans = balanceSpans(balances);
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined) return NO_EDGES;
  const between = (from: string, to: string): bigint =>
    [...sums].reduce((sum, [day, cents]) => (day > from && day < to ? sum + cents : sum), 0n);
  const edge = (found: readonly { day: string; agrees: boolean }[], day: string | undefined) => {
    const own = found.filter((one) => one.day === day);
    if (own.length === 0) return 'unknown';
    return own.some(({ agrees }) => agrees) ? 'agrees' : 'differs';
  };
  const before = known.flatMap(({ day, closing_cents }) =>
    day >= first.from || closing_cents === null
      ? []
      : [{ day, agrees: closing_cents + between(day, first.from) === first.opening_cents }],
  );
  const after = known.flatMap(({ day, opening_cents }) =>
    day <= last.to || opening_cents === null
      ? []
      : [{ day, agrees: last.closing_cents + between(last.to, day) === opening_cents }],
  );
  const days = (all: readonly { day: string }[]) => all.map(({ day }) => day).toSorted();
  return { before: edge(before, days(before).at(-1)), after: edge(after, days(after)[0]) };
}

type Near<Other> = { readonly one: Other; readonly is_named: boolean };

/**
 * The stored lines of other days that the line may be. Balances that agree at the edge between them
 * prove that both happened; without any before the delivery nothing is known of the lines there.
 */
export function nearInDoubt<Other extends PairedLine>(
  line: PairedLine,
  near: readonly Other[],
  { edges, has_span }: { edges: Edges; has_span: boolean },
): Near<Other>[] {
  return near.flatMap((one) => {
    if (!areNear(line, one) || mayBeOneDay(line, one)) return [];
    const is_before = dayOf(one.booked_at) < dayOf(line.booked_at);
    const edge = is_before ? edges.before : edges.after;
    if (has_span && edge === 'agrees') return [];
    const is_named = shareNumber(line, one);
    const is_open = has_span && (edge === 'differs' || is_before);
    return is_named || is_open ? [{ one, is_named: is_named || edge === 'unknown' }] : [];
  });
}
