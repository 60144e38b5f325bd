// Lines from a feed: why one waits for a person, and how it is counted for later ones.

import type { TakeLine } from '../batch/command.ts';
import type { Change } from '../batch/decision.ts';
import type { World } from '../batch/world.ts';
import type { LineReason } from '../record/bank-line.ts';
import {
  absolute,
  feedDayKey,
  feedHold,
  hourOf,
  noFeedDay,
  noHabits,
  sizeOf,
} from '../record/feed-bounds.ts';

/** Null if the line may be matched; always null for lines that no feed delivered. */
export function heldByFeed(world: World, { feed, line }: TakeLine): LineReason | null {
  if (feed === undefined) return null;
  const { receiving_account_id: id } = line;
  const { feed_id } = feed.bounds;
  const day = world.feed_days.get(feedDayKey(feed_id, id)) ?? noFeedDay(feed_id, id);
  const habits = world.habits.get(id) ?? noHabits(id);
  return feedHold(line, { ...feed, day, habits, now: world.now });
}

/** The counters that later lines are judged by. The sum of a held line is not counted. */
export function countLine(
  world: World,
  { feed, line }: TakeLine,
  held: LineReason | null,
): Change[] {
  const { receiving_account_id, amount_cents } = line;
  const size = sizeOf(amount_cents);
  const hour = hourOf(world.now);
  const seen: Change = { kind: 'habit_seen', receiving_account_id, size, hour };
  if (feed === undefined) return [seen];
  const taken = held === null ? absolute(amount_cents) : 0n;
  const { feed_id } = feed.bounds;
  const counted: Change = {
    kind: 'feed_counted',
    feed_id,
    receiving_account_id,
    amount_cents: taken,
  };
  return held === null ? [counted, seen] : [counted];
}
