// Many accounts in the order of their use: the least used one always comes first, whichever were
// taken before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRanking } from '../../../server/domain/account/account-ranking.ts';
import { fitsAmount } from '../../../server/domain/record/receiving-account.ts';
import { accountWith, DAY, idOf, START } from '../../support/model/domain-commands.ts';
import { fc } from '../../support/property.ts';

const account = fc.record({
  enabled: fc.constantFrom(true, true, true, false),
  sleeps: fc.constantFrom(false, false, false, true),
  weight: fc.integer({ min: 1, max: 4 }),
  min_amount_cents: fc.constantFrom(null, null, 100n),
  max_amount_cents: fc.constantFrom(null, null, 100n),
  count: fc.nat({ max: 5 }),
});
const wish = fc.record({
  wanted: fc.integer({ min: 1, max: 6 }),
  amount_cents: fc.constantFrom(99n, 100n, 101n),
});
const NIGHT = { active_from_minute: 0, active_to_minute: 1 };

/** Uses are sums of fractions, so they may differ in their last digits. */
const rounded = (uses: readonly number[]) => uses.map((use) => use.toFixed(6));
const smallest = (uses: readonly number[], count: number) =>
  uses.toSorted((a, b) => a - b).slice(0, count);

test('as many as are wanted of those that fit, least used first; the first counts as used', () => {
  const property = fc.property(
    fc.array(account, { maxLength: 30 }),
    fc.array(wish, { maxLength: 60 }),
    (given, wishes) => {
      const accounts = given.map(({ sleeps, count: _, ...fields }, index) =>
        accountWith({
          ...fields,
          ...(sleeps ? NIGHT : {}),
          receiving_account_id: idOf(2, 100 + index),
        }),
      );
      const uses = new Map(
        given.map(({ count, weight }, index) => [idOf(2, 100 + index), count / weight]),
      );
      const ranking = createRanking(accounts, START, (id) => ({
        receiving_account_id: id,
        day: START / DAY,
        count: given[accounts.findIndex((one) => one.receiving_account_id === id)]?.count ?? 0,
        amount_cents: 0n,
      }));
      const useOf = (id: string) => uses.get(id) ?? assert.fail('A stranger was taken');
      for (const { wanted, amount_cents } of wishes) {
        const fitting = accounts.filter(
          (one, index) =>
            one.enabled && given[index]?.sleeps === false && fitsAmount(one, amount_cents),
        );
        const taken = ranking.take(wanted, amount_cents);
        assert.equal(taken === undefined, fitting.length < wanted);
        if (taken === undefined) continue;
        const ids = taken.map((one) => one.receiving_account_id);
        assert.equal(new Set(ids).size, wanted);
        assert.ok(taken.every((one) => fitting.includes(one)));
        const all = fitting.map((one) => useOf(one.receiving_account_id));
        assert.deepEqual(rounded(ids.map(useOf)), rounded(smallest(all, wanted)));
        const [first] = taken;
        if (first === undefined) continue;
        const id = first.receiving_account_id;
        uses.set(id, useOf(id) + 1 / first.weight);
      }
    },
  );
  fc.assert(property, { numRuns: 400 });
});

test('equals take turns', () => {
  const accounts = Array.from({ length: 20 }, (_, index) =>
    accountWith({ receiving_account_id: idOf(2, 200 + index) }),
  );
  const ranking = createRanking(accounts, START, (receiving_account_id) => ({
    receiving_account_id,
    day: START / DAY,
    count: 0,
    amount_cents: 0n,
  }));
  const order = Array.from({ length: 60 }, () => ranking.take(3, 1n)?.[0]);
  assert.deepEqual(order, [...accounts, ...accounts, ...accounts]);
});
