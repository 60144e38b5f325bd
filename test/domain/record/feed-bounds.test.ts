// When a feed's line waits for a person: each bound, each habit, and which of them is reported.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LineReason } from '../../../server/domain/record/bank-line.ts';
import {
  type FeedFacts,
  feedHold,
  HABIT_LINES,
  hourOf,
  sizeOf,
} from '../../../server/domain/record/feed-bounds.ts';
import { DAY, HOUR, lineWith, payin, START, take } from '../../support/model/domain-commands.ts';
import { scene } from '../../support/model/domain-scene.ts';

const ACCOUNT = lineWith().receiving_account_id;
const bounds = {
  feed_id: 'feed-1',
  receiving_account_ids: [ACCOUNT],
  lines_per_hour: 10,
  daily_cents: 100_000n,
};

type Given = {
  amount?: bigint;
  age?: number;
  hour_lines?: number;
  sum?: bigint;
  sizes?: [number, number][];
  hours?: [number, number][];
  limits?: Partial<FeedFacts['account']>;
};

function holdOf({ amount = 10_000n, age = 0, hour_lines = 0, sum = 0n, ...more }: Given) {
  const { sizes = [], hours = [], limits = {} } = more;
  const id = ACCOUNT;
  const day = { feed_id: 'feed-1', receiving_account_id: id, hour_lines, amount_cents: sum };
  return feedHold(
    { amount_cents: amount, booked_at: START - age },
    {
      bounds,
      day,
      habits: { receiving_account_id: id, sizes: new Map(sizes), hours: new Map(hours) },
      account: { min_amount_cents: null, max_amount_cents: null, ...limits },
      now: START,
    },
  );
}

const now_hour = hourOf(START);
const usual: [number, number][] = [[now_hour, HABIT_LINES]];
const elsewhere: [number, number][] = [[(now_hour + 12) % 24, HABIT_LINES]];

test('a line waits where a bound is broken or it is far from the usual', () => {
  const table: [name: string, given: Given, reason: LineReason | null][] = [
    ['an ordinary line', {}, null],
    ['the last of the sum', { sum: 90_000n }, null],
    ['one unit more', { sum: 90_001n }, 'feed_daily_sum'],
    ['what goes out counts alike', { amount: -10_001n, sum: 90_000n }, 'feed_daily_sum'],
    ['the last line of the hour', { hour_lines: 9 }, null],
    ['one line more', { hour_lines: 10 }, 'feed_rate'],
    ['the most of an order', { limits: { max_amount_cents: 10_000n } }, null],
    ['more than an order may have', { limits: { max_amount_cents: 9_999n } }, 'unusual_amount'],
    ['less than an order may have', { limits: { min_amount_cents: 10_001n } }, 'unusual_amount'],
    [
      'orders’ limits are of what comes in',
      { amount: -5n, limits: { min_amount_cents: 9n } },
      null,
    ],
    ['as large as another', { hours: usual, sizes: [[sizeOf(10_000n), 1]] }, null],
    ['smaller than all', { hours: usual, sizes: [[sizeOf(90_000n), 1]] }, null],
    ['larger than all', { hours: usual, sizes: [[sizeOf(5_000n), 500]] }, 'unusual_amount'],
    ['only the other way', { hours: usual, sizes: [[-sizeOf(90_000n), 9]] }, 'unusual_amount'],
    ['a new account has no habits', { sizes: [[sizeOf(5n), 9]], hours: [[now_hour, 9]] }, null],
    ['after a long weekend', { age: 4 * DAY }, null],
    ['booked long ago', { age: 4 * DAY + 1 }, 'unusual_date'],
    ['a quiet hour', { hours: elsewhere, sizes: [[60, 1]] }, 'unusual_hour'],
    ['beside a busy hour', { hours: [[(now_hour + 25) % 24, 900]], sizes: [[60, 1]] }, null],
    ['a bound is told before a habit', { sum: 100_000n, age: 9 * DAY }, 'feed_daily_sum'],
  ];
  for (const [name, given, reason] of table) assert.equal(holdOf(given), reason, name);
});

test('the hour before midnight is beside the hour after it', () => {
  assert.equal(hourOf(START - (START % DAY) - 1), 23);
  assert.equal(hourOf(START - (START % DAY) + HOUR), 1);
});

test('a held line completes nothing, counts for the rate alone, and teaches no habit', () => {
  const on = scene();
  const trade = on.trade(payin());
  const account = { min_amount_cents: null, max_amount_cents: null };
  const feed = { bounds: { ...bounds, daily_cents: 9_999n }, account };
  const { outcome } = on.line({ ...take(lineWith()), feed });
  assert.deepEqual([outcome.status, outcome.reason], ['suspense', 'feed_daily_sum']);
  assert.deepEqual(
    outcome.candidates.map(({ trade_id }) => trade_id),
    [trade.trade_id],
  );
  assert.equal(on.now(trade).state, 'pending');
  const kinds = on.changes.map(({ kind }) => kind);
  assert.ok(!kinds.includes('habit_seen'));
  const [day] = [...on.world.feed_days.values()];
  assert.deepEqual([day?.hour_lines, day?.amount_cents], [1, 0n]);
});

test('the lines before in the same batch count, and a person’s do not', () => {
  const on = scene();
  const account = { min_amount_cents: null, max_amount_cents: null };
  const feed = { bounds: { ...bounds, daily_cents: 20_000n }, account };
  const statuses = [1, 2, 3].map((number) => {
    on.trade(payin({ amount_cents: 9_000n + BigInt(number) }));
    const line = lineWith({ amount_cents: 9_000n + BigInt(number) });
    return on.line({ ...take(line), feed }).outcome.reason;
  });
  assert.deepEqual(statuses, ['account_amount_time', 'account_amount_time', 'feed_daily_sum']);
  on.trade(payin());
  assert.equal(on.line(take(lineWith())).outcome.status, 'matched');
});
