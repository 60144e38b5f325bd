// What happened since somebody was here, on a real database: since the last visit, by kind, without
// what they did themselves, and settings only for those who may read the audit trail.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { showSince } from '../../../server/app/alert/show-since.ts';
import { getMerchant, updateMerchant } from '../../../server/app/merchant/merchants.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import type { OperatorCaller } from '../../../server/app/request/caller.ts';
import { finishCounting } from '../../../server/app/trade/count-events.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import { active, entered } from '../access/people-scene.ts';
import { waitingProposal } from '../approval/proposal-scene.ts';
import { credited, opened } from '../dispute/dispute-scene.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
let shop: TestMerchant;
before(async () => {
  service = await openTestApp();
  app = service.app;
  shop = await makeMerchant(app);
  await scene.makeAccount(app, 'INR');
});
after(() => service.stop());

const told = async (caller: OperatorCaller, query = {}) =>
  accepted(await showSince(app, caller, query));

const counts = async (caller: OperatorCaller, query = {}) => {
  const { data } = await told(caller, query);
  return Object.fromEntries(data.map(({ kind, count }) => [kind, count]));
};

const NOTHING = {
  payins_credited: 0,
  payouts_paid: 0,
  payouts_failed: 0,
  disputes_opened: 0,
  approvals_for_you: 0,
  endpoints_failing: 0,
  settings_changed: 0,
};

const back = (column: string, table: string, hours: number) =>
  scene.sql(app, `update ${table} set ${column} = ${column} - interval '${hours} h'`);

test('each kind is counted, with the sums of trades and who changed what', async () => {
  const owner = await active(app, { name: 'Owen Nair', role: 'owner' });
  const { caller } = await entered(app, owner);
  const from = { since: new Date().toISOString() };
  const before = await counts(caller, from);
  deepEqual(Object.keys(before), Object.keys(NOTHING));
  const trade = await credited(app, shop, 4_700);
  await finishCounting(app);
  await opened(app, trade);
  await waitingProposal(app);
  const name = 'Lotus Books';
  const changed = await updateMerchant(app, OPERATOR, shop.merchant_id, raw({ name }));
  equal(accepted(changed).name, name);
  const now = await counts(caller, from);
  const more = Object.fromEntries(
    Object.entries(now).map(([kind, count]) => [kind, count - (before[kind] ?? 0)]),
  );
  deepEqual(more, {
    ...NOTHING,
    payins_credited: 1,
    disputes_opened: 1,
    approvals_for_you: 1,
    settings_changed: 1,
  });
  const { data, changes } = await told(caller, from);
  deepEqual(data[0]?.sums, [{ currency: 'INR', amount_cents: 4_700 }]);
  const [newest] = changes;
  deepEqual(
    [newest?.action, newest?.named_target?.merchant_name, newest?.actor.id],
    ['merchant_changed', name, OPERATOR.operator_token_id],
  );
});

test('one’s own changes are no news, and without the audit trail none are told', async () => {
  const owner = await active(app, { name: 'Rita Das', role: 'owner' });
  const { caller } = await entered(app, owner);
  const before = (await counts(caller)).settings_changed;
  const { name } = accepted(await getMerchant(app, shop.merchant_id));
  const given = raw({ name: `${name} 2` });
  accepted(await updateMerchant(app, caller, shop.merchant_id, given));
  equal((await counts(caller)).settings_changed, before);
  const person = await active(app, { name: 'Asha Rao', role: 'operator' });
  const asha = (await entered(app, person)).caller;
  const { data, changes } = await told(asha);
  deepEqual([data.some(({ kind }) => kind === 'settings_changed'), changes], [false, []]);
});

test('it is told from the last visit on, not from the present session', async () => {
  const person = await active(app, { name: 'Vera Look', role: 'viewer' });
  await entered(app, person);
  await back('created_at', 'sessions', 50);
  await back('last_seen_at', 'sessions', 49);
  const { caller } = await entered(app, person);
  const [visit] = await scene.sql<{ at: number }>(
    app,
    `select last_seen_at as at from sessions where person_id = '${person.id}'
     order by created_at limit 1`,
  );
  const quarter = 15 * 60_000;
  const expected = Math.floor((visit?.at ?? 0) / quarter) * quarter;
  equal((await told(caller)).since, new Date(expected).toISOString());
});
