// All data of a customer are erased in one act: page after page, also after a stop in the middle;
// what may not be erased yet is put aside and named, and the books prove.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eraseCustomer, showCustomerErasure } from '../../../server/app/erasure/erase-customer.ts';
import { followCustomerErasures } from '../../../server/app/erasure/follow-customer-erasures.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import type { Transaction } from '../../../server/store/connection/database.ts';
import { accepted, OPERATOR, openTestApp, raw, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import {
  cancelOrder,
  endedOrders,
  eraseNow,
  followAll,
  fundedShop,
  type Key,
  openOrder,
} from './erasure-scene.ts';
import { columnsWith } from './every-text.ts';

const DAY_MS = 86_400_000;

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  ({ app } = service);
});
after(() => service.stop());

type Shop = Awaited<ReturnType<typeof fundedShop>>;

const funded = () => fundedShop(app);
const open = (shop: Shop, client_id: string) => openOrder(app, shop, client_id);
const cancel = (key: Key) => cancelOrder(app, key);
const ended = (shop: Shop, client_id: string, count: number) =>
  endedOrders(app, shop, client_id, count);
const follow = () => followAll(app);

const named = ({ merchant_id, trade_id: id }: Key) => ({ merchant_id, id });

const ask = (key: Key, fields = {}) =>
  eraseCustomer(
    app,
    OPERATOR,
    named(key),
    raw({ reason: 'asked for by letter', early_reason: 'a test', ...fields }),
  );

const show = async (key: Key) => accepted(await showCustomerErasure(app, named(key)));

function first(keys: readonly Key[]): Key {
  const [key] = keys;
  ok(key !== undefined);
  return key;
}

const trail = (action: string) =>
  scene.sql<{ target: string; detail: Record<string, unknown> }>(
    app,
    `select target, detail from audit_entries where action = '${action}' order by number desc
     limit 1`,
  );

test('all orders of a customer are erased, those of others are not, and verify finds nothing', async () => {
  const shop = await funded();
  const keys = await ended(shop, 'zebedee', 3);
  const waiting = await open(shop, 'zebedee');
  await ended(shop, 'yorick', 1);
  const before_it = await show(first(keys));
  equal(before_it.state, 'none');
  deepEqual([before_it.looked_at, before_it.to_erase, before_it.put_aside], [4, 0, 4]);
  deepEqual(
    before_it.put_aside_orders.map(({ reason, until }) => [reason, until === null]),
    [
      ['kept_by_law', false],
      ['kept_by_law', false],
      ['kept_by_law', false],
      ['not_final', true],
    ],
  );
  const asked = accepted(await ask(keys[2] ?? waiting));
  equal(asked.state, 'looking');
  equal(asked.trade_id, keys[0]?.trade_id, 'the first order names the customer');
  // The same request changes nothing.
  equal(accepted(await ask(waiting)).asked_at, asked.asked_at);
  const [entry] = await trail('customer_erased');
  equal(entry?.target, `trades/${shop.merchant_id}/${keys[0]?.trade_id}/customer`);
  equal(entry?.detail.early_reason, 'a test');
  await follow();
  const found = await show(waiting);
  equal(found.state, 'erasing');
  deepEqual([found.looked_at, found.to_erase, found.put_aside], [4, 3, 1]);
  equal(found.put_aside_orders[0]?.trade_id, waiting.trade_id);
  equal(await eraseNow(service), 3);
  await follow();
  const done = await show(waiting);
  equal(done.state, 'done');
  deepEqual([done.to_erase, done.erased, done.put_aside, done.newer_orders.count], [0, 3, 1, 0]);
  const [end] = await trail('customer_erasure_ended');
  deepEqual(end?.detail, { erased: 3, put_aside: 1, nothing_left: 0 });
  const left = await scene.sql(
    app,
    `select 1 from trades where merchant_id = '${shop.merchant_id}' and length(client_id) > 1`,
  );
  equal(left.length, 2, 'the order that is open, and that of somebody else');
  deepEqual(await columnsWith(app, 'yorick'), ['trades.client_id']);
  app.store.clock_offset_ms += DAY_MS;
  const proof = await makeProof(app, { role: 'service', id: null });
  deepEqual(proof.kind === 'refused' ? proof.problems : [], []);
  // What had to wait is erased by asking again, once it may be.
  await cancel(waiting);
  accepted(await ask(waiting));
  await follow();
  equal(await eraseNow(service), 1);
  await follow();
  const again = await show(waiting);
  deepEqual([again.erased, again.nothing_left, again.put_aside], [1, 3, 0]);
  deepEqual(await columnsWith(app, 'zebedee'), []);
  deepEqual((await verifyBooks(app)).problems, []);
  const last = accepted(await ask(waiting));
  equal(last.asked_at, again.asked_at, 'there is nothing more to ask for');
});

test('orders that are made after the request are counted, and not erased', async () => {
  const shop = await funded();
  const keys = await ended(shop, 'xanthippe', 1);
  const key = first(keys);
  app.store.clock_offset_ms += 2_000;
  accepted(await ask(key));
  app.store.clock_offset_ms += 2_000;
  await ended(shop, 'xanthippe', 2);
  equal((await show(key)).newer_orders.count, 2);
  await follow();
  equal(await eraseNow(service), 1);
  await follow();
  const done = await show(key);
  deepEqual([done.state, done.looked_at, done.erased], ['done', 1, 1]);
  deepEqual(done.newer_orders, { count: 2, has_more: false });
  equal(done.orders.count, 3);
  deepEqual(await columnsWith(app, 'xanthippe'), ['trades.client_id']);
});

test('it goes on after a stop in the middle, page after page, and finds each order once', async () => {
  const shop = await funded();
  const keys = await ended(shop, 'wilhelmina', 52);
  const key = first(keys);
  const preview = await show(key);
  deepEqual([preview.orders.count, preview.looked_at], [52, 50]);
  accepted(await ask(key));
  const killed = new Error('killed');
  const { db } = app.store;
  const dying = {
    ...db,
    transaction: (work: (tx: Transaction) => Promise<unknown>, options?: object) =>
      db.transaction(
        (tx) =>
          work({
            ...tx,
            query: (name, text, values) => {
              if (name === 'note-look') throw killed;
              return tx.query(name, text, values);
            },
          }),
        options,
      ),
  } as typeof db;
  await rejects(followCustomerErasures({ ...app, store: { ...app.store, db: dying } }), killed);
  equal((await show(key)).looked_at, 0);
  equal(await eraseNow(service), 0, 'of a page that was not finished nothing is erased');
  equal(await followCustomerErasures(app), 1);
  equal((await show(key)).looked_at, 50);
  equal(await eraseNow(service), 50);
  equal((await show(key)).erased, 50);
  // Two processes look at the rest, and each order is found once.
  await Promise.all([followCustomerErasures(app), followCustomerErasures(app)]);
  equal((await show(key)).looked_at, 52);
  equal(await eraseNow(service), 2);
  await follow();
  const done = await show(key);
  deepEqual([done.state, done.erased], ['done', 52]);
  deepEqual(await columnsWith(app, 'wilhelmina'), []);
  deepEqual((await verifyBooks(app)).problems, []);
});

test('it is refused if no order may be erased yet, with the reason of the first', async () => {
  const shop = await funded();
  const key = await open(shop, 'ulysses');
  const refused = await ask(key);
  ok(isRefusal(refused));
  equal(refused.code, 'act_not_allowed');
  equal(refused.extra?.reason, 'not_final');
  await cancel(key);
  const early = await ask(key, { early_reason: null });
  ok(isRefusal(early));
  equal(early.extra?.reason, 'kept_by_law');
  match(early.detail, /no order of this customer .* until \d{4}-\d\d-\d\dT/);
  const missing = await ask({ ...key, trade_id: key.merchant_id });
  ok(isRefusal(missing));
  equal(missing.code, 'not_found');
});

test('orders that wait for more than ten minutes are reported', async () => {
  const shop = await funded();
  const key = first(await ended(shop, 'theodora', 1));
  accepted(await ask(key));
  await follow();
  equal((await show(key)).is_late, false);
  app.store.clock_offset_ms += 11 * 60_000;
  equal((await show(key)).is_late, true);
  equal(await eraseNow(service), 1);
  await follow();
  equal((await show(key)).is_late, false);
});
