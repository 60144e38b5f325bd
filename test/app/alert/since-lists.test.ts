// Each line of what happened since somebody was here leads to a list with exactly its rows.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sincePlace } from '../../../console/screens/start/since-places.ts';
import { listAudit } from '../../../server/app/access/list-audit.ts';
import { showSince } from '../../../server/app/alert/show-since.ts';
import { listDeliveries } from '../../../server/app/callback/list-deliveries.ts';
import { listDisputes } from '../../../server/app/dispute/list-disputes.ts';
import { updateMerchant } from '../../../server/app/merchant/merchants.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import type { OperatorCaller } from '../../../server/app/request/caller.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { finishCounting } from '../../../server/app/trade/count-events.ts';
import { listTrades } from '../../../server/app/trade/list-trades.ts';
import type { SinceKind } from '../../../server/domain/report/since.ts';
import { filterProblem } from '../../../server/domain/saved-view/view-lists.ts';
import type { Refusal } from '../../../server/domain/service/refusal.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  setDefaultEndpoint,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import { active, entered } from '../access/people-scene.ts';
import { credited, opened } from '../dispute/dispute-scene.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
let shop: TestMerchant;
let caller: OperatorCaller;
before(async () => {
  service = await openTestApp();
  app = service.app;
  shop = await makeMerchant(app);
  await scene.makeAccount(app, 'INR');
  await scene.fund(app, shop.merchant_id, 100_000);
  const owner = await active(app, { name: 'Owen Nair', role: 'owner' });
  ({ caller } = await entered(app, owner));
});
after(() => service.stop());

type Rows = { data: readonly ({ id: string } | { number: number })[] };

const LISTS: Readonly<Record<string, (query: object) => Promise<Rows | Refusal>>> = {
  '/trades': (query) => listTrades(app, query),
  '/disputes': (query) => listDisputes(app, caller, query),
  '/audit': (query) => listAudit(app, caller, query),
};

/** What the console asks for when somebody follows the line. */
async function listed(kind: SinceKind, since: string): Promise<string[]> {
  const { to, search } = sincePlace(kind, since);
  const { view: _, ...query } = search;
  const list = LISTS[to];
  ok(list, to);
  const { data } = accepted(await list(query));
  return data.map((row) => String('id' in row ? row.id : row.number));
}

const KINDS = [
  'payins_credited',
  'payouts_paid',
  'payouts_failed',
  'disputes_opened',
  'settings_changed',
] as const;

const act = async (id: string, name: 'take' | 'complete' | 'fail' | 'reverse') => {
  const fields = { note: 'As agreed', ...(name === 'complete' ? { utr: 'PAID00000001' } : {}) };
  return accepted(await actOnTrade(app, OPERATOR, shop.merchant_id, id, name, raw(fields)));
};

test('as many rows as were counted, whatever became of them since', async () => {
  await credited(app, shop, 4_700);
  const taken_back = await credited(app, shop, 4_800);
  await act(taken_back.id, 'reverse');
  await opened(app, await credited(app, shop, 4_900));
  const paid = await scene.newPayout(app, shop, 500);
  const failed = await scene.newPayout(app, shop, 600);
  for (const { id } of [paid, failed]) await act(id, 'take');
  await act(paid.id, 'complete');
  await act(paid.id, 'reverse');
  await act(failed.id, 'fail');
  const change = async (who: OperatorCaller, name: string) =>
    accepted(await updateMerchant(app, who, shop.merchant_id, raw({ name })));
  await change(OPERATOR, 'Lotus Books');
  await change(caller, 'Lotus Books and Tea');
  await finishCounting(app);
  const { since, data } = accepted(await showSince(app, caller, {}));
  const counts = new Map(data.map(({ kind, count }) => [kind, count]));
  for (const kind of KINDS) {
    const rows = await listed(kind, since);
    ok(rows.length > 0, kind);
    equal(rows.length, counts.get(kind), kind);
  }
  deepEqual((await listed('payouts_paid', since)).includes(paid.id), true);
});

test('what was completed or failed before is not listed because it changed since', async () => {
  const old = await credited(app, shop, 5_100);
  const failed = await scene.newPayout(app, shop, 700);
  await act(failed.id, 'fail');
  const { since } = accepted(await showSince(app, caller, {}));
  const ids = async () => [
    ...(await listed('payins_credited', since)),
    ...(await listed('payouts_failed', since)),
  ];
  const before_that = await ids();
  await scene.sql(
    app,
    `update trades set completed_at = completed_at - interval '3 d',
       closed_at = closed_at - interval '3 d' where trade_id in ('${old.id}', '${failed.id}')`,
  );
  deepEqual(
    before_that.filter((id) => id !== old.id && id !== failed.id),
    await ids(),
  );
  equal(before_that.length, (await ids()).length + 2);
});

test('endpoints that began to fail lead to their callbacks, and to those of no other', async () => {
  const other = await makeMerchant(app);
  for (const { merchant_id } of [shop, other]) {
    await setDefaultEndpoint(app, merchant_id, 'https://shop.example/hook');
  }
  await credited(app, shop, 6_100);
  await scene.fund(app, other.merchant_id, 100_000);
  await scene.newPayout(app, other, 800);
  const { since } = accepted(await showSince(app, caller, {}));
  const failed = async (merchant_id: string, at: string) =>
    await scene.sql(
      app,
      `insert into callback_endpoint_health (merchant_id, number, failing_since)
       values ('${merchant_id}', 0, ${at})
       on conflict (merchant_id, number) do update set failing_since = excluded.failing_since`,
    );
  await failed(shop.merchant_id, 'now()');
  await failed(other.merchant_id, `now() - interval '3 d'`);
  const { data } = accepted(await showSince(app, caller, {}));
  equal(data.find(({ kind }) => kind === 'endpoints_failing')?.count, 1);
  const { to, search } = sincePlace('endpoints_failing', since);
  equal(to, '/callbacks');
  const all = accepted(await listDeliveries(app, {})).data;
  const rows = accepted(await listDeliveries(app, search)).data;
  deepEqual(new Set(all.map((row) => row.merchant_id)).size, 2);
  deepEqual([...new Set(rows.map((row) => row.merchant_id))], [shop.merchant_id]);
  equal(filterProblem(`/callbacks?failing_from=${encodeURIComponent(since)}`), null);
});
