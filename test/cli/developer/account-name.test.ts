// Ledger accounts on the command line: names in place of ids, and nothing left out.
import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { accountName } from '../../../cli/client/show.ts';

const SHOP = '0190aaaa-0000-7000-8000-0000aaaa0001';
const BANK = '0190aaaa-0000-7000-8000-0000bbbb0002';

test('an account has the names of its merchant and its receiving account', () => {
  const named = { merchant_name: 'Shop', receiving_account_name: 'HDFC ··0001' };
  equal(accountName({ account: `due:${SHOP}:${BANK}`, ...named }), 'due Shop HDFC ··0001');
  const of_account = { ...named, merchant_name: null };
  equal(accountName({ account: `bank:${BANK}`, ...of_account }), 'bank HDFC ··0001');
});

test('an account keeps what has no name', () => {
  const nameless = { merchant_name: null, receiving_account_name: null };
  equal(accountName({ account: 'available', ...nameless }), 'available');
  equal(accountName({ account: 'clearing:none', ...nameless }), 'clearing:none');
  const half = { merchant_name: 'Shop', receiving_account_name: null };
  equal(accountName({ account: `due:${SHOP}:${BANK}`, ...half }), `due:${SHOP}:${BANK}`);
});
