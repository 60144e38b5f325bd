// The job that erases: a trade that cannot be erased now keeps nobody else's data.
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import type { Transaction } from '../../../server/store/connection/database.ts';
import { eraseWaiting } from '../../../server/store/erasure/erase-waiting.ts';
import { accepted, makeMerchant, openTestApp, type TestApp } from '../../support/test-app.ts';
import { openOwner } from '../access/key-scene.ts';
import * as scene from '../scene.ts';
import { ask, endedPayout, eraseNow } from './erasure-scene.ts';
import { columnsWith } from './every-text.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  ({ app } = service);
});
after(() => service.stop());

test('trades about which something has begun do not keep those behind them waiting', async () => {
  const merchant = await makeMerchant(app);
  for (let made = 0; made < 3; made += 1) {
    const { id } = await scene.newPayin(app, merchant, { amount_cents: 900 + made });
    await scene.sql(
      app,
      `insert into erasures (merchant_id, trade_id, erasure_id, asked_at)
       values ('${merchant.merchant_id}', '${id}', gen_random_uuid(), '2000-01-01')`,
    );
  }
  const key = await endedPayout(app, { client_id: 'walburga' });
  accepted(await ask(key, app));
  equal(await eraseNow(service, { at_once: 1 }), 1);
  deepEqual(await columnsWith(app, 'walburga'), []);
});

test('a trade whose erasure fails is reported, after the others were erased', async () => {
  const broken = await endedPayout(app, { client_id: 'ulrike' });
  accepted(await ask(broken, app));
  const key = await endedPayout(app, { client_id: 'volker' });
  accepted(await ask(key, app));
  const owner = await openOwner(service);
  try {
    const failed = new Error('no place left');
    const failing = {
      ...owner,
      transaction: (work: (tx: Transaction) => Promise<unknown>, options?: object) =>
        owner.transaction(
          (tx) =>
            work({
              ...tx,
              query: (name, text, values) => {
                const is_broken = name === 'finish-erasure' && values?.[1] === broken.trade_id;
                if (is_broken) throw failed;
                return tx.query(name, text, values);
              },
            }),
          options,
        ),
    } as typeof owner;
    const erase = eraseWaiting(failing, Buffer.from(service.master_key));
    await rejects(erase, failed);
    deepEqual(await columnsWith(app, 'volker'), []);
    deepEqual(await columnsWith(app, 'ulrike'), ['trades.client_id']);
  } finally {
    await owner.close();
  }
});
