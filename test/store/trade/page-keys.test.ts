// The addresses of payment pages: shown on every read, and in no copy of the database.
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { openPage } from '../../../server/app/page/open-page.ts';
import { newId } from '../../../server/app/process/ids.ts';
import { getTrade } from '../../../server/app/trade/find-trade.ts';
import { listTrades } from '../../../server/app/trade/list-trades.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import * as scene from '../../app/scene.ts';
import { type EarlierCheckout, earlierCheckout } from '../../support/checkout/earlier-checkout.ts';
import { everything } from '../../support/every-row.ts';
import { accepted, makeMerchant, openTestApp, type TestApp } from '../../support/test-app.ts';

const tokenOf = (url: string) => new URL(url).pathname.slice('/pay/'.length);
const keyOf = (url: string) => Buffer.from(tokenOf(url), 'base64url').subarray(32);
const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

describe('the address of a page', () => {
  let service: TestApp;
  before(async () => {
    service = await openTestApp();
  });
  after(() => service.stop());

  it('is the same in the answer, in reads and in lists, and in no row', async () => {
    const { app } = service;
    const shop = await makeMerchant(app);
    await scene.makeAccount(app, 'INR');
    await scene.fund(app, shop.merchant_id, 10_000);
    const made = [
      await scene.newPayin(app, shop, { amount_cents: 500 }),
      await scene.newPayout(app, shop, 600),
    ];
    const another = await service.another();
    for (const { id, url } of made) {
      const read = accepted(
        await getTrade(another, shop.caller, { merchant: shop.merchant_id, uuid: id }),
      );
      equal(read.url, url);
      equal(accepted(await openPage(another, tokenOf(url))).order_id, read.order_id);
    }
    const { data } = accepted(await listTrades(app, { merchant_id: shop.merchant_id }));
    deepEqual(new Set(data.map(({ url }) => url)), new Set(made.map(({ url }) => url)));
    const text = await everything(app);
    for (const { id, url } of made) {
      ok(text.includes(id));
      for (const form of ['hex', 'base64', 'base64url'] as const) {
        ok(!text.includes(keyOf(url).toString(form).replace(/=+$/, '')), form);
      }
      ok(!text.includes(tokenOf(url)));
    }
  });

  it('has a key of its own per trade and per merchant', () => {
    const { cipher } = service.app.store;
    const [merchant_id, trade_id] = [newId(), newId()];
    const { page_key_id } = cipher;
    const key = cipher.pageKey({ merchant_id, trade_id, page_key_id });
    equal(key.length, 16);
    for (const other of [
      { merchant_id: newId(), trade_id, page_key_id },
      { merchant_id, trade_id: newId(), page_key_id },
    ]) {
      notEqual(cipher.pageKey(other).toString('hex'), key.toString('hex'));
    }
  });
});

const TRADES = 4_500;

/** A pay-in as it was written before its page's key was computed. */
const TRADE = `insert into trades (merchant_id, trade_id, order_id, direction, type, currency,
    requested_amount_cents, percent, exchange_rate, settlement_currency, client_id, page_key,
    fingerprint, created_at, state, sequence, amount_cents, received_amount_cents,
    refunded_amount_cents, fee_cents, settlement_amount_cents, exclusive, utr_claims, changed_at,
    last_command_id)
  select $1, t.trade_id, 'order-' || t.trade_id, 'payin', 'account', 'INR', 500, 0, 1, 'INR', 'c',
    t.page_key, '', now(), 'created', 1, 500, 0, 0, 0, 500, false, 0, now(), t.trade_id
  from unnest($2::uuid[], $3::bytea[]) as t(trade_id, page_key)`;

describe('pages of trades from before', () => {
  const merchant_id = newId();
  const ids = Array.from({ length: TRADES }, newId);
  const keys = ids.map(() => randomBytes(16));
  let earlier: EarlierCheckout;
  before(async () => {
    earlier = await earlierCheckout('0014');
    await earlier.fill(async (client) => {
      await client.query(
        `insert into merchants (merchant_id, name, balance_currency, settings, callback_secret,
           created_at) values ($1, 'Shop', 'INR', '{}', $2, now())`,
        [merchant_id, earlier.seal('whsec_x', `merchants/callback_secret/${merchant_id}`)],
      );
      await client.query(TRADE, [merchant_id, ids, keys]);
    });
  });
  after(() => earlier.stop());

  const addressOf = (index: number, key: Buffer) => {
    const id = ids[index];
    if (id === undefined) throw new Error(`No trade ${index}`);
    return Buffer.concat([bytesOf(merchant_id), bytesOf(id), key]).toString('base64url');
  };
  const opens = async (app: OpenApp, address: string) => !isRefusal(await openPage(app, address));

  it('open by the address that was given out, and only by it and the one shown now', async () => {
    // Two processes start at once, and one starts again.
    const [app, other] = await Promise.all([earlier.start(), earlier.start()]);
    await earlier.start();
    for (const [index, key] of [...keys.entries()].filter(([number]) => number % 500 === 0)) {
      ok(await opens(index % 1_000 === 0 ? app : other, addressOf(index, key)));
      ok(!(await opens(app, addressOf(index, keys[index + 1] ?? randomBytes(16)))));
      ok(!(await opens(app, addressOf(index, Buffer.alloc(16)))));
      const trade_id = ids[index] ?? '';
      const trade = await app.store.reads.trade({ merchant_id, trade_id });
      if (trade === null) throw new Error('The trade is gone');
      ok(await opens(other, tokenOf(app.page_url(trade))));
    }
  });

  it('are in no row any more', async () => {
    const app = await earlier.start();
    const text = await everything(app);
    ok(text.includes(ids[7] ?? ''));
    for (const key of keys) ok(!text.includes(key.toString('hex')));
    const left = await scene.sql(
      app,
      `select count(*)::int as count from trades
       where page_key is not null or page_key_id is null or former_page_hash is null`,
    );
    deepEqual(left, [{ count: 0 }]);
  });
});
