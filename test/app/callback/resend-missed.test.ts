// Compare with re-send: the events that a merchant has missed are delivered again, once.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { compareOrders } from '../../../server/app/trade/compare-orders.ts';
import { MISSED_EVENTS_MAX } from '../../../server/domain/callback/missed-events.ts';
import {
  accepted,
  openTestApp,
  raw,
  refusedWith,
  setDefaultEndpoint,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { answered, claim, HOOK, newMerchant, newTrade, record } from './delivery-scene.ts';
import { addEndpoint } from './endpoint-scene.ts';

let service: TestApp;
let app: TestApp['app'];
before(async () => {
  service = await openTestApp();
  ({ app } = service);
});
after(() => service.stop());
beforeEach(() => endedLongAgo('exhausted', "status = 'waiting'"));

/** What ended within the last minute is not sent again, however long the test takes. */
const endedJustNow = () =>
  scene.sql(
    app,
    `update deliveries set finished_at = now() + interval '1 hour'
    where status = 'delivered'`,
  );

/** As after some minutes. */
const endedLongAgo = (status: 'exhausted' | 'delivered', which = 'true') =>
  scene.sql(
    app,
    `update deliveries set status = '${status}', finished_at = now() - interval '5 minutes'
     where ${which}`,
  );

type Record = { id: string; state: string } | { order_id: string; state: string };

const compare = async (merchant: TestMerchant, orders: readonly Record[], resend = true) => {
  const { merchant_id, caller } = merchant;
  const body = await compareOrders(app, caller, raw({ merchant_id, orders, resend }));
  return accepted(body);
};

const counts = async (merchant: TestMerchant, orders: readonly Record[]) => {
  const { missed_events, resent } = await compare(merchant, orders);
  return [missed_events, resent];
};

/** Answers everything that is due with 200, and says what it was. */
async function received(): Promise<string[]> {
  const sent: string[] = [];
  for (let due = await claim(app); due.length > 0; due = await claim(app)) {
    for (const one of due) {
      sent.push(`${one.endpoint_number}/${one.sequence}`);
      await record(app, one, answered(200));
    }
  }
  return sent;
}

describe('compare with re-send', () => {
  it('heals a callback that was accepted and lost, and does not double', async () => {
    const merchant = await newMerchant(app);
    const id = await newTrade(app, merchant, 2);
    deepEqual(await received(), ['0/1', '0/2']);
    await endedLongAgo('delivered');
    const records = [{ id, state: 'created' }];
    const first = await compare(merchant, records);
    deepEqual([first.missed_events, first.resent], [1, 1]);
    deepEqual(await counts(merchant, records), [1, 0], 'it waits already');
    deepEqual(await received(), ['0/2']);
    await endedJustNow();
    deepEqual(await counts(merchant, records), [1, 0], 'it has just been delivered');
    deepEqual(await received(), []);
    await endedLongAgo('delivered');
    deepEqual(await counts(merchant, records), [1, 1], 'some minutes later it is sent again');
    deepEqual(await counts(merchant, [{ id, state: 'processing' }]), [0, 0], 'it agrees');
  });

  it('sends what was given up, or never sent, to each endpoint in order', async () => {
    const merchant = await newMerchant(app, null);
    const { merchant_id } = merchant;
    const id = await newTrade(app, merchant, 3);
    const records = [{ id, state: 'completed' }];
    deepEqual(await counts(merchant, records), [1, 0], 'there is no address');
    await setDefaultEndpoint(app, merchant_id, HOOK);
    await addEndpoint(app, merchant_id, { event_types: ['withdrawal.processing'] });
    const missed = [{ id, state: 'processing' }];
    deepEqual(await counts(merchant, missed), [1, 1], 'the second endpoint does not take it');
    deepEqual(await received(), ['0/3']);
  });

  it('names an order twice and unknown ones without doubling', async () => {
    const merchant = await newMerchant(app);
    const id = await newTrade(app, merchant, 2);
    const [{ order_id } = { order_id: '' }] = await scene.sql<{ order_id: string }>(
      app,
      `select order_id from trades where trade_id = '${id}'`,
    );
    await endedLongAgo('exhausted');
    const records = [
      { id, state: 'created' },
      { order_id, state: 'created' },
      { order_id: 'nobody’s', state: 'created' },
    ];
    const { differences, missed_events, resent } = await compare(merchant, records);
    deepEqual([differences.length, missed_events, resent], [3, 1, 1]);
  });

  it('of two requests at once one sends', async () => {
    const merchant = await newMerchant(app);
    const id = await newTrade(app, merchant, 2);
    await endedLongAgo('delivered');
    const records = [{ id, state: 'created' }];
    const both = await Promise.all([compare(merchant, records), compare(merchant, records)]);
    deepEqual(both.map(({ resent }) => resent).sort(), [0, 1]);
    deepEqual(await received(), ['0/2']);
  });

  it('sends the newest few of a long history, and events of disputes never', async () => {
    const merchant = await newMerchant(app);
    const id = await newTrade(app, merchant, 12);
    await scene.sql(
      app,
      `update events set type = 'dispute.updated' where trade_id = '${id}' and sequence = 12`,
    );
    await endedLongAgo('exhausted');
    deepEqual(await counts(merchant, [{ id, state: 'completed' }]), [1, 1]);
    deepEqual(await received(), ['0/11']);
    await endedJustNow();
    await scene.sql(
      app,
      `update events set state = 'disputed' where trade_id = '${id}' and sequence > 1`,
    );
    const missed = await counts(merchant, [{ id, state: 'created' }]);
    deepEqual(missed, [MISSED_EVENTS_MAX, MISSED_EVENTS_MAX - 1], 'one was sent just now');
  });

  it('leaves other merchants’ orders and endpoints alone', async () => {
    const [own, other] = [await newMerchant(app), await newMerchant(app)];
    const id = await newTrade(app, other, 2);
    await endedLongAgo('exhausted');
    deepEqual(await counts(own, [{ id, state: 'created' }]), [0, 0]);
    deepEqual(await received(), []);
  });

  it('sends nothing without being asked to', async () => {
    const merchant = await newMerchant(app);
    const id = await newTrade(app, merchant, 2);
    await endedLongAgo('exhausted');
    const body = await compare(merchant, [{ id, state: 'created' }], false);
    deepEqual([body.missed_events, body.resent], [null, null]);
    deepEqual(await received(), []);
  });

  it('needs a token that may do more than read', async () => {
    const merchant = await newMerchant(app);
    const { merchant_id, caller } = merchant;
    const orders = [{ id: merchant_id, state: 'created' }];
    const reader = { ...caller, token: { ...caller.token, scopes: ['read' as const] } };
    const asked = (resend: unknown) =>
      compareOrders(app, reader, raw({ merchant_id, orders, resend }));
    const { code, detail } = refusedWith(await asked(true));
    deepEqual([code, detail], ['insufficient_scope', 'The token has no scope payin or payout.']);
    equal(accepted(await asked(false)).compared, 1);
    const { errors } = refusedWith(await asked('yes'));
    deepEqual(
      errors?.map(({ field, message }) => `${field} ${message}`),
      ['resend must be true or false, without quotes'],
    );
  });

  it('is in the trail if anything was sent', async () => {
    const merchant = await newMerchant(app);
    const id = await newTrade(app, merchant, 2);
    await endedLongAgo('exhausted');
    await compare(merchant, [{ id, state: 'created' }]);
    await compare(merchant, [{ id, state: 'created' }]);
    const target = `merchants/${merchant.merchant_id}`;
    const rows = await scene.sql<{ detail: unknown }>(
      app,
      `select detail from audit_entries where action = 'callback_resent' and target = '${target}'`,
    );
    deepEqual(
      rows.map(({ detail }) => detail),
      [{ orders: 1, resent: 1 }],
    );
  });

  it('takes a thousand orders at once', async () => {
    const merchant = await newMerchant(app);
    const id = await newTrade(app, merchant, 1);
    const unknown = Array.from({ length: 997 }, (_, index) => `unknown-${index}`);
    const more = [await newTrade(app, merchant, 2), await newTrade(app, merchant, 2)];
    await endedLongAgo('exhausted');
    const records = [
      ...unknown.map((order_id) => ({ order_id, state: 'created' })),
      { id, state: 'pending' },
      ...more.map((one) => ({ id: one, state: 'created' })),
    ];
    const body = await compare(merchant, records);
    deepEqual([body.compared, body.missed_events, body.resent], [1_000, 3, 3]);
  });
});
