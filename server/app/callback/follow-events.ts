// Follows a merchant's event feed: a request that waits for the next event, or a stream of all
// events from a number on.
import { isRefusal, type Refusal, refuseFields } from '../../domain/service/refusal.ts';
import { readEventHeads } from '../../store/trade/live-trades.ts';
import { stillCaller } from '../access/authenticate-merchant.ts';
import type { App } from '../process/app.ts';
import { createWake } from '../process/wake.ts';
import { type Caller, refuseOtherReader } from '../request/caller.ts';
import { readCount, readLimit, refuseTogether } from '../request/paging.ts';
import type { EventBody } from './event-view.ts';
import { type EventPage, eventsAfter } from './list-events.ts';

/** Less than the shortest usual time limit of proxies, a minute. */
export const WAIT_MOST_S = 30;
const SECOND_MS = 1_000;
/** How often a stream checks that its token is still valid; a second is promised. */
const CHECK_EVERY_MS = 400;
const STREAM_PAGE = 100;

export type FollowQuery = Partial<
  Record<'merchant_id' | 'after' | 'limit' | 'wait', string | undefined>
>;

/** The request behind the answer that stays open. */
export type OpenRequest = {
  caller: Caller;
  address: string;
  /** The client has closed the connection. */
  isGone(): boolean;
  /** Calls `ended` when the client closes the connection. */
  onGone(ended: () => void): void;
  /** Called when nothing is left to do until the next event. */
  idle(): void;
};

function readWait(text: string | undefined): number | Refusal {
  const wait = readCount('wait', text, 0);
  if (typeof wait !== 'number' || wait <= WAIT_MOST_S) return wait;
  const message = `must be from 0 to ${WAIT_MOST_S} seconds`;
  return refuseFields([{ field: 'wait', code: 'range', message }]);
}

type Position = { after: number };

/** Woken by events after the position, by the end of the client and by that of the service. */
function openWake(app: App, follower: OpenRequest, position: Position) {
  const wake = createWake();
  let is_told = false;
  follower.onGone(wake.notify);
  const end = app.followers.listen({
    merchant_id: follower.caller.merchant.merchant_id,
    has: () => position.after,
    told: () => {
      is_told = true;
      wake.notify();
    },
  });
  /** Whether there may be a later event. */
  const wait = async (most_ms: number): Promise<boolean> => {
    await wake.wait(most_ms);
    const was_told = is_told;
    is_told = false;
    return was_told;
  };
  return { wait, end };
}

const hasEnded = (app: App, follower: OpenRequest) =>
  follower.isGone() || app.followers.isStopped();

/**
 * In a sandbox numbers begin anew with each reset of its demo: whoever went on from a number of
 * before would wait for events that they never get. Null if the number can be gone on from.
 */
async function refuseAfterLast(
  app: App,
  merchant_id: string,
  after: number,
): Promise<Refusal | null> {
  if (app.mode !== 'sandbox' || after === 0) return null;
  const head = (await readEventHeads(app.store.db, [merchant_id])).get(merchant_id) ?? 0n;
  if (BigInt(after) <= head) return null;
  const message =
    `is beyond the last event, which is ${head}: the sandbox was reset, and its numbers ` +
    'began at 1 again; begin with after=0';
  return refuseFields([{ field: 'after', code: 'range', message }]);
}

/** The page that is there now. */
async function pageNow(app: App, merchant_id: string, after: number, limit: number) {
  const page = await eventsAfter(app, merchant_id, after, limit);
  if (page.data.length > 0) return page;
  return (await refuseAfterLast(app, merchant_id, after)) ?? page;
}

/** The page after the number, as soon as there is an event on it; an empty one after the time. */
async function nextPage(
  app: App,
  follower: OpenRequest,
  query: { after: number; limit: number; wait: number },
): Promise<EventPage | Refusal> {
  const { after, limit, wait } = query;
  const { merchant_id } = follower.caller.merchant;
  const until_ms = performance.now() + wait * SECOND_MS;
  const wake = openWake(app, follower, { after });
  try {
    for (;;) {
      const page = await app.followers.read(() => pageNow(app, merchant_id, after, limit));
      if (isRefusal(page)) return page;
      const left_ms = until_ms - performance.now();
      if (page.data.length > 0 || left_ms <= 0 || hasEnded(app, follower)) return page;
      follower.idle();
      await wake.wait(left_ms);
      const still = await stillCaller(app, follower.caller, follower.address);
      if (isRefusal(still)) return still;
    }
  } finally {
    wake.end();
  }
}

/** With `wait`, the answer comes with the next event, or empty after so many seconds. */
export async function followEvents(
  app: App,
  follower: OpenRequest,
  query: FollowQuery,
): Promise<EventPage | Refusal> {
  const { caller } = follower;
  const refused = refuseOtherReader(caller, query.merchant_id);
  if (refused !== null) return refused;
  const after = readCount('after', query.after, 0);
  const limit = readLimit(query.limit);
  const wait = readWait(query.wait);
  if (isRefusal(after) || isRefusal(limit) || isRefusal(wait)) {
    return refuseTogether([after, limit, wait]);
  }
  const { merchant_id } = caller.merchant;
  if (wait === 0) return await pageNow(app, merchant_id, after, limit);
  const place = app.followers.take(merchant_id);
  if (isRefusal(place)) return place;
  try {
    return await nextPage(app, follower, { after, limit, wait });
  } finally {
    place.leave();
  }
}

/** Where the events of a stream go. */
export type EventSink = {
  /** Resolves when the reader has taken them; false: the reader is gone, or too slow. */
  send(events: readonly EventBody[]): Promise<boolean>;
  /** Tells the reader that the connection is alive, if nothing was sent for a while. */
  beat(): void;
};

export type EventStream = { run(sink: EventSink): Promise<void> };

async function sendAll(
  app: App,
  follower: OpenRequest,
  position: Position,
  sink: EventSink,
): Promise<void> {
  const { merchant_id } = follower.caller.merchant;
  const wake = openWake(app, follower, position);
  let may_have_more = true;
  try {
    while (!hasEnded(app, follower)) {
      const still = await stillCaller(app, follower.caller, follower.address);
      if (isRefusal(still)) return;
      if (!may_have_more) {
        sink.beat();
        follower.idle();
        may_have_more = await wake.wait(CHECK_EVERY_MS);
        continue;
      }
      const read = () => eventsAfter(app, merchant_id, position.after, STREAM_PAGE);
      const page = await app.followers.read(read);
      if (page.data.length > 0 && !(await sink.send(page.data))) return;
      // The client connects again, and the refusal of that request says why it cannot go on.
      if (page.data.length === 0 && (await refuseAfterLast(app, merchant_id, position.after)))
        return;
      position.after = page.next_after;
      may_have_more = page.has_more;
    }
  } finally {
    wake.end();
  }
}

/**
 * All events after the number, and each further one when it happens, until the client or the
 * service ends or the token is no longer valid. `run` resolves then; it must be called.
 */
export async function streamEvents(
  app: App,
  follower: OpenRequest,
  query: Pick<FollowQuery, 'merchant_id' | 'after'>,
): Promise<EventStream | Refusal> {
  const refused = refuseOtherReader(follower.caller, query.merchant_id);
  if (refused !== null) return refused;
  const after = readCount('after', query.after, 0);
  if (isRefusal(after)) return after;
  const { merchant_id } = follower.caller.merchant;
  const beyond = await refuseAfterLast(app, merchant_id, after);
  if (beyond !== null) return beyond;
  const place = app.followers.take(merchant_id);
  if (isRefusal(place)) return place;
  return {
    run: (sink) => sendAll(app, follower, { after }, sink).finally(place.leave),
  };
}
