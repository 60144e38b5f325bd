// How much accounts were used today: remembered for a second if no limit depends on it, and read
// under a lock for a daily limit.
import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import type { Change } from '../../../server/domain/batch/decision.ts';
import {
  epochDay,
  type ReceivingAccount,
} from '../../../server/domain/record/receiving-account.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { addAccountDays, readAccountDays } from '../../../server/store/account/account-days.ts';
import { type AccountUse, createAccountUse } from '../../../server/store/account/account-use.ts';
import { openStore } from '../../../server/store/batch/store.ts';
import type { Database, Transaction } from '../../../server/store/connection/database.ts';
import * as scene from '../../app/scene.ts';
import { accountWith, idOf, payin, START } from '../../support/model/domain-commands.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import { write } from './account-scene.ts';

const DAY = epochDay(START);

let service: TestApp;
let db: Database;
let clock_ms: number;
let use: AccountUse;
let ids = 0;
before(async () => {
  service = await openTestApp();
  ({ db } = service.app.store);
});
after(async () => {
  await service.stop();
});
beforeEach(() => {
  clock_ms = 0;
  use = createAccountUse(() => clock_ms);
});

function newAccount(fields: Partial<ReceivingAccount> = {}): ReceivingAccount {
  ids += 1;
  return accountWith({ ...fields, receiving_account_id: idOf(2, 9_000 + ids) });
}

const idsOf = (accounts: readonly ReceivingAccount[]) =>
  accounts.map((account) => account.receiving_account_id);

/** Another process has given these accounts this many pay-ins of 10. */
const usedElsewhere = (accounts: readonly ReceivingAccount[], count: number, shard = 3) =>
  db.transaction((tx) =>
    addAccountDays(
      tx,
      idsOf(accounts).map((receiving_account_id) => ({
        receiving_account_id,
        day: DAY,
        count,
        amount_cents: BigInt(count * 10),
      })),
      { limited: new Set(), shard },
    ),
  );

/** How many statements the look took, and its result. */
async function look(accounts: readonly ReceivingAccount[], day = DAY) {
  let statements = 0;
  const counting = (tx: Transaction): Transaction => ({
    ...tx,
    query(name, text, values) {
      statements += 1;
      return tx.query(name, text, values);
    },
  });
  const { days, limited } = await db.transaction((tx) => use.read(counting(tx), day, accounts));
  return { counts: days.map(({ count }) => count), limited: [...limited], statements };
}

const usedHere = (account: ReceivingAccount, day = DAY): Change => ({
  kind: 'account_used',
  merchant_id: account.receiving_account_id,
  is_given: true,
  count: 1,
  receiving_account_id: account.receiving_account_id,
  day,
  amount_cents: 10n,
});

suite('accounts without a limit', () => {
  test('are read once a second; what is added here counts at once', async () => {
    const accounts = [newAccount(), newAccount()];
    await usedElsewhere(accounts.slice(0, 1), 2);
    await usedElsewhere(accounts.slice(0, 1), 1, 9);
    assert.deepEqual(await look(accounts), { counts: [3, 0], limited: [], statements: 1 });
    await usedElsewhere(accounts, 5);
    clock_ms = 999;
    use.add([usedHere(accounts[1] ?? newAccount())]);
    assert.deepEqual(await look(accounts), { counts: [3, 1], limited: [], statements: 0 });
    clock_ms = 1_000;
    assert.deepEqual(await look(accounts), { counts: [8, 5], limited: [], statements: 1 });
    assert.deepEqual(
      accounts.map(({ receiving_account_id: id }) => use.dayFor(id, DAY)),
      [8, 5].map((count, index) => ({
        receiving_account_id: accounts[index]?.receiving_account_id,
        day: DAY,
        count,
        amount_cents: BigInt(count * 10),
      })),
    );
  });

  test('are not fresh because others were read meanwhile', async () => {
    const [quiet, busy] = [newAccount(), newAccount({ daily_count_limit: 9 })];
    await look([quiet]);
    await usedElsewhere([quiet], 4);
    for (clock_ms = 0; clock_ms < 1_500; clock_ms += 300) await look([busy]);
    assert.deepEqual(await look([quiet]), { counts: [4], limited: [], statements: 1 });
  });

  test('are read where one of them is new', async () => {
    const [known, fresh] = [newAccount(), newAccount()];
    await look([known]);
    await usedElsewhere([known, fresh], 2);
    assert.deepEqual(await look([known, fresh]), { counts: [2, 2], limited: [], statements: 1 });
  });

  test('begin again at midnight, whatever the day before has seen', async () => {
    const account = newAccount();
    await usedElsewhere([account], 4);
    assert.deepEqual((await look([account])).counts, [4]);
    use.add([usedHere(account, DAY + 1)]);
    assert.deepEqual((await look([account])).counts, [4]);
    assert.deepEqual((await look([account], DAY + 1)).counts, [0]);
    const { receiving_account_id: id } = account;
    assert.equal(use.dayFor(id, DAY).count, 0);
    use.add([usedHere(account, DAY + 1)]);
    assert.equal(use.dayFor(id, DAY + 1).count, 1);
  });
});

suite('accounts with a limit', () => {
  for (const [name, limit] of [
    ['a count', { daily_count_limit: 9 }],
    ['an amount', { daily_amount_limit_cents: 9n }],
  ] as const) {
    test(`${name}: are read each time, however lately that was`, async () => {
      const accounts = [newAccount(limit), newAccount()];
      const limited = idsOf(accounts.slice(0, 1));
      await usedElsewhere(accounts, 2);
      assert.deepEqual(await look(accounts), { counts: [2, 2], limited, statements: 2 });
      await usedElsewhere(accounts, 1);
      assert.deepEqual(await look(accounts), { counts: [3, 3], limited, statements: 2 });
    });
  }

  test('wait for those who judge by them at the moment', async () => {
    const account = newAccount({ daily_count_limit: 9 });
    const limited = new Set(idsOf([account]));
    const [read, goes_on] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = db.transaction(async (tx) => {
      await readAccountDays(tx, DAY, [...limited], limited);
      read.resolve();
      await goes_on.promise;
      const [receiving_account_id = ''] = limited;
      const used = { receiving_account_id, day: DAY, count: 1, amount_cents: 10n };
      await addAccountDays(tx, [used], { limited, shard: 5 });
    });
    await read.promise;
    const waiting = look([account]);
    await scene.waitsOrEnds(service.app, waiting);
    goes_on.resolve();
    await holder;
    assert.deepEqual((await waiting).counts, [1]);
  });

  test('are judged by what was read under lock, whatever is added meanwhile', async () => {
    const account = newAccount({ daily_count_limit: 2 });
    const store = openStore(db, service.app.store.cipher, 'sandbox');
    const accounts = [account];
    await write(store, [payin({ accounts, amount_cents: 1n })]);
    const today = epochDay(Date.now());
    store.db = {
      ...db,
      transaction: (work) =>
        db.transaction((tx) =>
          work({
            ...tx,
            query(name, text, values) {
              // Another lane's batch is told its end only now; it is in what was read already.
              if (name === 'read-taken') store.account_use.add([usedHere(account, today)]);
              return tx.query(name, text, values);
            },
          }),
        ),
    };
    const [answer] = await write(store, [payin({ accounts, amount_cents: 2n })]);
    assert.ok(answer !== undefined && !isRefusal(answer));
  });
});
