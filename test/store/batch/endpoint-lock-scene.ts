// Locks of callback endpoints: changed by people, counted with attempts, probed by the clock.
import assert from 'node:assert/strict';
import { followEndpoints } from '../../../server/app/callback/follow-endpoints.ts';
import {
  createCallbackEndpoint,
  deleteCallbackEndpoint,
  rotateCallbackSecret,
  updateCallbackEndpoint,
} from '../../../server/app/merchant/callback-endpoints.ts';
import * as callbacks from '../../app/callback/delivery-scene.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import type { Stage } from './lock-stage.ts';

/** Endpoints are added, changed and removed; one that fails is probed and answers again. */
export async function changeEndpoints({ app, merchants: [merchant] }: Stage): Promise<void> {
  assert.ok(merchant);
  const { merchant_id } = merchant;
  const add = async () => {
    const limits = { max_concurrent: 2, max_per_second: 9 };
    const fields = raw({ url: 'https://books.example/hook', ...limits });
    return accepted(await createCallbackEndpoint(app, OPERATOR, merchant_id, fields));
  };
  const { number } = await add();
  const { number: neighbour } = await add();
  const named = { merchant: merchant_id, endpoint: String(number) };
  await callbacks.newTrade(app, merchant, 1);
  for (const one of await callbacks.claimAll(app)) {
    await callbacks.record(app, one, callbacks.answered(500));
  }
  const { db } = app.store;
  const FAIL = `update callback_endpoint_health set failing_since = now(), next_probe_at = now(),
    has_held = true where merchant_id = $1 and number = $2`;
  await db.query('', FAIL, [merchant_id, number]);
  await db.query('', 'update deliveries set queue = 4 where endpoint_number = $1', [number]);
  assert.equal(await followEndpoints(app), 1);
  for (const one of await callbacks.claimAll(app)) {
    await callbacks.record(app, one, callbacks.answered(200));
  }
  const fields = raw({ enabled: true });
  accepted(await updateCallbackEndpoint(app, OPERATOR, named, fields));
  accepted(await rotateCallbackSecret(app, OPERATOR, named));
  for (const endpoint of [number, neighbour].map(String)) {
    accepted(await deleteCallbackEndpoint(app, OPERATOR, { ...named, endpoint }));
  }
  await followEndpoints(app);
}
