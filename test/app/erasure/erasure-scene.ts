// Shared by the tests of erasures: a trade whose payer's data may be erased, and the job.
import { erasePayer } from '../../../server/app/erasure/erase-payer.ts';
import { followCustomerErasures } from '../../../server/app/erasure/follow-customer-erasures.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { eraseWaiting } from '../../../server/store/erasure/erase-waiting.ts';
import { accepted, makeMerchant, OPERATOR, raw, type TestApp } from '../../support/test-app.ts';
import { openOwner } from '../access/key-scene.ts';
import * as scene from '../scene.ts';

/** A pay-out that was canceled: nothing can happen with it any more. */
export async function endedPayout(app: OpenApp, fields: Record<string, unknown> = {}) {
  const merchant = await makeMerchant(app);
  const { merchant_id } = merchant;
  await scene.fund(app, merchant_id, 100_000);
  const { id: trade_id } = await scene.newPayout(app, merchant, 1_000, fields);
  accepted(
    await actOnTrade(app, OPERATOR, merchant_id, trade_id, 'cancel', raw({ note: 'not needed' })),
  );
  return { merchant_id, trade_id };
}

/** A merchant with money to pay out. */
export async function fundedShop(app: OpenApp) {
  const merchant = await makeMerchant(app);
  await scene.fund(app, merchant.merchant_id, 10_000_000);
  return merchant;
}

type Shop = Awaited<ReturnType<typeof makeMerchant>>;

export async function openOrder(app: OpenApp, shop: Shop, client_id: string): Promise<Key> {
  const { id } = await scene.newPayout(app, shop, 1_000, { client_id });
  return { merchant_id: shop.merchant_id, trade_id: id };
}

export async function cancelOrder(app: OpenApp, { merchant_id, trade_id }: Key): Promise<void> {
  const note = raw({ note: 'not needed' });
  accepted(await actOnTrade(app, OPERATOR, merchant_id, trade_id, 'cancel', note));
}

export async function endedOrders(app: OpenApp, shop: Shop, client_id: string, count: number) {
  const keys: Key[] = [];
  for (let made = 0; made < count; made += 1) {
    const key = await openOrder(app, shop, client_id);
    await cancelOrder(app, key);
    keys.push(key);
  }
  return keys;
}

/** What the job does until it has nothing to do. */
export async function followAll(app: OpenApp): Promise<void> {
  while ((await followCustomerErasures(app)) > 0);
}

export type Key = { merchant_id: string; trade_id: string };

export const ask = ({ merchant_id, trade_id: id }: Key, app: OpenApp, fields = {}) =>
  erasePayer(
    app,
    OPERATOR,
    { merchant_id, id },
    raw({ reason: 'as the law asks', early_reason: 'a test', ...fields }),
  );

/** The job of the tables' owner, as far ahead of the clock as the app is. */
export async function eraseNow(service: TestApp, options = {}): Promise<number> {
  const db = await openOwner(service);
  try {
    const { clock_offset_ms: ahead_ms } = service.app.store;
    return await eraseWaiting(db, Buffer.from(service.master_key), { ahead_ms, ...options });
  } finally {
    await db.close();
  }
}
