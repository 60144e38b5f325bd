// Locks of what ends by its age: periods are set twice, and callbacks are folded and removed.
// Owners allow that an archived month is removed.
import assert from 'node:assert/strict';
import { allowMonthRemoval } from '../../../server/app/archive/allow-removal.ts';
import { endCallbacks } from '../../../server/app/retention/end-callbacks.ts';
import { setRetention } from '../../../server/app/retention/retention.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import * as callbacks from '../../app/callback/delivery-scene.ts';
import { plannedRemoval } from '../../app/setting/planned-removal.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import type { Stage } from './lock-stage.ts';

export async function endByAge({ app, merchants: [merchant] }: Stage): Promise<void> {
  assert.ok(merchant);
  const { merchant_id } = merchant;
  for (const days of [40, 41]) {
    const kinds = ['deliveries', 'callback_attempts', 'sessions'];
    const periods = kinds.map((kind) => ({ kind, days }));
    accepted(await setRetention(app, OPERATOR, raw({ periods, note: 'tried' })));
  }
  const id = await callbacks.newTrade(app, merchant, 1);
  const note = raw({ note: 'as asked' });
  accepted(await actOnTrade(app, OPERATOR, merchant_id, id, 'cancel', note));
  for (let due = await callbacks.claimAll(app); due.length > 0; ) {
    for (const one of due) await callbacks.record(app, one, callbacks.answered(200));
    due = await callbacks.claimAll(app);
  }
  app.store.clock_offset_ms = 50 * DAY_MS;
  try {
    for (let page = 0; page < 50; page += 1) await endCallbacks(app);
  } finally {
    app.store.clock_offset_ms = 0;
  }
  const rows = await app.store.db.query('', 'select 1 from deliveries where trade_id = $1', [id]);
  assert.deepEqual(rows, []);
}

/** The second time the plan is allowed already. */
export async function allowRemovals({ app }: Stage): Promise<void> {
  const { month, ...asked } = await plannedRemoval(app);
  for (const state of ['allowed', 'allowed']) {
    const removal = accepted(await allowMonthRemoval(app, OPERATOR, month, raw(asked)));
    assert.equal(removal.state, state);
  }
}
