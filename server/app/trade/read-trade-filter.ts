// The filters of the list of trades, which its export has as well, read from a query string.
import { DIRECTIONS, STATE_REASONS, STATES } from '../../domain/record/trade.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import { aheadMs, type Store } from '../../store/batch/store.ts';
import { TRADE_SORTS, type TradeFilter } from '../../store/trade/trade-filter.ts';
import { readFields } from '../request/fields.ts';
import {
  AMOUNT_FILTERS,
  optionalMoment,
  readAmounts,
  readTimes,
  readUtrFilter,
  TIME_FILTERS,
} from '../request/read-filters.ts';

const FILTERS = [
  'merchant_id',
  'state',
  'state_reason',
  'direction',
  'currency',
  'type',
  'order_id',
  'utr',
  'client_id',
  'receiving_account_id',
  ...AMOUNT_FILTERS,
  ...TIME_FILTERS,
  'changed_from',
  'changed_to',
  'sort',
] as const;

export type TradeFilters = Partial<Record<(typeof FILTERS)[number], string>>;

export type WantedTrades = Omit<TradeFilter, 'before' | 'limit'>;

export function readTradeFilter(store: Store, query: TradeFilters): WantedTrades | Refusal {
  const reader = readFields({ fields: query, errors: [] }, FILTERS);
  const uuid = (name: 'merchant_id' | 'receiving_account_id') =>
    query[name] === undefined ? null : reader.uuid(name);
  const created = readTimes(reader, query);
  const wanted: WantedTrades = {
    merchant_id: uuid('merchant_id'),
    receiving_account_id: uuid('receiving_account_id'),
    state: reader.choice('state', STATES),
    state_reason: reader.choice('state_reason', STATE_REASONS),
    direction: reader.choice('direction', DIRECTIONS),
    currency: query.currency === undefined ? null : reader.currency('currency'),
    type: query.type === undefined ? null : (reader.type('type')?.type ?? null),
    order_id: reader.optionalKey('order_id', LIMITS.order_id_max_length),
    utr: readUtrFilter(reader),
    client_id: reader.optionalKey('client_id', LIMITS.client_id_max_length),
    ...readAmounts(reader, query),
    created_from: created.from,
    created_to: created.to,
    changed_from: optionalMoment(reader, query, 'changed_from'),
    changed_to: optionalMoment(reader, query, 'changed_to'),
    sort: reader.choice('sort', TRADE_SORTS),
    ids_behind_ms: Math.max(0, aheadMs(store)),
  };
  return reader.refusal() ?? wanted;
}
