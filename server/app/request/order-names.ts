// The names of orders, for lists of what is about trades: the merchant's id of the order and the
// merchant's name, of all rows of a page at once.
import { readOrderIds } from '../../store/trade/order-ids.ts';
import type { App } from '../process/app.ts';

type Of = { readonly merchant_id: string | null; readonly trade_id: string | null };

/** Null: it is of no trade, or of no merchant. */
export type OrderName = { order_id: string | null; merchant_name: string | null };

export type OrderNames = (of: Of) => OrderName;

const keyOf = (merchant_id: string, trade_id: string) => `${merchant_id}/${trade_id}`;

export async function namesOfOrders(app: App, rows: readonly Of[]): Promise<OrderNames> {
  const keys = rows.flatMap(({ merchant_id, trade_id }) =>
    merchant_id === null || trade_id === null
      ? []
      : ([[keyOf(merchant_id, trade_id), { merchant_id, trade_id }]] as const),
  );
  const [{ merchants }, found] = await Promise.all([
    app.settings.current(),
    readOrderIds(app.store.db, [...new Map(keys).values()]),
  ]);
  const ids = new Map(found.map((one) => [keyOf(one.merchant_id, one.trade_id), one.order_id]));
  return ({ merchant_id, trade_id }) => ({
    order_id: ids.get(keyOf(merchant_id ?? '', trade_id ?? '')) ?? null,
    merchant_name: merchants.get(merchant_id ?? '')?.name ?? null,
  });
}
