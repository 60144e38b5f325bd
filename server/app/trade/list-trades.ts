// Operators list trades of one merchant or all, newest first.

import { DIRECTIONS, STATES } from '../../domain/record/trade.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { normaliseUtr } from '../../domain/values/utr.ts';
import { selectTrades as list } from '../../store/trade/trades.ts';
import type { App } from '../process/app.ts';
import { readFields } from '../request/fields.ts';
import { decodeCursor, type Page, pageOf, readLimit, UUID_FORM } from '../request/paging.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';

/** With separators; the canonical form has at most 35. */
const UTR_TEXT_MAX = 100;

export type TradeQuery = Partial<
  Record<
    'merchant_id' | 'state' | 'direction' | 'order_id' | 'utr' | 'client_id' | 'cursor' | 'limit',
    string
  >
>;

const ORDER = ['merchant_id', 'state', 'direction', 'order_id', 'utr', 'client_id'];

export async function listTrades(app: App, query: TradeQuery): Promise<Page<TradeBody> | Refusal> {
  const limit = readLimit(query.limit);
  if (isRefusal(limit)) return limit;
  const cursor = decodeCursor(query.cursor, [UUID_FORM]);
  if (isRefusal(cursor)) return cursor;
  const reader = readFields({ fields: query, errors: [] }, ORDER);
  const merchant_id = query.merchant_id === undefined ? null : reader.uuid('merchant_id');
  const state = reader.choice('state', STATES);
  const direction = reader.choice('direction', DIRECTIONS);
  const order_id = reader.optionalKey('order_id', LIMITS.order_id_max_length);
  const utr = reader.optionalText('utr', UTR_TEXT_MAX);
  const client_id = reader.optionalKey('client_id', LIMITS.client_id_max_length);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const { db, cipher } = app.store;
  const found = await list(db, cipher, {
    merchant_id,
    state,
    direction,
    order_id,
    // A text that cannot be a UTR finds nothing, rather than everything.
    utr: utr === null ? null : (normaliseUtr(utr) ?? utr),
    client_id,
    before: cursor?.[0] ?? null,
    limit: limit + 1,
  });
  const { accounts } = await app.settings.current();
  const { page_url } = app;
  const bodies = found.map((trade) => tradeBody(trade, { page_url, accounts, masked: true }));
  return pageOf(bodies, limit, (trade) => [trade.id]);
}
