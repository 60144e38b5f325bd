// Settlements under concurrency: two processes, running orders, and simultaneous decisions.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { App } from '../../../server/app/process/app.ts';
import { approveSettlement } from '../../../server/app/settlement/decide-settlement.ts';
import { draftSettlement } from '../../../server/app/settlement/draft-settlement.ts';
import type { SettlementBody } from '../../../server/app/settlement/settlement-view.ts';
import { accepted, OPERATOR, openTestApp, raw, type TestApp } from '../../support/test-app.ts';
import {
  countOf,
  fund,
  isAccepted,
  kinds,
  makeAccount,
  meet,
  newNumber,
  newPayout,
  sql,
} from '../scene.ts';
import { settling } from './settlement-scene.ts';

let scene: TestApp;
let app: App;
let settle: ReturnType<typeof settling>;
before(async () => {
  scene = await openTestApp();
  app = scene.app;
  settle = settling(app);
  await makeAccount(app, 'INR');
});
after(async () => {
  await scene.stop();
});

test('drafts that are asked for at once become one, and approvals pay once', async () => {
  const merchant = await settle.withAccount();
  await settle.credit(merchant);
  const other = await scene.another();
  const ask = (one: App) => draftSettlement(one, OPERATOR, merchant.merchant_id, raw({}));
  const drafts = await Promise.all([app, other, app, other, app, other].map(ask));
  assert.equal(countOf(kinds(drafts), 'accepted'), 1);
  const statement = drafts.find(isAccepted) ?? assert.fail('No draft');
  const approvals = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      approveSettlement(index % 2 === 0 ? app : other, OPERATOR, statement, raw({})),
    ),
  );
  assert.equal(countOf(kinds(approvals), 'accepted'), 1);
  assert.equal(countOf(kinds(approvals), 'act_not_allowed'), 19);
  const rows = await sql<{ count: bigint }>(
    app,
    `select count(*) as count from trades where settlement_id = '${statement.id}'`,
  );
  assert.equal(Number(rows[0]?.count), 1);
  assert.equal((await settle.balanceOf(merchant)).actual_amount_cents, 0);
  await settle.prove();
});

test('statements drafted while orders run cover each entry once', async () => {
  const merchant = await settle.withAccount();
  await fund(app, merchant.merchant_id, 1_000_000);
  const statements: SettlementBody[] = [];
  let is_running = true;
  const trading = Promise.all(
    Array.from({ length: 60 }, async () => {
      await newPayout(app, merchant, 10);
      const trade = await settle.credit(merchant);
      if (newNumber() % 3 === 0) await settle.act(trade, 'reverse');
    }),
  ).finally(() => {
    is_running = false;
  });
  do {
    const statement = accepted(await settle.draft(merchant));
    accepted(await settle.approve(statement, { amount_cents: 0 }));
    statements.push(statement);
  } while (is_running);
  await trading;
  const last = accepted(await settle.draft(merchant));
  statements.push(last);
  let next = 1;
  for (const { first_entry_number, last_entry_number, ...statement } of statements) {
    assert.equal(first_entry_number, next);
    next = last_entry_number + 1;
    const ledger = await settle.movement(
      merchant.merchant_id,
      first_entry_number,
      last_entry_number,
    );
    assert.equal(Number(statement.closing_cents) - Number(statement.opening_cents), ledger.moved);
    assert.equal(statement.line_count, ledger.entries);
  }
  assert.equal(last.closing_cents, (await settle.balanceOf(merchant)).actual_amount_cents);
  await settle.prove();
});

test('of an approval and a discard at once, one is done', async () => {
  for (const [query, first, second] of [
    ['lock-settlements', settle.approve, settle.discard],
    ['delete-settlement-lines', settle.discard, settle.approve],
  ] as const) {
    const merchant = await settle.withAccount();
    await settle.credit(merchant);
    const statement = accepted(await settle.draft(merchant));
    const answers = await meet(
      app,
      query,
      () => first(statement),
      () => second(statement),
    );
    assert.equal(countOf(kinds(answers), 'accepted'), 1, query);
    const { state, trade_id } = await settle.now(statement);
    assert.equal(state === 'discarded', trade_id === null);
  }
  await settle.prove();
});

test('a pay-out that moves its statement never deadlocks with a decision about that', async () => {
  const merchant = await settle.withAccount();
  await settle.credit(merchant);
  const statement = accepted(await settle.draft(merchant));
  const { trade_id } = accepted(await settle.approve(statement));
  const payout = { merchant_id: merchant.merchant_id, id: trade_id ?? '' };
  accepted(await settle.act(payout, 'take'));
  const other = await scene.another();
  const codes: unknown[] = [];
  for (const { store } of [app, other]) {
    const { db } = store;
    const transaction: typeof db.transaction = (work) =>
      db.transaction(work).catch((error: unknown) => {
        codes.push(error);
        throw error;
      });
    store.db = { ...db, transaction };
  }
  const [moved, again] = await meet<unknown>(
    app,
    'move-settlements',
    () => settle.act(payout, 'complete', { utr: 'BANKUTR00001' }),
    () => approveSettlement(other, OPERATOR, statement, raw({})),
  );
  assert.deepEqual(kinds([moved, again]), ['accepted', 'act_not_allowed']);
  assert.deepEqual(codes, []);
  assert.equal((await settle.now(statement)).state, 'settled');
});
