// Locks of bank lines: batches of two processes that need the same lines in any order never
// deadlock.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import type { App } from '../../../server/app/process/app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import type { TakeLine } from '../../../server/domain/batch/command.ts';
import { workOf } from '../../../server/domain/decide.ts';
import { NO_BANDS } from '../../../server/domain/record/band.ts';
import { type LineAct, NO_DETAILS } from '../../../server/domain/record/bank-line.ts';
import { runBatch } from '../../../server/store/batch/store.ts';
import { makeMerchant, OPERATOR, openTestApp, raw, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';

let opened: TestApp;
let apps: App[];
/** The transactions that PostgreSQL ended because of a deadlock. */
let deadlocks = 0;

const DEADLOCK = '40P01';

function counting(app: App): App {
  const { db } = app.store;
  app.store.db = {
    ...db,
    transaction: async (work, options) => {
      try {
        return await db.transaction(work, options);
      } catch (error) {
        if (error instanceof pg.DatabaseError && error.code === DEADLOCK) deadlocks += 1;
        throw error;
      }
    },
  };
  return app;
}

before(async () => {
  opened = await openTestApp();
  apps = [counting(opened.app), counting(await opened.another())];
});
after(async () => {
  assert.deepEqual((await verifyBooks(opened.app)).problems, []);
  await opened.stop();
});

const appOf = (index: number): App => apps[index % 2] ?? opened.app;

/** A shuffled order: the same in every run, and different for each number. */
function shuffled<Item>(items: readonly Item[], number: number): Item[] {
  const weight = (index: number) => Math.sin(number * 7_919 + index * 104_729);
  return items
    .map((item, index) => ({ item, at: weight(index) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

async function rematch(app: App, bank_line_id: string) {
  const { merchants } = await app.settings.current();
  return await app.writer.submit({
    kind: 'rematch_line',
    command_id: crypto.randomUUID(),
    actor: { role: 'service', id: null },
    bank_line_id,
    merchants,
  });
}

/** Two credits and one debit for each UTR, so that no rule decides and all wait in review. */
async function opposites(account: string, count: number, from: number): Promise<string[]> {
  const utrs = Array.from({ length: count }, (_, at) => `UTR${from + at}`.padEnd(12, '0'));
  const lines = utrs.flatMap((utr) => [
    { utr, amount_cents: 700, bank_id: `${utr}a` },
    { utr, amount_cents: 700, bank_id: `${utr}b` },
    { utr, amount_cents: -700, bank_id: `${utr}c` },
  ]);
  const taken = await scene.feed(opened.app, account, lines);
  return taken.map(({ id }) => id);
}

test('lines that take each other back are looked at again from both sides at once', async () => {
  const account = await scene.makeAccount(opened.app, 'INR');
  const ids = await opposites(account, 40, 100);
  for (let round = 1; round <= 12; round += 1) {
    const answers = await Promise.all(
      [0, 1].flatMap((which) =>
        shuffled(ids, round * 2 + which).map((id) => rematch(appOf(which), id)),
      ),
    );
    assert.equal(answers.length, 240);
  }
  assert.equal(deadlocks, 0);
});

const decide = (app: App, id: string, act: LineAct, fields: object = {}) =>
  reviewLine(app, OPERATOR, id, act, raw({ note: 'x', ...fields }), undefined);

/** Returns some lines, ends their pay-outs, splits others, undoes all, and brings more lines. */
async function work(app: App, account: string, ids: readonly string[], round: number) {
  const number = '50100087654321';
  const one = async (id: string, at: number): Promise<unknown> => {
    if (at % 5 === 0) return await rematch(app, id);
    if (at % 5 === 1) return await decide(app, id, 'split', { parts: [300, 400] });
    if (at % 5 === 2) return await decide(app, id, 'undo');
    const made = await decide(app, id, 'return', { number });
    if (!scene.isAccepted(made)) return made;
    const { merchant_id, trade_id } = made.line;
    if (at % 5 === 3) return await decide(app, id, 'undo');
    return await actOnTrade(app, OPERATOR, merchant_id ?? '', trade_id ?? '', 'fail', raw({}));
  };
  const brought = opposites(account, 6, 1_000 + round * 10);
  await Promise.all([...shuffled(ids, round).map(one), brought]);
}

test('reviews, failed returns, claims and imports from two processes at once', async () => {
  deadlocks = 0;
  const merchant = await makeMerchant(opened.app);
  const account = await scene.makeAccount(opened.app, 'INR');
  await apps[1]?.settings.refresh();
  const ids = await opposites(account, 12, 500);
  const claims = async (app: App, round: number) => {
    const made = await scene.newPayin(app, merchant, { amount_cents: 700 });
    await scene.claim(app, merchant, made.id, `UTR${500 + (round % 12)}`.padEnd(12, '0'));
    return await actOnTrade(app, OPERATOR, merchant.merchant_id, made.id, 'fail', raw({}));
  };
  for (let round = 1; round <= 8; round += 1) {
    const both = [0, 1].flatMap((which) => [
      work(appOf(which), account, ids, round * 2 + which),
      claims(appOf(which), round * 2 + which),
    ]);
    await Promise.all(both);
  }
  assert.equal(deadlocks, 0);
});

test('a line that is found through a locked one is locked before it, by another try', async () => {
  deadlocks = 0;
  const [app, other] = [appOf(0), appOf(1)];
  const merchant = await makeMerchant(app);
  await other.settings.refresh();
  await scene.makeAccount(app, 'INR');
  const made = await scene.newPayin(app, merchant, { amount_cents: 5_000 });
  const [trade] = await scene.sql<{ account: string }>(
    app,
    `select receiving_account_id as account from trades where trade_id = '${made.id}'`,
  );
  const account = trade?.account ?? assert.fail('no account');
  const [credit] = await scene.feed(app, account, [{ amount_cents: 5_000, utr: 'UTRLATE00001' }]);
  const [recall] = await scene.feed(app, account, [{ amount_cents: -700, utr: 'UTRLATE00002' }]);
  assert.equal(credit?.status, 'matched');
  const to = { merchant_id: merchant.merchant_id, trade_id: made.id };
  const given = await decide(app, recall?.id ?? '', 'assign', to);
  assert.equal(scene.isAccepted(given) && given.line.reason, 'partial_recall');
  const lock = (id = '') =>
    `select 1 as locked from bank_line_outcomes where bank_line_id = '${id}' for update`;
  const waits = `select 1 as waits from pg_stat_activity where wait_event_type = 'Lock'`;
  // The recall leads to the pay-in, and the pay-in to the line that credited it, which is older.
  const { undo } = await other.store.db.transaction(async (tx) => {
    await tx.query('', lock(credit.id), []);
    const undo = decide(app, recall?.id ?? '', 'undo');
    while ((await scene.sql(app, waits)).length === 0) await sleep(10);
    await tx.query('', lock(recall?.id), []);
    return { undo };
  });
  const answer = await undo;
  assert.equal(scene.isAccepted(answer) && answer.line.reason, 'undone');
  assert.equal(deadlocks, 0);
});

/** Both transactions have said all that they can say: each waits for something of this process. */
async function bothAtRest(app: App): Promise<void> {
  const text = `select 1 as rests from pg_stat_activity
    where state = 'idle in transaction' and state_change < clock_timestamp() - interval '0.1 s'`;
  while ((await scene.sql(app, text)).length < 2) await sleep(10);
}

const takeOut = (receiving_account_id: string, utr: string, key: string): TakeLine => ({
  kind: 'take_line',
  command_id: crypto.randomUUID(),
  actor: { role: 'service', id: null },
  merchants: new Map(),
  line: {
    ...NO_DETAILS,
    bank_line_id: crypto.randomUUID(),
    receiving_account_id,
    currency: 'INR',
    amount_cents: -900n,
    booked_at: Date.now(),
    booked_exactly: true,
    utr,
    text: null,
    bank_id: key,
    line_key: key,
    received_at: Date.now(),
  },
});

test('a batch that waits for its turn in its own process holds no line that another wants', async () => {
  const { app } = opened;
  const account = await scene.makeAccount(app, 'INR');
  const utr = 'UTR999999999';
  await scene.feed(app, account, [{ amount_cents: 900, utr }]);
  const options = {
    addressOf: () => [],
    shard: 1,
    hold_terms: new Map(),
    is_shared: false,
    bands: NO_BANDS,
  };
  const batch = (key: string) => runBatch(app.store, workOf([takeOut(account, utr, key)]), options);
  const pause = scene.pauseAt(app, 'read-lines-by-key');
  const one = batch('one');
  await pause.reached;
  const two = batch('two');
  await bothAtRest(app);
  pause.release();
  const answers = [...(await one).answers, ...(await two).answers];
  assert.deepEqual(
    answers.map((answer) => 'record' in answer && answer.record.outcome.reason),
    ['recall', 'outgoing'],
  );
});
