// Batches that collide in the database: unique constraints, deadlocks, bugs, and commits whose
// answer is lost.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { balanceOfMerchant } from '../../../server/app/ledger/get-balance.ts';
import { addAdjustment } from '../../../server/app/merchant/add-adjustment.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { newId } from '../../../server/app/process/ids.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { SERVICE } from '../../../server/app/request/caller.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
import type { Command, TradeAct } from '../../../server/domain/batch/command.ts';
import { NO_DETAILS } from '../../../server/domain/record/bank-line.ts';
import { isStoreOutage } from '../../../server/store/connection/outage.ts';
import { wireValue } from '../../../server/store/connection/wire-value.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
let other: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
  other = await service.another();
});
after(async () => {
  assert.deepEqual((await verifyBooks(app)).problems, []);
  await service.stop();
});

async function newMerchant(funds = 0) {
  const merchant = await makeMerchant(app);
  if (funds > 0) await scene.fund(app, merchant.merchant_id, funds);
  await other.settings.refresh();
  return merchant;
}

test('two processes take the same exclusive amount: the second decides again', async () => {
  const merchant = await newMerchant();
  const pause = scene.pauseAt(app, 'insert-reservations');
  const creating = scene.newPayin(app, merchant, { amount_cents: 5_000 });
  await pause.reached;
  const winner = await scene.newPayin(other, merchant, { amount_cents: 5_000 });
  pause.release();
  const shared = await creating;
  const rows = await scene.sql<{ trade_id: string }>(
    app,
    'select trade_id from reservations where amount_cents = 5000 and exclusive',
  );
  assert.deepEqual(rows, [{ trade_id: winner.id }]);
  assert.equal(shared.state, 'pending');
});

test('a pay-out asked for in two processes is one, though there is money for no second', async () => {
  const merchant = await newMerchant(500);
  // A process that has read no clock yet asks for everything else only afterwards.
  const third = await service.another();
  const order = { order_id: 'once', amount_cents: 500 };
  const [one, two] = await scene.meet(
    app,
    'insert-trades',
    () => scene.payout(app, merchant, order),
    () => scene.payout(third, merchant, order),
  );
  assert.equal(accepted(two).trade.id, accepted(one).trade.id);
  assert.equal(accepted(two).replayed, true);
});

test('a pay-out is taken, put back, taken again and paid in one batch', async () => {
  const merchant = await newMerchant(500);
  const { merchant_id, id } = await scene.newPayout(app, merchant, 500);
  const act = (name: TradeAct, fields = {}) =>
    actOnTrade(app, OPERATOR, merchant_id, id, name, raw(fields));
  const codes = await scene.failuresOf(app, async () => {
    const utr = 'BANKUTR00001';
    const note = 'not sent';
    const acts = [act('take'), act('release', { note }), act('take'), act('complete', { utr })];
    for (const answer of await Promise.all(acts)) accepted(answer);
  });
  assert.deepEqual(codes, []);
  const attempts = await scene.sql<{ state: string }>(
    app,
    `select state from payout_attempts where trade_id = '${id}' order by payout_attempt_id`,
  );
  assert.deepEqual(
    attempts.map(({ state }) => state),
    ['released', 'paid'],
  );
});

test('equal orders in two orders of arrival do not deadlock', async () => {
  const merchant = await newMerchant();
  const order = (index: number) => ({ order_id: `d-${index}`, amount_cents: 7_000 + index });
  const indexes = Array.from({ length: 100 }, (_, index) => index);
  const codes = await scene.failuresOf(app, async () => {
    const one = indexes.map((index) => scene.payin(app, merchant, order(index)));
    const two = indexes.toReversed().map((index) => scene.payin(other, merchant, order(index)));
    for (const answer of await Promise.all([...one, ...two])) accepted(answer);
  });
  assert.ok(!codes.includes('40P01'), codes.join(' '));
  // Whether they collide is chance, but all batches write in one order.
  const { db } = app.store;
  const written: string[] = [];
  app.store.db = {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          query(name, text, values) {
            const sent = name === 'insert-trades' ? String(wireValue(values[0])) : '';
            written.push(...(sent.match(/s-\d/g) ?? []));
            return tx.query(name, text, values);
          },
        }),
      ),
  };
  const shuffled = [5, 2, 8, 1, 9].map((index) => ({
    order_id: `s-${index}`,
    amount_cents: index,
  }));
  await Promise.all(shuffled.map((fields) => scene.payin(app, merchant, fields)));
  app.store.db = db;
  assert.deepEqual(written, ['s-1', 's-2', 's-5', 's-8', 's-9']);
});

test('one command with a bug fails alone', async () => {
  const account = await scene.makeAccount(app, 'EUR');
  const merchant = await makeMerchant(app, { balance_currency: 'EUR' });
  await scene.newPayin(app, merchant, { amount_cents: 4_000, amount_currency: 'EUR' });
  const now = Date.now();
  const poison: Command = {
    kind: 'take_line',
    command_id: newId(),
    actor: SERVICE,
    line: {
      bank_line_id: newId(),
      receiving_account_id: account,
      currency: 'EUR',
      amount_cents: 4_000n,
      booked_at: now,
      booked_exactly: true,
      utr: null,
      text: null,
      bank_id: 'poison',
      line_key: 'id:poison',
      received_at: now,
      ...NO_DETAILS,
    },
    // Nothing foresees a merchant that is none.
    merchants: new Map([[merchant.merchant_id, null as never]]),
  };
  const [failed, ...answers] = await Promise.allSettled([
    app.writer.submit(poison),
    ...Array.from({ length: 20 }, (_, index) =>
      scene.payin(app, merchant, {
        order_id: `beside-${index}`,
        amount_cents: 100 + index,
        amount_currency: 'EUR',
      }),
    ),
  ]);
  assert.match(failed.status === 'rejected' ? String(failed.reason) : '', /TypeError/);
  for (const answer of answers) assert.equal(answer.status, 'fulfilled');
  assert.deepEqual(
    await scene.sql(app, `select 1 as x from bank_lines where bank_id = 'poison'`),
    [],
  );
});

/** The next transaction commits, but its answer is lost on the way. */
function loseNextAnswer(process: OpenApp): void {
  const { db } = process.store;
  process.store.db = {
    ...db,
    async transaction(job) {
      process.store.db = db;
      await db.transaction(job);
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    },
  };
}

test('a commit whose answer was lost is found again, not done again', async () => {
  const merchant = await newMerchant();
  const { merchant_id } = merchant;
  const blocked = async () =>
    (await balanceOfMerchant(app, merchant.caller.merchant)).blocked_amount_cents;
  const sequenceOf = async (id: string) =>
    accepted(await getTradeWithTimeline(app, merchant_id, id)).trade.sequence;

  loseNextAnswer(app);
  const body = raw({ amount_cents: 1_000, reason: 'lost' });
  accepted(await addAdjustment(app, OPERATOR, merchant_id, body, undefined));
  assert.equal((await balanceOfMerchant(app, merchant.caller.merchant)).amount_cents, 1_000);

  loseNextAnswer(app);
  const held = accepted(
    await scene.payout(app, merchant, { order_id: 'lost-w', amount_cents: 600 }),
  );
  assert.equal(held.replayed, false);
  assert.equal(await blocked(), 600);

  loseNextAnswer(app);
  const taken = await actOnTrade(app, OPERATOR, merchant_id, held.trade.id, 'take', raw({}));
  assert.equal(accepted(taken).state, 'processing');
  assert.equal(await sequenceOf(held.trade.id), 2);

  loseNextAnswer(app);
  const made = accepted(
    await scene.payin(app, merchant, { order_id: 'lost-p', amount_cents: 600 }),
  );
  assert.equal(made.replayed, false);
  loseNextAnswer(app);
  const claimed = await scene.claim(app, merchant, made.trade.id, 'LOST00000001');
  assert.equal(accepted(claimed).state, 'verifying');
  assert.equal(await sequenceOf(made.trade.id), 2);

  const account = await scene.makeAccount(app, 'USD');
  loseNextAnswer(app);
  const [line] = await scene.feed(app, account, [{ amount_cents: 10 }]);
  assert.equal(line?.status, 'suspense');
});

test('a database that stays away is told to every caller, and nothing was done', async () => {
  const merchant = await newMerchant(1_000);
  const { db } = app.store;
  const away = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
  app.store.db = { ...db, transaction: away };
  const answers = await Promise.allSettled(
    [1, 2, 3].map((index) =>
      scene.payout(app, merchant, { order_id: `away-${index}`, amount_cents: 10 }),
    ),
  );
  app.store.db = db;
  for (const answer of answers) {
    assert.ok(answer.status === 'rejected' && isStoreOutage(answer.reason));
  }
  const balance = await balanceOfMerchant(app, merchant.caller.merchant);
  assert.equal(balance.blocked_amount_cents, 0);
});
