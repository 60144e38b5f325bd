// Whether waiting helps a pay-in for which no account was free, and how long.
import { equal } from 'node:assert/strict';
import { suite, test } from 'node:test';
import { retryAfter } from '../../../server/domain/account/retry-account.ts';
import type { ReceivingAccount } from '../../../server/domain/record/receiving-account.ts';
import { accountWith, START } from '../../support/model/domain-commands.ts';

const DISABLED = accountWith({ enabled: false });
const SMALL = accountWith({ max_amount_cents: 99n });
const LARGE = accountWith({ min_amount_cents: 101n });
const NEVER = accountWith({ daily_count_limit: 0 });
const SMALL_DAY = accountWith({ daily_amount_limit_cents: 99n });
const FULL = accountWith({ daily_count_limit: 1 });
const AT_ONE = accountWith({ active_from_minute: 780, active_to_minute: 800 });
const AT_TEN = accountWith({ active_from_minute: 600, active_to_minute: 720 });

suite('the seconds until an account may take 100, at noon', () => {
  const table: [string, ReceivingAccount[], number | null][] = [
    ['no account', [], null],
    ['one that is off', [DISABLED], null],
    ['bounds that the amount is outside of', [SMALL, LARGE], null],
    ['a day that never has room for it', [NEVER, SMALL_DAY], null],
    ['one that is full', [FULL], 60],
    ['one that begins in an hour', [AT_ONE], 3_600],
    ['one that begins tomorrow', [AT_TEN], 22 * 3_600],
    ['several: the first one', [DISABLED, SMALL, AT_TEN, AT_ONE], 3_600],
    ['several, one of them full', [AT_ONE, FULL], 60],
  ];
  for (const [name, accounts, wait_s] of table) {
    test(name, () => equal(retryAfter(accounts, 100n, START), wait_s));
  }
});
