// Orders are found by their metadata: by merchants among their own, by operators among all.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listEvents } from '../../../server/app/callback/list-events.ts';
import { createPayout } from '../../../server/app/payout/create-payout.ts';
import { createRefund } from '../../../server/app/payout/create-refund.ts';
import { listOwnTrades, listTrades } from '../../../server/app/trade/list-trades.ts';
import {
  accepted,
  makeMerchant,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import { claimAll, newMerchant } from '../callback/delivery-scene.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let [first, second]: TestMerchant[] = [];
let ids: Record<string, string> = {};

const of = (merchant: TestMerchant | undefined): TestMerchant => {
  if (merchant === undefined) throw new Error('No merchant was made');
  return merchant;
};

before(async () => {
  service = await openTestApp();
  const { app } = service;
  const account = await scene.makeAccount(app, 'DKK');
  first = await makeMerchant(app, { balance_currency: 'DKK' });
  second = await makeMerchant(app, { balance_currency: 'DKK' });
  await scene.fund(app, first.merchant_id, 100_000);
  const payin = async (merchant: TestMerchant, amount_cents: number, metadata?: object) => {
    const fields = { amount_cents, amount_currency: 'DKK', ...(metadata && { metadata }) };
    return (await scene.newPayin(app, merchant, fields)).id;
  };
  const cart = await payin(first, 1_000, { cart: 'A-17', channel: 'app' });
  const sender = { counterparty_name: 'Payer', counterparty_number: '50100012345678' };
  await scene.feed(app, account, [{ amount_cents: 1_000, ...sender }]);
  const web = await payin(first, 2_000, { cart: 'B-18', channel: 'web' });
  await payin(first, 3_000);
  const others = await payin(second, 4_000, { cart: 'A-17' });
  const { merchant_id, caller } = first;
  const metadata = { cart: 'A-17' };
  const money = { amount_cents: 100, amount_currency: 'DKK', type: 'account', client_id: 'c' };
  const payee = { number: '50100087654322', metadata };
  const paid = raw({ merchant_id, order_id: 'out', ...money, ...payee });
  const payout = accepted(await createPayout(app, caller, paid)).trade.id;
  const back = { merchant_id, order_id: 'back', id: cart, amount_cents: 10, metadata };
  const refund = accepted(await createRefund(app, caller, raw(back))).trade.id;
  ids = { cart, web, others, payout, refund };
});
after(() => service.stop());

const names = (found: readonly { id: string }[]) =>
  found.map(({ id }) => Object.entries(ids).find(([, own]) => own === id)?.[0] ?? id).toSorted();

const own = async (merchant: TestMerchant | undefined, metadata: string) =>
  names(accepted(await listOwnTrades(service.app, of(merchant).caller, { metadata })).data);

const all = async (query: Readonly<Record<string, string>>) =>
  names(accepted(await listTrades(service.app, query)).data);

describe('orders are found by metadata', () => {
  it('by merchants among their own', async () => {
    deepEqual(await own(first, 'cart=A-17'), ['cart', 'payout', 'refund']);
    deepEqual(await own(second, 'cart=A-17'), ['others']);
    deepEqual(await own(first, 'cart=A-17\nchannel=app'), ['cart']);
    deepEqual(await own(first, 'cart=A-17\nchannel=web'), []);
  });

  it('by operators among all, and of one merchant', async () => {
    deepEqual(await all({ metadata: 'cart=A-17' }), ['cart', 'others', 'payout', 'refund']);
    const merchant_id = of(second).merchant_id;
    deepEqual(await all({ metadata: 'cart=A-17', merchant_id }), ['others']);
    deepEqual(await all({ metadata: 'cart=A-17', direction: 'payout' }), ['payout', 'refund']);
    deepEqual(await all({ metadata: 'channel=web', sort: 'oldest' }), ['web']);
  });

  it('only by the whole text of the same key', async () => {
    for (const wrong of ['cart=A-1', 'cart=a-17', 'channel=A-17', 'cart=A-17 ', 'Cart=A-17']) {
      deepEqual(await all({ metadata: wrong }), [], wrong);
    }
    const refused = refusedWith(await listTrades(service.app, { metadata: 'cart' }));
    deepEqual(
      refused.errors?.map(({ field }) => field),
      ['metadata'],
    );
  });

  it('which stand in the row only as ciphertext and hashes', async () => {
    const rows = await scene.sql<{ metadata: string | null; count: number | null }>(
      service.app,
      'select metadata, cardinality(metadata_hashes) as count from trades order by amount_cents',
    );
    deepEqual(
      rows.map(({ count }) => count),
      [1, 1, 2, 2, null, 1],
    );
    equal(
      rows.every(({ metadata, count }) => metadata?.startsWith('sealed:') ?? count === null),
      true,
    );
  });

  it('which every event has, in the feed and in callbacks', async () => {
    const { app } = service;
    const told = accepted(await listEvents(app, of(first).caller, { limit: '200' })).data;
    const of_cart = told.filter(({ data }) => Object(data).id === ids.cart);
    deepEqual(
      of_cart.map(({ data }) => Object(data).metadata),
      of_cart.map(() => ({ cart: 'A-17', channel: 'app' })),
    );
    equal(of_cart.at(-1)?.type, 'deposit.completed');
    const shop = await newMerchant(app);
    const metadata = { till: '4' };
    await scene.newPayin(app, shop, { amount_cents: 1_000, metadata });
    const sent = (await claimAll(app)).filter(({ body }) => body.includes(shop.merchant_id));
    deepEqual(
      sent.map(({ body }) => Object(JSON.parse(body).data).metadata),
      [metadata],
    );
  });
});
