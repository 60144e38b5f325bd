// Two transactions that meet at the deliveries of one trade, or at the probe of one endpoint, each
// held where only a lock keeps them apart: nothing waits for ever, and nothing is sent twice.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { hurryDeliveries } from '../../../bench/harness/hurry-deliveries.ts';
import type { ClaimedDelivery } from '../../../server/app/callback/deliver.ts';
import { followEndpoints } from '../../../server/app/callback/follow-endpoints.ts';
import { resendDelivery } from '../../../server/app/callback/list-deliveries.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { takeDueProbes } from '../../../server/store/callback/held-deliveries.ts';
import type { Queryable } from '../../../server/store/connection/database.ts';
import { accepted, OPERATOR, openTestApp, raw, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import {
  answered,
  claimAll,
  makeDue,
  moreEvents,
  named,
  newMerchant,
  newTrade,
  only,
  record,
} from './delivery-scene.ts';

let service: TestApp;
let app: OpenApp;
let other: OpenApp;
before(async () => {
  service = await openTestApp();
  ({ app } = service);
  other = await service.another();
});
after(() => service.stop());
beforeEach(() =>
  scene.sql(app, `update deliveries set status = 'exhausted' where status = 'waiting'`),
);

type Merchant = Awaited<ReturnType<typeof newMerchant>>;

/** A trade whose first delivery is under way. */
async function underWay(): Promise<{ merchant: Merchant; id: string; first: ClaimedDelivery }> {
  const merchant = await newMerchant(app);
  await other.settings.refresh();
  const id = await newTrade(app, merchant, 1);
  return { merchant, id, first: await only(app) };
}

/** The acts of a pay-out end with the audit trail, when all else is written. */
const WRITTEN = 'lock-audit-head';
/** An attempt is counted when its delivery has ended and the next one is marked. */
const ENDED = 'count-endpoint-attempts';

describe('a delivery that ends while the trade gets another event', () => {
  it('is followed by the new one, if the event came first', async () => {
    const { merchant, id, first } = await underWay();
    await scene.meet(
      app,
      WRITTEN,
      () => moreEvents(app, merchant, id, 1),
      async () => void (await record(other, first, answered(200))),
    );
    deepEqual(named(await claimAll(app)), ['2/1']);
  });

  it('is followed by the new one, if the answer came first', async () => {
    const { merchant, id, first } = await underWay();
    await scene.meet(
      app,
      ENDED,
      async () => void (await record(app, first, answered(200))),
      () => moreEvents(other, merchant, id, 1),
    );
    deepEqual(named(await claimAll(app)), ['2/1']);
  });
});

describe('a delivery that is sent again while the trade gets another event', () => {
  const resend = (process: OpenApp, { merchant_id, trade_id, sequence }: ClaimedDelivery) =>
    resendDelivery(process, OPERATOR, raw({ merchant_id, trade_id, sequence }));

  it('comes before the new one', async () => {
    const { merchant, id, first } = await underWay();
    await record(app, first, answered(200));
    await scene.meet<unknown>(
      app,
      WRITTEN,
      () => moreEvents(app, merchant, id, 1),
      async () => accepted(await resend(other, first)),
    );
    const again = await only(app);
    deepEqual(named([again]), ['1/2']);
    await record(app, again, answered(200));
    deepEqual(named(await claimAll(app)), ['2/1']);
  });
});

/** Its endpoint fails, and several deliveries wait for it. */
async function failing(): Promise<string> {
  const merchant = await newMerchant(app);
  await other.settings.refresh();
  const { merchant_id } = merchant;
  const trades: string[] = [];
  for (let made = 0; made < 5; made += 1) {
    trades.push(await newTrade(app, merchant, 1));
    if (made === 4) {
      await scene.sql(
        app,
        `update callback_endpoint_health set failures_since = failures_since - interval '1 hour'
         where merchant_id = '${merchant_id}'`,
      );
    }
    await record(app, await only(app), answered(500));
  }
  for (const id of trades) await makeDue(app, id);
  deepEqual(await claimAll(app), []);
  await scene.sql(
    app,
    `update callback_endpoint_health set next_probe_at = now()
     where merchant_id = '${merchant_id}'`,
  );
  return merchant_id;
}

describe('a probe that another process finds due at the same moment', () => {
  const take = (db: Queryable) => takeDueProbes(db, 0, 64);

  it('is sent once, if the other one is just taking it', async () => {
    await failing();
    let mine = Promise.resolve(0);
    const taken = await other.store.db.transaction(async (tx) => {
      const theirs = await take(tx);
      mine = followEndpoints(app);
      await scene.waitsOrEnds(app, mine);
      return theirs;
    });
    equal(taken.length, 1);
    equal(await mine, 0);
  });

  it('is sent once, if the other one has taken it', async () => {
    await failing();
    equal((await take(other.store.db)).length, 1);
    equal(await followEndpoints(app), 0);
  });

  it('is one delivery of all that wait', async () => {
    await failing();
    const probes = await Promise.all([followEndpoints(app), followEndpoints(other)]);
    equal(probes[0] + probes[1], 1);
    const [probe, ...more] = await claimAll(app);
    deepEqual([probe?.queue, more], ['probe', []]);
  });
});

describe('what a test or the bench makes due while a service sends', () => {
  it('waits for no row that the service holds, so neither waits for the other', async () => {
    const merchant = await newMerchant(app);
    await other.settings.refresh();
    const id = await newTrade(app, merchant, 2);
    const ofTrade = `trade_id = '${id}'`;
    await scene.sql(
      app,
      `update deliveries set due_at = now() + interval '1 hour' where ${ofTrade}`,
    );
    const due = () =>
      scene.sql(
        app,
        `select sequence from deliveries where ${ofTrade} and due_at <= now() order by 1`,
      );
    const hurry = () => scene.sql(app, hurryDeliveries(ofTrade));
    const made = await other.store.db.transaction(async (tx) => {
      const first = `select from deliveries where ${ofTrade} and sequence = 1 for no key update`;
      await tx.query('', first, []);
      const hurried = hurry();
      await scene.waitsOrEnds(app, hurried);
      return { hurried, due: await due() };
    });
    await made.hurried;
    deepEqual(made.due, [{ sequence: 2 }]);
    await hurry();
    deepEqual(await due(), [{ sequence: 1 }, { sequence: 2 }]);
  });
});
