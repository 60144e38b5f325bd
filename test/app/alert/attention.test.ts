// What needs a decision on a real database: each kind is listed, is over its threshold from the
// right moment on, and is over no longer once somebody has done what its text says.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { targetInWords } from '../../../cli/client/words/target-words.ts';
import { listAttention } from '../../../server/app/alert/list-attention.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { diskUse } from '../../../server/app/process/app.ts';
import {
  ATTENTION,
  ATTENTION_KINDS,
  type AttentionKind,
  COUNTED_MOST,
} from '../../../server/domain/alert/attention-kinds.ts';
import { saveThresholds } from '../../../server/store/alert/thresholds.ts';
import { makeMerchant, openTestApp, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { ATTENTION_SCENES, type Raised } from './attention-scenes.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(() => service.stop());

const MINUTE_MS = 60_000;

/** The item at a time that is this much later than now. */
async function itemOf(kind: AttentionKind, raised: Partial<Raised>, later_ms = 0) {
  const used = raised.app ?? app;
  const now = () => app.settings.now() + later_ms;
  const list = await listAttention({ ...used, settings: { ...app.settings, now } });
  const mine = list.data.filter(
    (item) => item.kind === kind && item.subject_id === (raised.subject_id ?? null),
  );
  assert.ok(mine.length <= 1, 'one item for each cause');
  return mine[0];
}

/** Kinds without a subject name the worst of what waits. */
const NAMES: Readonly<Partial<Record<AttentionKind, RegExp>>> = {
  payins_to_verify: /^order \S+ of Shop/,
  payouts_to_send: /^order \S+ of Shop/,
  payouts_unconfirmed: /^order \S+ of Shop/,
  disputes_overdue: /^dispute about order \S+ of Shop/,
  approvals_waiting: /^proposal [a-z_]+( of Shop.*)?$/,
  settlements_waiting: /^settlement 1 of Shop/,
  lines_in_suspense: /^bank line at /,
  lines_waiting: /^waiting bank line at /,
  suspense_unequal: /^receiving account \S/,
  balances_negative: /^merchant Shop/,
  reports_undelivered: /^report “Daily”$/,
  callbacks_exhausted: /^order \S+ of Shop/,
};

suite('each kind is over its threshold, and then no longer', () => {
  for (const kind of ATTENTION_KINDS) {
    test(kind, async () => {
      const { unit, threshold } = ATTENTION[kind];
      const before = await itemOf(kind, {});
      assert.ok(before?.is_over !== true, 'before');
      const raised = await ATTENTION_SCENES[kind](app);
      // For ages the threshold is reached while time passes, for all else at once.
      const wait_ms = unit === 'minutes' ? threshold * MINUTE_MS : 0;
      if (unit === 'minutes') {
        const early = await itemOf(kind, raised, wait_ms - MINUTE_MS);
        assert.equal(early?.is_over, false, 'a minute too early');
      }
      const item = await itemOf(kind, raised, wait_ms + MINUTE_MS);
      assert.ok(item !== undefined);
      assert.deepEqual([item.is_over, item.count, item.has_more], [true, raised.count, false]);
      assert.match(item.text, /^\d+ [^.]+\. .+\.$/);
      assert.equal(item.worst?.target ?? null, raised.worst);
      if (raised.worst !== null) assert.match(targetInWords(item.worst) ?? '', NAMES[kind] ?? /^$/);
      await raised.recover();
      const over = (await itemOf(kind, raised, wait_ms + MINUTE_MS))?.is_over;
      assert.notEqual(over, true, 'recovered');
    });
  }
});

test('more than the limit are not counted, and the oldest is the oldest', async () => {
  const account = await scene.makeAccount(app, 'JPY');
  const lines = Array.from({ length: 500 }, (_, index) => ({ amount_cents: -(index + 1) }));
  await scene.feed(app, account, lines);
  const [first] = await scene.sql<{ at: number; id: string }>(
    app,
    `select decided_at as at, bank_line_id as id from bank_line_outcomes
     where status = 'suspense' order by decided_at limit 1`,
  );
  const few = await itemOf('lines_in_suspense', {});
  assert.deepEqual([few?.count, few?.has_more], [500, false]);
  await scene.feed(app, account, lines);
  const all = await itemOf('lines_in_suspense', {});
  assert.deepEqual([all?.count, all?.has_more], [COUNTED_MOST, false]);
  await scene.feed(app, account, [{ amount_cents: -7_777 }]);
  const more = await itemOf('lines_in_suspense', {});
  assert.deepEqual([more?.count, more?.has_more], [COUNTED_MOST, true]);
  assert.match(more?.text ?? '', /^1000\+ bank lines are in suspense, the oldest for/);
  assert.equal(more?.oldest_at, new Date(first?.at ?? 0).toISOString());
  assert.equal(more?.worst?.target, `bank_lines/${first?.id}`);
});

test('the oldest pay-out is found in whichever currency it is', async () => {
  const merchant = await makeMerchant(app, { balance_currency: 'USD' });
  await scene.fund(app, merchant.merchant_id, 1_000);
  const { id } = await scene.newPayout(app, merchant, 10, { amount_currency: 'USD' });
  const other = await makeMerchant(app);
  await scene.fund(app, other.merchant_id, 1_000);
  await scene.newPayout(app, other, 10);
  const at = '2026-01-02T03:04:05.000Z';
  await scene.sql(app, `update trades set created_at = '${at}' where trade_id = '${id}'`);
  const item = await itemOf('payouts_to_send', {});
  assert.deepEqual(
    [item?.oldest_at, item?.worst?.target],
    [at, `trades/${merchant.merchant_id}/${id}`],
  );
});

test('the operator’s threshold counts instead of the default; a kind can be off', async () => {
  await scene.fund(app, (await makeMerchant(app)).merchant_id, 10);
  const account = await scene.makeAccount(app, 'NZD');
  await scene.feed(app, account, [{ amount_cents: -5 }]);
  const kind = 'lines_in_suspense';
  const over = async (later_ms: number) => (await itemOf(kind, {}, later_ms))?.is_over;
  const save = (threshold: number, enabled: boolean) =>
    saveThresholds(app.store.db, [{ kind, threshold, enabled }]);
  await save(5, true);
  assert.deepEqual([await over(0), await over(6 * MINUTE_MS)], [false, true]);
  await save(5, false);
  assert.equal(await over(6 * MINUTE_MS), false);
  await save(ATTENTION[kind].threshold, true);
});

test('however many ask at once, there is one look at a time, and none gets an old state', async () => {
  let looks = 0;
  const begun = Promise.withResolvers<null>();
  const first = Promise.withResolvers<null>();
  const { query } = app.store.db;
  const db: typeof app.store.db = {
    ...app.store.db,
    query: async (name, text, values) => {
      if (name === 'read-attention-thresholds') {
        looks += 1;
        begun.resolve(null);
        if (looks === 1) await first.promise;
      }
      return await query(name, text, values);
    },
  };
  const asked = { ...app, store: { ...app.store, db } };
  const early = listAttention(asked);
  await begun.promise;
  const account = await scene.makeAccount(app, 'SEK');
  const count = async () => (await itemOf('lines_in_suspense', {}))?.count ?? 0;
  const before = await count();
  await scene.feed(app, account, [{ amount_cents: -5 }]);
  const late = [listAttention(asked), listAttention(asked), listAttention(asked)];
  first.resolve(null);
  await early;
  for (const { data } of await Promise.all(late)) {
    const item = data.find(({ kind }) => kind === 'lines_in_suspense');
    assert.equal(item?.count, Math.min(before + 1, COUNTED_MOST));
  }
  assert.equal(looks, 2);
});

test('what is over comes first', async () => {
  const now = () => app.settings.now() + 10 * 1_440 * MINUTE_MS;
  const { data, over } = await listAttention({ ...app, settings: { ...app.settings, now } });
  const order = data.map((item) => item.is_over);
  assert.deepEqual(
    order,
    [...order].sort((a, b) => Number(b) - Number(a)),
  );
  assert.equal(over, order.filter(Boolean).length);
});

test('no disk is watched of a folder that is not there', async () => {
  assert.equal(await diskUse(join(tmpdir(), 'payment-orders-has-no-such-folder')), null);
});

test('the disk is as full as df says', async () => {
  const disk = await diskUse(tmpdir());
  assert.ok(disk !== null);
  const { total_bytes, free_bytes } = disk;
  assert.ok(free_bytes >= 0 && free_bytes <= total_bytes);
  const told = execFileSync('df', ['-Pk', tmpdir()], { encoding: 'utf8' });
  const [, percent] = /\s(\d+)%/.exec(told) ?? [];
  const ours = Math.ceil(((total_bytes - free_bytes) * 100) / total_bytes);
  // Others write meanwhile.
  assert.ok(Math.abs(ours - Number(percent)) <= 1, `${ours} % beside ${percent} %`);
});
