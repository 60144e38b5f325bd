// Sends the events that a merchant has missed again, of orders whose states differ from those in
// the merchant's records.
import { MISSED_EVENTS_MAX, missedEvents } from '../../domain/callback/missed-events.ts';
import type { ResendFilter } from '../../domain/callback/resend.ts';
import { TRADE_EVENT_TYPES } from '../../domain/merchant/event-types.ts';
import type { Requester } from '../../domain/record/proposal.ts';
import type { State } from '../../domain/record/trade.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import { readStateEvents } from '../../store/callback/past-events.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { audit } from '../request/audit.ts';
import { queueAgain, resendsOf } from './queue-again.ts';

/** Comparing twice in a row does not send twice: what ended so lately is left alone. */
const AGAIN_AFTER_MS = MINUTE_MS;
/** Enough to find the merchant's state in nearly every order's history. */
const EVENTS_READ = 4 * MISSED_EVENTS_MAX;
/** So that no transaction queues more than 500 events. */
const ORDERS_AT_ONCE = 100;

export type DifferingOrder = { readonly trade_id: string; readonly your_state: State };

export type MissedBody = {
  /** Events since the states in the merchant's records. */
  missed_events: number;
  /** Deliveries of them that wait now and did not before. */
  resent: number;
};

async function missedOf(app: App, merchant_id: string, orders: readonly DifferingOrder[]) {
  const ids = orders.map(({ trade_id }) => trade_id);
  const { db } = app.store;
  const read = await readStateEvents(db, merchant_id, ids, TRADE_EVENT_TYPES, EVENTS_READ);
  const by_trade = Map.groupBy(read, ({ trade_id }) => trade_id);
  return orders.flatMap(({ trade_id, your_state }) =>
    missedEvents(by_trade.get(trade_id) ?? [], your_state),
  );
}

/** Each order once. */
export async function resendMissed(
  app: App,
  actor: Requester,
  merchant_id: string,
  orders: readonly DifferingOrder[],
): Promise<MissedBody> {
  const as_of = serviceTime(app) - AGAIN_AFTER_MS;
  const filter: ResendFilter = { which: 'all', types: [], from: null, to: null, as_of };
  let [missed_events, resent] = [0, 0];
  for (let start = 0; start < orders.length; start += ORDERS_AT_ONCE) {
    const events = await missedOf(app, merchant_id, orders.slice(start, start + ORDERS_AT_ONCE));
    const again = await resendsOf(app, merchant_id, events, { filter, endpoint: null });
    missed_events += events.length;
    resent += await queueAgain(app, merchant_id, again, as_of);
  }
  if (resent > 0) {
    const detail = { orders: orders.length, resent };
    await audit(app, actor, 'callback_resent', `merchants/${merchant_id}`, detail);
    app.wake.events.notify();
  }
  return { missed_events, resent };
}
