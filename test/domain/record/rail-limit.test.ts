// The most that a rail takes for one transfer: which receiving accounts it leaves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountWith, payin } from '../../support/model/domain-commands.ts';
import { scene } from '../../support/model/domain-scene.ts';

test('the limit of UPI holds for an account without a maximum of its own', () => {
  for (const [fields, amount_cents, is_taken] of [
    [{ type: 'upi' }, 10_000_000n, true],
    [{ type: 'upi' }, 10_000_001n, false],
    [{ type: 'upi', max_amount_cents: 50_000_000n }, 10_000_001n, true],
    [{ type: 'account' }, 10_000_001n, true],
  ] as const) {
    const on = scene();
    const order = payin({ type: fields.type, amount_cents, accounts: [accountWith(fields)] });
    if (is_taken) on.trade(order);
    else {
      const { extra } = on.refused(order, 'no_receiving_account_available');
      assert.equal(extra?.reason, 'above_maximum');
    }
  }
});
