// Reads one trade by id or by the merchant's own order_id. Reads that arrive together share a
// query.

import type { Trade } from '../../domain/record/trade.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { SEARCH_ORDER } from '../../domain/trade/order-requests.ts';
import { parseUuid } from '../../lib/uuid.ts';
import type { App } from '../process/app.ts';
import type { Caller } from '../request/caller.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';

export function tradeById(app: App, merchant_id: string, trade_id: string): Promise<Trade | null> {
  return app.store.reads.trade({ merchant_id, trade_id });
}

async function ownView(app: App, reading: Promise<Trade | null>): Promise<TradeBody | Refusal> {
  const trade = await reading;
  if (trade === null) return refuseUnknown();
  const { accounts } = app.settings.fresh() ?? (await app.settings.current());
  return tradeBody(trade, { page_url: app.page_url, accounts, masked: false });
}

export async function getTrade(
  app: App,
  caller: Caller,
  path: { merchant: string; uuid: string },
): Promise<TradeBody | Refusal> {
  const merchant_id = parseUuid(path.merchant);
  const trade_id = parseUuid(path.uuid);
  if (merchant_id !== caller.merchant.merchant_id || trade_id === null) return refuseUnknown();
  return await ownView(app, tradeById(app, merchant_id, trade_id));
}

export async function findTrade(
  app: App,
  caller: Caller,
  body: RawFields,
): Promise<TradeBody | Refusal> {
  const asked = readRequest(SEARCH_ORDER, body);
  if (isRefusal(asked)) return asked;
  const { merchant_id, order_id } = asked;
  if (merchant_id !== caller.merchant.merchant_id) return refuseUnknown();
  return await ownView(app, app.store.reads.order({ merchant_id, order_id }));
}
