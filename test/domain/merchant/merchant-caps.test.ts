// How much of the shared resources one merchant may take: open pay-ins, and a part of accounts'
// days.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  capsOf,
  isBeyondPart,
  SHARED_CAPS,
} from '../../../server/domain/merchant/merchant-caps.ts';
import { DEFAULT_SETTINGS } from '../../../server/domain/record/merchant.ts';
import {
  accountWith,
  act,
  idOf,
  merchantWith,
  payin,
} from '../../support/model/domain-commands.ts';
import { scene } from '../../support/model/domain-scene.ts';

test('who has the accounts alone is bound only by what was set', () => {
  assert.deepEqual(capsOf(DEFAULT_SETTINGS, true), SHARED_CAPS);
  assert.deepEqual(capsOf(DEFAULT_SETTINGS, false), {
    open_payins: null,
    account_day_percent: 100,
  });
  const set = { ...DEFAULT_SETTINGS, max_open_payins: 3, max_account_day_percent: 20 };
  for (const is_shared of [false, true]) {
    assert.deepEqual(capsOf(set, is_shared), { open_payins: 3, account_day_percent: 20 });
  }
});

test('a part is of each limit, and the first of a day always fits', () => {
  const account = accountWith({ daily_count_limit: 5, daily_amount_limit_cents: 1_000n });
  const half = { open_payins: null, account_day_percent: 50 };
  const cases: [count: number, used: bigint, amount: bigint, is_beyond: boolean][] = [
    [0, 0n, 1_000n, false],
    [1, 100n, 400n, false],
    [1, 100n, 401n, true],
    [2, 2n, 1n, true],
  ];
  for (const [count, amount_cents, amount, is_beyond] of cases) {
    assert.equal(isBeyondPart(account, half, { count, amount_cents }, amount), is_beyond);
  }
  const whole = { open_payins: null, account_day_percent: 100 };
  assert.equal(isBeyondPart(account, whole, { count: 5, amount_cents: 0n }, 1n), false);
  assert.equal(isBeyondPart(accountWith(), half, { count: 999, amount_cents: 0n }, 1n), false);
});

const other = merchantWith({}, { merchant_id: idOf(1, 77) });

test('one merchant’s unpaid pay-ins leave the other half of an account’s day to others', () => {
  const on = scene();
  on.world.is_shared = true;
  const accounts = [accountWith({ daily_count_limit: 6 })];
  const made = [1n, 2n, 3n].map((amount_cents) => on.trade(payin({ amount_cents, accounts })));
  const refusal = on.refused(
    payin({ amount_cents: 4n, accounts }),
    'no_receiving_account_available',
  );
  assert.equal(refusal.extra?.reason, 'merchant_share');
  for (const amount_cents of [5n, 6n, 7n]) {
    on.trade(payin({ amount_cents, accounts, merchant: other }));
  }
  const [first] = made;
  assert.ok(first !== undefined);
  // A canceled pay-in frees its part, for any merchant.
  on.trade(act(first, 'cancel'));
  on.trade(payin({ amount_cents: 8n, accounts }));
});

test('open pay-ins are capped, and each that ends makes room for one', () => {
  const on = scene();
  const merchant = merchantWith({ max_open_payins: 2 });
  const open = (amount_cents: bigint) => payin({ amount_cents, merchant });
  const first = on.trade(open(1n));
  on.trade(open(2n));
  const refusal = on.refused(open(3n), 'merchant_limit');
  assert.equal(refusal.extra?.limit, 2);
  on.trade(payin({ amount_cents: 3n, merchant: other }));
  on.trade(act(first, 'cancel'));
  on.trade(open(4n));
  on.refused(open(5n), 'merchant_limit');
});
