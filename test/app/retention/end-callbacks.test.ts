// Callbacks of finished trades are folded by their age, later removed, and the lists say so.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { listDeliveries } from '../../../server/app/callback/list-deliveries.ts';
import { resendEvents } from '../../../server/app/callback/resend-events.ts';
import { getDelivery } from '../../../server/app/callback/show-delivery.ts';
import type { App } from '../../../server/app/process/app.ts';
import { endCallbacks } from '../../../server/app/retention/end-callbacks.ts';
import { getRetention, setRetention } from '../../../server/app/retention/retention.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import * as store from '../../../server/store/callback/told-attempts.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import {
  answered,
  claimAll,
  makeDue,
  newMerchant,
  newTrade,
  record,
} from '../callback/delivery-scene.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: App;
before(async () => {
  service = await openTestApp();
  ({ app } = service);
});
after(() => service.stop());
beforeEach(async () => {
  app.store.clock_offset_ms = 0;
  await scene.sql(app, `update deliveries set status = 'exhausted' where status = 'waiting'`);
  await scene.sql(app, 'delete from retention_progress');
  await scene.sql(app, 'delete from retention_periods');
  await app.settings.refresh();
});

const later = (days: number) => {
  app.store.clock_offset_ms = days * DAY_MS;
};

/** A whole round, as the job makes it: page by page. */
async function round(): Promise<void> {
  await endCallbacks(app);
  const under_way = () =>
    scene.sql(app, 'select 1 from retention_progress where round_started_at is not null');
  while ((await under_way()).length > 0) await endCallbacks(app);
}

/** As rows, and as parts of their deliveries. */
const attemptsOf = (trade_id: string) =>
  scene.sql<{ sequence: number; attempt: number; reply_head: string; folded: boolean }>(
    app,
    `select sequence, attempt, reply_head, first_attempted_at is not null as folded
     from ${store.storedAttempts(`d.trade_id = '${trade_id}'`)} a order by sequence, attempt`,
  );

/** A pay-out that was canceled: two events, the first of which needed three attempts. */
async function told(is_finished = true) {
  const merchant = await newMerchant(app);
  const trade_id = await newTrade(app, merchant, 1);
  const { merchant_id } = merchant;
  if (is_finished) {
    const body = { note: 'as asked' };
    accepted(await actOnTrade(app, OPERATOR, merchant_id, trade_id, 'cancel', raw(body)));
  }
  for (const status of [500, 500, 200]) {
    const [delivery] = await claimAll(app);
    ok(delivery !== undefined);
    await record(app, delivery, answered(status, { reply_head: `said ${status}` }));
    await makeDue(app, trade_id);
  }
  for (const delivery of await claimAll(app)) await record(app, delivery, answered(200));
  return { merchant_id, trade_id };
}

const firstOf = async ({ merchant_id, trade_id }: { merchant_id: string; trade_id: string }) =>
  await getDelivery(app, { merchant_id, trade_id, sequence: '1', endpoint: '0' });

test('attempts become one row after 30 days, and callbacks end after 90', async () => {
  const trade = await told();
  later(29);
  await round();
  equal((await attemptsOf(trade.trade_id)).length, 4);
  later(31);
  await round();
  deepEqual(
    (await attemptsOf(trade.trade_id)).map(({ sequence, attempt, folded, reply_head }) => [
      sequence,
      attempt,
      folded,
      reply_head,
    ]),
    [
      [1, 3, true, ''],
      [2, 1, true, ''],
    ],
  );
  const shown = accepted(await firstOf(trade));
  const [only, ...more] = shown.history;
  deepEqual(more, []);
  deepEqual([only?.attempt, only?.status, only?.reply_head, only?.sent_to], [3, 200, '', '']);
  ok(only?.folded_from !== null && only !== undefined && only.folded_from < only.at);
  deepEqual([shown.attempts, shown.status, shown.last_status], [3, 'delivered', 200]);
  equal(accepted(await listDeliveries(app, { merchant_id: trade.merchant_id })).data.length, 2);

  later(91);
  await round();
  deepEqual(await attemptsOf(trade.trade_id), []);
  equal(refusedWith(await firstOf(trade)).code, 'not_found');
  const page = accepted(await listDeliveries(app, { merchant_id: trade.merchant_id }));
  deepEqual(page.data, []);
  const { ended_before } = (await kindOf('deliveries')) ?? {};
  equal(page.removed_before, ended_before);
  ok(ended_before !== null);
  const { timeline } = accepted(await getTradeWithTimeline(app, trade.merchant_id, trade.trade_id));
  equal(timeline.callbacks_removed_before, ended_before);
  equal(timeline.acts.length, 2);
});

const kindOf = async (kind: string) =>
  (await getRetention(app)).kinds.find((one) => one.kind === kind);

test('what was done is counted, and the oldest that stays is told', async () => {
  const trade = await told();
  const [first] = await scene.sql<{ at: number }>(
    app,
    `select greatest(max(d.finished_at), max(t.changed_at)) as at from deliveries d
     join trades t using (trade_id) where d.trade_id = '${trade.trade_id}' and d.sequence = 1`,
  );
  later(31);
  await round();
  const attempts = await kindOf('callback_attempts');
  ok((attempts?.rows_ended ?? 0) >= 2);
  const deliveries = await kindOf('deliveries');
  equal(deliveries?.rows_ended, 0);
  ok(deliveries?.looked_at !== null);
  ok(Date.parse(deliveries?.oldest_at ?? '') <= (first?.at ?? 0));
});

test('callbacks of a trade that can go on stay whole', async () => {
  const trade = await told(false);
  later(400);
  await round();
  equal((await attemptsOf(trade.trade_id)).length, 3);
  ok(!('kind' in (await firstOf(trade))));
});

test('a period that never ends keeps them, and a shorter one works at once', async () => {
  const trade = await told();
  const set = async (days: Record<string, number | null>) => {
    const periods = Object.entries(days).map(([kind, value]) => ({ kind, days: value }));
    accepted(await setRetention(app, OPERATOR, raw({ periods, note: 'tried' })));
  };
  await set({ deliveries: null, callback_attempts: null });
  later(1_000);
  await round();
  equal((await attemptsOf(trade.trade_id)).length, 4);
  later(1_000.5);
  await set({ deliveries: 30 });
  await round();
  equal(refusedWith(await firstOf(trade)).code, 'not_found');
});

test('one that is sent again is not removed meanwhile, and is folded anew later', async () => {
  const trade = await told();
  later(31);
  await round();
  const body = { merchant_id: trade.merchant_id, which: 'all', types: ['withdrawal.created'] };
  equal(accepted(await resendEvents(app, OPERATOR, raw(body))).resent, 1);
  await makeDue(app, trade.trade_id);
  later(95);
  await round();
  equal((await attemptsOf(trade.trade_id))[0]?.attempt, 3);
  for (const delivery of await claimAll(app)) await record(app, delivery, answered(200));
  deepEqual(
    (await attemptsOf(trade.trade_id)).map(({ attempt, folded }) => [attempt, folded]),
    [
      [3, true],
      [4, false],
    ],
  );
  const [folded] = accepted(await firstOf(trade)).history;
  later(130);
  await round();
  const [again, ...more] = accepted(await firstOf(trade)).history;
  deepEqual(more, []);
  deepEqual([again?.attempt, again?.folded_from], [4, folded?.folded_from]);
});

test('what was removed is not sent again as if it had been missed', async () => {
  const trade = await told();
  later(91);
  await round();
  const { merchant_id } = trade;
  const ask = async (which: string) =>
    accepted(await resendEvents(app, OPERATOR, raw({ merchant_id, which, preview: true }))).resent;
  equal(await ask('not_delivered'), 0);
  equal(await ask('all'), 2);
});

test('two processes at once do each page once', async () => {
  const trades = [await told(), await told()];
  later(31);
  await Promise.all([round(), endCallbacks(app), endCallbacks(app), endCallbacks(app)]);
  await round();
  for (const { trade_id } of trades) equal((await attemptsOf(trade_id)).length, 2);
});
