// An event as merchants see it: the same in the feed and in callbacks.
import type { TradeEvent } from '../../domain/batch/decision.ts';
import type { Trade } from '../../domain/record/trade.ts';
import { readEarlierNames } from '../../store/account/receiving-accounts.ts';
import type { App } from '../process/app.ts';
import { type DisputeBody, disputeBody } from '../request/dispute-view.ts';
import { iso, type TradeBody, tradeAt, tradeBody, type ViewOptions } from '../request/views.ts';

/**
 * The body of a callback: `data` is the trade as it was at the event, with its number masked; in
 * events of type `dispute.*` it is the dispute.
 */
export type CallbackBody = {
  type: string;
  timestamp: string;
  sequence: number;
  data: TradeBody | DisputeBody;
};

export function callbackBody(
  event: TradeEvent,
  trade: Trade,
  options: Omit<ViewOptions, 'masked'>,
): CallbackBody {
  return {
    type: event.type,
    timestamp: iso(event.at),
    sequence: event.sequence,
    data:
      event.dispute === undefined
        ? tradeBody(tradeAt(trade, event.standing), { ...options, masked: true, at: event.at })
        : disputeBody(event.dispute, trade),
  };
}

/** With the accounts that another process has created since the settings were loaded. */
async function knownAccounts({ settings }: App, events: readonly TradeEvent[]) {
  const { accounts } = await settings.current();
  const knows_all = events.every(
    ({ standing: { receiving_account_id: id } }) => id === null || accounts.has(id),
  );
  return knows_all ? accounts : (await settings.refresh()).accounts;
}

/** The accounts of the events, with their names at the time of the events. */
export async function accountsOf(
  app: App,
  events: readonly TradeEvent[],
): Promise<ViewOptions['accounts']> {
  const accounts = await knownAccounts(app, events);
  const of_renamed = events.flatMap(({ at, standing: { receiving_account_id } }) => {
    const { renamed_at } = accounts.get(receiving_account_id ?? '') ?? {};
    if (receiving_account_id === null || renamed_at === undefined || at >= renamed_at) return [];
    return { receiving_account_id, at };
  });
  if (of_renamed.length === 0) return accounts;
  const found = await readEarlierNames(app.store.db, of_renamed);
  const names = Map.groupBy(found, ({ receiving_account_id }) => receiving_account_id);
  const with_names = [...accounts].map(([id, account]) => {
    const earlier_names = names.get(id);
    return [id, earlier_names === undefined ? account : { ...account, earlier_names }] as const;
  });
  return new Map(with_names);
}

export type EventBody = { number: number; id: string } & CallbackBody;

/** The same for the event and its callback, and for every retry. */
export const eventId = (event: { trade_id: string; sequence: number }) =>
  `${event.trade_id}_${event.sequence}`;

export function eventBody(
  event: TradeEvent & { number: bigint },
  trade: Trade,
  options: Omit<ViewOptions, 'masked'>,
): EventBody {
  return {
    number: Number(event.number),
    id: eventId(event),
    ...callbackBody(event, trade, options),
  };
}
