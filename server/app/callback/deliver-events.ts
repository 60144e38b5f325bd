// Makes deliveries of past events for one endpoint, which had no address or did not exist then.
import { DEFAULT_ENDPOINT } from '../../domain/record/callback-endpoint.ts';
import { insertMissingDeliveries } from '../../store/callback/more-deliveries.ts';
import type { Transaction } from '../../store/connection/database.ts';
import { readTrades } from '../../store/trade/trades.ts';
import type { App } from '../process/app.ts';
import { targetFor } from './callback-address.ts';

type EventKey = { trade_id: string; sequence: number };

/** For the default endpoint, the own addresses of these trades count. */
async function ownAddresses(app: App, merchant_id: string, events: readonly EventKey[]) {
  const trade_ids = [...new Set(events.map(({ trade_id }) => trade_id))];
  const keys = trade_ids.map((trade_id) => ({ merchant_id, trade_id }));
  const trades = await readTrades(app.store.db, app.store.cipher, keys);
  return new Map(trades.map(({ trade_id, callback_url }) => [trade_id, callback_url]));
}

/**
 * Counts the deliveries that it made; those that exist already stay as they are. An endpoint
 * without an address gets none. Once committed, the caller notifies `app.wake.events`.
 */
export async function deliverEventsIn(
  tx: Transaction,
  app: App,
  { merchant_id, number }: { merchant_id: string; number: number },
  events: readonly EventKey[],
): Promise<number> {
  const settings = await app.settings.current();
  const own =
    number === DEFAULT_ENDPOINT
      ? await ownAddresses(app, merchant_id, events)
      : new Map<string, string | null>();
  const deliveries = events.flatMap(({ trade_id, sequence }) => {
    const target = targetFor(settings, app.store.cipher, {
      merchant_id,
      endpoint_number: number,
      callback_url: own.get(trade_id) ?? null,
    });
    return target === null ? [] : [{ merchant_id, trade_id, sequence, target }];
  });
  return await insertMissingDeliveries(tx, deliveries);
}
