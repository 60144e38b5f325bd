// A connection that breaks at any statement of a batch: the batch is repeated, and no unhandled
// rejection of the first try ends the process.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import type { Transaction } from '../../../server/store/connection/database.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import { newMerchant } from '../callback/delivery-scene.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
let merchant: TestMerchant;
let account: string;
const unhandled: unknown[] = [];
const note = (error: unknown) => {
  unhandled.push(error);
};
before(async () => {
  process.on('unhandledRejection', note);
  service = await openTestApp();
  app = service.app;
  merchant = await newMerchant(app);
  account = await scene.makeAccount(app, 'INR', { daily_count_limit: 10_000 });
});
after(async () => {
  process.off('unhandledRejection', note);
  assert.deepEqual((await verifyBooks(app)).problems, []);
  await service.stop();
});

/** Runs this many statements, then every further one fails, later than it was called. */
function breaking(tx: Transaction, most: number, broke: () => void): Transaction {
  let sent = 0;
  return {
    ...tx,
    // The statements before it may be broken ones, which the database never saw.
    commitWithThese: () => undefined,
    query(name, text, values) {
      sent += 1;
      if (sent <= most) return tx.query(name, text, values);
      broke();
      const gone = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      const failed = setImmediate().then(() => Promise.reject(gone));
      // As a transaction's own statements: it tells the failure, whoever awaits them.
      failed.catch(() => undefined);
      return failed;
    },
  };
}

/** The next transaction breaks after this many statements; false once it has no more than those. */
async function brokenAfter(
  most: number,
  work: () => Promise<void>,
  of_lock = false,
): Promise<boolean> {
  const { db } = app.store;
  let has_broken = false;
  const broke = () => {
    has_broken = true;
  };
  app.store.db = {
    ...db,
    transaction: (job, options) => {
      // Only batches are awaited; of the others the lock's has limits of its own.
      const is_batch = options?.is_awaited === true;
      const is_meant = of_lock ? options !== undefined && !is_batch : is_batch;
      if (!is_meant) return db.transaction(job, options);
      app.store.db = db;
      return db.transaction((tx) => job(breaking(tx, most, broke)), options);
    },
  };
  try {
    await work();
  } finally {
    app.store.db = db;
  }
  return has_broken;
}

type Prepared = () => Promise<void>;

/** Everything else is made first, so that only the command meets the broken connection. */
const WORKS: Record<string, () => Prepared | Promise<Prepared>> = {
  'a pay-in is created': () => {
    const amount_cents = 10 * scene.newNumber();
    return async () => {
      await scene.newPayin(app, merchant, { amount_cents });
    };
  },
  'a pay-out is created': () => async () => {
    await scene.newPayout(app, merchant, 1);
  },
  'a UTR is claimed': async () => {
    const amount_cents = 10 * scene.newNumber();
    const { id } = await scene.newPayin(app, merchant, { amount_cents });
    return async () => {
      accepted(await scene.claim(app, merchant, id, `LINK${1_000_000 + amount_cents}`));
    };
  },
  'a bank line completes a pay-in': async () => {
    const amount_cents = 10 * scene.newNumber();
    await scene.newPayin(app, merchant, { amount_cents });
    return async () => {
      const [line] = await scene.feed(app, account, [{ amount_cents }]);
      assert.equal(line?.status, 'matched');
    };
  },
  'a pay-in is failed by a person': async () => {
    const amount_cents = 10 * scene.newNumber();
    const { id } = await scene.newPayin(app, merchant, { amount_cents });
    accepted(await scene.claim(app, merchant, id, `FAIL${1_000_000 + amount_cents}`));
    return async () => {
      const body = raw({ reason: 'payment_not_found' });
      accepted(await actOnTrade(app, OPERATOR, merchant.merchant_id, id, 'fail', body));
    };
  },
  'a balance is adjusted': () => () => scene.fund(app, merchant.merchant_id, 100),
};

for (const [name, prepare] of Object.entries(WORKS)) {
  test(`${name}, wherever the link breaks`, async () => {
    let most = 0;
    while (await brokenAfter(most, await prepare())) {
      most += 1;
      await setImmediate();
      assert.deepEqual(unhandled, [], `after ${most} statements`);
    }
    assert.ok(most > 4, `${most} statements`);
  });
}

test('a bank line is taken, also if the link breaks before the lock of its account', async () => {
  const work = await WORKS['a bank line completes a pay-in']?.();
  assert.ok(work);
  assert.equal(await brokenAfter(0, work, true), true);
  assert.deepEqual(unhandled, []);
});

test('a customer with limits creates, wherever the link breaks', async () => {
  const limited = await makeMerchant(app, { settings: { client_max_count_per_day: 1_000 } });
  const create = async () => {
    await scene.newPayin(app, limited, { amount_cents: 10 * scene.newNumber() });
  };
  let most = 0;
  while (await brokenAfter(most, create)) most += 1;
  await setImmediate();
  assert.deepEqual(unhandled, []);
});
