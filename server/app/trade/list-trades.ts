// Operators list trades of one merchant or all, newest or oldest first.
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { selectTrades } from '../../store/trade/select-trades.ts';
import type { App } from '../process/app.ts';
import { decodeCursor, type Page, pageOf, readLimit, UUID_FORM } from '../request/paging.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';
import { readTradeFilter, type TradeFilters } from './read-trade-filter.ts';

export type TradeQuery = TradeFilters & Partial<Record<'cursor' | 'limit', string>>;

export async function listTrades(app: App, query: TradeQuery): Promise<Page<TradeBody> | Refusal> {
  const limit = readLimit(query.limit);
  if (isRefusal(limit)) return limit;
  const cursor = decodeCursor(query.cursor, [UUID_FORM]);
  if (isRefusal(cursor)) return cursor;
  const wanted = readTradeFilter(query);
  if (isRefusal(wanted)) return wanted;
  const { db, cipher } = app.store;
  const page = { before: cursor?.[0] ?? null, limit: limit + 1 };
  const found = await selectTrades(db, cipher, { ...wanted, ...page });
  const { accounts } = await app.settings.current();
  const { page_url } = app;
  const bodies = found.map((trade) => tradeBody(trade, { page_url, accounts, masked: true }));
  return pageOf(bodies, limit, (trade) => [trade.id]);
}
