// Amounts of settings as people type them: nothing is guessed, and an amount that is only written
// differently is no change.
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MerchantSettings } from '../../../console/api/schema.gen.ts';
import { shownAmount } from '../../../console/parts/amount/amount.ts';
import {
  changeOf,
  changesOf,
  valuesOf,
  wrongAmount,
} from '../../../console/screens/merchants/settings-fields.ts';
import { currenciesOf, sumsIn } from '../../../console/screens/settings/feed-sums.ts';

const SETTINGS: MerchantSettings = {
  payin_life_minutes: 15,
  deferred_assignment: false,
  amount_policy: 'tolerance',
  tolerance_cents: 150_000,
  amount_shift: false,
  max_open_payins: null,
  max_account_day_percent: null,
  client_max_open_payins: null,
  client_unique_amounts: false,
  client_max_count_per_hour: 3,
  client_max_count_per_day: null,
  client_max_sum_cents_per_hour: null,
  client_max_sum_cents_per_day: 2_500_050,
  settlement_delay_days: 0,
  reserve_percent: 0,
  reserve_days: 0,
};

describe('the amounts among a merchant’s settings', () => {
  const before = valuesOf(SETTINGS, 'INR');

  it('are shown in the decimals of the balance’s currency, counts as they are', () => {
    const { tolerance_cents, client_max_sum_cents_per_day: day, ...others } = before;
    deepEqual([tolerance_cents, day], ['1500.00', '25000.50']);
    equal(others.client_max_sum_cents_per_hour, '');
    equal(others.client_max_count_per_hour, '3');
    equal(valuesOf(SETTINGS, 'JPY').tolerance_cents, '150000');
    equal(valuesOf(SETTINGS, 'KWD').tolerance_cents, '150.000');
  });

  it('are sent in minor units, and only those that changed', () => {
    const after = { ...before, tolerance_cents: '1,499.5', client_max_sum_cents_per_day: '' };
    deepEqual(changeOf(before, after, 'INR'), {
      tolerance_cents: 149_950,
      client_max_sum_cents_per_day: null,
    });
    deepEqual(
      changesOf(before, after, 'INR').map(({ before: was, after: now }) => [was, now]),
      [
        [shownAmount(150_000, 'INR'), shownAmount(149_950, 'INR')],
        [shownAmount(2_500_050, 'INR'), ''],
      ],
    );
  });

  it('do not change by being written differently', () => {
    const after = {
      ...before,
      tolerance_cents: ' 1,500 ',
      client_max_sum_cents_per_day: '25000.5',
    };
    deepEqual(changeOf(before, after, 'INR'), {});
  });

  it('are refused if they cannot be read, before anything is sent', () => {
    const wrong = (change: Partial<typeof before>, currency = 'INR') =>
      wrongAmount({ ...before, ...change }, currency)?.name ?? null;
    equal(wrong({}), null);
    equal(wrong({ tolerance_cents: '' }), 'tolerance_cents');
    equal(wrong({ client_max_sum_cents_per_day: '' }), null);
    equal(wrong({ client_max_sum_cents_per_hour: 'much' }), 'client_max_sum_cents_per_hour');
    equal(wrong({ client_max_sum_cents_per_hour: '-5' }), 'client_max_sum_cents_per_hour');
    equal(wrong({ client_max_sum_cents_per_hour: '5.005' }), 'client_max_sum_cents_per_hour');
    equal(
      wrong({ tolerance_cents: '1.50', client_max_sum_cents_per_day: '' }, 'JPY'),
      'tolerance_cents',
    );
  });
});

describe('the largest sum of a feed', () => {
  const accounts = [
    { id: 'a', currency: 'INR' },
    { id: 'b', currency: 'JPY' },
    { id: 'c', currency: 'INR' },
  ];

  it('is in the currencies of its accounts, each once, the first one first', () => {
    deepEqual(currenciesOf(accounts, ['b', 'a', 'c', 'gone']), ['JPY', 'INR']);
    deepEqual(currenciesOf(accounts, []), []);
  });

  it('has the same digits in each of them', () => {
    const both = `${shownAmount(150_000, 'INR')}, ${shownAmount(150_000, 'JPY')}`;
    equal(sumsIn(150_000, ['INR', 'JPY']), both);
  });
});
