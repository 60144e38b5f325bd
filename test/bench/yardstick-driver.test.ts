// The order driver writes what the service would have written: rows that it reads, books that
// prove.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import { makeMerchants } from '../../bench/harness/make-merchants.ts';
import { payinFields, payoutFields, type Shop } from '../../bench/harness/shop.ts';
import { driveOrders } from '../../bench/yardstick/order-driver.ts';
import { runDriver } from '../../bench/yardstick/run-driver.ts';
import { authenticateToken } from '../../server/app/access/authenticate-merchant.ts';
import type { OpenApp } from '../../server/app/open-app.ts';
import { createPayout } from '../../server/app/payout/create-payout.ts';
import { must, rawFields } from '../../server/app/seed/seed-tools.ts';
import { createPayin } from '../../server/app/trade/create-payin.ts';
import { tradeById } from '../../server/app/trade/find-trade.ts';
import { openYardstickScene, type YardstickScene } from './yardstick-scene.ts';

let scene: YardstickScene;
let client: pg.Client;
before(async () => {
  scene = await openYardstickScene(1_000_000_000);
  client = new pg.Client({ connectionString: scene.database.url });
  await client.connect();
});
after(async () => {
  await client.end();
  await scene.stop();
});

function load(kind: 'payin' | 'payout', clients: number) {
  const merchants = scene.shops.map((shop) => shop.merchant_id);
  const { url: database_url } = scene.database;
  return { database_url, kind, clients, seconds: 0.5, merchants, accounts: scene.accounts };
}

async function countTrades(direction: string): Promise<number> {
  const text = 'select count(*)::integer as trades from trades where direction = $1';
  const { rows } = await client.query<{ trades: number }>(text, [direction]);
  return rows[0]?.trades ?? 0;
}

async function callerOf(app: OpenApp, { token }: Shop) {
  const caller = must(await authenticateToken(app, { x_token: token, address: '127.0.0.1' }));
  if (caller === 'signature') throw new Error('A token was taken for a signature');
  return caller;
}

/** Per column: whether it is null, and how many bytes it takes; texts of any length count alike. */
async function shapes(direction: string) {
  const { rows } = await client.query<{ by_driver: boolean; shape: unknown }>(
    `select t.order_id like 'order-%' as by_driver, json_build_object(
       'trade', (select json_object_agg(key, value is null) from json_each_text(to_json(t))),
       'payee', length(t.payee), 'number_hash', length(t.number_hash),
       'page_key_id', t.page_key_id, 'fingerprint', length(t.fingerprint),
       'reservation', (select json_object_agg(key, value is null)
         from reservations r, json_each_text(to_json(r)) where r.trade_id = t.trade_id),
       'event', (select json_object_agg(key, value is null)
         from events e, json_each_text(to_json(e)) where e.trade_id = t.trade_id),
       'entry', (select json_build_object('accounts', accounts, 'hash', length(hash))
         from ledger_entries l where l.trade_id = t.trade_id)
     ) as shape
     from trades t where direction = $1`,
    [direction],
  );
  const distinct = (by_driver: boolean) => {
    const found = rows.filter((row) => row.by_driver === by_driver);
    return [...new Set(found.map((row) => JSON.stringify(row.shape)))];
  };
  return { driver: distinct(true), service: distinct(false) };
}

suite('the order driver', () => {
  test('pay-ins: every one that it counts is there, and the service can read it', async () => {
    const { orders, made, per_second, p99_ms } = await runDriver(load('payin', 4));
    assert.ok(orders > 0 && per_second > 0 && p99_ms > 0);
    assert.ok(made > orders);
    assert.equal(await countTrades('payin'), made);
    const { rows } = await client.query('select merchant_id, trade_id from trades');
    await scene.work(async (app) => {
      for (const { merchant_id, trade_id } of rows) {
        const trade = await tradeById(app, merchant_id, trade_id);
        assert.equal(trade?.state, 'pending');
      }
    });
    assert.deepEqual(await scene.problems(), []);
  });

  test('pay-outs of one merchant: numbered, chained and held without a gap', async () => {
    const merchants = scene.shops.slice(0, 1).map((shop) => shop.merchant_id);
    const { made, errors } = await runDriver({ ...load('payout', 4), merchants });
    assert.ok(made > 0);
    assert.equal(errors, 0);
    assert.equal(await countTrades('payout'), made);
    assert.deepEqual(await scene.problems(), []);
  });

  test('its rows have the shape of the service’s own', async () => {
    const [shop] = scene.shops;
    await scene.work(async (app) => {
      const caller = await callerOf(app, shop);
      must(await createPayin(app, caller, rawFields(payinFields(shop, 'own payin', 1234))));
      must(await createPayout(app, caller, rawFields(payoutFields(shop, 'own payout', 1234))));
    });
    for (const direction of ['payin', 'payout']) {
      const { driver, service } = await shapes(direction);
      assert.equal(service.length, 1);
      assert.deepEqual(driver, service, direction);
    }
  });

  test('where the funds are gone nothing is made, and it says so', async () => {
    const poor = await makeMerchants(scene.database.url, { count: 1 });
    const merchants = poor.map((shop) => shop.merchant_id);
    const result = await runDriver({ ...load('payout', 2), merchants });
    assert.equal(result.made, 0);
    assert.ok(result.errors > 0);
    assert.deepEqual(await scene.problems(), []);
  });

  test('whoever drives, what is counted is there, and the books prove', async () => {
    for (const kind of ['payin', 'payout'] as const) {
      const before_count = await countTrades(kind);
      const { orders, made } = await driveOrders(load(kind, 2));
      assert.ok(orders > 0 && made > orders);
      assert.equal(await countTrades(kind), before_count + made);
    }
    assert.deepEqual(await scene.problems(), []);
  });
});
