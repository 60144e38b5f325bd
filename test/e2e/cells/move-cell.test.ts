// A whole cell moves to another server: the command may die or fail at every step, a process may
// sleep through the switch, and still no acknowledged order is lost, none is in both places, and
// the old place never serves again.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { withClient } from '../../../bench/fill/with-client.ts';
import type { ScratchDatabase } from '../../../bench/harness/scratch-database.ts';
import type { ServiceProcess } from '../../../bench/harness/service-process.ts';
import type { Shop } from '../../../bench/harness/shop.ts';
import { cleanup } from '../../support/cleanup.ts';
import {
  acceptOrder,
  acceptOrderSoon,
  createOrder,
  holdLock,
  keepOrdering,
  type MovingScene,
  moveStateIn,
  openMovedShop,
  openMovingScene,
  operatorIn,
  ordersIn,
} from './moving-scene.ts';

const keep = cleanup();
let scene: MovingScene;
let service: ServiceProcess;
let url: string;
let shop: Shop;
before(async () => {
  scene = await openMovingScene(keep);
  service = await scene.start();
  url = await service.ready;
  shop = await openMovedShop(url, 'east');
  await acceptOrder(url, shop, 'first');
});

const run = (database: ScratchDatabase, text: string) =>
  withClient(database.url, async (client) => (await client.query(text)).rows);

/** The command is killed when it waits for this lock. */
async function killWaitingFor(
  database: ScratchDatabase,
  table: string,
  mode: 'share' | 'access exclusive',
  ...args: string[]
): Promise<void> {
  const lock = await holdLock(database, table, mode);
  const { child, outcome } = scene.startMove(...args);
  await Promise.race([
    lock.untilWaitedFor(),
    outcome.then(({ code, out, err }) => {
      throw new Error(`It ended with ${code} before: ${out}${err}`);
    }),
  ]);
  child.kill('SIGKILL');
  await outcome;
  await lock.free();
}

describe('payment-orders cells move', () => {
  it('says what would be done, and changes nothing', async () => {
    const to = ['--to', scene.fresh.serving_url, '--to-migration-url', scene.fresh.url];
    const planned = await scene.command('cells', 'move', 'east', ...to, '--plan');
    equal(planned.code, 0, planned.err);
    match(planned.out, /The cell east has .* GiB on PostgreSQL/);
    match(planned.out, /Nothing was changed\.\n$/);
    equal(await moveStateIn(scene.old), null);
  });

  it('refuses what cannot be moved, or not to there', async () => {
    const here = ['--to', scene.old.serving_url, '--to-migration-url', scene.old.url];
    const same = await scene.command('cells', 'move', 'east', ...here);
    equal(same.code, 1);
    match(same.err, /The new database is on the same server as the old one/);
    match(same.err, /The new database is not empty/);
    const unknown = await scene.command('cells', 'move', 'west', ...here);
    match(unknown.err, /CELLS has no cell west: it has main, east\./);
    const not_logical = await scene.command('cells', 'move', 'main', ...here, '--plan');
    equal(not_logical.code, 3, not_logical.err);
    match(not_logical.out, /wal_level of the old server is replica: set it to logical/);
    equal((await scene.command('cells', 'move', 'east')).code, 2);
    equal(await moveStateIn(scene.old), null);
  });

  it('goes on after a kill, and can be undone until the switch', async () => {
    await killWaitingFor(scene.old, 'tariffs', 'share');
    equal(await moveStateIn(scene.old), 'copying');
    const again = await scene.move();
    equal(again.code, 0, again.err);
    const undone = await scene.command('cells', 'move', 'east', '--cancel');
    equal(undone.code, 0, undone.err);
    equal(await moveStateIn(scene.old), null);
    const left = await run(
      scene.old,
      `select 'slot' as what from pg_replication_slots union all
       select 'publication' from pg_publication union all
       select 'gate' from pg_trigger where not tgisinternal`,
    );
    deepEqual(left, []);
    await acceptOrder(url, shop, 'undone');
    const refused = await scene.move();
    match(refused.err, /The new database is not empty/);
    await run(scene.fresh, 'drop schema public cascade');
    await run(scene.fresh, 'create schema public');
  });

  it('does not serve the copy before the switch', async () => {
    const copied = await scene.move();
    equal(copied.code, 0, copied.err);
    const early = await scene.spawn(scene.fresh);
    await early.ended;
    match(early.told(), /is being moved here .* may not be served here yet/);
  });

  it('goes back if the last rows do not arrive, or are not the same', async () => {
    await killWaitingFor(scene.old, 'tariffs', 'share', '--switch');
    const lock = await holdLock(scene.fresh, 'cell_marks', 'share');
    const late = await scene.move('--switch', '--pause-seconds', '1');
    equal(late.code, 1, late.out);
    match(late.err, /did not have the last rows in time\. Nothing was switched/);
    equal(await moveStateIn(scene.old), 'copying');
    await acceptOrder(url, shop, 'late');
    await lock.free();

    await run(scene.fresh, `update merchants set name = 'other' where not is_house`);
    const other = await scene.move('--switch');
    equal(other.code, 1, other.out);
    match(other.err, /The new place has other rows in merchants\. Nothing was switched/);
    await acceptOrder(url, shop, 'other');
    await run(scene.fresh, `update merchants set name = 'shop' where not is_house`);
  });

  it('refuses nobody for longer than the pause if it is killed within it', async () => {
    await killWaitingFor(scene.old, 'cell_marks', 'share', '--switch', '--pause-seconds', '3');
    equal(await moveStateIn(scene.old), 'paused');
    const load = keepOrdering(url, shop, 'killed');
    await load.untilAccepted(3);
    await load.stop();
    equal(await moveStateIn(scene.old), 'paused');
  });

  it('moves under load, past a kill after the switch and a process that sleeps', async () => {
    const sleeper = await scene.start();
    const sleeper_url = await sleeper.ready;
    const pid = Number(sleeper.log[0]?.pid);
    const load = keepOrdering(url, shop, 'load');
    await load.untilAccepted(3);
    process.kill(pid, 'SIGSTOP');
    // Whether it is answered when the process wakes, or given up before, is not what is asked here.
    const asleep = createOrder(sleeper_url, shop, 'asleep').catch(() => null);
    try {
      await killWaitingFor(scene.fresh, 'cell_moves', 'share', '--switch');
      equal(await moveStateIn(scene.old), 'moved');
      const ended = await scene.move('--switch');
      equal(ended.code, 0, ended.err);
      await load.untilAccepted(3);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await asleep;
    await load.stop();
    await acceptOrderSoon(sleeper_url, shop, 'awake');

    ok(load.refused.length > 0);
    for (const { status: refused, detail, retry_after } of load.refused) {
      equal(refused, 503);
      match(detail, /The cell east is not answering/);
      equal(retry_after, '2');
    }
    const [there, here] = [await ordersIn(scene.old), await ordersIn(scene.fresh)];
    deepEqual(
      load.accepted.filter((order_id) => !here.includes(order_id)),
      [],
    );
    // What was there at the switch is in both; nothing was added since.
    deepEqual(
      there.filter((order_id) => !here.includes(order_id)),
      [],
    );
    ok(!there.includes('asleep') && !there.includes('awake'));
    ok(here.includes('awake') && here.length > there.length);
  });

  it('has left the old place for good', async () => {
    for (const address of [scene.old.url, scene.old.serving_url]) {
      await rejects(
        withClient(address, (client) =>
          client.query('update settings_versions set version = version + 1'),
        ),
        { code: '25006' },
      );
    }
    const undone = await scene.command('cells', 'move', 'east', '--cancel');
    match(undone.err, /The cell has moved: that cannot be undone/);
    const migrated = await scene.command('migrate');
    equal(migrated.code, 1);
    match(migrated.err, /has moved to .*: nothing is served or changed here any more/);
  });

  it('serves in the new place, whichever address a start is given', async () => {
    for (const place of [scene.old, scene.fresh]) {
      const started = await scene.start(place);
      const started_url = await started.ready;
      await acceptOrderSoon(started_url, shop, `start-${place === scene.old ? 'old' : 'new'}`);
      const told = started.log.some(({ msg }) => String(msg).startsWith('the cell has moved'));
      equal(told, place === scene.old);
    }
    const here = await ordersIn(scene.fresh);
    ok(here.includes('start-old') && here.includes('start-new'));
    const verified = await operatorIn(url, 'east').get<{ ok: boolean }>('/verify');
    equal(verified.body.ok, true, JSON.stringify(verified.body));
    const left = await run(scene.fresh, 'select subname from pg_subscription');
    deepEqual(left, []);
  });
});
