// The facts told by lines that were matched earlier are reconstructed from the trail, as if they
// had been noted then.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { onLines, to } from '../../app/payout/payout-line-scene.ts';
import * as on from '../../app/payout/payout-scene.ts';
import * as scene from '../../app/scene.ts';
import { accepted, openTestApp, type TestApp } from '../../support/test-app.ts';

let service: TestApp;
let app: TestApp['app'];
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(() => service.stop());

const MIGRATION = new URL('../../../migrations/0010-payout-lines.sql', import.meta.url);

const told = () =>
  scene.sql(app, 'select trade_id, told_by_line from payout_attempts order by payout_attempt_id');

test('the migration finds what lines told, by word or not, with an account or not', async () => {
  const lines = onLines(app);
  const by_line = await lines.sent('BWP');
  await by_line.seen(-1_000);
  const returned = await lines.sent('BZD');
  await returned.seen(-1_000);
  await returned.seen(1_000);
  const by_person = await lines.sent('CDF');
  await by_person.seen(-1_000);
  accepted(await lines.act(by_person.payout, 'reverse'));
  await by_person.seen(1_000);
  const shop = await on.openShop(app, 'CRC');
  for (const utr of ['BYHAND000001', null]) {
    const payout = await on.newPayout(app, shop, 'CRC', 700);
    accepted(await lines.act(payout, 'take'));
    if (utr !== null) accepted(await lines.act(payout, 'complete', { utr }));
    const text = (await lines.attemptOf(payout)).end_to_end_id;
    const [line] = await scene.feed(app, shop.account, [
      { amount_cents: -700, text, utr: utr ?? 'LINE00000002' },
    ]);
    assert.deepEqual([line?.status, line?.trade_id], ['matched', to(payout).trade_id]);
  }
  const noted = await told();
  assert.deepEqual(
    noted.map((row) => row.told_by_line),
    [['utr'], ['utr', 'return'], ['utr'], ['account'], ['utr', 'account']],
  );
  await scene.sql(app, `update payout_attempts set told_by_line = '{}'`);
  const migration = await readFile(MIGRATION, 'utf8');
  await scene.sql(app, migration.slice(migration.indexOf('update payout_attempts')));
  assert.deepEqual(await told(), noted);
});
