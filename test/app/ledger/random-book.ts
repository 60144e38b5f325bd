// Random histories of a merchant's book: money comes, is held and comes back, days pass, and some
// of them are proven.
import type { OpenApp } from '../../../server/app/open-app.ts';
import { createPayout } from '../../../server/app/payout/create-payout.ts';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { cancelTrade } from '../../../server/app/trade/cancel-trade.ts';
import { fc } from '../../support/property.ts';
import { accepted, raw, type TestMerchant } from '../../support/test-app.ts';
import * as scene from '../scene.ts';

const HOUR_MS = 3_600_000;

export const bookStep = fc.oneof(
  fc.record({ kind: fc.constant('fund' as const), cents: fc.integer({ min: 1, max: 90_000 }) }),
  fc.record({ kind: fc.constant('pay' as const), cents: fc.integer({ min: 1, max: 9_000 }) }),
  fc.record({ kind: fc.constant('cancel' as const) }),
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('prove' as const) }),
);
export type BookStep = typeof bookStep extends fc.Arbitrary<infer One> ? One : never;

/** `open`: the pay-outs that can still be canceled. */
export async function takeStep(
  app: OpenApp,
  shop: TestMerchant,
  one: BookStep,
  open: string[],
): Promise<void> {
  const { merchant_id, caller } = shop;
  if (one.kind === 'fund') await scene.fund(app, merchant_id, one.cents);
  if (one.kind === 'wait') app.store.clock_offset_ms += one.hours * HOUR_MS;
  if (one.kind === 'prove') await makeProof(app, { role: 'service', id: null });
  if (one.kind === 'cancel') {
    const id = open.pop();
    if (id !== undefined) accepted(await cancelTrade(app, caller, raw({ merchant_id, id })));
  }
  if (one.kind !== 'pay') return;
  const money = { amount_cents: one.cents, amount_currency: 'INR', type: 'account' };
  const order_id = `random-${scene.newNumber()}`;
  const payee = { number: '50100087654322', client_id: 'c', order_id };
  const made = await createPayout(app, caller, raw({ merchant_id, ...money, ...payee }));
  if (scene.isAccepted(made)) open.push(made.trade.id);
}
