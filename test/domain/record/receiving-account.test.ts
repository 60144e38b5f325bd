// Which receiving account a pay-in gets: every filter, exclusive amounts first, shifts, then the
// least used account.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CreatePayin } from '../../../server/domain/batch/command.ts';
import {
  byUse,
  fitsAmount,
  hasDailyLimit,
  isWithinActiveHours,
  type MissReason,
  type ReceivingAccount,
  useOf,
} from '../../../server/domain/record/receiving-account.ts';
import {
  accountWith,
  act,
  DAY,
  HOUR,
  idOf,
  MINUTE,
  merchantWith,
  payin,
  START,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';
import { fc } from '../../support/property.ts';

const FIRST = accountWith();
const SECOND = accountWith({ receiving_account_id: idOf(2, 2) });

/** `wait_s`: undefined if waiting does not help. */
function missed(
  on: DomainScene,
  fields: Partial<CreatePayin>,
  reason: MissReason,
  wait_s: number | undefined,
): void {
  const refusal = on.refused(payin(fields), 'no_receiving_account_available');
  const told = wait_s === undefined ? { retryable: false } : { retry_after: wait_s };
  assert.deepEqual(refusal.extra, { ...told, reason });
  assert.equal(refusal.retry_after_s, wait_s);
}

test('every filter passes over an account and says which it was', () => {
  const table: [Partial<ReceivingAccount>, bigint, MissReason | null, wait_s?: number][] = [
    [{ enabled: false }, 100n, 'disabled'],
    [{ min_amount_cents: 101n }, 100n, 'below_minimum'],
    [{ min_amount_cents: 100n }, 100n, null],
    [{ max_amount_cents: 99n }, 100n, 'above_maximum'],
    [{ max_amount_cents: 100n }, 100n, null],
    [{ daily_count_limit: 0 }, 100n, 'daily_count'],
    [{ daily_count_limit: 1 }, 100n, null],
    [{ daily_amount_limit_cents: 99n }, 100n, 'daily_amount'],
    [{ daily_amount_limit_cents: 100n }, 100n, null],
    [{ active_from_minute: 721, active_to_minute: 780 }, 100n, 'inactive_hours', 60],
    [{ active_from_minute: 600, active_to_minute: 720 }, 100n, 'inactive_hours', 22 * 3_600],
    [{ active_from_minute: 720, active_to_minute: 721 }, 100n, null],
    [{ enabled: false, min_amount_cents: 101n }, 100n, 'disabled'],
  ];
  for (const [fields, amount_cents, reason, wait_s] of table) {
    const on = scene();
    const accounts = [accountWith(fields)];
    if (reason === null) assert.equal(on.trade(payin({ amount_cents, accounts })).state, 'pending');
    else missed(on, { amount_cents, accounts }, reason, wait_s);
  }
  missed(scene(), { accounts: [] }, 'no_account', undefined);
});

test('daily limits count what the day has taken, and begin again at midnight', () => {
  const accounts = [accountWith({ daily_count_limit: 3, daily_amount_limit_cents: 1_000n })];
  const on = scene();
  on.trade(payin({ accounts, amount_cents: 400n }));
  on.trade(payin({ accounts, amount_cents: 500n }));
  missed(on, { accounts, amount_cents: 101n }, 'daily_amount', 60);
  on.trade(payin({ accounts, amount_cents: 100n }));
  missed(on, { accounts, amount_cents: 1n }, 'daily_count', 60);
  on.wait(12 * HOUR - 1);
  missed(on, { accounts, amount_cents: 1n }, 'daily_count', 60);
  on.wait(1);
  assert.equal(on.trade(payin({ accounts, amount_cents: 1_000n })).state, 'pending');
});

test('active hours may run over midnight', () => {
  const minute = fc.nat({ max: 1_439 });
  fc.assert(
    fc.property(minute, minute, minute, (from, to, at) => {
      const on = scene();
      on.wait(DAY / 2 + at * MINUTE);
      const account = accountWith({ active_from_minute: from, active_to_minute: to });
      const open: number[] = [];
      // Moves the clock from the opening to the end; if both are equal, the whole day is open.
      for (let step = from; ; step = (step + 1) % 1_440) {
        if (step === to && open.length > 0) break;
        open.push(step);
      }
      const answer = on.run(payin({ accounts: [account] }));
      assert.equal('refused' in answer, !open.includes(at));
    }),
    { numRuns: 60 },
  );
});

test('exclusive first on another account, then shared; exclusive_only never shares', () => {
  const on = scene();
  const only = { ...SECOND, exclusive_only: true };
  const accounts = [FIRST, only];
  const first = on.trade(payin({ accounts }));
  const second = on.trade(payin({ accounts }));
  assert.deepEqual(
    [first, second].map((trade) => [trade.receiving_account_id, trade.exclusive]),
    [
      [FIRST.receiving_account_id, true],
      [only.receiving_account_id, true],
    ],
  );
  const third = on.trade(payin({ accounts }));
  assert.equal(third.receiving_account_id, FIRST.receiving_account_id);
  assert.equal(third.exclusive, false);
  assert.equal(third.amount_cents, third.requested_amount_cents);
  missed(on, { accounts: [only] }, 'amount_taken', 60);
  assert.equal(on.trade(payin({ accounts: [only], amount_cents: 10_001n })).exclusive, true);
});

test('a shared pay-in takes the amount too', () => {
  const on = scene();
  const exclusive = on.trade(payin());
  const shared = on.trade(payin());
  on.trade(act(exclusive, 'cancel'));
  on.wait(2 * HOUR);
  assert.equal(on.now(shared).state, 'pending');
  assert.equal(on.trade(payin()).exclusive, false);
});

test('a closed pay-in keeps its amount to itself for 60 minutes more', () => {
  for (const [waits, exclusive] of [
    [60 * MINUTE - 1, false],
    [60 * MINUTE, true],
  ] as const) {
    const on = scene();
    on.trade(act(on.trade(payin()), 'cancel'));
    on.wait(waits);
    assert.equal(on.trade(payin()).exclusive, exclusive);
  }
});

test('with consent an amount is shifted by 1 to 99, on any account, before it is shared', () => {
  const merchant = merchantWith({ amount_shift: true });
  const on = scene();
  const amounts = Array.from({ length: 101 }, () => on.trade(payin({ merchant })));
  assert.deepEqual(
    amounts.map((trade) => [trade.amount_cents, trade.exclusive]),
    [
      ...Array.from({ length: 100 }, (_, shift) => [10_000n + BigInt(shift), true]),
      [10_000n, false],
    ],
  );
  assert.ok(amounts.every((trade) => trade.requested_amount_cents === 10_000n));
  assert.equal(on.trade(payin({ merchant, accounts: [FIRST, SECOND] })).amount_cents, 10_000n);
  const next = on.trade(payin({ merchant, accounts: [FIRST, SECOND] }));
  assert.equal(next.amount_cents, 10_001n);
  assert.equal(next.receiving_account_id, SECOND.receiving_account_id);
});

test('a shift obeys the limits of its account; fee and reservation follow', () => {
  const merchant = merchantWith({ amount_shift: true });
  const on = scene();
  const accounts = [accountWith({ max_amount_cents: 10_001n })];
  on.trade(payin({ merchant, accounts }));
  const shifted = on.trade(payin({ merchant, accounts, percent: { digits: 100n, scale: 0 } }));
  assert.equal(shifted.amount_cents, 10_001n);
  assert.equal(shifted.fee_cents, 10_001n);
  assert.equal(shifted.settlement_amount_cents, 0n);
  assert.equal(on.world.reservations.get(shifted.trade_id)?.amount_cents, 10_001n);
  assert.equal(on.trade(payin({ merchant, accounts })).exclusive, false);
});

test('among equals the account with the least use today for its weight', () => {
  const on = scene();
  const heavy = accountWith({ receiving_account_id: idOf(2, 3), weight: 3 });
  const accounts = [FIRST, heavy];
  const counts = new Map<string, number>();
  for (let amount = 1n; amount <= 40n; amount += 1n) {
    const { receiving_account_id } = on.trade(payin({ accounts, amount_cents: amount }));
    const id = receiving_account_id ?? '';
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  assert.equal(counts.get(FIRST.receiving_account_id), 10);
  assert.equal(counts.get(heavy.receiving_account_id), 30);
});

test('whatever was asked, no two open exclusive pay-ins share account and amount', () => {
  const wish = fc.record({
    amount: fc.bigInt({ min: 1n, max: 3n }),
    shift: fc.boolean(),
    cancels: fc.boolean(),
    waits: fc.nat({ max: 40 }),
  });
  fc.assert(
    fc.property(fc.array(wish, { maxLength: 20 }), (wishes) => {
      const on = scene();
      for (const { amount, shift, cancels, waits } of wishes) {
        on.wait(waits * MINUTE);
        const merchant = merchantWith({ amount_shift: shift });
        const accounts = [FIRST, SECOND];
        const trade = on.trade(payin({ merchant, accounts, amount_cents: amount }));
        if (cancels) on.trade(act(trade, 'cancel'));
        const open = [...on.world.trades.values()].filter(
          (other) => other.state === 'pending' && other.exclusive,
        );
        const slots = open.map((other) => `${other.receiving_account_id} ${other.amount_cents}`);
        assert.equal(new Set(slots).size, slots.length);
      }
    }),
  );
});

test('the running counters are the sums over the reservations of the day', () => {
  const on = scene();
  const day = Math.floor(START / DAY);
  for (const amount_cents of [5n, 6n, 7n]) on.trade(payin({ amount_cents }));
  assert.deepEqual(on.world.account_days.get(FIRST.receiving_account_id), {
    receiving_account_id: FIRST.receiving_account_id,
    day,
    count: 3,
    amount_cents: 18n,
  });
});

test('an amount fits between the least and the most that an account takes, both included', () => {
  const table: [bigint | null, bigint | null, bigint, boolean][] = [
    [null, null, 1n, true],
    [100n, null, 99n, false],
    [100n, null, 100n, true],
    [null, 100n, 100n, true],
    [null, 100n, 101n, false],
    [100n, 100n, 100n, true],
    [101n, 99n, 100n, false],
  ];
  for (const [min_amount_cents, max_amount_cents, amount, fits] of table) {
    assert.equal(fitsAmount(accountWith({ min_amount_cents, max_amount_cents }), amount), fits);
  }
});

test('a daily limit is a count, an amount or both, also of none at all', () => {
  assert.equal(hasDailyLimit(accountWith()), false);
  assert.equal(hasDailyLimit(accountWith({ daily_count_limit: 0 })), true);
  assert.equal(hasDailyLimit(accountWith({ daily_amount_limit_cents: 0n })), true);
  assert.equal(
    hasDailyLimit(accountWith({ daily_count_limit: 1, daily_amount_limit_cents: 1n })),
    true,
  );
});

test('in the order of use: enabled and awake ones, least for their weight, equals as given', () => {
  const use = fc.record({
    count: fc.nat({ max: 6 }),
    weight: fc.integer({ min: 1, max: 3 }),
    enabled: fc.boolean(),
    sleeps: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(use, { maxLength: 12 }), (given) => {
      const accounts = given.map(({ weight, enabled, sleeps }, index) => {
        const hours = sleeps ? { active_from_minute: 0, active_to_minute: 1 } : {};
        return accountWith({
          weight,
          enabled,
          ...hours,
          receiving_account_id: idOf(2, 10 + index),
        });
      });
      const placeOf = (id: string) =>
        accounts.findIndex((account) => account.receiving_account_id === id);
      const dayFor = (receiving_account_id: string) => ({
        receiving_account_id,
        day: START / DAY,
        count: given[placeOf(receiving_account_id)]?.count ?? 0,
        amount_cents: 0n,
      });
      const ordered = byUse(accounts, START, dayFor);
      const expected = accounts.filter(
        (account) => account.enabled && isWithinActiveHours(account, START),
      );
      assert.deepEqual(new Set(ordered), new Set(expected));
      for (const [index, account] of ordered.entries()) {
        const { count = 0, weight = 1 } = given[placeOf(account.receiving_account_id)] ?? {};
        assert.equal(useOf(account, dayFor), count / weight);
        const before = ordered[index - 1];
        if (before === undefined) continue;
        const [less, more] = [useOf(before, dayFor), useOf(account, dayFor)];
        const places = [before, account].map((one) => placeOf(one.receiving_account_id));
        assert.ok(less < more || (less === more && (places[0] ?? 0) < (places[1] ?? 0)));
      }
    }),
  );
});
