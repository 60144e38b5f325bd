// A rotation of the keys that encrypt the rows: it may be killed or requested twice, and the old
// key is deleted only when no row needs it any more.
import { deepEqual, equal, ok, rejects, throws } from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { listEncryptionKeys } from '../../../server/app/access/encryption-keys.ts';
import { resealRows } from '../../../server/app/access/reseal-rows.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { openPage } from '../../../server/app/page/open-page.ts';
import type { Database } from '../../../server/store/connection/database.ts';
import { KEY_PLACE, openCipher } from '../../../server/store/encryption/encryption.ts';
import { resealPage } from '../../../server/store/encryption/reseal.ts';
import { resealKept } from '../../../server/store/encryption/reseal-kept.ts';
import { rewrapKeys } from '../../../server/store/encryption/rewrap-keys.ts';
import { openWith, UNAUTHENTIC } from '../../../server/store/encryption/seal-with.ts';
import {
  columnName,
  placeOf,
  SEALED_COLUMNS,
} from '../../../server/store/encryption/sealed-columns.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import {
  AT_ONCE,
  dataKeys,
  everyCiphertext,
  fill,
  open,
  openOwner,
  rotate,
  type Stored,
} from './key-scene.ts';

suite('a rotation', () => {
  let service: TestApp;
  let app: OpenApp;
  let owner: Database;
  before(async () => {
    service = await openTestApp();
    app = service.app;
    owner = await openOwner(service);
    await fill(app);
  });
  after(async () => {
    await owner.close();
    await service.stop();
  });

  const resealHistory = (times = AT_ONCE) =>
    resealKept(owner, Buffer.from(service.master_key), times);

  /** Runs the jobs until they find no more work. */
  async function finish(times = AT_ONCE): Promise<void> {
    await resealHistory(times);
    while ((await resealRows(app, times)) > 0);
  }

  test('is refused without a reason, for what cannot be rotated, and unknown purposes', async () => {
    const before_it = await dataKeys(app);
    for (const fields of [{ reason: '' }, { purpose: 'lookup' }, { purpose: 'x' }]) {
      equal(refusedWith(await rotate(app, AT_ONCE, fields)).code, 'invalid_request');
    }
    deepEqual(await dataKeys(app), before_it);
  });

  test('that is asked for twice makes one key, and nothing shows what it is', async () => {
    const lead = { ...AT_ONCE, lead_ms: 600_000 };
    const both = await Promise.all([rotate(app, lead), rotate(app, lead)]);
    const bodies = both.map((body) => accepted(body));
    deepEqual(bodies.map(({ outcome }) => outcome).sort(), ['found', 'rotated']);
    equal(bodies[0]?.key.key_id, bodies[1]?.key.key_id);
    equal(bodies[0]?.key.state, 'coming');
    const [one] = bodies;
    deepEqual(Object.keys(one?.key ?? {}).sort(), [
      'created_at',
      'key_id',
      'purpose',
      'rows_left',
      'starts_at',
      'state',
    ]);
    equal(
      (await everyCiphertext(app)).some(({ key_id }) => key_id === one?.key.key_id),
      false,
    );
    const [entry] = await scene.sql<{ actor_id: string; detail: unknown }>(
      app,
      `select actor_id, detail from audit_entries where action = 'encryption_key_rotated'`,
    );
    equal(entry?.actor_id, OPERATOR.operator_token_id);
    deepEqual(entry?.detail, { purpose: 'data', reason: 'Yearly change' });
    await scene.sql(app, 'update encryption_keys set use_from = now()');
    await scene.sql(app, 'update settings_versions set version = version + 1');
    await app.settings.refresh();
  });

  test('that is killed in the middle of a page goes on with it, and no row is lost', async () => {
    const former = (await dataKeys(app)).filter(({ state }) => state === 'old');
    const ids = former.map(({ key_id }) => key_id);
    const column = SEALED_COLUMNS.find((one) => columnName(one) === 'trades.payee');
    ok(column !== undefined);
    const small = { ...column, page_rows: 1 };
    const { db, cipher } = app.store;
    const killed: Database = {
      ...db,
      transaction: (work) =>
        db.transaction((tx) =>
          work({
            ...tx,
            query: (name, text, values) =>
              name === 'save-reseal'
                ? Promise.reject(new Error('killed'))
                : tx.query(name, text, values),
          }),
        ),
    };
    const before_it = (await everyCiphertext(app)).map((one) => open(app, one));
    equal(await resealPage(db, cipher, small, ids), 1);
    await rejects(resealPage(killed, cipher, small, ids), /killed/);
    await finish();
    const stored = await everyCiphertext(app);
    deepEqual(
      stored.map((one) => open(app, one)),
      before_it,
    );
    const current = cipher.data_key_id;
    deepEqual([...new Set(stored.map(({ key_id }) => key_id))], [current]);
    deepEqual(
      (await dataKeys(app)).map(({ key_id }) => key_id),
      [current],
    );
  });

  test('waits with the old key for the owner of the tables of history, and says so', async () => {
    accepted(await rotate(app));
    while ((await resealRows(app, AT_ONCE)) > 0);
    const { columns } = await listEncryptionKeys(app);
    const waiting = columns.filter(({ state }) => state !== 'done');
    deepEqual(
      waiting.map(({ column, state }) => [column, state]),
      SEALED_COLUMNS.filter((one) => one.is_kept).map((one) => [
        columnName(one),
        'waits_for_owner',
      ]),
    );
    equal((await dataKeys(app)).length, 2);
    await finish();
    equal((await dataKeys(app)).length, 1);
  });

  test('keeps the old key for a row that came under it behind the job', async () => {
    const old_id = app.store.cipher.data_key_id;
    const [row] = await scene.sql<{ merchant_id: string; number: Buffer }>(
      app,
      'select merchant_id, secret as number from callback_endpoints where number = 0 limit 1',
    );
    ok(row !== undefined);
    accepted(await rotate(app));
    const resting = { ...AT_ONCE, rest_ms: 600_000 };
    await finish(resting);
    equal((await dataKeys(app)).length, 2, 'an old key rests before it goes');
    const PLANT = `update callback_endpoints set previous_secret = $2
      where merchant_id = $1 and number = 0`;
    await app.store.db.query('', PLANT, [row.merchant_id, row.number]);
    equal(await resealRows(app, AT_ONCE), 0);
    deepEqual((await dataKeys(app)).map(({ key_id }) => key_id).includes(old_id), true);
    await finish();
    deepEqual((await dataKeys(app)).map(({ key_id }) => key_id).includes(old_id), false);
    for (const one of await everyCiphertext(app)) ok(open(app, one).length > 0);
  });

  test('keeps the old key while a row under it is damaged, and counts that row', async () => {
    const damage = (to: string) =>
      scene.sql(
        app,
        `update settlement_accounts set payee = set_byte(payee, 20, get_byte(payee, 20) ${to})`,
      );
    await damage('# 1');
    accepted(await rotate(app));
    await finish();
    const [old] = await dataKeys(app);
    deepEqual([old?.state, old?.rows_left], ['old', 1]);
    await damage('# 1');
    await scene.sql(app, `update reseal_progress set finished_at = now() - interval '2 hours'`);
    await finish();
    equal((await dataKeys(app)).length, 1);
  });

  test('leaves a copy with the old key that opens nothing of what came later', async () => {
    const old_id = app.store.cipher.data_key_id;
    const [copy] = await scene.sql<{ wrapped: Buffer }>(
      app,
      `select wrapped from encryption_keys where key_id = ${old_id}`,
    );
    ok(copy !== undefined);
    const master = Buffer.from(service.master_key);
    const old_key = openWith(master, copy.wrapped, KEY_PLACE('data', old_id));
    const opens = ({ column, key, sealed }: Stored) => {
      try {
        return openWith(old_key, sealed.subarray(4), placeOf(column, key)).length > 0;
      } catch (error) {
        if (error instanceof Error && error.message === UNAUTHENTIC) return false;
        throw error;
      }
    };
    ok((await everyCiphertext(app)).every(opens));
    accepted(await rotate(app));
    await finish();
    const rows = await scene.sql(
      app,
      `select 1 as one from encryption_keys where key_id = ${old_id}`,
    );
    equal(rows.length, 0);
    equal((await everyCiphertext(app)).some(opens), false);
  });

  test('leaves old keys to a later release, if one has migrated the database', async () => {
    const old_id = app.store.cipher.data_key_id;
    accepted(await rotate(app));
    await owner.query(
      '',
      `insert into schema_migrations values (9999, 'later', 'x', 1, statement_timestamp())`,
      [],
    );
    await finish();
    const isThere = async () => (await dataKeys(app)).some(({ key_id }) => key_id === old_id);
    equal(await isThere(), true);
    await owner.query('', 'delete from schema_migrations where version = 9999', []);
    await finish();
    equal(await isThere(), false);
  });

  test('is refused by a process that has another ENCRYPTION_KEY than the keys', async () => {
    const former = Buffer.from(service.master_key);
    const next = Buffer.alloc(32, 7);
    await rewrapKeys(app.store.db, next, former);
    equal(refusedWith(await rotate(app)).code, 'act_not_allowed');
    await rewrapKeys(app.store.db, former, next);
    equal(accepted(await rotate(app)).outcome, 'rotated');
    await finish();
  });

  test('cannot be missed: who could not look at the keys for too long encrypts nothing', async () => {
    const cipher = await openCipher(app.store.db, Buffer.from(service.master_key));
    cipher.keys.lease(60_000);
    const sealed = cipher.seal('a number', 'here');
    cipher.keys.confirm(performance.now() - 60_001, 0);
    throws(() => cipher.seal('a number', 'here'), /not checked recently enough/);
    equal(cipher.open(sealed, 'here'), 'a number');
    cipher.keys.confirm(performance.now(), 0);
    equal(cipher.open(cipher.seal('more', 'here'), 'here'), 'more');
  });

  test('of the page secret is for new trades: addresses that were given out stay', async () => {
    const merchant = await makeMerchant(app);
    await scene.makeAccount(app, 'INR');
    const before_it = await scene.newPayin(app, merchant, { amount_cents: 4_100 });
    const former_id = app.store.cipher.page_key_id;
    accepted(await rotate(app, AT_ONCE, { purpose: 'page' }));
    ok(app.store.cipher.page_key_id > former_id);
    const after_it = await scene.newPayin(app, merchant, { amount_cents: 4_200 });
    const secrets = await scene.sql<{ page_key_id: number }>(
      app,
      `select page_key_id from trades where trade_id in ('${before_it.id}', '${after_it.id}')
       order by created_at`,
    );
    deepEqual(
      secrets.map(({ page_key_id }) => page_key_id),
      [former_id, app.store.cipher.page_key_id],
    );
    for (const { url } of [before_it, after_it]) {
      const page = accepted(await openPage(app, url.split('/').at(-1) ?? ''));
      ok(page !== null);
    }
  });
});
