// A customer of a merchant, by the merchant's own name for them: how many orders they have, which
// of them failed, and how much of the merchant's limits they have used.

import { type ClientLimit, clientLimitsUsed } from '../../domain/merchant/client-limits.ts';
import { hasClientLimits } from '../../domain/record/merchant.ts';
import type { OrderCount } from '../../domain/record/trade.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { SHOW_CUSTOMER } from '../../domain/trade/query-requests.ts';
import { now } from '../../store/batch/store.ts';
import { readClientPayins } from '../../store/merchant/clients.ts';
import { clientHash } from '../../store/trade/client-hash.ts';
import { countFound } from '../../store/trade/count-found.ts';
import type { TradeFilter } from '../../store/trade/trade-filter.ts';
import type { App } from '../process/app.ts';
import { type ExactInteger, toExactInteger } from '../request/exact-integer.ts';

/** Counted up to this number, so that no answer grows what it costs. */
const MOST_COUNTED = 1_000;

type Counted = Pick<TradeFilter, 'direction' | 'state'>;

const COUNTED = {
  payins: { direction: 'payin' },
  completed_payins: { direction: 'payin', state: 'completed' },
  failed_payins: { direction: 'payin', state: 'failed' },
  disputed: { state: 'disputed' },
  payouts: { direction: 'payout' },
} as const satisfies Record<string, Counted>;

export type CustomerBody = {
  merchant_id: string;
  merchant_name: string;
  client_id: string;
  orders: Record<keyof typeof COUNTED, OrderCount>;
  limits: {
    limit: ClientLimit;
    currency: string | null;
    used: ExactInteger;
    most: ExactInteger;
  }[];
};

async function countOrders(app: App, key: { merchant_id: string; client_id: string }) {
  const client_hashes = [clientHash(app.store.cipher, key)];
  const count = async (wanted: Counted): Promise<OrderCount> => {
    const { merchant_id } = key;
    const filter = { ...wanted, merchant_id, client_hashes };
    const found = await countFound(app.store.db, filter, MOST_COUNTED);
    return { count: Math.min(found, MOST_COUNTED), has_more: found > MOST_COUNTED };
  };
  return {
    payins: await count(COUNTED.payins),
    completed_payins: await count(COUNTED.completed_payins),
    failed_payins: await count(COUNTED.failed_payins),
    disputed: await count(COUNTED.disputed),
    payouts: await count(COUNTED.payouts),
  };
}

/** Nobody is a customer before their first order. */
export async function showCustomer(
  app: App,
  query: QueryTexts<typeof SHOW_CUSTOMER>,
): Promise<CustomerBody | Refusal> {
  const asked = readFilters(SHOW_CUSTOMER, query);
  if (isRefusal(asked)) return asked;
  const { merchants } = await app.settings.current();
  const merchant = merchants.get(asked.merchant_id);
  if (merchant === undefined) return refuseUnknown();
  const orders = await countOrders(app, asked);
  if (orders.payins.count + orders.payouts.count === 0) return refuseUnknown();
  const { db, cipher } = app.store;
  const at = await now(app.store);
  const { settings } = merchant;
  const payins = hasClientLimits(settings) ? await readClientPayins(db, cipher, asked, at) : [];
  return {
    merchant_id: asked.merchant_id,
    merchant_name: merchant.name,
    client_id: asked.client_id,
    orders,
    limits: clientLimitsUsed(settings, payins, at).map(({ limit, currency, used, most }) => ({
      limit,
      currency,
      used: toExactInteger(used),
      most: toExactInteger(most),
    })),
  };
}
