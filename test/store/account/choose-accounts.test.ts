// Choosing among many receiving accounts by looking at only some of them: the choice is as good as
// with all, whatever is taken, and use stays even.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { type Answer, now, openStore, type Store } from '../../../server/store/batch/store.ts';
import type { Database, Transaction } from '../../../server/store/connection/database.ts';
import { merchantWith, payin } from '../../support/model/domain-commands.ts';
import { fc } from '../../support/property.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import {
  batches,
  checkBatch,
  checkExclusive,
  type Held,
  limits,
  makeScene,
  type Place,
  places,
  write,
} from './account-scene.ts';

/** What is held of each of the amounts on each of sixty accounts. */
const sixty = (
  held: (index: number, amount: number) => Held,
  weight: (index: number) => number = () => 1,
) =>
  Array.from(
    { length: 60 },
    (_, index): Place => ({
      account: { weight: weight(index) },
      sleeps: false,
      used: 0,
      held: [held(index, 0), held(index, 1), held(index, 2)],
    }),
  );

function tradeOf(answer: Answer): Trade {
  if (isRefusal(answer) || answer.kind !== 'trade') assert.fail('No trade was made');
  return answer.trade;
}

let service: TestApp;
let store: Store;
before(async () => {
  service = await openTestApp();
  ({ store } = service.app);
});
after(async () => {
  await service.stop();
});

suite('among any accounts, whatever is taken', () => {
  test('an amount is exclusive wherever one is free, and refused only where none fits', async () => {
    const property = fc.asyncProperty(places, limits, batches, async (given, limit, lists) => {
      const scene = await makeScene(store, given, limit);
      const { accounts } = scene;
      for (const list of lists) {
        const commands = list.map(({ amount, shifts }) =>
          payin({
            accounts,
            amount_cents: amount,
            merchant: merchantWith({ amount_shift: shifts }),
          }),
        );
        await checkBatch(store, scene, commands);
      }
      await checkExclusive(store, scene);
    });
    await fc.assert(property, { numRuns: 100 });
  });

  test('the last free one among sixty is found', async () => {
    const scene = await makeScene(
      store,
      sixty((index) => (index === 41 ? 'run_out' : 'exclusive')),
    );
    const command = () => payin({ accounts: scene.accounts, amount_cents: 100n });
    await checkBatch(store, scene, [command(), command()]);
    await checkExclusive(store, scene);
  });

  test('those that shift take amounts that others of the batch look for', async () => {
    const scene = await makeScene(
      store,
      sixty((_, amount) => (amount === 0 ? 'exclusive' : 'free')),
    );
    const { accounts } = scene;
    const merchant = merchantWith({ amount_shift: true });
    const shifting = Array.from({ length: 30 }, () =>
      payin({ accounts, amount_cents: 100n, merchant }),
    );
    await checkBatch(store, scene, [...shifting, payin({ accounts, amount_cents: 101n })]);
    await checkExclusive(store, scene);
  });

  test('those whose hours have just ended are no choice, those whose hours began are', async () => {
    const scene = await makeScene(
      store,
      sixty(() => 'free'),
    );
    const at = await now(store);
    const minute = Math.floor((at % 86_400_000) / 60_000);
    const hours = (from: number) => ({
      active_from_minute: (minute + from) % 1_440,
      active_to_minute: (minute + from + 60) % 1_440,
    });
    const accounts = scene.accounts.map((account, index) => ({
      ...account,
      ...hours(index % 2 === 0 ? -30 + 1_440 : 90),
    }));
    const shifted = { ...scene, accounts };
    const command = () => payin({ accounts, amount_cents: 100n });
    await checkBatch(store, shifted, [command(), command()]);
    // Nothing is read again so soon.
    store.clock_offset_ms = 2 * 3_600_000;
    try {
      await checkBatch(store, shifted, [command(), command()]);
    } finally {
      store.clock_offset_ms = 0;
    }
  });
});

/** How many accounts and amounts each batch asks for, by statement. */
async function askedBy(work: (asking: Store) => Promise<unknown>): Promise<[string, number][]> {
  const asked: [string, number][] = [];
  const { db } = store;
  const noting = (tx: Transaction): Transaction => ({
    ...tx,
    query(name, text, values) {
      if (name.startsWith('read-taken')) asked.push([name, String(values[1]).split(',').length]);
      return tx.query(name, text, values);
    },
  });
  const transaction: Database['transaction'] = (inner, options) =>
    db.transaction((tx) => inner(noting(tx)), options);
  await work({ ...openStore({ ...db, transaction }, store.cipher, 'sandbox') });
  return asked;
}

suite('what is asked for', () => {
  const scenes = (held: Held, count: number, limit: number | null) =>
    makeScene(store, sixty(() => held).slice(0, count), limit);

  for (const limit of [null, 1_000]) {
    const kind = limit === null ? 'without limits' : 'some with a daily limit';
    test(`one account for each pay-in of an amount of its own, of twenty ${kind}`, async () => {
      const { accounts } = await scenes('free', 20, limit);
      const batch = (count: number) =>
        Array.from({ length: count }, (_, index) =>
          payin({ accounts, amount_cents: BigInt(5_000 + index) }),
        );
      const asked = await askedBy(async (asking) => {
        await write(asking, batch(1));
        await write(asking, batch(50));
      });
      assert.deepEqual(asked, [
        ['read-taken', 1],
        ['read-taken', 50],
      ]);
    });
  }

  test('all, once, where all hold the amount; at once the next time', async () => {
    const { accounts } = await scenes('exclusive', 20, null);
    const asked = await askedBy(async (asking) => {
      await write(asking, [payin({ accounts, amount_cents: 100n })]);
      await write(asking, [payin({ accounts, amount_cents: 100n })]);
    });
    assert.deepEqual(asked, [
      ['read-taken', 1],
      ['read-taken', 20],
      ['read-taken', 20],
    ]);
  });

  test('amounts beside the asked one only where that is taken', async () => {
    const { accounts } = await scenes('exclusive', 2, null);
    const merchant = merchantWith({ amount_shift: true });
    const asked = await askedBy(async (asking) => {
      await write(asking, [payin({ accounts, merchant, amount_cents: 7_000n })]);
      await write(asking, [payin({ accounts, merchant, amount_cents: 100n })]);
    });
    assert.deepEqual(asked, [
      ['read-taken', 1],
      ['read-taken', 1],
      ['read-taken-spans', 2],
    ]);
  });

  test('the rest, where a guess at the decision was wrong', async () => {
    const { accounts } = await scenes('free', 3, 1);
    // The one with the limit has room for one of the two.
    const answers = await write(
      openStore(store.db, store.cipher, 'sandbox'),
      Array.from({ length: 8 }, (_, index) =>
        payin({ accounts, amount_cents: BigInt(8_000 + index) }),
      ),
    );
    const places = Map.groupBy(answers.map(tradeOf), (trade) => trade.receiving_account_id ?? '');
    assert.equal(places.get(accounts[0]?.receiving_account_id ?? '')?.length, 1);
    assert.ok(answers.map(tradeOf).every((trade) => trade.exclusive));
  });
});

suite('use', () => {
  for (const count of [3, 20, 60]) {
    test(`is even over ${count} accounts, in batches of any size`, () => isEven(count));
  }

  async function isEven(count: number): Promise<void> {
    const { accounts } = await makeScene(store, sixty(() => 'free').slice(0, count));
    const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 10, maxLength: 20 });
    const counts = new Map(accounts.map((account) => [account.receiving_account_id, 0]));
    let amount_cents = 1_000n;
    for (const size of fc.sample(sizes, 1).flat()) {
      const commands = Array.from({ length: size }, () => {
        amount_cents += 1n;
        return payin({ accounts, amount_cents });
      });
      for (const answer of await write(store, commands)) {
        const { receiving_account_id: id } = tradeOf(answer);
        counts.set(id ?? '', (counts.get(id ?? '') ?? 0) + 1);
      }
      const all = [...counts.values()];
      assert.ok(Math.max(...all) - Math.min(...all) <= 2, all.join(' '));
    }
  }

  test('follows the weight of each account', async () => {
    const { accounts } = await makeScene(
      store,
      sixty(
        () => 'free',
        (index) => 1 + (index % 3),
      ),
    );
    const counts = [0, 0, 0];
    for (let round = 0; round < 40; round += 1) {
      const commands = Array.from({ length: 30 }, (_, index) =>
        payin({ accounts, amount_cents: BigInt(2_000 + round * 30 + index) }),
      );
      for (const answer of await write(store, commands)) {
        const { receiving_account_id: id } = tradeOf(answer);
        const { weight = 0 } =
          accounts.find((account) => account.receiving_account_id === id) ?? {};
        counts[weight - 1] = (counts[weight - 1] ?? 0) + 1;
      }
    }
    // 1,200 over weights of 1, 2 and 3.
    for (const [index, count] of counts.entries()) {
      assert.ok(Math.abs(count - 200 * (index + 1)) <= 20, counts.join(' '));
    }
  });
});
