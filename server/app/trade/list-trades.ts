// Lists trades, newest or oldest first: operators those of one merchant or all with masked numbers,
// merchants their own.
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { readArchivedUntil } from '../../store/archive/archived-months.ts';
import { selectTrades } from '../../store/trade/select-trades.ts';
import { findsPast } from '../../store/trade/trade-filter.ts';
import type { App } from '../process/app.ts';
import { type Caller, refuseOtherReader } from '../request/caller.ts';
import { type OfNamedMerchant, withMerchantNames } from '../request/merchant-names.ts';
import { type Page, type PageQuery, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';
import {
  type OrderFilters,
  readOrderFilter,
  readTradeFilter,
  type TradeFilters,
  type WantedTrades,
} from './read-trade-filter.ts';

export type TradeQuery = TradeFilters & PageQuery;

/** `archived_until`: only if orders up to that month may be missing from the list. */
export type OrdersPage<Body> = Page<Body> & { archived_until?: string };

async function pageOfTrades(
  app: App,
  query: PageQuery,
  wanted: WantedTrades | Refusal,
  masked: boolean,
): Promise<OrdersPage<TradeBody> | Refusal> {
  const asked = readPage(query, [UUID_FORM], wanted);
  if (isRefusal(asked)) return asked;
  const { limit, cursor, filters } = asked;
  const { db, cipher } = app.store;
  const page = { before: cursor?.[0] ?? null, limit: limit + 1 };
  const [found, archived_until] = await Promise.all([
    selectTrades(db, cipher, { ...filters, ...page }),
    findsPast(filters) ? null : readArchivedUntil(db),
  ]);
  const { accounts } = await app.settings.current();
  const { page_url } = app;
  const bodies = found.map((trade) => tradeBody(trade, { page_url, accounts, masked }));
  return {
    ...pageOf(bodies, limit, (trade) => [trade.id]),
    ...(archived_until === null ? {} : { archived_until }),
  };
}

export type ListedTradeBody = OfNamedMerchant<TradeBody>;

export async function listTrades(
  app: App,
  query: TradeQuery,
): Promise<OrdersPage<ListedTradeBody> | Refusal> {
  const page = await pageOfTrades(app, query, await readTradeFilter(app, query), true);
  return isRefusal(page) ? page : { ...page, data: await withMerchantNames(app, page.data) };
}

export async function listOwnTrades(
  app: App,
  caller: Caller,
  query: OrderFilters & PageQuery & { readonly merchant_id?: string | undefined },
): Promise<OrdersPage<TradeBody> | Refusal> {
  const refused = refuseOtherReader(caller, query.merchant_id);
  if (refused !== null) return refused;
  const { merchant_id } = caller.merchant;
  const wanted = await readOrderFilter(app, query, merchant_id);
  return await pageOfTrades(app, query, wanted, false);
}
