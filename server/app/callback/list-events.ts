// The event feed: a merchant's numbered events without gaps, so that merchants need not rely on
// callbacks.
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readRemovedEvents } from '../../store/archive/removals.ts';
import { type NumberedEvent, readEvents } from '../../store/callback/events.ts';
import { readTrades } from '../../store/trade/trades.ts';
import type { App } from '../process/app.ts';
import { type Caller, refuseOtherReader } from '../request/caller.ts';
import { readCount, readLimit, refuseTogether } from '../request/paging.ts';
import { accountsOf, type EventBody, eventBody } from './event-view.ts';

export type EventPage = {
  data: EventBody[];
  next_after: number;
  has_more: boolean;
  /** Up to this number events went with their month, and are in its archive; 0: none of them. */
  removed_to: number;
};

/** At most `limit` events after the given number. */
export async function eventsAfter(
  app: App,
  merchant_id: string,
  after: number,
  limit: number,
): Promise<EventPage> {
  const { db, cipher } = app.store;
  const found = await readEvents(db, cipher, merchant_id, BigInt(after), limit + 1);
  const events = found.slice(0, limit);
  const data = await bodiesOf(app, events);
  const [first, last] = [data[0], data.at(-1)];
  // Numbers have no gaps, so only one that is missing is asked about.
  const is_next = first !== undefined && first.number === after + 1;
  const removed_to = is_next ? 0 : Number(await readRemovedEvents(db, merchant_id));
  const next_after = last?.number ?? Math.max(after, removed_to);
  const is_told = removed_to > after;
  return { data, next_after, has_more: found.length > limit, removed_to: is_told ? removed_to : 0 };
}

async function bodiesOf(app: App, events: readonly NumberedEvent[]): Promise<EventBody[]> {
  const trades = await readTrades(app.store.db, app.store.cipher, [
    ...new Map(events.map((event) => [event.trade_id, event])).values(),
  ]);
  const by_id = new Map(trades.map((trade) => [trade.trade_id, trade]));
  const accounts = await accountsOf(app, events);
  return events.map((event) => {
    const trade = by_id.get(event.trade_id);
    if (trade === undefined) throw new Error(`Event ${event.number} has no trade`);
    return eventBody(event, trade, { page_url: app.page_url, accounts });
  });
}

type Query = { after?: string | undefined; limit?: string | undefined };

export async function listEvents(
  app: App,
  caller: Caller,
  query: Query & { merchant_id?: string | undefined },
): Promise<EventPage | Refusal> {
  const refused = refuseOtherReader(caller, query.merchant_id);
  if (refused !== null) return refused;
  return await eventsOf(app, caller.merchant.merchant_id, query);
}

async function eventsOf(app: App, merchant_id: string, query: Query) {
  const after = readCount('after', query.after, 0);
  const limit = readLimit(query.limit);
  if (isRefusal(after) || isRefusal(limit)) return refuseTogether([after, limit]);
  return await eventsAfter(app, merchant_id, after, limit);
}

/** For operators: one merchant's events. */
export async function listMerchantEvents(
  app: App,
  query: Query & { merchant_id: string | undefined },
): Promise<EventPage | Refusal> {
  const merchant_id = parseUuid(query.merchant_id ?? '');
  const { merchants } = await app.settings.current();
  if (merchant_id === null || !merchants.has(merchant_id)) return refuseUnknown();
  return await eventsOf(app, merchant_id, query);
}
