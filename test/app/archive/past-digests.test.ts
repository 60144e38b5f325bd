// Past trades are signed by the daily proof, also once they were erased or encrypted anew: verify
// names each one that has changed or is gone.
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { resealRows } from '../../../server/app/access/reseal-rows.ts';
import { keepPastTrades } from '../../../server/app/archive/keep-past-trades.ts';
import { eraseCustomer } from '../../../server/app/erasure/erase-customer.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { getTrade } from '../../../server/app/trade/find-trade.ts';
import type { TradeKey } from '../../../server/domain/record/trade.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import type { Database } from '../../../server/store/connection/database.ts';
import { resealKept } from '../../../server/store/encryption/reseal-kept.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import { AT_ONCE, dataKeys, everyCiphertext, rotate } from '../access/key-scene.ts';
import { ask, eraseNow, followAll, fundedShop } from '../erasure/erasure-scene.ts';
import { columnsWith } from '../erasure/every-text.ts';
import * as scene from '../scene.ts';
import { copyAsPast, LONG_AFTER_MS, MONTH, openOwner } from './past-scene.ts';

let service: TestApp;
let app: OpenApp;
let owner: Database;
let shop: TestMerchant;
let past: TradeKey;
let other: TradeKey;

const FIELDS = {
  client_id: 'zebedee',
  callback_url: 'https://shop.example/zebedee',
  metadata: { cart: 'zebedee' },
};

async function prove(): Promise<void> {
  app.store.clock_offset_ms += DAY_MS;
  const proof = await makeProof(app, { role: 'service', id: null });
  deepEqual(proof.kind === 'refused' ? proof.problems : [], []);
}

before(async () => {
  service = await openTestApp();
  ({ app } = service);
  owner = openOwner(service);
  shop = await fundedShop(app);
  const { merchant_id } = shop;
  const live = { merchant_id, trade_id: (await scene.newPayout(app, shop, 1_000, FIELDS)).id };
  // Of another customer, so that one of the two can be erased.
  const of = await scene.newPayout(app, shop, 1_000, { ...FIELDS, client_id: 'yorick' });
  past = await copyAsPast(service, owner, live);
  other = await copyAsPast(service, owner, { merchant_id, trade_id: of.id });
  deepEqual(await owner.transaction((tx) => keepPastTrades(tx, app.store.cipher)), { [MONTH]: 2 });
  await prove();
});
after(async () => {
  await owner.close();
  await service.stop();
});

const problems = async () => (await verifyBooks(app)).problems;
const ofOther = () => `where trade_id = '${other.trade_id}'`;

const TOLD = /past trade|payout canceled in INR: /;

it('one that was changed is named, in each of its columns', async () => {
  deepEqual(await problems(), []);
  await service.allowChanges('past_trades');
  const lies = [
    ['amount_cents', 'amount_cents + 1', 'amount_cents - 1'],
    ['fee_cents', 'fee_cents + 1', 'fee_cents - 1'],
    ['utr', `'412345678909'`, 'null'],
    ['line_utrs', `'{412345678909}'`, 'null'],
    ['order_id', `order_id || 'x'`, 'left(order_id, -1)'],
    ['client_id', `client_id || '\\x00'`, 'substring(client_id for length(client_id) - 1)'],
  ];
  for (const [column, lie, truth] of lies) {
    await scene.sql(app, `update past_trades set ${column} = ${lie} ${ofOther()}`);
    const told = await problems();
    match(told.join('\n'), new RegExp(`past trade ${other.trade_id}`), column);
    // By the hash over all of them, too, and if it is an amount by what is counted.
    deepEqual(
      told.filter((problem) => !TOLD.test(problem)),
      [],
      column,
    );
    await scene.sql(app, `update past_trades set ${column} = ${truth} ${ofOther()}`);
  }
  deepEqual(await problems(), []);
});

it('one that is gone is named', async () => {
  await service.asOwner(
    `grant delete on past_trades to current_user;
     create table kept_past as select * from past_trades ${ofOther()};
     delete from past_trades ${ofOther()}`,
  );
  match((await problems()).join(), /past trade/);
  await service.asOwner(
    `grant insert on past_trades to current_user; insert into past_trades select * from kept_past;
     drop table kept_past`,
  );
  deepEqual(await problems(), []);
});

it('a new key encrypts it anew, and the old key goes', async () => {
  const [former] = await dataKeys(app);
  accepted(await rotate(app));
  await resealKept(owner, Buffer.from(service.master_key), AT_ONCE);
  while ((await resealRows(app, AT_ONCE)) > 0);
  const stored = await everyCiphertext(app);
  const own = stored.filter(({ column }) => column.table === 'past_trades');
  ok(own.length >= 6);
  for (const { key_id } of own) notEqual(key_id, former?.key_id);
  deepEqual(
    (await dataKeys(app)).map(({ key_id }) => key_id === former?.key_id),
    [false],
  );
  deepEqual(await problems(), []);
});

it('an erasure of its payer empties it, and its digest stays the same', async () => {
  app.store.clock_offset_ms += LONG_AFTER_MS;
  const found = await columnsWith(app, 'zebedee');
  ok(found.includes('past_trades.client_id') && found.includes('past_trades.metadata'));
  accepted(await ask(past, app, { early_reason: 'a test' }));
  equal(await eraseNow(service), 1);
  const customer = await eraseCustomer(
    app,
    OPERATOR,
    { merchant_id: other.merchant_id, id: other.trade_id },
    raw({ reason: 'by letter', early_reason: 'a test' }),
  );
  equal(accepted(customer).state, 'looking');
  await followAll(app);
  equal(await eraseNow(service), 1, 'that of the past trade: the other one is open');
  const { caller, merchant_id: merchant } = shop;
  const shown = accepted(await getTrade(app, caller, { merchant, uuid: past.trade_id }));
  deepEqual(
    [shown.client_id, shown.erased, shown.callback_url, shown.metadata, shown.archived_month],
    ['', true, null, undefined, MONTH],
  );
  ok(!(await columnsWith(app, 'yorick')).some((name) => name.startsWith('past_trades')));
  deepEqual(await problems(), []);
});
