// What feeds have delivered for an account today and in this hour: counters, one row per day.

import type { Change } from '../../domain/batch/decision.ts';
import {
  addFeedLine,
  type FeedDay,
  feedDayKey,
  noFeedDay,
} from '../../domain/record/feed-bounds.ts';
import { epochDay } from '../../domain/record/receiving-account.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import type { Transaction } from '../connection/database.ts';
import { insertRows, plainArray } from '../connection/rows.ts';

type FeedKey = Pick<FeedDay, 'feed_id' | 'receiving_account_id'>;

const inOrder = <Key extends FeedKey>(keys: Iterable<Key>): Key[] => {
  const name = (key: Key) => feedDayKey(key.feed_id, key.receiving_account_id);
  const unique = new Map([...keys].map((key) => [name(key), key]));
  return [...unique.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
};

/** Adds to the counters, inserting missing rows. They stay locked from here on, in key order. */
async function addDays(tx: Transaction, days: readonly FeedDay[], now: number): Promise<void> {
  await insertRows<FeedDay>(
    tx,
    'feed_days',
    [
      { name: 'operator_token_id', value: (d) => d.feed_id },
      { name: 'receiving_account_id', value: (d) => d.receiving_account_id },
      { name: 'day', value: () => epochDay(now) },
      { name: 'hour', value: () => Math.floor(now / HOUR_MS) },
      { name: 'hour_lines', value: (d) => d.hour_lines },
      { name: 'amount_cents', value: (d) => d.amount_cents },
    ],
    inOrder(days),
    `on conflict (operator_token_id, receiving_account_id, day) do update
     set amount_cents = feed_days.amount_cents + excluded.amount_cents, hour = excluded.hour,
       hour_lines = excluded.hour_lines
         + case when feed_days.hour = excluded.hour then feed_days.hour_lines else 0 end`,
  );
}

/**
 * The rows stay locked, so two batches of one feed and account never both use the last free place.
 * A transaction that only reads locks nothing.
 */
export async function lockFeedDays(
  tx: Transaction,
  feeds: readonly FeedKey[],
  now: number,
): Promise<FeedDay[]> {
  if (feeds.length === 0) return [];
  const keys = inOrder(feeds);
  const none = keys.map((key) => noFeedDay(key.feed_id, key.receiving_account_id));
  const [, days] = await Promise.all([
    tx.is_read_only ? null : addDays(tx, none, now),
    tx.query<FeedDay>(
      'read-feed-days',
      `select d.operator_token_id as feed_id, d.receiving_account_id, d.hour_lines, d.amount_cents
       from unnest($1::uuid[], $2::uuid[]) as k(feed_id, account)
       join feed_days d on d.operator_token_id = k.feed_id
         and d.receiving_account_id = k.account and d.day = $3`,
      [
        plainArray(keys.map((key) => key.feed_id)),
        plainArray(keys.map((key) => key.receiving_account_id)),
        epochDay(now),
      ],
    ),
  ]);
  return days;
}

/** Counts the lines of a batch. */
export async function addFeedLines(
  tx: Transaction,
  counted: readonly Extract<Change, { kind: 'feed_counted' }>[],
  now: number,
): Promise<void> {
  const days = new Map<string, FeedDay>();
  for (const change of counted) addFeedLine(days, change);
  await addDays(tx, [...days.values()], now);
}
