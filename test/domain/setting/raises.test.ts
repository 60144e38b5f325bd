// Which changes of settings give more than there was, and so need a second person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_SETTINGS, type MerchantSettings } from '../../../server/domain/record/merchant.ts';
import {
  raisedSettings,
  raisedToken,
  type TokenReach,
} from '../../../server/domain/setting/raises.ts';
import { fc } from '../../support/property.ts';

const named = (raised: ReturnType<typeof raisedSettings>) => Object.keys(raised?.after ?? {});

test('a merchant’s settings: what takes protection away is raised, the other direction is not', () => {
  const cases: readonly (readonly [Partial<MerchantSettings>, Partial<MerchantSettings>])[] = [
    [{ amount_policy: 'exact' }, { amount_policy: 'tolerance' }],
    [{ amount_policy: 'tolerance' }, { amount_policy: 'accept_actual' }],
    [{ tolerance_cents: 1 }, { tolerance_cents: 2 }],
    [{ max_open_payins: 5 }, { max_open_payins: 6 }],
    [{ max_account_day_percent: 50 }, { max_account_day_percent: 51 }],
    [{ client_max_open_payins: 5 }, { client_max_open_payins: null }],
    [{ client_unique_amounts: true }, { client_unique_amounts: false }],
    [{ client_max_count_per_hour: 5 }, { client_max_count_per_hour: 6 }],
    [{ client_max_count_per_day: 5 }, { client_max_count_per_day: null }],
    [{ client_max_sum_cents_per_hour: 5 }, { client_max_sum_cents_per_hour: 6 }],
    [{ client_max_sum_cents_per_day: 5 }, { client_max_sum_cents_per_day: null }],
    [{ settlement_delay_days: 3 }, { settlement_delay_days: 2 }],
    [{ reserve_percent: 10 }, { reserve_percent: 0 }],
    [{ reserve_days: 10 }, { reserve_days: 9 }],
  ];
  for (const [before, after] of cases) {
    const one = { ...DEFAULT_SETTINGS, ...before };
    const other = { ...DEFAULT_SETTINGS, ...after };
    assert.deepEqual(named(raisedSettings(one, other)), Object.keys(before));
    assert.equal(raisedSettings(other, one), null, JSON.stringify(before));
    assert.equal(raisedSettings(one, one), null);
  }
  const free = { ...DEFAULT_SETTINGS, payin_life_minutes: 59, amount_shift: true };
  assert.equal(raisedSettings(DEFAULT_SETTINGS, free), null);
  // Null is the service’s own cap, which may be below a number or above it.
  const capped = { ...DEFAULT_SETTINGS, max_open_payins: 5 };
  assert.deepEqual(named(raisedSettings(DEFAULT_SETTINGS, capped)), ['max_open_payins']);
  assert.deepEqual(named(raisedSettings(capped, DEFAULT_SETTINGS)), ['max_open_payins']);
});

const words = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'));
const reach: fc.Arbitrary<TokenReach> = fc.record({
  scopes: words,
  allowed_ips: words,
  expires_at: fc.option(fc.nat(3)),
  receiving_account_ids: words,
  lines_per_hour: fc.nat(3),
  daily_cents: fc.bigInt(0n, 3n),
});

/** Everything that a token can do, as one sees it: where, when, with what, how much. */
const powersOf = (token: TokenReach): string[] => {
  const { scopes, allowed_ips, expires_at, receiving_account_ids } = token;
  const times = [0, 1, 2, 3].filter((at) => expires_at === null || at < expires_at);
  return [
    ...scopes.map((scope) => `scope ${scope}`),
    ...(allowed_ips.length === 0 ? ['a', 'b', 'c', 'd'] : allowed_ips).map((ip) => `from ${ip}`),
    ...times.map((at) => `at ${at}`),
    ...receiving_account_ids.map((id) => `account ${id}`),
    ...[1, 2, 3].filter((count) => count <= token.lines_per_hour).map((count) => `lines ${count}`),
    ...[1n, 2n, 3n].filter((sum) => sum <= token.daily_cents).map((sum) => `sum ${sum}`),
  ];
};

test('a token is widened exactly if it can do something that it could not', () => {
  const property = fc.property(reach, reach, (before, after) => {
    const had = new Set(powersOf(before));
    const gains = powersOf(after).some((power) => !had.has(power));
    const ends = before.expires_at === 3 && after.expires_at === null;
    assert.equal(raisedToken(before, after) !== null, gains || ends);
  });
  fc.assert(property, { numRuns: 3_000 });
});
