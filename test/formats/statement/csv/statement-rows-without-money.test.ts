// Rows of a CSV that move no money are left out and counted by reason; a fee beside an amount is a
// line of its own; the currency of a row decides its account.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFindAccount } from '../../../../server/app/file/find-account.ts';
import { mappingProfile } from '../../../../server/formats/statement/csv/statement-mapping.ts';
import { bytes, only, readFile } from '../../../app/file/read-file.ts';
import { accountWith, idOf } from '../../../support/model/domain-commands.ts';

function profileOf(fields: Record<string, unknown>) {
  const made = mappingProfile({ date: 'Date', text: ['Note'], ...fields });
  assert.ok('profile' in made, JSON.stringify(made));
  return made.profile;
}

const read = (text: string, fields: Record<string, unknown>) =>
  readFile(bytes(text), only('EUR'), profileOf(fields));

test('rows that were never booked are counted, and need no date', async () => {
  const text =
    'Date,Note,Amount,State\n2026-03-05,a,1.00,COMPLETED\n,b,2.00,Pending\n,c,3.00,REVERTED\n' +
    '2026-03-06,d,0.00,COMPLETED\n,e,5.00,DECLINED\n';
  const { rows, left_out, errors } = await read(text, { amount: 'Amount', status: 'State' });
  assert.deepEqual([rows.map((row) => row.amount_cents), errors], [[100n], []]);
  assert.deepEqual(left_out, { zero: 1, pending: 1, reverted: 2, balance: 0, information: 0 });
});

test('a state that nobody knows is an error, because it may be money', async () => {
  const text = 'Date,Note,Amount,State\n2026-03-05,a,1.00,Refunded\n';
  const { errors } = await read(text, { amount: 'Amount', status: 'State' });
  assert.deepEqual([errors.length, errors[0]?.line], [1, 2]);
  assert.match(errors[0]?.message ?? '', /State is not known; .*booked_words/);
  const named = { amount: 'Amount', status: 'State', booked_words: ['refunded'] };
  assert.equal((await read(text, named)).rows.length, 1);
});

test('a row that is a balance is no money, wherever it writes the amount', async () => {
  const text =
    'Date,Note,Credit,Debit,Balance\n2026-03-05,Opening Balance,,,10.00\n' +
    '2026-03-05,a,1.00,,11.00\n' +
    '2026-03-05,Closing balance as of 2026-03-05,11.00,,11.00\n2026-03-05,B/F,0.00,0.00,11.00\n';
  const pair = { credit: 'Credit', debit: 'Debit', balance: 'Balance' };
  const { rows, left_out, errors, warnings } = await read(text, pair);
  assert.deepEqual([errors, warnings, rows.map((row) => row.amount_cents)], [[], [], [100n]]);
  assert.equal(left_out.balance, 3);
});

test('a payment stays one, although its text is that of a balance', async () => {
  const moved =
    'Date,Note,Amount,Balance\n2026-03-05,a,5.00,5.00\n2026-03-05,Opening balance,7.00,12.00\n';
  const by_balance = await read(moved, { amount: 'Amount', balance: 'Balance' });
  assert.deepEqual(
    by_balance.rows.map((row) => row.amount_cents),
    [500n, 700n],
  );
  const named = 'Date,Note,Amount,From\n2026-03-05,Opening balance,7.00,DE02120300000000202051\n';
  const by_number = await read(named, { amount: 'Amount', counterparty_number: 'From' });
  assert.deepEqual([by_number.rows.length, by_number.left_out.balance], [1, 0]);
});

test('a fee beside the amount is a line of its own, without the references', async () => {
  const text =
    'Date,Note,Amount,Fee,Balance\n2026-03-05,UTR 412345678901 a,-10.00,0.50,89.50\n' +
    '2026-03-06,b,0.00,2.00,87.50\n2026-03-06,c,5.00,-0.25,92.75\n2026-03-07,d,1.00,0.00,93.75\n';
  const fields = { amount: 'Amount', fee: 'Fee', balance: 'Balance' };
  const { rows, parts, warnings, left_out } = await read(text, fields);
  assert.deepEqual(
    rows.map((row) => [row.line, row.amount_cents, row.text]),
    [
      [2, -1_000n, 'UTR 412345678901 a'],
      [2, -50n, 'Fee'],
      [3, -200n, 'Fee b'],
      [4, 500n, 'c'],
      [4, 25n, 'Fee c'],
      [5, 100n, 'd'],
    ],
  );
  assert.deepEqual([warnings, left_out.zero], [[], 0]);
  assert.equal(parts[0]?.balances[0]?.opening_cents, 10_000n);
});

test('the currency of a row decides between accounts of one number', async () => {
  const text =
    'Date,Note,Amount,Currency\n2026-03-05,a,1.00,EUR\n2026-03-05,b,2.00,USD\n2026-03-05,c,3.00,GBP\n';
  const account = (index: number, number: string, currency: string) =>
    accountWith({ receiving_account_id: idOf(2, index), number, currency });
  const euro = account(1, 'BE68539007547034', 'EUR');
  const accounts = [euro, account(2, 'BE68539007547034', 'USD'), account(3, 'BE00', 'GBP')];
  const profile = profileOf({ amount: 'Amount', currency: 'Currency' });
  const found = await readFile(bytes(text), createFindAccount(accounts, euro), profile);
  assert.deepEqual(
    found.parts.map((part) => [part.account.currency, part.rows.map((row) => row.amount_cents)]),
    [
      ['EUR', [100n]],
      ['USD', [200n]],
      ['EUR', []],
    ],
  );
  assert.deepEqual(found.errors, [
    { line: 4, message: "currency is GBP, but the account's is EUR" },
  ]);
});
