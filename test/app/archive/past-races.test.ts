// While a trade moves to the past trades, nothing slips through between the two tables: a create
// with its order id, a claim of its UTR, or an act on it finds the trade, on one side or the other.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { getTrade } from '../../../server/app/trade/find-trade.ts';
import { moveTrades } from '../../../server/store/archive/move-trades.ts';
import type { Database } from '../../../server/store/connection/database.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { LONG_AFTER_MS, MONTH, move, openOwner, removeBeside } from './past-scene.ts';

let service: TestApp;
let app: OpenApp;
let owner: Database;
let shop: TestMerchant;
let account: string;
let made = 0;
before(async () => {
  service = await openTestApp();
  ({ app } = service);
  owner = openOwner(service);
  shop = await makeMerchant(app);
  account = await scene.makeAccount(app, 'INR');
});
after(async () => {
  await owner.close();
  await service.stop();
});

/** A completed pay-in whose UTR nobody else has. */
async function paid() {
  made += 1;
  const order = { order_id: `paid-${made}`, amount_cents: 10_000 + made };
  const utr = String(500_000_000_000 + made);
  const { id } = await scene.newPayin(app, shop, order);
  await scene.feed(app, account, [{ amount_cents: order.amount_cents, utr }]);
  const { merchant_id, caller } = shop;
  const trade = accepted(await getTrade(app, caller, { merchant: merchant_id, uuid: id }));
  equal(trade.state, 'completed');
  return { id, merchant_id, order, utr };
}

type Paid = Awaited<ReturnType<typeof paid>>;

/** The trade has moved in a transaction that does not end yet. */
async function moving({ merchant_id, id }: Paid) {
  const has_moved = Promise.withResolvers<void>();
  const goes_on = Promise.withResolvers<void>();
  const ended = owner.transaction(async (tx) => {
    const now = Date.now() + LONG_AFTER_MS;
    equal((await moveTrades(tx, MONTH, [{ merchant_id, trade_id: id }], now)).length, 1);
    has_moved.resolve();
    await goes_on.promise;
  });
  await has_moved.promise;
  return async () => {
    goes_on.resolve();
    await ended;
  };
}

const create = (order: Paid['order'], more = {}) => scene.payin(app, shop, { ...order, ...more });

const countOf = async (order_id: string) => {
  const of = `where merchant_id = '${shop.merchant_id}' and order_id = '${order_id}'`;
  const text = `select (select count(*)::int from trades ${of}) as trades,
    (select count(*)::int from past_trades ${of}) as past`;
  return (await scene.sql<{ trades: number; past: number }>(app, text))[0];
};

describe('while a trade moves', () => {
  it('a create finds its order before the move is committed, and after', async () => {
    const trade = await paid();
    const commit = await moving(trade);
    const check = async () => {
      const again = accepted(await create(trade.order));
      deepEqual([again.replayed, again.trade.id], [true, trade.id]);
      const other = await create(trade.order, { amount_cents: 1 });
      equal(refusedWith(other).code, 'order_id_taken');
    };
    await check();
    await commit();
    await check();
    deepEqual(await countOf(trade.order.order_id), { trades: 0, past: 1 });
  });

  it('a create whose transaction began before the move finds its order', async () => {
    const trade = await paid();
    const pause = scene.pauseAt(app, 'read-orders');
    const creating = create(trade.order);
    await pause.reached;
    deepEqual(await move(owner, [trade]), [trade.id]);
    pause.release();
    const again = accepted(await creating);
    deepEqual([again.replayed, again.trade.id], [true, trade.id]);
    deepEqual(await countOf(trade.order.order_id), { trades: 0, past: 1 });
  });

  for (const query of ['lock-lines-1', 'read-utr-claims', 'read-past-utrs']) {
    it(`a claim that has come to ${query} is refused`, async () => {
      const trade = await paid();
      const other = await scene.newPayin(app, shop, { amount_cents: 4_000 + made });
      const pause = scene.pauseAt(app, query);
      const claiming = scene.claim(app, shop, other.id, trade.utr);
      await pause.reached;
      deepEqual(await move(owner, [trade]), [trade.id]);
      // Later the claim has locked the line, which cannot go then.
      if (query === 'lock-lines-1') await removeBeside(service);
      pause.release();
      equal(refusedWith(await claiming).code, 'utr_already_used');
    });
  }

  it('a claim beside a move that is not committed is refused', async () => {
    const trade = await paid();
    const other = await scene.newPayin(app, shop, { amount_cents: 4_000 + made });
    const commit = await moving(trade);
    equal(refusedWith(await scene.claim(app, shop, other.id, trade.utr)).code, 'utr_already_used');
    await commit();
    equal(refusedWith(await scene.claim(app, shop, other.id, trade.utr)).code, 'utr_already_used');
  });

  it('an act waits for its lock, and is refused as on a final trade', async () => {
    const trade = await paid();
    const commit = await moving(trade);
    const body = raw({ note: 'a reason' });
    const act = actOnTrade(app, OPERATOR, shop.merchant_id, trade.id, 'dispute', body);
    await scene.waitsOrEnds(app, act);
    await commit();
    equal(refusedWith(await act).code, 'act_not_allowed');
  });

  it('a trade that an act has locked stays', async () => {
    const trade = await paid();
    const pause = scene.pauseAt(app, 'update-trades');
    const body = raw({ note: 'a reason' });
    const act = actOnTrade(app, OPERATOR, shop.merchant_id, trade.id, 'dispute', body);
    await pause.reached;
    deepEqual(await move(owner, [trade]), []);
    pause.release();
    equal(accepted(await act).state, 'disputed');
    deepEqual(await move(owner, [trade]), [], 'and one with an open dispute');
  });
});
