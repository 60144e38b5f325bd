// The metrics of waiting settlements: how many are in each state, and for how long.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { measureBooks } from '../../../server/app/ledger/measure-books.ts';
import type { App } from '../../../server/app/process/app.ts';
import { createMetrics } from '../../../server/programs/metrics.ts';
import { accepted, openTestApp, type TestApp } from '../../support/test-app.ts';
import { settling } from './settlement-scene.ts';

let opened: TestApp;
let app: App;
before(async () => {
  opened = await openTestApp();
  app = opened.app;
});
after(() => opened.stop());

const HOUR_MS = 3_600_000;
const STATES = ['draft', 'approved', 'sent'] as const;

/** How many, and whether the oldest has waited for an hour or longer, through real gauges. */
async function gauges(): Promise<readonly (readonly [count: number, is_old: boolean])[]> {
  const metrics = createMetrics();
  await measureBooks({ ...app, measure: metrics.set });
  const { body } = await metrics.render();
  const read = (name: string) => {
    const [, value] =
      new RegExp(`^payment_orders_settlements_${name} (\\d+)$`, 'm').exec(body) ?? [];
    return Number(value);
  };
  return STATES.map((state) => [read(state), read(`${state}_oldest_age_seconds`) >= 3_600]);
}

test('each state that waits is counted, from when it began to wait', async () => {
  const { credit, withAccount, draft, approve, act, discard } = settling(app);
  assert.deepEqual(await gauges(), [
    [0, false],
    [0, false],
    [0, false],
  ]);
  const [one, two] = [await withAccount(), await withAccount()];
  await credit(one);
  await credit(two);
  const young = accepted(await draft(one));
  const other = accepted(await draft(two));
  assert.deepEqual((await gauges())[0], [2, false]);
  const later = { ...app, settings: { ...app.settings, now: () => Date.now() + 2 * HOUR_MS } };
  const told = new Map<string, number>();
  await measureBooks({ ...later, measure: (name, value) => void told.set(name, value) });
  assert.ok((told.get('settlements_draft_oldest_age_seconds') ?? 0) >= 7_199);
  const approved = accepted(await approve(young));
  accepted(await discard(other));
  assert.deepEqual(
    (await gauges()).map(([count]) => count),
    [0, 1, 0],
  );
  const payout = { merchant_id: approved.merchant_id, id: approved.trade_id ?? '' };
  accepted(await act(payout, 'take'));
  assert.deepEqual(
    (await gauges()).map(([count]) => count),
    [0, 0, 1],
  );
  accepted(await act(payout, 'complete', { utr: 'GAUGE0000001' }));
  assert.deepEqual(
    (await gauges()).map(([count]) => count),
    [0, 0, 0],
  );
});
