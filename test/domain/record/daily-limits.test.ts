// Whether one account of a list has a daily limit: every batch asks, so the answer is kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasDailyLimits } from '../../../server/domain/record/receiving-account.ts';
import { accountWith } from '../../support/model/domain-commands.ts';

test('a list is looked through for daily limits only once, whatever it has', () => {
  let looked = 0;
  const counting = (limit: bigint | null) =>
    Object.defineProperty(accountWith(), 'daily_amount_limit_cents', {
      get() {
        looked += 1;
        return limit;
      },
    });
  const free = [counting(null), counting(null)];
  assert.equal(hasDailyLimits(free), false);
  assert.equal(hasDailyLimits([...free, counting(5n)]), true);
  const before = looked;
  assert.equal(hasDailyLimits(free), false);
  assert.equal(looked, before);
});
