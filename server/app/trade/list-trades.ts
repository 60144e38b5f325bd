// Operators list trades of one merchant or all, newest first.

import { DIRECTIONS, STATE_REASONS, STATES } from '../../domain/record/trade.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { selectTrades as list } from '../../store/trade/select-trades.ts';
import type { App } from '../process/app.ts';
import { readFields } from '../request/fields.ts';
import { decodeCursor, type Page, pageOf, readLimit, UUID_FORM } from '../request/paging.ts';
import {
  AMOUNT_FILTERS,
  readAmounts,
  readTimes,
  readUtrFilter,
  TIME_FILTERS,
} from '../request/read-filters.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';

const FILTERS = [
  'merchant_id',
  'state',
  'state_reason',
  'direction',
  'order_id',
  'utr',
  'client_id',
  'receiving_account_id',
  ...AMOUNT_FILTERS,
  ...TIME_FILTERS,
] as const;

export type TradeQuery = Partial<Record<(typeof FILTERS)[number] | 'cursor' | 'limit', string>>;

export async function listTrades(app: App, query: TradeQuery): Promise<Page<TradeBody> | Refusal> {
  const limit = readLimit(query.limit);
  if (isRefusal(limit)) return limit;
  const cursor = decodeCursor(query.cursor, [UUID_FORM]);
  if (isRefusal(cursor)) return cursor;
  const reader = readFields({ fields: query, errors: [] }, FILTERS);
  const uuid = (name: 'merchant_id' | 'receiving_account_id') =>
    query[name] === undefined ? null : reader.uuid(name);
  const merchant_id = uuid('merchant_id');
  const receiving_account_id = uuid('receiving_account_id');
  const state = reader.choice('state', STATES);
  const state_reason = reader.choice('state_reason', STATE_REASONS);
  const direction = reader.choice('direction', DIRECTIONS);
  const order_id = reader.optionalKey('order_id', LIMITS.order_id_max_length);
  const utr = readUtrFilter(reader);
  const client_id = reader.optionalKey('client_id', LIMITS.client_id_max_length);
  const amounts = readAmounts(reader, query);
  const created = readTimes(reader, query);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const { db, cipher } = app.store;
  const found = await list(db, cipher, {
    merchant_id,
    state,
    state_reason,
    direction,
    order_id,
    utr,
    client_id,
    receiving_account_id,
    ...amounts,
    created_from: created.from,
    created_to: created.to,
    before: cursor?.[0] ?? null,
    limit: limit + 1,
  });
  const { accounts } = await app.settings.current();
  const { page_url } = app;
  const bodies = found.map((trade) => tradeBody(trade, { page_url, accounts, masked: true }));
  return pageOf(bodies, limit, (trade) => [trade.id]);
}
