// A month's close: for any history, what it says is what an adding machine says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENTRY_ACTS } from '../../../server/domain/ledger/ledger.ts';
import {
  type AccountMonth,
  closeMonth,
  type MovedSum,
} from '../../../server/domain/ledger/month-close.ts';
import { fc } from '../../support/property.ts';

type Posted = { at: 'before' | 'in' | 'after'; account: string; act: number; cents: number };

const POSTED: fc.Arbitrary<Posted> = fc.record({
  at: fc.constantFrom('before', 'in', 'after'),
  account: fc.constantFrom('available', 'blocked', 'fees', 'clearing:none'),
  act: fc.nat({ max: ENTRY_ACTS.length - 1 }),
  cents: fc.integer({ min: -5_000, max: 5_000 }),
});

const actOf = ({ act }: Posted) => ENTRY_ACTS[act] ?? 'adjustment';
const sumOf = (posted: readonly Posted[]) =>
  BigInt(posted.reduce((sum, { cents }) => sum + cents, 0));

/** As the database sums them. */
function sums(posted: readonly Posted[]): MovedSum[] {
  const since = posted.filter(({ at }) => at !== 'before');
  const groups = Map.groupBy(since, ({ at, account, act }) => [at, account, act].join(' '));
  return [...groups.values()].map((same) => {
    const [{ at, account } = { at: 'in', account: '' }] = same;
    const act = same[0] === undefined ? 'adjustment' : actOf(same[0]);
    const [entries, amount_cents] = [BigInt(same.length), sumOf(same)];
    return { is_after: at === 'after', account, currency: 'INR', act, entries, amount_cents };
  });
}

function balances(posted: readonly Posted[]) {
  const accounts = Map.groupBy(posted, ({ account }) => account);
  return [...accounts].map(([account, own]) => ({
    account,
    currency: 'INR',
    balance_cents: sumOf(own),
  }));
}

test('opening, movements and closing are those of the entries, one by one', () => {
  fc.assert(
    fc.property(fc.array(POSTED, { maxLength: 60 }), (posted) => {
      const months = closeMonth(balances(posted), sums(posted));
      const shown = new Map<string, AccountMonth>(months.map((month) => [month.account, month]));
      for (const account of new Set(posted.map((one) => one.account))) {
        const own = posted.filter((one) => one.account === account);
        const opening = sumOf(own.filter(({ at }) => at === 'before'));
        const within = own.filter(({ at }) => at === 'in');
        const month = shown.get(account);
        if (month === undefined) {
          assert.equal(opening, 0n);
          assert.deepEqual(within, []);
          continue;
        }
        assert.equal(month.opening_cents, opening);
        assert.equal(month.closing_cents, opening + sumOf(within));
        assert.equal(
          month.movements.reduce((sum, { entries }) => sum + entries, 0n),
          BigInt(within.length),
        );
        for (const { act, amount_cents } of month.movements) {
          assert.equal(amount_cents, sumOf(within.filter((one) => actOf(one) === act)));
        }
      }
    }),
  );
});

test('accounts come by name, movements in the order of the acts', () => {
  const moved = (account: string, act: MovedSum['act'], amount_cents: bigint): MovedSum => ({
    ...{ is_after: false, account, currency: 'INR', act, entries: 1n, amount_cents },
  });
  const months = closeMonth(
    [
      { account: 'fees', currency: 'INR', balance_cents: 0n },
      { account: 'blocked', currency: 'INR', balance_cents: 7n },
      { account: 'available', currency: 'INR', balance_cents: 12n },
    ],
    [moved('available', 'adjustment', 2n), moved('available', 'payin_completed', 5n)],
  );
  assert.deepEqual(
    months.map(({ account, opening_cents, movements }) => [
      account,
      opening_cents,
      movements.map(({ act }) => act),
    ]),
    [
      ['available', 5n, ['payin_completed', 'adjustment']],
      ['blocked', 7n, []],
    ],
  );
});
