// Shared by the tests of callbacks: merchants with an endpoint, and trades with events.
import assert from 'node:assert/strict';
import { type Claim, claimDeliveries } from '../../../server/app/callback/claim-deliveries.ts';
import type {
  ClaimedDelivery,
  DeliveryAttemptResult,
} from '../../../server/app/callback/deliver.ts';
import { listDeliveries } from '../../../server/app/callback/list-deliveries.ts';
import { createAttemptRecorder } from '../../../server/app/callback/record-attempts.ts';
import type { App } from '../../../server/app/process/app.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { DELIVERY_QUEUES } from '../../../server/domain/callback/delivery-places.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  raw,
  setDefaultEndpoint,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

/** In the form in which lists of deliveries name their target. */
export const HOST = 'https://shop.example';
export const HOOK = `${HOST}/hook`;
const LONG_MS = 3_600_000;

/** All due deliveries that one claim returns. */
export const claim = async (app: App, more: Partial<Claim> = {}): Promise<ClaimedDelivery[]> => {
  const { deliveries } = await claimDeliveries(app, {
    limit: 64,
    lease_ms: LONG_MS,
    queues: DELIVERY_QUEUES,
    per_endpoint: 4,
    rooms: [],
    recovered: [],
    choose: (candidates) => ({ chosen: [...candidates], slow: [] }),
    ...more,
  });
  return [...deliveries];
};

/** Until nothing is due any more: one look takes only some of an endpoint it knows nothing of. */
export async function claimAll(app: App): Promise<ClaimedDelivery[]> {
  const claimed = await claim(app);
  return claimed.length === 0 ? [] : [...claimed, ...(await claimAll(app))];
}

/** By itself; true where what follows in its trade may be sent now. */
export const record = (app: App, delivery: ClaimedDelivery, result: DeliveryAttemptResult) =>
  createAttemptRecorder(app)(delivery, result);

export const named = (deliveries: readonly ClaimedDelivery[]) =>
  deliveries.map(({ sequence, attempt }) => `${sequence}/${attempt}`);

export const answered = (
  status: number | null,
  more: Partial<DeliveryAttemptResult> = {},
): DeliveryAttemptResult => ({
  status,
  error: status === 200 ? null : 'status',
  duration_ms: 12.4,
  reply_head: 'said',
  retry_after_ms: null,
  ...more,
});

export async function newMerchant(app: App, url: string | null = HOOK) {
  const merchant = await makeMerchant(app);
  await scene.fund(app, merchant.merchant_id, 100_000);
  const { secret } = await setDefaultEndpoint(app, merchant.merchant_id, url);
  assert.ok(secret);
  return { ...merchant, secret };
}

/** A pay-in with this number of events. */
export async function newTrade(app: App, merchant: TestMerchant, events: number, fields = {}) {
  const order_id = `order-${scene.newNumber()}`;
  const body = { order_id, amount_cents: 10, type: 'card', number: '4111111111111111', ...fields };
  const { id } = accepted(await scene.payout(app, merchant, body)).trade;
  await moreEvents(app, merchant, id, events - 1);
  return id;
}

export async function moreEvents(
  app: App,
  merchant: TestMerchant,
  id: string,
  count: number,
  first = 0,
) {
  for (let made = first; made < first + count; made += 1) {
    const act = made % 2 === 0 ? 'take' : 'release';
    const { merchant_id } = merchant;
    accepted(await actOnTrade(app, OPERATOR, merchant_id, id, act, raw({ note: 'nothing sent' })));
  }
}

export const rowOf = async (app: App, id: string, sequence = 1) => {
  const { data } = accepted(await listDeliveries(app, { trade_id: id }));
  const row = data.find((delivery) => delivery.sequence === sequence);
  if (row === undefined) throw new Error('No such delivery');
  return row;
};

export const makeDue = (app: App, id: string) =>
  scene.sql(
    app,
    `update deliveries set due_at = now() - interval '1 hour' where trade_id = '${id}'`,
  );

/** The only delivery that is due. */
export async function only(app: App): Promise<ClaimedDelivery> {
  const [delivery, ...others] = await claim(app);
  if (delivery === undefined) throw new Error('Nothing was due');
  assert.deepEqual(others, []);
  return delivery;
}
