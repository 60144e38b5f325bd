// The sequencer: gives committed events their numbers and makes the deliveries that follow from
// them.
import { insertDeliveries, type NewDelivery } from '../store/deliveries.ts';
import { type NumberedEvent, numberEvents as numberInStore } from '../store/events.ts';
import { readClock } from '../store/settings.ts';
import { readCallbackUrls } from '../store/trades.ts';
import type { App } from './app.ts';
import { parseWebAddress } from './fields.ts';
import type { Settings } from './settings-cache.ts';

const MOST_AT_ONCE = 1000;

function deliveryOf(
  event: NumberedEvent,
  callback_url: string | null,
  settings: Settings,
): NewDelivery[] {
  const { merchant_id, trade_id, sequence, number } = event;
  const url = callback_url ?? settings.merchants.get(merchant_id)?.callbacks.url ?? null;
  if (url === null) return [];
  const address = parseWebAddress(url);
  const host = address === null ? url : `${address.host}:${address.port}`;
  return [{ merchant_id, trade_id, sequence, number, url, host }];
}

/** Numbers and deliveries are one transaction: an event that has a number has its delivery. */
export async function numberEvents(app: App): Promise<number> {
  const { db } = app.store;
  const settings = await app.settings.current();
  return await db.transaction(async (tx) => {
    const events = await numberInStore(tx, MOST_AT_ONCE);
    if (events.length === 0) return 0;
    const urls = await readCallbackUrls(tx, events);
    const deliveries = events.flatMap((event) =>
      deliveryOf(event, urls.get(event.trade_id) ?? null, settings),
    );
    await insertDeliveries(tx, deliveries, await readClock(tx));
    return events.length;
  });
}
