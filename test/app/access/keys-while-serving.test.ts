// The keys that encrypt the rows are rotated while two processes serve the same database: nothing
// fails, all rows are encrypted again, and the old key is deleted.
import { equal, ok } from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { resealRows } from '../../../server/app/access/reseal-rows.ts';
import { listBankLines } from '../../../server/app/line/list-bank-lines.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { openPage } from '../../../server/app/page/open-page.ts';
import { listTrades } from '../../../server/app/trade/list-trades.ts';
import { resealKept } from '../../../server/store/encryption/reseal-kept.ts';
import {
  accepted,
  makeMerchant,
  openTestApp,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import { answered, claimAll, record } from '../callback/delivery-scene.ts';
import * as scene from '../scene.ts';
import { dataKeys, everyCiphertext, fill, open, openOwner, rotate } from './key-scene.ts';

const QUICKLY = { lead_ms: 2_000, lease_ms: 1_000, rest_ms: 1_500 };

suite('while two processes serve', () => {
  let service: TestApp;
  let apps: [OpenApp, OpenApp];
  let merchant: TestMerchant;
  let account: string;
  before(async () => {
    service = await openTestApp();
    apps = [service.app, await service.another()];
    await fill(service.app);
    merchant = await makeMerchant(service.app);
    account = await scene.makeAccount(service.app, 'INR');
  });
  after(() => service.stop());

  /** The typical requests of a shop within a minute; any failure throws. */
  async function serve(here: OpenApp, there: OpenApp): Promise<void> {
    const callback_url = 'https://shop.example/hook?key=secret';
    const amount_cents = 10_000 + scene.newNumber();
    const trade = await scene.newPayin(here, merchant, { amount_cents, callback_url });
    accepted(await openPage(there, trade.url.split('/').at(-1) ?? ''));
    await scene.feed(here, account, [{ amount_cents: 5, text: `line ${amount_cents}` }]);
    const { data } = accepted(await listBankLines(there, {}));
    ok(data.every((line) => !line.damaged));
    ok(accepted(await listTrades(there, {})).data.length > 0);
    for (const delivery of await claimAll(there)) {
      equal(delivery.url?.startsWith('https://'), true);
      await record(there, delivery, answered(200));
    }
  }

  test('no request fails, all rows follow, and the old key goes', async () => {
    const [one, two] = apps;
    const owner = await openOwner(service);
    const former = one.store.cipher.data_key_id;
    accepted(await rotate(one, QUICKLY));
    equal(one.store.cipher.data_key_id, former, 'nobody uses the new key yet');
    let rounds = 0;
    while ((await dataKeys(one)).length > 1) {
      rounds += 1;
      await Promise.all([
        serve(one, two),
        serve(two, one),
        resealRows(one, QUICKLY),
        resealRows(two, QUICKLY),
        resealKept(owner, Buffer.from(service.master_key), QUICKLY),
      ]);
    }
    await owner.close();
    ok(rounds > 1);
    await Promise.all([one.settings.refresh(), two.settings.refresh()]);
    await serve(one, two);
    await serve(two, one);
    for (const stored of await everyCiphertext(two)) {
      ok(stored.key_id > former);
      equal(open(one, stored), open(two, stored));
    }
  });
});
