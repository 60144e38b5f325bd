// Customers at rest: no copy of the database tells who a customer is, also not to somebody who
// guesses; and they are found, counted and limited as before, also after a rotation of the keys.
import { deepEqual, equal, notDeepEqual, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { resealRows } from '../../../server/app/access/reseal-rows.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { createRefund } from '../../../server/app/payout/create-refund.ts';
import { search } from '../../../server/app/search/search.ts';
import { cancelTrade } from '../../../server/app/trade/cancel-trade.ts';
import { expireDue } from '../../../server/app/trade/expire-due.ts';
import { exportTrades } from '../../../server/app/trade/export-trades.ts';
import { listOwnTrades, listTrades } from '../../../server/app/trade/list-trades.ts';
import { contentText } from '../../../server/domain/trade/create-content.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import { resealKept } from '../../../server/store/encryption/reseal-kept.ts';
import { everything } from '../../support/every-row.ts';
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
import { opened } from '../dispute/dispute-scene.ts';
import * as scene from '../scene.ts';
import { AT_ONCE, dataKeys, openOwner, rotate } from './key-scene.ts';

const CUSTOMER = 'asha.rao@planted.example';
const SETTINGS = { client_max_open_payins: 2, client_unique_amounts: true };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

suite('a customer', () => {
  let service: TestApp;
  let app: OpenApp;
  let another: OpenApp;
  let shop: TestMerchant;
  let other_shop: TestMerchant;
  let completed: string;
  before(async () => {
    service = await openTestApp();
    app = service.app;
    shop = await makeMerchant(app, { settings: SETTINGS });
    other_shop = await makeMerchant(app, { settings: SETTINGS });
    another = await service.another();
    await aDay();
  });
  after(() => service.stop());

  const order = (amount_cents: number) => ({ amount_cents, client_id: CUSTOMER });
  const pay = (merchant: TestMerchant, amount_cents: number) =>
    scene.newPayin(app, merchant, order(amount_cents));
  const cancel = async (from: OpenApp, id: string) =>
    accepted(await cancelTrade(from, shop.caller, raw({ merchant_id: shop.merchant_id, id })));

  /** What may happen to the orders of a customer within a day. */
  async function aDay(): Promise<void> {
    const account = await scene.makeAccount(app, 'INR');
    await scene.fund(app, shop.merchant_id, 100_000);
    ({ id: completed } = await pay(shop, 1_000));
    const sender = { counterparty_name: 'Somebody', counterparty_number: '50100012345678' };
    await scene.feed(app, account, [{ amount_cents: 1_000, ...sender }]);
    await cancel(app, (await pay(shop, 1_100)).id);
    await scene.newPayout(app, shop, 500, { client_id: CUSTOMER });
    const refund = { merchant_id: shop.merchant_id, id: completed, order_id: 'refund-1' };
    accepted(await createRefund(app, shop.caller, raw({ ...refund, amount_cents: 100 })));
    const { id } = await pay(shop, 1_200);
    await pay(other_shop, 1_300);
    app.store.clock_offset_ms += DAY_MS / 2;
    await expireDue(app);
    app.store.clock_offset_ms -= DAY_MS / 2;
    await opened(app, { merchant_id: shop.merchant_id, id });
    const asked = accepted(await exportTrades(app, OPERATOR, { client_id: CUSTOMER }, 'csv'));
    let given = 0;
    for await (const page of asked) given += page.length;
    equal(given, 6);
  }

  const namesOf = async (reader: OpenApp) => {
    const all = accepted(await listTrades(reader, { client_id: CUSTOMER }));
    const path = { client_id: CUSTOMER };
    const own = accepted(await listOwnTrades(reader, shop.caller, path));
    const found = accepted(await search(reader, { q: CUSTOMER }));
    return {
      all: all.data.map(({ client_id }) => client_id),
      own: own.data.map(({ client_id }) => client_id),
      found: found.trades.length,
    };
  };

  const FOUND = {
    all: Array.from({ length: 6 }, () => CUSTOMER),
    own: Array.from({ length: 5 }, () => CUSTOMER),
    found: 6,
  };

  test('is found and shown as given, and stands in no row, also not for who guesses', async () => {
    deepEqual(await namesOf(another), FOUND);
    const text = await everything(app);
    // The search finds what is allowed to be there.
    ok(text.includes(completed) && text.includes('refund-1'));
    const content = { amount_cents: '1000', amount_currency: 'INR', type: 'account' };
    const rest = { callback_url: null, return_url: null, description: null, metadata: null };
    const guesses = [CUSTOMER, `client/${shop.merchant_id}/${CUSTOMER}`].map(sha256);
    guesses.push(sha256(contentText('payin', { ...content, ...rest, client_id: CUSTOMER })));
    const bytes = Buffer.from(CUSTOMER);
    const forms = [CUSTOMER, bytes.toString('hex'), bytes.toString('base64').slice(0, 30)];
    for (const form of [...forms, ...guesses]) ok(!text.includes(form), form);
  });

  test('of two merchants is two, in the database and by the limits', async () => {
    const rows = await scene.sql<{ hash: Buffer }>(
      app,
      `select distinct client_hash as hash from trades
       where client_hash in (select client_hash from clients)`,
    );
    equal(rows.length, 2);
    notDeepEqual(rows[0]?.hash, rows[1]?.hash);
  });

  test('is found and limited as before under a new key', async () => {
    const first = await pay(shop, 2_000);
    const former = (await dataKeys(app)).map(({ key_id }) => key_id);
    accepted(await rotate(app));
    const owner = await openOwner(service);
    await resealKept(owner, Buffer.from(service.master_key), AT_ONCE);
    while ((await resealRows(app, AT_ONCE)) > 0);
    await owner.close();
    const keys = (await dataKeys(app)).map(({ key_id }) => key_id);
    ok(keys.every((key_id) => !former.includes(key_id)));
    const later = await service.another();
    const { all, own, found } = await namesOf(later);
    deepEqual([all.length, own.length, found], [7, 6, 7]);
    ok([...all, ...own].every((client_id) => client_id === CUSTOMER));
    const refused = async (amount_cents: number) => {
      const order_id = `late-${scene.newNumber()}`;
      const answer = await scene.payin(later, shop, { order_id, ...order(amount_cents) });
      return scene.isAccepted(answer) ? 'accepted' : (refusedWith(answer).detail ?? '');
    };
    ok((await refused(2_000)).includes('of this amount'));
    equal(await refused(2_001), 'accepted');
    ok((await refused(2_002)).includes('as many open pay-ins'));
    await cancel(later, first.id);
    equal(await refused(2_000), 'accepted');
  });

  test('whose name is damaged hides no other trade', async () => {
    await scene.sql(
      app,
      `update trades set client_id = set_byte(client_id, 33, get_byte(client_id, 33) # 1)
       where trade_id = '${completed}'`,
    );
    const { data } = accepted(await listTrades(app, { client_id: CUSTOMER }));
    const names = Object.groupBy(data, ({ client_id }) => client_id);
    deepEqual(
      names['']?.map(({ id }) => id),
      [completed],
    );
    ok((names[CUSTOMER]?.length ?? 0) > 5);
  });
});
