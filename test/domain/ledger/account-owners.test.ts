// Every account that a posting rule moves says whom it is about.
import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { accountOwners } from '../../../server/domain/ledger/account-owners.ts';
import { ACCOUNT_KINDS } from '../../../server/domain/ledger/ledger.ts';
import { POSTING_RULES } from '../../../server/domain/ledger/posting-rules.ts';

const ACCOUNT = '0190aaaa-0000-7000-8000-000000000001';
const MERCHANT = '0190aaaa-0000-7000-8000-000000000002';
const LINE = { merchant_id: MERCHANT, receiving_account_id: ACCOUNT, currency: 'INR' };

const names = new Set(
  Object.values(POSTING_RULES)
    .flatMap((rule) => {
      if ('of_line' in rule) return rule.of_line({ ...LINE, amount_cents: 1n });
      if ('of_sum' in rule) return rule.of_sum({ currency: 'INR', amount_cents: 1n });
      if (!('of_trade' in rule)) return [];
      const settlement = { settlement_currency: 'USD', settlement_amount_cents: 1n };
      const sums = { currency: 'INR', amount_cents: 2n, fee_cents: 1n, fx_amount_cents: 2n };
      return [ACCOUNT, null].flatMap((receiving_account_id) =>
        rule.of_trade({ ...sums, ...settlement, receiving_account_id }),
      );
    })
    .map(({ account }) => account),
);

/** What each account’s name says, by the kinds that the rules move. */
const EXPECTED = {
  available: [null, null],
  blocked: [null, null],
  fees: [null, null],
  rounding: [null, null],
  fx: [null, null],
  [`clearing:${ACCOUNT}`]: [null, ACCOUNT],
  'clearing:none': [null, null],
  [`bank:${ACCOUNT}`]: [null, ACCOUNT],
  [`suspense:${ACCOUNT}`]: [null, ACCOUNT],
  [`due:${MERCHANT}:${ACCOUNT}`]: [MERCHANT, ACCOUNT],
  [`costs:${ACCOUNT}`]: [null, ACCOUNT],
  transit: [null, null],
};

test('the name of every account tells its merchant and its receiving account', () => {
  const told = [...names].map((name) => {
    const { merchant_id, receiving_account_id } = accountOwners(name);
    return [name, [merchant_id, receiving_account_id]] as const;
  });
  deepEqual(Object.fromEntries(told), EXPECTED);
});

test('and there is no other kind of account', () => {
  const kinds = new Set([...names].map((name) => name.split(':')[0]));
  deepEqual([...kinds].sort(), Object.keys(ACCOUNT_KINDS).sort());
});
