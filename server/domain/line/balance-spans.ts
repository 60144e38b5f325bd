// What balances prove about the days of an account: how far they reach, what is missing before
// them, and which days are closed.

import { DAY_MS } from '../../lib/durations.ts';
import { dayBefore, dayOf, dayStart } from '../values/day.ts';

export type KnownBalance = {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly opening_cents: bigint | null;
  readonly closing_cents: bigint | null;
};

type Amount = { readonly amount_cents: bigint };

/** Days without a gap whose sum the delivery's own balances prove. */
export type BalanceSpan = { readonly from_at: number; readonly to_at: number } & Sums;
type Sums = {
  readonly from: string;
  readonly to: string;
  readonly opening_cents: bigint;
  readonly closing_cents: bigint;
};

export const sumOfLines = (lines: readonly Amount[]): bigint =>
  lines.reduce((sum, line) => sum + line.amount_cents, 0n);

/** From each opening balance to the next closing one; a closing balance opens the next day. */
export function balanceSpans(balances: readonly KnownBalance[]): BalanceSpan[] {
  const spans: BalanceSpan[] = [];
  let open: { day: string; cents: bigint } | null = null;
  let carried: bigint | null = null;
  for (const one of balances.toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)))) {
    const begins: bigint | null = one.opening_cents ?? carried;
    if (open === null && begins !== null) open = { day: one.day, cents: begins };
    if (one.closing_cents === null || open === null) continue;
    const [from_at, last_at] = [dayStart(open.day) ?? 0, dayStart(one.day) ?? 0];
    const sums = { opening_cents: open.cents, closing_cents: one.closing_cents };
    spans.push({ from: open.day, to: one.day, from_at, to_at: last_at + DAY_MS, ...sums });
    carried = one.closing_cents;
    open = null;
  }
  return spans;
}

export const isInSpan = (
  { from_at, to_at }: BalanceSpan,
  { booked_at }: { readonly booked_at: number },
): boolean => booked_at >= from_at && booked_at < to_at;

/** What may have stood on the account before the first day and after the last one. */
function edgesOf(span: BalanceSpan, known: readonly KnownBalance[]) {
  const before_day = dayBefore(span.from_at);
  const after_day = dayOf(span.to_at);
  const told = (day: string, name: 'opening_cents' | 'closing_cents') =>
    known.flatMap((one) => (one.day === day && one[name] !== null ? [one[name]] : []));
  return {
    openings: [
      span.opening_cents,
      ...told(span.from, 'opening_cents'),
      ...told(before_day, 'closing_cents'),
    ],
    closings: [
      span.closing_cents,
      ...told(span.to, 'closing_cents'),
      ...told(after_day, 'opening_cents'),
    ],
  };
}

/**
 * Whether the lines lie before the delivery's opening balance or after its closing one, as those of
 * another part of the same day do. Lines that add up to nothing change no balance.
 */
export function areOutside(
  span: BalanceSpan,
  lines: readonly Amount[],
  known: readonly KnownBalance[],
): boolean {
  const sum = sumOfLines(lines);
  const { openings, closings } = edgesOf(span, known);
  return openings.some((opening) =>
    closings.some(
      (closing) => span.opening_cents - opening + (closing - span.closing_cents) === sum,
    ),
  );
}

/** The opening balance of a delivery is not the last known closing one before it. */
export type Gap = {
  readonly last_day: string;
  readonly last_closing_cents: bigint;
  readonly first_day: string;
  readonly opening_cents: bigint;
};

/** Null if nothing is missing, or nothing is known. `known` may be in any order. */
export function gapBefore(
  balances: readonly KnownBalance[],
  known: readonly KnownBalance[],
): Gap | null {
  const [first] = balanceSpans(balances);
  if (first === undefined) return null;
  const closings = known.filter(
    ({ day, closing_cents }) => closing_cents !== null && day < first.from,
  );
  const last_day = closings.reduce((latest, { day }) => (day > latest ? day : latest), '');
  const last = closings.filter(({ day }) => day === last_day);
  const same_day = known.some(({ day }) => day === first.from);
  if (last.length === 0 || same_day) return null;
  if (last.some(({ closing_cents }) => closing_cents === first.opening_cents)) return null;
  const last_closing_cents = last.at(-1)?.closing_cents ?? 0n;
  return {
    last_day,
    last_closing_cents,
    first_day: first.from,
    opening_cents: first.opening_cents,
  };
}

type KnownStatement = { readonly imported_at: number; readonly balances: readonly KnownBalance[] };

/**
 * Days whose stored lines lead from the opening to the closing balance of one statement, which came
 * after the last of them had ended: nothing can be missing there.
 */
export function closedDays(
  statements: readonly KnownStatement[],
  sums: ReadonlyMap<string, bigint>,
): Set<string> {
  const closed = new Set<string>();
  for (const { imported_at, balances } of statements) {
    for (const { from_at, to_at, opening_cents, closing_cents } of balanceSpans(balances)) {
      const days: string[] = [];
      for (let at = from_at; at < to_at; at += DAY_MS) days.push(dayOf(at));
      const sum = days.reduce((total, day) => total + (sums.get(day) ?? 0n), 0n);
      if (imported_at < to_at || opening_cents + sum !== closing_cents) continue;
      for (const day of days) closed.add(day);
    }
  }
  return closed;
}
