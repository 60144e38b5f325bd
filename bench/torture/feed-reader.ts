// A merchant's program that follows the feed through every crash as the guide says: it only
// remembers the last number.
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventBody } from '../../server/app/callback/event-view.ts';
import { clientOf, type Shop } from '../harness/shop.ts';

type Page = { data: EventBody[]; next_after: number; has_more: boolean };

export type FeedReader = {
  readonly shop: Shop;
  readonly events: readonly EventBody[];
  stop(): Promise<void>;
};

const POLL_MS = 100;
const PAGE = 200;

/** Null while the service is down. */
async function readPage(url: string, shop: Shop, after: number): Promise<Page | null> {
  try {
    const path = `/events?after=${after}&limit=${PAGE}`;
    const { status, body } = await clientOf(url, shop).get<Page>(path);
    return status === 200 ? body : null;
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return null;
    if (error instanceof DOMException && error.name === 'TimeoutError') return null;
    throw error;
  }
}

/** Reads the whole feed from the beginning. */
export async function readFeed(url: string, shop: Shop): Promise<EventBody[]> {
  const events: EventBody[] = [];
  for (let after = 0; ; ) {
    const page = await readPage(url, shop, after);
    if (page === null) throw new Error('The feed cannot be read');
    events.push(...page.data);
    if (!page.has_more) return events;
    after = page.next_after;
  }
}

export function followFeed(urls: readonly string[], shop: Shop): FeedReader {
  const events: EventBody[] = [];
  let is_stopping = false;
  const follow = async () => {
    for (let after = 0, turn = 0; !is_stopping; turn += 1) {
      const page = await readPage(urls[turn % urls.length] ?? '', shop, after);
      if (page !== null) {
        events.push(...page.data);
        after = page.next_after;
      }
      if (page === null || !page.has_more) await sleep(POLL_MS);
    }
  };
  const done = follow();
  return {
    shop,
    events,
    stop: () => {
      is_stopping = true;
      return done;
    },
  };
}
