// The limits of a feed. A line that exceeds them, or is unusual for its account, waits for a
// person, even if it fits a trade.
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import type { BankLine, LineReason } from './bank-line.ts';
import type { ReceivingAccount } from './receiving-account.ts';

const HOURS = 24;

/** A feed's line is booked at most a weekend and a holiday before it arrives. */
const USUAL_AGE_MS = 4 * DAY_MS;
/** Fewer lines than this are too few to tell what is usual. */
export const HABIT_LINES = 200;

/** The defaults: the volume of a busy shop, and a sum whose loss is noticed before it hurts. */
export const FEED_DEFAULTS = { lines_per_hour: 10_000, daily_cents: 1_000_000_000n } as const;

/** The limits that a person set when the feed was created, or later. */
export type FeedBounds = {
  feed_id: string;
  receiving_account_ids: readonly string[];
  lines_per_hour: number;
  /** Per account, for incoming or outgoing lines, in minor units of its currency. */
  daily_cents: bigint;
};

/** The limits of a feed whose lines all wait for a person. */
export const nothing = (feed_id: string): FeedBounds => ({
  feed_id,
  receiving_account_ids: [],
  lines_per_hour: 0,
  daily_cents: 0n,
});

/** What the feed has delivered for one account so far. */
export type FeedDay = {
  feed_id: string;
  receiving_account_id: string;
  /** All lines of this hour, whatever their outcome. */
  hour_lines: number;
  /** The sum of this day, without lines held back because of the feed. */
  amount_cents: bigint;
};

/** What is counted about an account's lines. */
export const HABIT_TRAITS = ['size', 'hour'] as const;
export type HabitTrait = (typeof HABIT_TRAITS)[number];

/** The number of lines of an account by size and by hour of the day (UTC). */
export type Habits = {
  receiving_account_id: string;
  sizes: ReadonlyMap<number, number>;
  hours: ReadonlyMap<number, number>;
};

export const feedDayKey = (feed_id: string, receiving_account_id: string) =>
  `${feed_id}/${receiving_account_id}`;

export const noFeedDay = (feed_id: string, receiving_account_id: string): FeedDay => ({
  feed_id,
  receiving_account_id,
  hour_lines: 0,
  amount_cents: 0n,
});

export const noHabits = (receiving_account_id: string): Habits => ({
  receiving_account_id,
  sizes: new Map(),
  hours: new Map(),
});

type Counted = Pick<FeedDay, 'feed_id' | 'receiving_account_id' | 'amount_cents'>;

/** Adds one line to the hour's count and to the day's sum. */
export function addFeedLine(
  days: Map<string, FeedDay>,
  { feed_id, receiving_account_id, amount_cents }: Counted,
): void {
  const key = feedDayKey(feed_id, receiving_account_id);
  const before = days.get(key) ?? noFeedDay(feed_id, receiving_account_id);
  days.set(key, {
    ...before,
    hour_lines: before.hour_lines + 1,
    amount_cents: before.amount_cents + amount_cents,
  });
}

export const absolute = (cents: bigint) => (cents < 0n ? -cents : cents);

/** Amounts with the same number of binary digits have one size: each size is twice the last. */
export function sizeOf(amount_cents: bigint): number {
  const digits = absolute(amount_cents).toString(2).length;
  return amount_cents < 0n ? -digits : digits;
}

export const hourOf = (at: number): number => Math.floor(at / HOUR_MS) % HOURS;

const totalOf = (counts: ReadonlyMap<number, number>) =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Larger, by its size, than every amount the account has had in this direction. */
function isLargest(size: number, { sizes }: Habits): boolean {
  const seen = [...sizes.keys()].filter((other) => Math.sign(other) === Math.sign(size));
  return seen.every((other) => Math.abs(other) < Math.abs(size));
}

function isQuiet(hour: number, { hours }: Habits): boolean {
  const near = [hour - 1, hour, hour + 1].map((one) => (one + HOURS) % HOURS);
  return near.every((one) => (hours.get(one) ?? 0) === 0);
}

type Limits = Pick<ReceivingAccount, 'min_amount_cents' | 'max_amount_cents'>;

function isOutside(cents: bigint, { min_amount_cents: min, max_amount_cents: max }: Limits) {
  return cents > 0n && ((min !== null && cents < min) || (max !== null && cents > max));
}

export type FeedFacts = {
  bounds: FeedBounds;
  day: FeedDay;
  habits: Habits;
  account: Limits;
  now: number;
};

/** The first reason for which the line waits for a person, or null. */
export function feedHold(
  line: Pick<BankLine, 'amount_cents' | 'booked_at'>,
  { bounds, day, habits, account, now }: FeedFacts,
): LineReason | null {
  const { amount_cents, booked_at } = line;
  const has_habits = totalOf(habits.hours) >= HABIT_LINES;
  const checks: readonly [LineReason, boolean][] = [
    ['feed_daily_sum', day.amount_cents + absolute(amount_cents) > bounds.daily_cents],
    ['feed_rate', day.hour_lines >= bounds.lines_per_hour],
    ['unusual_amount', isOutside(amount_cents, account)],
    ['unusual_amount', has_habits && isLargest(sizeOf(amount_cents), habits)],
    ['unusual_date', now - booked_at > USUAL_AGE_MS],
    ['unusual_hour', has_habits && isQuiet(hourOf(now), habits)],
  ];
  return checks.find(([, holds]) => holds)?.[0] ?? null;
}
