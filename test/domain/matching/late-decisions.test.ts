// Late decisions and edge cases: a timer that has not run yet, a UTR other than the claimed one,
// amounts that no balance can hold, and disputes that return to their earlier state.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Trade } from '../../../server/domain/record/trade.ts';
import {
  act,
  claim,
  DAY,
  decimal,
  HOUR,
  lineWith,
  MINUTE,
  merchantWith,
  payin,
  START,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';

const UTR = 'CLAIMED12345';
const LIFE = 15 * MINUTE;

const line = (on: DomainScene, fields = {}) =>
  on.line(take(lineWith({ received_at: on.world.now + MINUTE, ...fields }))).outcome;

suite('a pay-in whose timer has ended, but whose job has not come yet', () => {
  function paidAfter(late_ms: number, amount_cents: bigint): Trade {
    const on = scene();
    const trade = on.trade(payin());
    on.wait(LIFE + late_ms);
    line(on, { amount_cents, text: null, utr: null });
    return on.now(trade);
  }

  test('completes with exact money within a day', () => {
    assert.equal(paidAfter(HOUR, 10_000n).state, 'completed');
  });

  test('goes before a person after that', () => {
    const { state, state_reason } = paidAfter(2 * DAY, 10_000n);
    assert.deepEqual([state, state_reason], ['verifying', 'paid_late']);
  });

  test('goes before a person when it is named by a UTR claim after that', () => {
    const on = scene();
    const trade = on.trade(payin());
    on.wait(LIFE + 2 * DAY);
    on.world.claims.set(UTR, [
      { utr: UTR, merchant_id: trade.merchant_id, trade_id: trade.trade_id },
    ]);
    on.world.trades.set(trade.trade_id, { ...on.now(trade), utr: UTR });
    line(on, { utr: UTR });
    const { state, state_reason } = on.now(trade);
    assert.deepEqual([state, state_reason], ['verifying', 'paid_late']);
  });
});

test('where the amount is shared, a line with another UTR than the claimed one is not its own', () => {
  for (const [utr, status] of [
    [null, 'matched'],
    ['ANOTHER12345', 'suspense'],
  ] as const) {
    const on = scene();
    const first = on.trade(payin());
    const shared = on.trade(payin());
    assert.equal(shared.exclusive, false);
    on.trade(claim(first, 'FIRSTCLAIM12'));
    on.trade(act(first, 'fail'));
    on.trade(claim(shared, UTR));
    assert.equal(line(on, { utr }).status, status, `UTR ${utr}`);
  }
});

test('an exclusive amount decides alone, though the customer mistyped the UTR', () => {
  const on = scene();
  const trade = on.trade(payin());
  on.trade(claim(trade, UTR));
  assert.equal(line(on, { utr: 'ANOTHER12345' }).reason, 'account_amount_time');
  assert.equal(on.now(trade).state, 'completed');
});

test('money for a pay-in in dispute waits, and says why', () => {
  const on = scene();
  const trade = on.trade(payin());
  on.trade(claim(trade, UTR));
  on.trade(act(trade, 'dispute'));
  const { status, reason } = line(on, { utr: UTR });
  assert.deepEqual([status, reason], ['suspense', 'trade_not_payable']);
});

suite('an amount that the balance could not hold at the trade’s rate', () => {
  const merchant = merchantWith({ amount_policy: 'accept_actual' }, { balance_currency: 'USD' });
  const rate = {
    trade_currency: 'INR',
    balance_currency: 'USD',
    rate: decimal('0.00000001'),
    source: 'test',
    at: START,
  };
  const huge = 10n ** 12n;

  test('is refused at creation', () => {
    scene().refused(payin({ merchant, rate, amount_cents: huge }), 'amount_out_of_range');
  });

  test('is refused when a person confirms it', () => {
    const on = scene();
    const trade = on.trade(payin({ merchant, rate, amount_cents: 100n }));
    on.refused(act(trade, 'confirm', { amount_cents: huge }), 'amount_out_of_range');
    on.trade(act(on.trade(claim(trade, UTR)), 'dispute'));
    const resolved = { outcome: 'completed', amount_cents: huge } as const;
    on.refused(act(trade, 'resolve', resolved), 'amount_out_of_range');
  });

  test('goes before a person where the merchant accepts what was received', () => {
    const on = scene();
    const trade = on.trade(payin({ merchant, rate, amount_cents: 100n }));
    on.trade(claim(trade, UTR, { merchant }));
    on.line(take(lineWith({ utr: UTR, amount_cents: huge }), [merchant]));
    const { state, state_reason, received_amount_cents } = on.now(trade);
    assert.deepEqual([state, state_reason], ['verifying', 'amount_mismatch']);
    assert.equal(received_amount_cents, huge);
  });
});

test('a dispute keeps the reason that it met, and gives it back', () => {
  const on = scene();
  const trade = on.trade(payin());
  on.trade(act(trade, 'cancel'));
  line(on);
  assert.equal(on.now(trade).state_reason, 'paid_after_cancel');
  on.trade(act(trade, 'dispute'));
  const back = on.trade(act(trade, 'resolve'));
  assert.deepEqual([back.state, back.state_reason], ['verifying', 'paid_after_cancel']);
});

test('a resolved dispute does not lengthen the late ways out', () => {
  const on = scene();
  const trade = on.trade(payin());
  on.wait(LIFE);
  const expired = on.trade(act(trade, 'expire'));
  on.trade(act(trade, 'dispute'));
  on.wait(DAY);
  assert.equal(on.trade(act(trade, 'resolve')).final_at, expired.final_at);
});

test('an amount for a pay-in that was credited already is refused, not ignored', () => {
  const on = scene();
  const trade = on.trade(payin());
  on.trade(act(trade, 'confirm'));
  on.trade(act(trade, 'dispute'));
  const resolved = { outcome: 'completed', amount_cents: 1n } as const;
  on.refused(act(trade, 'resolve', resolved), 'invalid_request');
});
