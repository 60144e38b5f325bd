// Lists trades, newest or oldest first: operators those of one merchant or all with masked numbers,
// merchants their own.
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { selectTrades } from '../../store/trade/select-trades.ts';
import type { App } from '../process/app.ts';
import { type Caller, refuseOtherReader } from '../request/caller.ts';
import { type Page, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';
import { readTradeFilter, type TradeFilters } from './read-trade-filter.ts';

export type TradeQuery = TradeFilters & Partial<Record<'cursor' | 'limit', string>>;

async function pageOfTrades(
  app: App,
  query: TradeQuery,
  masked: boolean,
): Promise<Page<TradeBody> | Refusal> {
  const asked = readPage(query, [UUID_FORM], readTradeFilter(app.store, query));
  if (isRefusal(asked)) return asked;
  const { limit, cursor, filters } = asked;
  const { db, cipher } = app.store;
  const page = { before: cursor?.[0] ?? null, limit: limit + 1 };
  const found = await selectTrades(db, cipher, { ...filters, ...page });
  const { accounts } = await app.settings.current();
  const { page_url } = app;
  const bodies = found.map((trade) => tradeBody(trade, { page_url, accounts, masked }));
  return pageOf(bodies, limit, (trade) => [trade.id]);
}

export const listTrades = (app: App, query: TradeQuery): Promise<Page<TradeBody> | Refusal> =>
  pageOfTrades(app, query, true);

export async function listOwnTrades(
  app: App,
  caller: Caller,
  query: TradeQuery,
): Promise<Page<TradeBody> | Refusal> {
  const refused = refuseOtherReader(caller, query.merchant_id);
  if (refused !== null) return refused;
  const { merchant_id } = caller.merchant;
  return await pageOfTrades(app, { ...query, merchant_id }, false);
}
