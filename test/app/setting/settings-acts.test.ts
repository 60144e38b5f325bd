// Every settings act locks, asks, tells every process and notes what its row says, and its row says
// what is promised.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import { createMerchant } from '../../../server/app/merchant/merchants.ts';
import { changeSetting } from '../../../server/app/setting/change-setting.ts';
import type { SettingsAct } from '../../../server/app/setting/settings-act.ts';
import { SETTINGS_ACTS, type SettingsActName } from '../../../server/app/setting/settings-acts.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { LOCK_ORDER } from '../../../server/store/batch/locks.ts';
import { readSettingsVersion } from '../../../server/store/batch/settings-version.ts';
import { now } from '../../../server/store/batch/store.ts';
import { setBandsOfAll } from '../../support/set-bands.ts';
import { accepted, OPERATOR, openTestApp, raw, type TestApp } from '../../support/test-app.ts';
import { active, entered } from '../access/people-scene.ts';
import { makeAccount, sql } from '../scene.ts';
import type { Stage } from './act-records.ts';
import { ACT_SCENES, type RequestOf } from './act-scenes.ts';
import { PROMISED } from './promised-acts.ts';

let service: TestApp;
let stage: Stage;
let observer: pg.Client;

before(async () => {
  service = await openTestApp();
  const { app } = service;
  observer = new pg.Client(service.database.connection);
  await observer.connect();
  // Owners are asked about as soon as there have been two.
  await active(app, { role: 'owner' });
  const person = await active(app, { role: 'owner' });
  const { caller: owner } = await entered(app, person);
  const named = raw({ name: 'Shop', balance_currency: 'EUR' });
  const { id: merchant_id } = accepted(await createMerchant(app, OPERATOR, named));
  stage = { app, owner, merchant_id, account_id: await makeAccount(app, 'EUR') };
  const look = { merchant_id, changes: { footer: 'Hello' } };
  accepted(await changeSetting(app, owner, SETTINGS_ACTS.change_branding, look));
});
after(async () => {
  await observer.end();
  await service.stop();
});

/** The tables of settings, of people, and of alerts. */
const TABLES = LOCK_ORDER.filter(({ tables }) =>
  ['merchants', 'alert_settings'].some((name) => tables.includes(name)),
).flatMap(({ tables }) => tables);

/** The tables of which another transaction has locked rows. */
async function lockedTables(): Promise<string[]> {
  const locked: string[] = [];
  for (const table of TABLES) {
    const all = await observer.query(`select count(*)::int as n from ${table}`);
    await observer.query('begin');
    const free = await observer.query(`select 1 from ${table} for update skip locked`);
    await observer.query('rollback');
    if (free.rows.length < all.rows[0].n) locked.push(table);
  }
  return locked;
}

class Undone extends Error {}

/** What the first step of the act locks; nothing of it stays. */
async function locksOf<Request, Facts, Saved>(
  act: SettingsAct<Request, Facts, Saved>,
  request: Request,
  is_read_only = false,
): Promise<string[]> {
  const { store, mode } = stage.app;
  let locked: string[] = [];
  const undone = store.db.transaction(
    async (tx) => {
      const at = { tx, cipher: store.cipher, control: null, mode, now: await now(store, tx) };
      assert.notEqual(await act.lock(at, request), null);
      locked = await lockedTables();
      throw new Undone();
    },
    { is_read_only },
  );
  await assert.rejects(undone, Undone);
  return locked;
}

const auditHead = async () => {
  const [head] = await sql<{ n: bigint }>(stage.app, 'select last_number as n from audit_head');
  return head?.n ?? 0n;
};

async function actionsSince(number: bigint): Promise<string[]> {
  const rows = await sql<{ action: string; number: bigint }>(
    stage.app,
    'select action, number from audit_entries order by number',
  );
  return rows.filter((row) => row.number > number).map(({ action }) => action);
}

/** The same app, which counts how often its settings are read again. */
function counting() {
  const { app } = stage;
  const counted = { refreshes: 0 };
  const refresh = () => {
    counted.refreshes += 1;
    return app.settings.refresh();
  };
  return { app: { ...app, settings: { ...app.settings, refresh } }, counted };
}

async function proves<Name extends SettingsActName>(name: Name): Promise<void> {
  type Row = SettingsAct<RequestOf<Name>, unknown, unknown>;
  const act: Row = SETTINGS_ACTS[name] as unknown as Row;
  const { action, gate, version: step, locks } = act;
  assert.deepEqual([action, gate, step, ...locks], PROMISED[name]);
  const request = await ACT_SCENES[name](stage);
  const { db } = stage.app.store;

  assert.deepEqual(await locksOf(act, request), [...act.locks]);
  // Whoever looks at what a second person would approve locks nothing.
  if (act.gate !== null) assert.deepEqual(await locksOf(act, request, true), []);
  assert.equal(act.version === 'lock', act.locks.includes('settings_versions'));

  await setBandsOfAll(db, 0);
  const head = await auditHead();
  if (act.gate !== null && ASKS_NOTHING[name] === undefined) {
    const asked = await changeSetting(stage.app, stage.owner, act, request);
    assert.ok(isRefusal(asked), 'nobody was asked');
    assert.equal(asked.code, 'approval_required');
    assert.equal(asked.extra?.act, act.gate);
    assert.deepEqual(await actionsSince(head), []);
    await setBandsOfAll(db, null);
  }
  const { version } = await readSettingsVersion(db);
  const { app, counted } = counting();
  accepted(await changeSetting(app, stage.owner, act, request));
  const after_it = await readSettingsVersion(db);
  assert.equal(after_it.version - version, act.version === null ? 0n : 1n);
  assert.equal(counted.refreshes, act.version === null ? 0 : 1);
  assert.deepEqual(await actionsSince(head), act.action === null ? [] : [act.action]);
}

/** Versions of a rule that decide nothing: only what is on needs two people. */
const ASKS_NOTHING: Readonly<Partial<Record<SettingsActName, string>>> = {
  add_line_rule: 'a draft decides nothing',
  change_line_rule: 'a draft decides nothing',
  try_line_rule: 'what was tried decides nothing',
};

suite('a settings act does what its row says:', () => {
  for (const name of Object.keys(SETTINGS_ACTS) as SettingsActName[]) {
    test(name, async () => {
      await setBandsOfAll(stage.app.store.db, null);
      await proves(name);
    });
  }
});
