// A row that cannot be decrypted is shown as damaged: no list fails because of it, and the service
// goes on with all other rows.
import { deepEqual, equal, fail, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SEALED_COLUMNS } from '../../../server/store/encryption/sealed-columns.ts';
import { fill } from '../../app/access/key-scene.ts';
import { keepCopies } from '../../app/archive/past-scene.ts';
import { newMerchant } from '../../app/callback/delivery-scene.ts';
import * as payouts from '../../app/payout/payout-scene.ts';
import * as scene from '../../app/scene.ts';
import { type OperatorService, openOperatorService } from './operator-service.ts';

let service: OperatorService;
before(async () => {
  service = await openOperatorService();
  const { app } = service;
  await fill(app);
  const merchant = await newMerchant(app);
  await scene.newPayin(app, merchant, {
    amount_cents: 900,
    return_url: 'https://shop.example/back?key=secret',
    description: '2 tickets',
    metadata: { cart: 'A-17' },
  });
  // The same once more, so that each list has whole rows, too.
  const shop = await payouts.openShop(app, 'SEK');
  await payouts.exported(app, shop, await payouts.newPayouts(app, shop, 'SEK', [300]));
  await scene.feed(app, shop.account, [{ amount_cents: 800, text: 'UPI/another' }]);
  await keepCopies(service);
});
after(() => service.stop());

const LISTS = [
  '/merchants',
  '/receiving_accounts',
  '/bank_lines',
  '/suspense',
  '/statements',
  '/waiting_lines',
  '/trades',
  '/verify_queue',
  '/payouts/queue',
  '/payout_batches',
  '/settlements',
  '/holds',
  '/receipts',
  '/deliveries',
  '/audit',
];

/** The key of the signed proofs: verify reports its damage. */
const LEFT_OUT = 'private_key';

/** One row after the other: the damage of the earlier tests stays. */
for (const { table, column, form } of SEALED_COLUMNS) {
  if (column === LEFT_OUT) continue;
  test(`${table}.${column}: with one damaged row every list is whole`, async () => {
    const { app } = service;
    const { length } = service.faults;
    await service.allowChanges(table);
    const [row] = await scene.sql<{ row: string }>(
      app,
      `select ctid::text as row from ${table} where ${column} is not null and ${column} <> ''
       order by 1 limit 1`,
    );
    ok(row, 'there is no row to damage');
    const value =
      form === 'bytes' ? `set_byte(${column}, 30, get_byte(${column}, 30) # 1)` : `'sealed:AAAA'`;
    await scene.sql(app, `update ${table} set ${column} = ${value} where ctid = '${row.row}'`);
    await scene.sql(app, 'update settings_versions set version = version + 1');
    await app.settings.refresh();
    for (const path of LISTS) equal((await service.ask('GET', path)).status, 200, path);
    const merchants = await scene.sql<{ id: string }>(
      app,
      'select merchant_id as id from merchants',
    );
    for (const { id } of merchants) {
      for (const path of ['', '/tokens', '/callback_endpoints']) {
        equal((await service.ask('GET', `/merchants/${id}${path}`)).status, 200, path);
      }
    }
    deepEqual(service.faults.slice(length), []);
  });
}

const damagedIn = async (path: string): Promise<unknown[]> => {
  const { data } = (await service.ask('GET', path)).body as { data: { damaged?: boolean }[] };
  ok(
    data.some(({ damaged }) => damaged !== true),
    'whole rows are listed, too',
  );
  return data.filter(({ damaged }) => damaged === true);
};

test('a damaged settlement account counts as not set', async () => {
  const rows = await scene.sql<{ id: string }>(
    service.app,
    'select merchant_id as id from settlement_accounts',
  );
  equal(rows.length, 1);
  const reply = await service.ask('GET', `/merchants/${rows[0]?.id}/settlement_account`);
  equal(reply.status, 404);
});

test('the damaged rows say so, and a damaged account gets no pay-in', async () => {
  for (const path of ['/receiving_accounts', '/bank_lines', '/payout_batches']) {
    equal((await damagedIn(path)).length, 1, path);
  }
  const { accounts, accounts_by_type } = await service.app.settings.refresh();
  const damaged = [...accounts.values()].filter((account) => account.is_damaged === true);
  equal(damaged.length, 1);
  ok(![...accounts_by_type.values()].flat().some((account) => account.is_damaged === true));
});

test('a merchant whose secret is damaged can be changed, and gets another secret', async () => {
  const { app } = service;
  const { endpoints } = await app.settings.refresh();
  const damaged = [...endpoints.values()].flat().filter(({ secret }) => secret === null);
  equal(damaged.length, 1);
  const { merchant_id: id, number } = damaged[0] ?? fail();
  const renamed = await service.ask('PATCH', `/merchants/${id}`, { body: { name: 'Renamed' } });
  deepEqual([renamed.status, renamed.body.name], [200, 'Renamed']);
  const rotate = `/merchants/${id}/callback_endpoints/${number}/rotate_secret`;
  const { status, body } = await service.ask('POST', rotate);
  equal(status, 200);
  ok(typeof body.secret === 'string' && body.secret.startsWith('whsec_'));
  equal(body.previous_secret_until, null);
});
