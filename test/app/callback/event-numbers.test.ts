// Event numbers: 1 to n without gaps in the order of the commits, whichever process makes the
// events, with their deliveries in the same transaction.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EventBody } from '../../../server/app/callback/event-view.ts';
import { listEvents } from '../../../server/app/callback/list-events.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import type { App } from '../../../server/app/process/app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { HOOK, newMerchant as newMerchantWithHook } from './delivery-scene.ts';

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

const pageAfter = async (merchant: TestMerchant, number: number) =>
  accepted(await listEvents(other, merchant.caller, { after: String(number), limit: '200' }));

const numbersOf = async (merchant: TestMerchant) =>
  (await pageAfter(merchant, 0)).data.map(({ number }) => number);

const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function newMerchant(balance_currency = 'INR'): Promise<TestMerchant> {
  const merchant = await makeMerchant(app, { balance_currency });
  await other.settings.refresh();
  return merchant;
}

/** Repeatedly reads the feed from the last event it has seen, as a merchant's shop does. */
async function follow(merchant: TestMerchant, isOver: () => boolean): Promise<EventBody[]> {
  const seen: EventBody[] = [];
  for (;;) {
    const was_over = isOver();
    const { data } = await pageAfter(merchant, seen.at(-1)?.number ?? 0);
    seen.push(...data);
    if (was_over && data.length === 0) return seen;
  }
}

/** A pay-in whose acts are performed by both processes: three events. */
async function confirmed(merchant: TestMerchant, amount_cents: number, apps: readonly App[]) {
  const [one = app, two = app] = apps;
  const { id } = await scene.newPayin(one, merchant, { amount_cents });
  accepted(await scene.claim(two, merchant, id, `NUMB${1_000_000 + amount_cents}`));
  accepted(await actOnTrade(one, OPERATOR, merchant.merchant_id, id, 'confirm', raw({})));
}

/** A pay-in that a bank line completes, in the lane of the house: two events. */
async function paid(merchant: TestMerchant, account: string, amount_cents: number) {
  await scene.newPayin(app, merchant, { amount_cents });
  const [taken] = await scene.feed(other, account, [{ amount_cents }]);
  assert.equal(taken?.status, 'matched');
}

test('two processes, all lanes: a follower of the feed sees 1 to n, each trade in its order', async () => {
  const account = await scene.makeAccount(app, 'INR');
  const merchants = [await newMerchant(), await newMerchant(), await newMerchant()];
  let making = true;
  const followers = merchants.map((merchant) => follow(merchant, () => !making));
  const works = merchants.flatMap((merchant, place) =>
    oneTo(6).flatMap((index) => {
      const amount_cents = place * 1_000 + index * 10;
      return [
        confirmed(merchant, amount_cents + 1, [app, other]),
        confirmed(merchant, amount_cents + 2, [other, app]),
        paid(merchant, account, amount_cents + 3),
      ];
    }),
  );
  try {
    await Promise.all(works);
  } finally {
    making = false;
  }
  for (const follower of followers) {
    const events = await follower;
    assert.deepEqual(
      events.map(({ number }) => number),
      oneTo(6 * 8),
    );
    const last = new Map<string, number>();
    for (const event of events) {
      assert.equal(event.sequence, (last.get(event.data.id) ?? 0) + 1);
      last.set(event.data.id, event.sequence);
    }
    assert.equal(last.size, 18);
  }
});

test('while a batch has numbers that nobody sees yet, no later event of its merchant gets one', async () => {
  const merchant = await newMerchant();
  const pause = scene.pauseAt(app, 'insert-events');
  const first = scene.newPayin(app, merchant, { amount_cents: 71 });
  await pause.reached;
  let second_is_there = false;
  const second = scene.newPayin(other, merchant, { amount_cents: 72 }).then((trade) => {
    second_is_there = true;
    return trade;
  });
  await scene.waitsOrEnds(app, second);
  assert.equal(second_is_there, false);
  assert.deepEqual(await numbersOf(merchant), []);
  pause.release();
  const trades = [await first, await second];
  assert.deepEqual(
    (await pageAfter(merchant, 0)).data.map(({ number, data }) => [number, data.id]),
    trades.map(({ id }, index) => [index + 1, id]),
  );
});

test('merchants whose heads are locked by another batch do not hold up the others', async () => {
  // Two currencies have two receiving accounts; otherwise both batches could lock the same day
  // counter.
  const [busy, free] = [await newMerchant(), await newMerchant('EUR')];
  const pause = scene.pauseAt(app, 'insert-events');
  const waiting = scene.newPayin(app, busy, { amount_cents: 73 });
  await pause.reached;
  await scene.newPayin(other, free, { amount_cents: 74, amount_currency: 'EUR' });
  assert.deepEqual(await numbersOf(free), [1]);
  pause.release();
  await waiting;
  assert.deepEqual(await numbersOf(busy), [1]);
});

test('the heads of several merchants are locked in one order, whoever comes first', async () => {
  const merchants = await Promise.all(oneTo(6).map(() => newMerchant()));
  const by_id = merchants.toSorted((a, b) => (a.merchant_id < b.merchant_id ? -1 : 1));
  const mixed = [3, 0, 5, 1, 4, 2].flatMap((index) => by_id[index] ?? []);
  const { db } = app.store;
  const locked: string[][] = [];
  app.store.db = {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          query(name, text, values) {
            if (name === 'move-event-heads') {
              locked.push(String(values[0]).match(/[0-9a-f-]{36}/g) ?? []);
            }
            return tx.query(name, text, values);
          },
        }),
      ),
  };
  const creating = mixed.map((merchant, index) =>
    scene.newPayin(app, merchant, { amount_cents: 80 + index }),
  );
  await Promise.all(creating);
  app.store.db = db;
  assert.equal(locked.flat().length, 6);
  assert.ok(locked.some((ids) => ids.length > 1));
  for (const ids of locked) assert.deepEqual(ids, ids.toSorted());
});

test('a batch that fails takes no number with it', async () => {
  const merchant = await newMerchant();
  await scene.newPayin(app, merchant, { amount_cents: 91 });
  const { db } = app.store;
  let failed = 0;
  app.store.db = {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const value = await work({ ...tx, commitWithThese: () => undefined });
        const [head] = await tx.query<{ last_number: bigint }>(
          '',
          'select last_number from event_heads where merchant_id = $1',
          [merchant.merchant_id],
        );
        assert.ok(head !== undefined && head.last_number > 1n);
        failed += 1;
        if (failed < 4) throw new Error('a bug after everything was written');
        return value;
      }),
  };
  // The whole batch fails, then each command is tried alone: the third try succeeds.
  const answers = await Promise.allSettled(
    [92, 93, 94].map((amount_cents) => scene.newPayin(app, merchant, { amount_cents })),
  );
  app.store.db = db;
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  );
  await scene.newPayin(app, merchant, { amount_cents: 95 });
  assert.deepEqual(await numbersOf(merchant), [1, 2, 3]);
});

test('a delivery is there with its event or not at all, numbered alike', async () => {
  const merchant = await newMerchantWithHook(app);
  const deliveries = (process: App) =>
    scene.sql(
      process,
      `select d.sequence, d.number::integer, d.url, d.status, d.is_next, d.attempts
       from deliveries d where d.merchant_id = '${merchant.merchant_id}' order by d.number`,
    );
  const pause = scene.pauseAt(app, 'move-balances');
  const creating = scene.newPayout(app, merchant, 10);
  await pause.reached;
  assert.deepEqual(await deliveries(other), []);
  assert.deepEqual(await numbersOf(merchant), []);
  pause.release();
  const { id } = await creating;
  accepted(await actOnTrade(app, OPERATOR, merchant.merchant_id, id, 'take', raw({})));
  const row = { url: new URL(HOOK).origin, status: 'waiting', attempts: 0 };
  assert.deepEqual(await deliveries(other), [
    { sequence: 1, number: 1, is_next: true, ...row },
    { sequence: 2, number: 2, is_next: false, ...row },
  ]);
});
