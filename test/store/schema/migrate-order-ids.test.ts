// Existing order ids are converted to canonical form; if two orders of a merchant would get the
// same one, both orders stay.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import * as scene from '../../app/scene.ts';
import { makeMerchant, openTestApp, type TestApp } from '../../support/test-app.ts';

let service: TestApp;
let app: TestApp['app'];
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(() => service.stop());

const MIGRATION = new URL('../../../migrations/0018-canonical-orders.sql', import.meta.url);
const nfc = (text: string) => text.normalize('NFC');
const nfd = (text: string) => text.normalize('NFD');

test('each order keeps what it is shown by, and one of each spelling is found by it', async () => {
  const shop = await makeMerchant(app);
  const other = await makeMerchant(app);
  await scene.makeAccount(app, 'INR');
  // Two accents on one letter can be written in more than one way, none of them canonical.
  const [dotted, roofed] = ['e\u0323\u0302', 'e\u0302\u0323'];
  assert.equal(nfc(dotted), nfc(roofed));
  const orders = [
    { merchant: shop, spelled: nfd('café'), key: 'own' },
    { merchant: shop, spelled: nfc('café'), key: nfc('café') },
    { merchant: shop, spelled: roofed, key: nfc(roofed) },
    { merchant: shop, spelled: dotted, key: 'own' },
    { merchant: shop, spelled: nfd('naïve'), key: nfc('naïve') },
    { merchant: other, spelled: nfd('café'), key: nfc('café') },
    { merchant: other, spelled: 'plain-1', key: 'plain-1' },
  ];
  const made: { id: string; spelled: string; key: string }[] = [];
  for (const [index, { merchant, spelled, key }] of orders.entries()) {
    const amount_cents = 100 + index;
    const { id } = await scene.newPayin(app, merchant, { amount_cents });
    made.push({ id, spelled, key: key === 'own' ? `${nfc(spelled)}#${id}` : key });
  }
  await service.asOwner('alter table trades drop column order_id_as_sent');
  await service.asOwner('alter table trades drop constraint trades_order_id_canonical');
  await service.asOwner('alter table ledger_accounts drop constraint ledger_accounts_bound');
  for (const { id, spelled } of made) {
    const set = `order_id = '${spelled}', client_id = '${nfd('josé')}'`;
    await scene.sql(app, `update trades set ${set} where trade_id = '${id}'`);
    await scene.sql(
      app,
      `insert into client_payins (merchant_id, client_id, trade_id)
       select merchant_id, client_id, trade_id from trades where trade_id = '${id}'`,
    );
  }
  const migration = await readFile(MIGRATION, 'utf8');
  for (const statement of migration.split(/;\n/)) {
    if (statement.trim() !== '') await service.asOwner(statement);
  }
  const found = await scene.sql(
    app,
    `select t.trade_id as id, t.order_id as key, t.client_id, p.client_id as counted,
       coalesce(t.order_id_as_sent, t.order_id) as spelled
     from trades t join client_payins p using (merchant_id, trade_id)`,
  );
  const expected = made.map((one) => ({ ...one, client_id: nfc('josé'), counted: nfc('josé') }));
  type Row = { id?: unknown };
  const byId = (a: Row, b: Row) => (String(a.id) < String(b.id) ? -1 : 1);
  assert.deepEqual(found.toSorted(byId), expected.toSorted(byId));
  const clients = await scene.sql(app, 'select distinct client_id from clients');
  assert.deepEqual(clients, [{ client_id: nfc('josé') }]);
});
