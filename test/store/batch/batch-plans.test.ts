// The plans of a batch's statements on a real PostgreSQL: planned once for new orders, whatever
// their number, and left to PostgreSQL's choice for bank lines.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as scene from '../../app/scene.ts';
import { makeMerchant, openTestApp, type TestApp } from '../../support/test-app.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp();
});
after(async () => {
  await service.stop();
});

type Plans = { name: string; generic_plans: bigint; custom_plans: bigint };

/** Of the session that was used last, which is the one that comes next. */
async function plansOf(names: readonly string[]): Promise<Plans[]> {
  return await service.app.store.db.query<Plans>(
    '',
    `select name, generic_plans, custom_plans from pg_prepared_statements
     where name = any($1::text[]) order by name`,
    [names],
  );
}

test('lone orders are not planned again and again', async () => {
  const { app } = service;
  const merchant = await makeMerchant(app);
  await scene.makeAccount(app, 'INR');
  for (let count = 0; count < 8; count += 1) {
    await scene.newPayin(app, merchant, { amount_cents: scene.newNumber() });
  }
  const plans = await plansOf(['insert-events', 'insert-trades', 'read-orders']);
  assert.deepEqual(
    plans.map(({ name, custom_plans }) => [name, custom_plans]),
    [
      ['insert-events', 0n],
      ['insert-trades', 0n],
      ['read-orders', 0n],
    ],
  );
  assert.ok(plans.every(({ generic_plans }) => generic_plans > 0n));
});

test('look-ups for bank lines are planned for their numbers', async () => {
  const { app } = service;
  const account = await scene.makeAccount(app, 'INR');
  await scene.feed(app, account, [{ amount_cents: scene.newNumber() }]);
  // While it is given, its account is locked over another session: every session is asked.
  const asked = Array.from({ length: 4 }, () => plansOf(['read-lines-by-key']));
  const [plans] = (await Promise.all(asked)).flat();
  assert.ok(plans !== undefined && plans.custom_plans > 0n);
});
