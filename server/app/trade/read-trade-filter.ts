// The filters of the lists of trades as the store takes them.
import { timesOf } from '../../domain/request/filter-fields.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts, RequestOf } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { FIND_ORDERS, FIND_TRADES } from '../../domain/trade/query-requests.ts';
import { aheadMs, type Store } from '../../store/batch/store.ts';
import type { TradeFilter } from '../../store/trade/trade-filter.ts';

export type TradeFilters = QueryTexts<typeof FIND_TRADES>;
export type OrderFilters = QueryTexts<typeof FIND_ORDERS>;

export type WantedTrades = Omit<TradeFilter, 'before' | 'limit'>;

function wantedOf(
  store: Store,
  asked: RequestOf<typeof FIND_ORDERS>,
  bounds: Pick<TradeFilter, 'merchant_id' | 'receiving_account_id'>,
): WantedTrades {
  const { from: _from, to: _to, day: _day, type, ...filters } = asked;
  const created = timesOf(asked);
  return {
    ...filters,
    ...bounds,
    type: type?.type ?? null,
    created_from: created.from,
    created_to: created.to,
    ids_behind_ms: Math.max(0, aheadMs(store)),
  };
}

export function readTradeFilter(store: Store, query: TradeFilters): WantedTrades | Refusal {
  const asked = readFilters(FIND_TRADES, query);
  if (isRefusal(asked)) return asked;
  const { merchant_id, receiving_account_id } = asked;
  return wantedOf(store, asked, { merchant_id, receiving_account_id });
}

/** Of one merchant, whatever the query names. */
export function readOrderFilter(
  store: Store,
  query: OrderFilters,
  merchant_id: string,
): WantedTrades | Refusal {
  const asked = readFilters(FIND_ORDERS, query);
  return isRefusal(asked) ? asked : wantedOf(store, asked, { merchant_id });
}
