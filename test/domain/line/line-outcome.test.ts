// The effect of a bank line on its pay-in: in time, late, with another amount, in parts, or after a
// person's decision.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { MerchantSettings } from '../../../server/domain/record/merchant.ts';
import type { State, StateReason } from '../../../server/domain/record/trade.ts';
import { referenceOf } from '../../../server/domain/values/reference.ts';
import {
  accountWith,
  act,
  claim,
  DAY,
  HOUR,
  lineWith,
  MINUTE,
  merchantWith,
  payin,
  take,
} from '../../support/model/domain-commands.ts';
import { scene } from '../../support/model/domain-scene.ts';

const UTR = 'CLAIMED12345';

type Standing = { state: State; state_reason: StateReason | null };

function checkLate(
  name: string,
  ends: 'expire' | 'cancel',
  table: [late_ms: number, Standing, matched: boolean][],
) {
  for (const [late_ms, expected, matched] of table) {
    test(`${name}, ${late_ms / HOUR} h late`, () => {
      const on = scene();
      const trade = on.trade(payin());
      on.wait(15 * MINUTE);
      on.trade(act(trade, ends));
      on.wait(late_ms);
      const text = referenceOf(trade.trade_id);
      // Five minutes more, because the bank's clock may be that far ahead.
      const booked_at = on.world.now + 5 * MINUTE;
      const record = on.line(take(lineWith({ text, booked_at, received_at: on.world.now })));
      assert.equal(record.outcome.status, matched ? 'matched' : 'suspense');
      if (!matched) assert.equal(record.outcome.reason, 'too_late');
      const { state, state_reason, received_amount_cents } = on.now(trade);
      assert.deepEqual({ state, state_reason }, expected);
      assert.equal(received_amount_cents, matched ? 10_000n : 0n);
      assert.equal(on.balance('available'), state === 'completed' ? 10_000n : 0n);
    });
  }
}

suite('late money', () => {
  checkLate('expired', 'expire', [
    [0, { state: 'completed', state_reason: null }, true],
    [DAY, { state: 'completed', state_reason: null }, true],
    [DAY + 1, { state: 'verifying', state_reason: 'paid_late' }, true],
    [5 * DAY, { state: 'verifying', state_reason: 'paid_late' }, true],
    [5 * DAY + 1, { state: 'expired', state_reason: 'timeout' }, false],
  ]);
  checkLate('canceled', 'cancel', [
    [0, { state: 'verifying', state_reason: 'paid_after_cancel' }, true],
    [5 * DAY, { state: 'verifying', state_reason: 'paid_after_cancel' }, true],
    [5 * DAY + 1, { state: 'canceled', state_reason: 'declined_by_operator' }, false],
  ]);
});

function checkPolicy(
  name: string,
  settings: Partial<MerchantSettings>,
  table: [received: bigint, completes: boolean][],
) {
  for (const [received, completes] of table) {
    test(`${name}: ${received} of 10000`, () => {
      const merchant = merchantWith(settings);
      const on = scene();
      const trade = on.trade(claim(on.trade(payin({ merchant })), UTR));
      on.line(take(lineWith({ utr: UTR, amount_cents: received }), [merchant]));
      const after = on.now(trade);
      assert.equal(after.state, completes ? 'completed' : 'verifying');
      assert.equal(after.state_reason, completes ? null : 'amount_mismatch');
      assert.equal(after.received_amount_cents, received);
      assert.equal(after.amount_cents, completes ? received : 10_000n);
      assert.equal(after.requested_amount_cents, 10_000n);
      assert.equal(on.balance('available'), completes ? received : 0n);
    });
  }
}

suite('what another amount does', () => {
  const around: [bigint, boolean][] = [
    [9_899n, false],
    [9_900n, true],
    [10_000n, true],
    [10_100n, true],
    [10_101n, false],
  ];
  checkPolicy('exact', {}, [
    [9_999n, false],
    [10_000n, true],
    [10_001n, false],
  ]);
  checkPolicy('accept_actual', { amount_policy: 'accept_actual' }, [
    [1n, true],
    [10_000_000n, true],
    [10n ** 12n, true],
    // More than an order may have.
    [10n ** 12n + 1n, false],
  ]);
  checkPolicy('tolerance', { amount_policy: 'tolerance', tolerance_cents: 100 }, around);
  checkPolicy('a tolerance counts only with its policy', { tolerance_cents: 100 }, [
    [9_999n, false],
  ]);

  test('after its end only the exact money completes a pay-in, whatever the policy', () => {
    const merchant = merchantWith({ amount_policy: 'accept_actual' });
    const on = scene();
    const trade = on.trade(payin({ merchant }));
    on.wait(15 * MINUTE);
    on.trade(act(trade, 'expire'));
    const text = referenceOf(trade.trade_id);
    const booked_at = on.world.now + 6 * MINUTE;
    on.line(take(lineWith({ text, amount_cents: 9_999n, booked_at }), [merchant]));
    assert.equal(on.now(trade).state, 'verifying');
  });
});

test('several lines of one pay-in add up and complete it', () => {
  const on = scene();
  const trade = on.trade(payin());
  const text = referenceOf(trade.trade_id);
  on.line(take(lineWith({ text, amount_cents: 4_000n })));
  assert.equal(on.now(trade).state_reason, 'amount_mismatch');
  on.line(take(lineWith({ text, amount_cents: 6_000n })));
  const completed = on.now(trade);
  assert.equal(completed.state, 'completed');
  assert.equal(completed.received_amount_cents, 10_000n);
  assert.equal(on.balance('available'), 10_000n);
});

test('evidence after a person confirmed: the books meet, the credit stays', () => {
  const on = scene();
  const trade = on.trade(payin());
  on.trade(act(trade, 'confirm'));
  const { outcome } = on.line(take(lineWith({ utr: UTR })));
  assert.equal(outcome.trade_id, trade.trade_id);
  const after = on.now(trade);
  assert.equal(after.received_amount_cents, 10_000n);
  assert.equal(after.utr, UTR);
  assert.equal(after.sequence, 3);
  assert.equal(on.balance('available'), 10_000n);
  const account = accountWith().receiving_account_id;
  const nil = '00000000-0000-0000-0000-000000000000';
  assert.equal(on.balance(`due:${trade.merchant_id}:${account}`, 'INR', nil), 10_000n);
  assert.equal(on.balance(`clearing:${account}`), -10_000n);
  const twin = on.line(take(lineWith()));
  assert.equal(twin.outcome.reason, 'trade_already_paid');
});
