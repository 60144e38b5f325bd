// Tariffs and rates that two operators replace at the same moment, in two processes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getTariffs, putTariffs } from '../../../server/app/merchant/tariffs.ts';
import type { App } from '../../../server/app/process/app.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
} from '../../support/test-app.ts';
import { meet } from '../scene.ts';

let service: TestApp;
let other: App;
before(async () => {
  service = await openTestApp();
  other = await service.another();
});
after(() => service.stop());

test('of two lists of tariffs that come at once, the one that waited replaces the other', async () => {
  const { merchant_id } = await makeMerchant(service.app);
  const put = (app: App, percent: number) => {
    const tariffs = [{ direction: 'payin', type: null, currency: null, percent }];
    return putTariffs(app, OPERATOR, merchant_id, raw({ tariffs }));
  };
  const [one, two] = await meet(
    service.app,
    'bump-settings-version',
    () => put(service.app, 1),
    () => put(other, 2),
  );
  assert.deepEqual(
    [one, two].map((answer) => accepted(answer).tariffs[0]?.percent),
    [1, 2],
  );
  const kept = accepted(await getTariffs(other, merchant_id)).tariffs;
  assert.deepEqual(
    kept.map(({ percent }) => percent),
    [2],
  );
});
