// Trades of removed months answer as before: they are found by id, order id and UTR, and nothing
// acts on them.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { openPage } from '../../../server/app/page/open-page.ts';
import { createRefund, refundTrade } from '../../../server/app/payout/create-refund.ts';
import type { TradeBody } from '../../../server/app/request/views.ts';
import { search } from '../../../server/app/search/search.ts';
import { actOnTrade, OPERATOR_ACTS } from '../../../server/app/trade/act-on-trade.ts';
import { cancelTrade } from '../../../server/app/trade/cancel-trade.ts';
import { compareOrders } from '../../../server/app/trade/compare-orders.ts';
import { findTrade, getTrade } from '../../../server/app/trade/find-trade.ts';
import { listOwnTrades, listTrades } from '../../../server/app/trade/list-trades.ts';
import { getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
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
before(async () => {
  service = await openTestApp();
  ({ app } = service);
  owner = openOwner(service);
  shop = await makeMerchant(app);
  account = await scene.makeAccount(app, 'INR');
  await scene.fund(app, shop.merchant_id, 1_000_000);
});
after(async () => {
  await owner.close();
  await service.stop();
});

const UTR = '412345678901';
const OTHER_UTR = '412345678902';
const REQUEST = {
  amount_cents: 10_000,
  client_id: 'Asha',
  description: 'a basket',
  metadata: { cart: 'A-17' },
};

const get = ({ caller, merchant_id: merchant }: TestMerchant, uuid: string) =>
  getTrade(app, caller, { merchant, uuid });
const find = ({ caller, merchant_id }: TestMerchant, order_id: string) =>
  findTrade(app, caller, raw({ merchant_id, order_id }));

const idsOf = (trades: readonly { id: string }[]) => trades.map(({ id }) => id);

const asBefore = (trade: TradeBody, before: TradeBody) => {
  const { archived_month, ...rest } = trade;
  equal(archived_month, MONTH);
  deepEqual(rest, before);
};

async function paidPayin(order_id: string, amount_cents: number, utr: string) {
  const made = await scene.newPayin(app, shop, { ...REQUEST, order_id, amount_cents });
  await scene.feed(app, account, [{ amount_cents, utr }]);
  const paid = accepted(await get(shop, made.id));
  equal(paid.state, 'completed');
  return paid;
}

/** Time goes on until each trade is final. */
async function later(work: () => Promise<void>): Promise<void> {
  app.store.clock_offset_ms += LONG_AFTER_MS;
  try {
    await work();
  } finally {
    app.store.clock_offset_ms -= LONG_AFTER_MS;
  }
}

describe('a past trade', () => {
  let paid: TradeBody;
  let unpaid: TradeBody;
  let payout: TradeBody;
  before(async () => {
    paid = await paidPayin('paid', 10_000, UTR);
    const open = await scene.newPayin(app, shop, { order_id: 'unpaid', amount_cents: 777 });
    const { merchant_id, caller } = shop;
    unpaid = accepted(await cancelTrade(app, caller, raw({ merchant_id, id: open.id })));
    const asked = await scene.newPayout(app, shop, 500, { order_id: 'payout' });
    payout = accepted(await cancelTrade(app, caller, raw({ merchant_id, id: asked.id })));
    const all = [paid, unpaid, payout];
    deepEqual(await move(owner, all, Date.now()), [payout.id], 'the others are not final');
    deepEqual(new Set(await move(owner, all)), new Set([paid.id, unpaid.id]));
    await removeBeside(service);
  });

  it('is shown as before by its id and by its order id, with the month', async () => {
    for (const trade of [paid, unpaid, payout]) {
      asBefore(accepted(await get(shop, trade.id)), trade);
      asBefore(accepted(await find(shop, trade.order_id)), trade);
    }
    equal(refusedWith(await get(await makeMerchant(app), paid.id)).code, 'not_found');
  });

  it('is the order of a request that is repeated, and refuses another content', async () => {
    const order = { ...REQUEST, order_id: 'paid' };
    const again = accepted(await scene.payin(app, shop, order));
    equal(again.replayed, true);
    asBefore(again.trade, paid);
    const other = refusedWith(await scene.payin(app, shop, { ...order, amount_cents: 10_001 }));
    deepEqual([other.code, other.extra?.id], ['order_id_taken', paid.id]);
    const out = accepted(await scene.payout(app, shop, { order_id: 'payout', amount_cents: 500 }));
    deepEqual([out.replayed, out.trade.id], [true, payout.id]);
    const taken = await scene.payout(app, shop, { order_id: 'paid', amount_cents: 500 });
    equal(refusedWith(taken).code, 'order_id_taken');
    equal(accepted(await scene.payin(app, await makeMerchant(app), order)).replayed, false);
  });

  it('keeps its UTR for itself', async () => {
    const another = await scene.newPayin(app, shop, { amount_cents: 4_000 });
    equal(refusedWith(await scene.claim(app, shop, another.id, UTR)).code, 'utr_already_used');
    accepted(await scene.claim(app, shop, another.id, OTHER_UTR));
  });

  it('refuses every act, and a refund by a code of its own', async () => {
    const { caller, merchant_id } = shop;
    await later(async () => {
      for (const trade of [paid, payout]) {
        for (const act of OPERATOR_ACTS) {
          const body = raw({ note: 'a reason', utr: OTHER_UTR });
          const answer = await actOnTrade(app, OPERATOR, merchant_id, trade.id, act, body);
          if (act === 'cancel' && trade === payout) {
            asBefore(accepted(answer), { ...payout, payment_data: accepted(answer).payment_data });
          } else equal(refusedWith(answer).code, 'act_not_allowed', `${act} ${trade.direction}`);
        }
      }
      const cancel = await cancelTrade(app, caller, raw({ merchant_id, id: paid.id }));
      equal(refusedWith(cancel).code, 'act_not_allowed');
      const claim = await scene.claim(app, shop, unpaid.id, OTHER_UTR);
      equal(refusedWith(claim).code, 'utr_too_late');
      const payee = { type: 'account', number: '000111222333', name: 'Asha' };
      const asked = { merchant_id, id: paid.id, order_id: 'refund', amount_cents: 100, ...payee };
      const refund = refusedWith(await createRefund(app, caller, raw(asked)));
      equal(refund.code, 'payin_archived');
      match(refund.detail, /by a pay-out of its own/);
      deepEqual(refund.extra, { archived_month: MONTH });
      const path = { merchant_id, id: paid.id };
      const body = raw({ amount_cents: 100, note: 'a reason', ...payee });
      equal(refusedWith(await refundTrade(app, OPERATOR, path, body, 'k')).code, 'payin_archived');
    });
    asBefore(accepted(await get(shop, paid.id)), paid);
  });

  it('is found by operators and merchants, one by one, and stands in no list', async () => {
    const masked = (trade: TradeBody, before: TradeBody) =>
      asBefore(trade, { ...before, payment_data: trade.payment_data });
    const { caller, merchant_id } = shop;
    for (const q of [paid.id, 'paid', UTR]) {
      const { trades } = accepted(await search(app, { q, merchant_id }));
      equal(trades.length, 1, q);
      for (const { item } of trades) masked(item, paid);
    }
    for (const query of [{ order_id: 'paid', merchant_id }, { utr: UTR }]) {
      const { data } = accepted(await listTrades(app, query));
      deepEqual(idsOf(data), [paid.id]);
    }
    deepEqual(idsOf(accepted(await listOwnTrades(app, caller, { order_id: 'paid' })).data), [
      paid.id,
    ]);
    const { data, archived_until } = accepted(await listOwnTrades(app, caller, {}));
    equal(archived_until, undefined, 'no month was removed');
    ok(data.every(({ archived_month }) => archived_month === undefined));
    const shown = accepted(await getTradeWithTimeline(app, shop.merchant_id, paid.id));
    masked(shown.trade, paid);
    deepEqual(shown.next_acts, []);
    ok(shown.closed_acts.every(({ why }) => why.includes('final')));
  });

  it('is missing from lists, which tell up to which month', async () => {
    const hash = `'\\x${'ab'.repeat(32)}'`;
    const note = (month: string, proof: number, stage: string) =>
      service.asOwner(
        `grant insert on archived_months to current_user;
         insert into archived_months (month, after_proof, proof_number, file_hash, manifest_hash,
           sums_hash, noted_at, stage)
         values ('${month}', ${proof - 1}, ${proof}, ${hash}, ${hash}, ${hash}, now(), '${stage}')`,
      );
    await note('2026-02', 1, 'removed');
    await note(MONTH, 2, 'behind');
    await note('2026-04', 3, 'noted');
    const { caller } = shop;
    equal(accepted(await listOwnTrades(app, caller, {})).archived_until, MONTH);
    equal(accepted(await listTrades(app, {})).archived_until, MONTH);
    equal(accepted(await listTrades(app, { order_id: 'paid' })).archived_until, undefined);
  });

  it('agrees with the merchant’s own records as before', async () => {
    const { caller, merchant_id } = shop;
    const orders = [
      { order_id: 'paid', state: 'completed' },
      { id: payout.id, state: 'canceled' },
      { id: unpaid.id, state: 'completed' },
    ];
    const body = raw({ merchant_id, orders });
    const { differences } = accepted(await compareOrders(app, caller, body));
    deepEqual(idsOf(differences.map(({ id }) => ({ id: id ?? '' }))), [unpaid.id]);
  });

  it('has its page, which offers no act', async () => {
    const page = accepted(await openPage(app, paid.url.split('/').at(-1) ?? ''));
    deepEqual(
      [page.state, Object.values(page.can).some((can) => can === true)],
      ['completed', false],
    );
  });
});
