// PostgreSQL is killed under load: acknowledged orders exist exactly once, and the proof of the
// books holds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { balanceOfMerchant } from '../../../server/app/ledger/get-balance.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { isStoreOutage } from '../../../server/store/connection/outage.ts';
import { until } from '../../store/embedded/scratch.ts';
import {
  accepted,
  type KillableApp,
  makeMerchant,
  openKillableApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

let service: KillableApp;
let apps: OpenApp[];
before(async () => {
  service = await openKillableApp();
  apps = [service.app, await service.another()];
});
after(async () => {
  await service.stop();
});

type Order = { order_id: string; direction: 'payin' | 'payout' };

/** Creates until told to stop; an order counts as acknowledged only when its answer came. */
async function createUntil(
  app: OpenApp,
  merchant: TestMerchant,
  name: string,
  isOver: () => boolean,
  acknowledged: Map<string, string>,
): Promise<Order[]> {
  const tried: Order[] = [];
  while (!isOver()) {
    const direction = tried.length % 2 === 0 ? ('payin' as const) : ('payout' as const);
    const order_id = `${name}-${tried.length}`;
    tried.push({ order_id, direction });
    const create = direction === 'payin' ? scene.payin : scene.payout;
    try {
      const made = accepted(await create(app, merchant, { order_id, amount_cents: 100 }));
      acknowledged.set(order_id, made.trade.id);
    } catch (error) {
      assert.ok(isStoreOutage(error), String(error));
      await sleep(20);
    }
  }
  return tried;
}

async function killPostgres(): Promise<void> {
  const pid = await until(() => service.postgresId());
  process.kill(pid, 'SIGKILL');
  await until(() => {
    const next = service.postgresId();
    return next !== undefined && next !== pid ? next : undefined;
  });
}

test('killed three times while two processes create', async () => {
  const merchant = await makeMerchant(service.app);
  await scene.fund(service.app, merchant.merchant_id, 1_000_000);
  for (const app of apps) await app.settings.refresh();
  const acknowledged = new Map<string, string>();
  let over = false;
  const workers = Array.from({ length: 16 }, (_, index) => {
    const app = apps[index % 2] ?? service.app;
    return createUntil(app, merchant, `w${index}`, () => over, acknowledged);
  });
  for (let kill = 1; kill <= 3; kill += 1) {
    const before_kill = acknowledged.size;
    await until(() => (acknowledged.size > before_kill + 50 ? true : undefined));
    await killPostgres();
  }
  const at_the_end = acknowledged.size;
  await until(() => (acknowledged.size > at_the_end + 50 ? true : undefined));
  over = true;
  const tried = (await Promise.all(workers)).flat();

  const rows = await scene.sql<{ order_id: string; trade_id: string }>(
    service.app,
    `select order_id, trade_id from trades where merchant_id = '${merchant.merchant_id}'`,
  );
  const stored = new Map(rows.map(({ order_id, trade_id }) => [order_id, trade_id]));
  assert.equal(stored.size, rows.length);
  for (const [order_id, id] of acknowledged) assert.equal(stored.get(order_id), id, order_id);

  // A caller without an answer repeats the same order, and gets the existing one or a new one.
  const asked_again = tried.map(async ({ order_id, direction }) => {
    const create = direction === 'payin' ? scene.payin : scene.payout;
    const again = accepted(await create(service.app, merchant, { order_id, amount_cents: 100 }));
    assert.equal(again.trade.id, stored.get(order_id) ?? again.trade.id);
    assert.equal(again.replayed, stored.has(order_id));
  });
  await Promise.all(asked_again);
  const held = tried.filter(({ direction }) => direction === 'payout').length * 100;
  const balance = await balanceOfMerchant(service.app, merchant.caller.merchant);
  assert.equal(balance.blocked_amount_cents, held);
  assert.equal(balance.amount_cents, 1_000_000);
  assert.deepEqual((await verifyBooks(service.app)).problems, []);
});
