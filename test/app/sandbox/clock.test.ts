// The sandbox's clock: who may advance it and how far, that all processes obey at once, that access
// keeps the true time, and that the books prove although it is advanced during traffic.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { serviceTime } from '../../../server/app/process/service-time.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import {
  type AdvancedClockBody,
  advanceSandboxClock,
  showSandboxClock,
} from '../../../server/app/sandbox/advance-clock.ts';
import { cancelTrade } from '../../../server/app/trade/cancel-trade.ts';
import { expireDue } from '../../../server/app/trade/expire-due.ts';
import { listTrades } from '../../../server/app/trade/list-trades.ts';
import {
  SANDBOX_ADVANCE_MAX_S,
  SANDBOX_WORK,
} from '../../../server/domain/sandbox/sandbox-clock.ts';
import { createStoredWork } from '../../../server/jobs/runner.ts';
import { now } from '../../../server/store/batch/store.ts';
import { saveSandboxAhead } from '../../../server/store/sandbox/sandbox-clock.ts';
import { makeEverythingWait } from '../../jobs/waiting-scene.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

const DAY_S = 86_400;

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
  await scene.makeAccount(app, 'INR');
});
after(() => service.stop());

const advance = async (seconds: number, process = app): Promise<AdvancedClockBody> =>
  accepted(await advanceSandboxClock(process, OPERATOR, raw({ seconds }), 0));

const rowsOf = async (table: string, of = app): Promise<number> => {
  const [row] = await scene.sql<{ rows: number }>(
    of,
    `select count(*)::integer as rows from ${table}`,
  );
  return row?.rows ?? 0;
};

test('it is shown, advanced and noted in the audit trail', async () => {
  const first = accepted(await showSandboxClock(app));
  assert.equal(first.ahead_seconds, 0);
  const after_it = await advance(900);
  assert.equal(after_it.ahead_seconds, 900);
  assert.deepEqual(Object.keys(after_it.came_due).toSorted(), SANDBOX_WORK.toSorted());
  assert.ok(Date.parse(after_it.now) - Date.parse(first.now) >= 900_000);
  const [note] = await scene.sql<{ target: string; detail: object }>(
    app,
    `select target, detail from audit_entries where action = 'sandbox_clock_advanced'`,
  );
  assert.deepEqual(note, {
    target: 'sandbox/clock',
    detail: { seconds: 900, ahead_seconds: 900 },
  });
});

test('the answer counts what came due, and the database has it done', async () => {
  const merchant = await makeMerchant(app);
  const amounts = [7_001, 7_002, 7_003];
  const made = await Promise.all(
    amounts.map((amount_cents) => scene.newPayin(app, merchant, { amount_cents })),
  );
  const { came_due } = await advance(16 * 60);
  assert.equal(came_due.payins, 3);
  const ids = made.map(({ id }) => `'${id}'`).join(', ');
  assert.equal(await rowsOf(`trades where trade_id in (${ids}) and state = 'expired'`), 3);
  assert.equal((await advance(1)).came_due.payins, 0);
});

test('another process decides by it before it has heard of it', async () => {
  const other = await service.another();
  await other.settings.current();
  const merchant = await makeMerchant(app);
  await other.settings.refresh();
  // From now on it looks only when it is asked to.
  other.settings.close();
  await advance(3 * DAY_S);
  const trade = await scene.newPayin(other, merchant, { amount_cents: 7_100 });
  assert.ok(Date.parse(trade.created_at) > serviceTime(app) - 60_000);
  assert.ok((await now(other.store)) > serviceTime(app) - 60_000);
  await other.settings.refresh();
  assert.equal(other.store.sandbox_ahead_ms, app.store.sandbox_ahead_ms);
  const third = await service.another();
  await third.settings.current();
  assert.equal(third.store.sandbox_ahead_ms, app.store.sandbox_ahead_ms);
});

test('orders of then are found by their times', async () => {
  await advance(10 * DAY_S);
  const merchant = await makeMerchant(app);
  const trade = await scene.newPayin(app, merchant, { amount_cents: 7_200 });
  const at = Date.parse(trade.created_at);
  const listed = async (from_ms: number, to_ms: number) => {
    const query = { from: new Date(from_ms).toISOString(), to: new Date(to_ms).toISOString() };
    return accepted(await listTrades(app, query)).data.map(({ id }) => id);
  };
  assert.deepEqual(await listed(at - 60_000, at + 60_000), [trade.id]);
  assert.deepEqual(await listed(at - 120_000, at - 60_000), []);
});

test('callbacks of then are due at once', async () => {
  const merchant = await makeMerchant(app);
  const callback_url = 'https://shop.example/hook';
  const fields = { amount_cents: 7_300, callback_url };
  const trade = await scene.newPayin(app, merchant, fields);
  const at = new Date(await now(app.store)).toISOString();
  const due = `deliveries where trade_id = '${trade.id}' and due_at <= '${at}'`;
  assert.equal(await rowsOf(due), 1);
});

test('two advances at once add up', async () => {
  const other = await service.another();
  const before_it = (await advance(1)).ahead_seconds;
  await Promise.all([advance(10), advance(20, other), advance(30)]);
  assert.equal((await advance(1)).ahead_seconds, before_it + 61);
});

test('it signs nobody out, and ends no token, link or code', async () => {
  const waiting = await openTestApp();
  try {
    await makeEverythingWait(waiting.app);
    const held = [
      `sessions where stage = 'open' and expires_at > now()`,
      'api_tokens where expires_at > now()',
      'operator_tokens where expires_at > now()',
      'person_links where expires_at > now()',
      'enrolment_links where expires_at > now()',
      'openid_requests where expires_at > now()',
      'passkey_challenges where expires_at > now()',
      'used_signatures where expires_at > now()',
      'sign_in_tries where locked_until > now()',
      'presences where until_at > now()',
      'encryption_keys where use_from > now()',
    ];
    const standing = () => Promise.all(held.map((from) => rowsOf(from, waiting.app)));
    const before_it = await standing();
    assert.ok(
      before_it.every((rows) => rows > 0),
      `${before_it}`,
    );
    await advance(30 * DAY_S, waiting.app);
    for (const run of Object.values(createStoredWork(waiting.app))) await run();
    assert.deepEqual(await standing(), before_it);
    assert.ok((await waiting.app.settings.refresh()).tokens.size > 0);
  } finally {
    await waiting.stop();
  }
});

test('the books prove although it is advanced while orders come', async () => {
  const other = await service.another();
  const merchant = await makeMerchant(app);
  const { caller, merchant_id } = merchant;
  let is_over = false;
  const traffic = async (process: OpenApp) => {
    const made: string[] = [];
    while (!is_over) {
      const amount_cents = 100_000 + scene.newNumber();
      const { id } = await scene.newPayin(process, merchant, { amount_cents });
      made.push(id);
      if (made.length % 3 === 0) await cancelTrade(process, caller, raw({ merchant_id, id }));
      if (made.length % 5 === 0) await expireDue(process);
    }
    return made;
  };
  const running = [app, other, app, other].map(traffic);
  for (let round = 0; round < 12; round += 1) await advance(600, round % 2 === 0 ? app : other);
  is_over = true;
  const made = (await Promise.all(running)).flat();
  assert.ok(made.length > 12, `${made.length}`);
  await advance(3_600);
  const own = `merchant_id = '${merchant_id}'`;
  assert.equal(await rowsOf(`trades where ${own} and state in ('created', 'pending')`), 0);
  assert.equal(await rowsOf(`trades where ${own} and changed_at < created_at`), 0);
  // Of each order the events are in the order of their times, whichever process made them.
  assert.equal(
    await rowsOf(`events a join events b using (merchant_id, trade_id)
      where ${own} and a.sequence < b.sequence and a.happened_at > b.happened_at`),
    0,
  );
  assert.deepEqual((await verifyBooks(app)).problems, []);
});

test('it goes neither back nor too far', async () => {
  for (const seconds of [0, -1, 1.5, '60', null, undefined, SANDBOX_ADVANCE_MAX_S + 1]) {
    const refused = refusedWith(await advanceSandboxClock(app, OPERATOR, raw({ seconds }), 0));
    assert.equal(refused.errors?.[0]?.field, 'seconds', String(seconds));
  }
  const { ahead_seconds } = accepted(await showSandboxClock(app));
  const left = SANDBOX_ADVANCE_MAX_S - ahead_seconds;
  const seconds = left + 1;
  const refused = refusedWith(await advanceSandboxClock(app, OPERATOR, raw({ seconds }), 0));
  assert.match(refused.errors?.[0]?.message ?? '', new RegExp(`at most ${left} seconds`));
  assert.equal(accepted(await showSandboxClock(app)).ahead_seconds, ahead_seconds);
  assert.equal((await advance(left)).ahead_seconds, SANDBOX_ADVANCE_MAX_S);
});

test('a live service has no clock to advance, and ignores what a row says', async () => {
  const live = await openTestApp({ mode: 'live' });
  try {
    assert.equal(refusedWith(await showSandboxClock(live.app)).code, 'not_found');
    const seconds = 60;
    const refused = await advanceSandboxClock(live.app, OPERATOR, raw({ seconds }), 0);
    assert.equal(refusedWith(refused).code, 'not_found');
    await saveSandboxAhead(live.app.store.db, 3 * DAY_S * 1_000);
    await live.app.store.db.query('', 'update settings_versions set version = version + 1', []);
    await live.app.settings.refresh();
    await scene.makeAccount(live.app, 'INR');
    const merchant = await makeMerchant(live.app);
    const trade = await scene.newPayin(live.app, merchant, { amount_cents: 7_400 });
    const latest = Date.now() + 60_000;
    for (const at of [serviceTime(live.app), await now(live.app.store)]) assert.ok(at < latest);
    assert.ok(Date.parse(trade.created_at) < latest);
  } finally {
    await live.stop();
  }
});
