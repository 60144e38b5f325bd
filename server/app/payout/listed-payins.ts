// The pay-in that a row of a list of refunds names: by its id, or by its order_id.
import {
  type RefundRow,
  refuseListedPayout,
  refuseNoTrade,
} from '../../domain/payout/refund-list.ts';
import type { Trade } from '../../domain/record/trade.ts';
import { type Refusal, refuseFields } from '../../domain/service/refusal.ts';
import { UUID_RULE } from '../../domain/values/text.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { selectTrades } from '../../store/trade/select-trades.ts';
import type { App } from '../process/app.ts';

const wrongId = (field: string): Refusal =>
  refuseFields([{ field, code: 'format', message: UUID_RULE }]);

/** Several merchants may have the same order_id. */
const TWO = 2;

async function tradesOf(
  app: App,
  named: { trade_id: string | null; order_id: string | null; merchant_id: string | null },
): Promise<readonly (Trade | null)[]> {
  const { trade_id, order_id, merchant_id } = named;
  const { reads, db, cipher } = app.store;
  if (merchant_id !== null && trade_id !== null) {
    return [await reads.trade({ merchant_id, trade_id })];
  }
  if (merchant_id !== null && order_id !== null) {
    return [await reads.order({ merchant_id, order_id })];
  }
  return await selectTrades(db, cipher, { trade_id, order_id, before: null, limit: TWO });
}

/** `merchant_id`: of rows that name no other. */
export async function listedPayins(
  app: App,
  row: RefundRow,
  merchant_id: string | null,
): Promise<Trade | Refusal> {
  const { order_id } = row;
  const trade_id = row.id === null ? null : parseUuid(row.id);
  if (row.id !== null && trade_id === null) return wrongId('id');
  const own = row.merchant_id === null ? merchant_id : parseUuid(row.merchant_id);
  if (row.merchant_id !== null && own === null) return wrongId('merchant_id');
  if (trade_id === null && order_id === null) {
    const message = 'or order_id must name the pay-in';
    return refuseFields([{ field: 'id', code: 'required', message }]);
  }
  const found = await tradesOf(app, { trade_id, order_id, merchant_id: own });
  if (found.length > 1) {
    const message = 'is an order of several merchants: name its merchant_id';
    return refuseFields([{ field: 'order_id', code: 'not_allowed', message }]);
  }
  const [trade = null] = found;
  if (trade === null) return refuseNoTrade();
  if (order_id !== null && order_id !== trade.order_id) {
    const message = 'is not that of the trade with this id';
    return refuseFields([{ field: 'order_id', code: 'not_allowed', message }]);
  }
  if (trade.direction === 'payin') return trade;
  return refuseListedPayout();
}
