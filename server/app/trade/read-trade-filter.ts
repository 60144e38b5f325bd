// The filters of the lists of trades as the store takes them.
import { timesOf } from '../../domain/request/filter-fields.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts, RequestOf } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { FIND_ORDERS, FIND_TRADES } from '../../domain/trade/query-requests.ts';
import { aheadMs } from '../../store/batch/store.ts';
import type { TradeFilter } from '../../store/trade/trade-filter.ts';
import type { App } from '../process/app.ts';
import { clientHashes, metadataHashesOf } from './filter-hashes.ts';

export type TradeFilters = QueryTexts<typeof FIND_TRADES>;
export type OrderFilters = QueryTexts<typeof FIND_ORDERS>;

export type WantedTrades = Omit<TradeFilter, 'before' | 'limit'>;

async function wantedOf(
  app: App,
  asked: RequestOf<typeof FIND_ORDERS>,
  bounds: Pick<TradeFilter, 'merchant_id' | 'receiving_account_id'>,
): Promise<WantedTrades> {
  const { from: _from, to: _to, day: _day, type, client_id, metadata, ...filters } = asked;
  const created = timesOf(asked);
  return {
    ...filters,
    ...bounds,
    client_hashes: await clientHashes(app, client_id, bounds.merchant_id ?? null),
    metadata_hashes: await metadataHashesOf(app, metadata, bounds.merchant_id ?? null),
    type: type?.type ?? null,
    created_from: created.from,
    created_to: created.to,
    ids_behind_ms: Math.max(0, aheadMs(app.store)),
  };
}

export async function readTradeFilter(
  app: App,
  query: TradeFilters,
): Promise<WantedTrades | Refusal> {
  const asked = readFilters(FIND_TRADES, query);
  if (isRefusal(asked)) return asked;
  const { merchant_id, receiving_account_id } = asked;
  const { completed_from, completed_to, ended_from, ended_to } = asked;
  const wanted = await wantedOf(app, asked, { merchant_id, receiving_account_id });
  return { ...wanted, completed_from, completed_to, ended_from, ended_to };
}

/** Of one merchant, whatever the query names. */
export async function readOrderFilter(
  app: App,
  query: OrderFilters,
  merchant_id: string,
): Promise<WantedTrades | Refusal> {
  const asked = readFilters(FIND_ORDERS, query);
  return isRefusal(asked) ? asked : await wantedOf(app, asked, { merchant_id });
}
