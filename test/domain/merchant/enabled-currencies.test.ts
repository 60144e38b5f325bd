import { deepEqual } from 'node:assert/strict';
import { suite, test } from 'node:test';
import { enabledCurrencies } from '../../../server/domain/merchant/enabled-currencies.ts';
import { CURRENCIES } from '../../../server/domain/values/currency.ts';
import { accountWith } from '../../support/model/domain-commands.ts';

const USABLE = accountWith({ currency: 'INR' });
const OFF = accountWith({ currency: 'USD', enabled: false });
const SIMULATED = accountWith({ currency: 'EUR', simulated: true });
const ACCOUNTS = [USABLE, OFF, SIMULATED];

suite('the currencies of new orders', () => {
  for (const mode of ['sandbox', 'live'] as const) {
    test(`are the operator’s list and nothing else: ${mode}`, () => {
      deepEqual([...enabledCurrencies(['JPY', 'KWD'], mode, ACCOUNTS)], ['JPY', 'KWD']);
    });
  }

  test('are all by default in a sandbox', () => {
    deepEqual([...enabledCurrencies([], 'sandbox', [])], CURRENCIES);
  });

  test('are by default in live those of accounts that may be lent', () => {
    deepEqual([...enabledCurrencies([], 'live', ACCOUNTS)], ['INR']);
    deepEqual([...enabledCurrencies([], 'live', [])], []);
  });
});
