// Reads a merchant's event feed: the events after a number, then each one as it happens.
import type { Client, Json, ServiceAnswer } from './client.ts';
import { arrayOf } from './show.ts';

export type FeedEvent = Json & {
  number: number;
  id: string;
  type: string;
  timestamp: string;
  sequence: number;
  data: Json;
};

export type Feed = { client: Client; token: string };

type Page = { events: readonly FeedEvent[] } | { failed: ServiceAnswer };

const NOT_A_FEED: ServiceAnswer = {
  kind: 'unreachable',
  message: 'The service answered, but not with events: is the URL right?',
};

const isEvent = (value: Json): value is FeedEvent =>
  typeof value.number === 'number' &&
  typeof value.id === 'string' &&
  typeof value.type === 'string' &&
  typeof value.timestamp === 'string' &&
  typeof value.sequence === 'number' &&
  typeof value.data === 'object' &&
  value.data !== null;

/** `wait_s`: so long the answer may take if there is no event yet. */
export async function readFeedPage(
  { client, token }: Feed,
  after: number,
  limit: number,
  wait_s: number,
): Promise<Page> {
  const query = { after, limit, ...(wait_s > 0 ? { wait: wait_s } : {}) };
  const answer = await client.merchant('/events', token, { query });
  if (answer.kind !== 'body') return { failed: answer };
  if (!Array.isArray(answer.body.data)) return { failed: NOT_A_FEED };
  const events = arrayOf(answer.body.data).filter(isEvent);
  return events.length === answer.body.data.length ? { events } : { failed: NOT_A_FEED };
}

/** A sandbox refuses a number beyond the last event. */
const isBeyond = (answer: ServiceAnswer) =>
  answer.kind === 'problem' && answer.problem.status === 422;

/** The number of the last event, by halving: numbers have no gaps. */
export async function lastNumber(feed: Feed): Promise<number | { failed: ServiceAnswer }> {
  let [has, has_not] = [0, 1];
  let is_doubling = true;
  while (is_doubling || has_not - has > 1) {
    const after = is_doubling ? has_not : Math.floor((has + has_not) / 2);
    // Is there an event with the number `after`?
    const page = await readFeedPage(feed, after - 1, 1, 0);
    if ('failed' in page && !isBeyond(page.failed)) return page;
    if ('failed' in page || page.events.length === 0) {
      has_not = after;
      is_doubling = false;
    } else {
      has = after;
      if (is_doubling) has_not = after * 2;
    }
  }
  return has;
}
