// Random days in random formats, parts, orders and repeats: each movement counts once, and nothing
// is lost unseen.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fc, longRuns } from '../../support/property.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import { type ShownMovement, VIEWS, type ViewName } from './second-format-files.ts';
import {
  type Account,
  amountsOf,
  dayAgo,
  give,
  newAccount,
  useApp,
  waitingOf,
} from './second-format-scene.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp();
  useApp(service.app);
});
after(async () => {
  await service.stop();
});

type Delivered = { view: ViewName; days: 'first' | 'last' | 'both' };

/** The ids of the movements that some delivery had. */
async function deliver(
  account: Account,
  movements: readonly ShownMovement[],
  order: readonly Delivered[],
) {
  const given = new Set<string>();
  for (const { view, days } of order) {
    const isOfDays = ({ day }: ShownMovement) =>
      days === 'both' || (day === dayAgo(4)) === (days === 'first');
    const own = movements.filter(isOfDays);
    const earlier = movements.filter((one) => days === 'last' && !isOfDays(one));
    if (own.length === 0) continue;
    const opening = earlier.reduce((sum, one) => sum + one.cents, 0);
    await give(account, view, { opening, movements: own });
    for (const { id } of own) given.add(id);
  }
  return given;
}

test('days in any formats, parts, orders and repeats: each movement counts once or is shown', async () => {
  const movement = fc.record({
    cents: fc.constantFrom(100, 200, 300, -100),
    day: fc.constantFrom(dayAgo(4), dayAgo(3)),
    utr: fc.constantFrom(undefined, '412345678901', '412345678902'),
  });
  const deliveries = fc.array(
    fc.record({
      view: fc.constantFrom(...VIEWS),
      days: fc.constantFrom('first' as const, 'last' as const, 'both' as const),
    }),
    { minLength: 1, maxLength: 5 },
  );
  const all = fc.array(movement, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(all, deliveries, async (drawn, order) => {
      const account = await newAccount();
      const movements = drawn.map((one, at) => ({ ...one, id: `M${at}` }));
      const given = await deliver(account, movements, order);
      const left: number[] = movements.flatMap(({ id, cents }) => (given.has(id) ? [cents] : []));
      for (const cents of await amountsOf(account.id)) {
        const at = left.indexOf(cents);
        assert.notEqual(at, -1, `${cents} counts twice`);
        left.splice(at, 1);
      }
      const shown = (await waitingOf(account.id)).map((one) => one.amount_cents);
      for (const cents of left) assert.ok(shown.includes(cents), `${cents} is lost unseen`);
    }),
    { numRuns: longRuns(60) },
  );
});
