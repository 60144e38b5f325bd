// Checks events: they are numbered without gaps, no follower of the feed missed one, and every
// callback was delivered unchanged.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { EventBody } from '../../server/app/callback/event-view.ts';
import type { CallbackLog } from './callback-log.ts';
import { type FeedReader, readFeed } from './feed-reader.ts';
import type { TortureScene } from './stories.ts';

const POLL_MS = 250;

function checkNumbers(events: readonly EventBody[]): string[] {
  const problems: string[] = [];
  const sequences = new Map<string, number>();
  for (const [index, event] of events.entries()) {
    if (event.number !== index + 1) {
      problems.push(`event ${event.id}: has number ${event.number} in place ${index + 1}`);
    }
    const before = sequences.get(event.data.id) ?? 0;
    if (event.sequence !== before + 1) {
      problems.push(`event ${event.id}: comes after ${before} of its trade`);
    }
    sequences.set(event.data.id, event.sequence);
  }
  return problems;
}

function checkFollower(follower: FeedReader, events: readonly EventBody[]): string[] {
  if (isDeepStrictEqual(follower.events, events)) return [];
  const known = new Set(follower.events.map((event) => event.id));
  const missed = events.filter((event) => !known.has(event.id)).length;
  return [`feed of ${follower.shop.merchant_id}: a follower missed ${missed} of ${events.length}`];
}

function checkCallbacks(log: CallbackLog, events: readonly EventBody[]): string[] {
  const problems = [...log.problems];
  const told = new Map(events.map((event) => [event.id, event]));
  for (const [id, body] of log.taken) {
    const { number: _number, id: _id, ...event } = told.get(id) ?? { number: 0, id };
    if (!told.has(id)) problems.push(`callback ${id}: there is no such event`);
    else if (!isDeepStrictEqual(JSON.parse(body), event)) {
      problems.push(`callback ${id}: its body differs from its event`);
    }
  }
  const lost = events.filter((event) => !log.taken.has(event.id));
  if (lost.length > 0) problems.push(`${lost.length} events were never delivered`);
  return problems;
}

async function readFeeds(scene: TortureScene): Promise<EventBody[][]> {
  return await Promise.all(scene.shops.map((shop) => readFeed(scene.urls[0] ?? '', shop)));
}

function isQuiet(feeds: readonly EventBody[][], log: CallbackLog, followers: FeedReader[]) {
  const delivered = feeds.flat().every((event) => log.taken.has(event.id));
  const followed = feeds.every((events, index) => {
    return (followers[index]?.events.length ?? 0) >= events.length;
  });
  return delivered && followed;
}

/**
 * Waits until every event is delivered and followed, or `patience_ms` is over. Does not reread the
 * feeds during the wait, which may last as long as the lease of a killed service, half a minute.
 */
async function feedsOnceTold(
  scene: TortureScene,
  log: CallbackLog,
  followers: FeedReader[],
  patience_ms: number,
): Promise<EventBody[][]> {
  const end_ms = performance.now() + patience_ms;
  let feeds = await readFeeds(scene);
  for (;;) {
    const is_over = () => performance.now() >= end_ms;
    while (!isQuiet(feeds, log, followers) && !is_over()) await sleep(POLL_MS);
    const before = feeds.flat().length;
    feeds = await readFeeds(scene);
    if (feeds.flat().length === before || is_over()) return feeds;
  }
}

export async function checkEvents(
  scene: TortureScene,
  log: CallbackLog,
  followers: FeedReader[],
  patience_ms: number,
): Promise<number> {
  const feeds = await feedsOnceTold(scene, log, followers, patience_ms);
  const { violations } = scene.journal;
  for (const [index, events] of feeds.entries()) {
    const follower = followers[index];
    violations.push(...checkNumbers(events));
    if (follower !== undefined) violations.push(...checkFollower(follower, events));
  }
  violations.push(...checkCallbacks(log, feeds.flat()));
  return feeds.flat().length;
}
