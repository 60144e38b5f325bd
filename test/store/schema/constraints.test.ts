// The database itself refuses rows that a bug, or an insider with the service's role, might write.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { newId } from '../../../server/app/process/ids.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import * as scene from '../../app/scene.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';

let service: TestApp;
let app: OpenApp;
let merchant: TestMerchant;
let payin_id: string;
let payout_id: string;
let line_id: string;
before(async () => {
  service = await openTestApp();
  app = service.app;
  merchant = await makeMerchant(app);
  const account = await scene.makeAccount(app, 'INR');
  await scene.fund(app, merchant.merchant_id, 10_000);
  payin_id = (await scene.newPayin(app, merchant, { amount_cents: 500 })).id;
  payout_id = (await scene.newPayout(app, merchant, 600)).id;
  line_id = (await scene.feed(app, account, [{ amount_cents: 500 }]))[0]?.id ?? '';
  await scene.feed(app, account, [{ amount_cents: 77 }]);
});
after(async () => {
  await service.stop();
});

/** The statement fails, by the named constraint or for lack of the right. */
async function refused(text: string, by: string): Promise<void> {
  await assert.rejects(scene.sql(app, text), (error) => {
    assert.ok(error instanceof pg.DatabaseError, String(error));
    assert.equal(error.code === '42501' ? 'permission' : error.constraint, by, text);
    return true;
  });
}

suite('history cannot be changed', () => {
  for (const table of ['ledger_entries', 'bank_lines', 'adjustments', 'audit_entries']) {
    test(table, async () => {
      const [column] = await scene.sql<{ name: string }>(
        app,
        `select attname as name from pg_attribute where attrelid = '${table}'::regclass and attnum = 1`,
      );
      await refused(`update ${table} set ${column?.name} = ${column?.name}`, 'permission');
      await refused(`delete from ${table}`, 'permission');
      await refused(`truncate ${table}`, 'permission');
      await refused(`select 1 from ${table} for update`, 'permission');
    });
  }
});

test('an attempt of a callback cannot be changed, and may end by its age', async () => {
  await refused('update delivery_attempts set attempt = attempt', 'permission');
  await refused('truncate delivery_attempts', 'permission');
  await scene.sql(app, 'delete from delivery_attempts where false');
});

const entry = (accounts: string, currencies: string, amounts: string) =>
  `insert into ledger_entries (merchant_id, entry_number, act, accounts, currencies, amounts,
     entered_at, hash)
   values ('${merchant.merchant_id}', 999999, 'x', '${accounts}', '${currencies}', '${amounts}',
     now(), '\\x00')`;

suite('every entry balances', () => {
  const cases: [name: string, accounts: string, currencies: string, amounts: string][] = [
    ['its sum is not zero', '{a,b}', '{INR,INR}', '{5,-4}'],
    ['its sum is zero only over two currencies', '{a,b}', '{INR,USD}', '{5,-5}'],
    ['one of two currencies is off', '{a,b,c,d}', '{INR,INR,USD,USD}', '{5,-5,3,-2}'],
    ['one leg alone', '{a}', '{INR}', '{0}'],
    ['no legs', '{}', '{}', '{}'],
    ['more amounts than currencies', '{a,b,c}', '{INR,INR}', '{5,-5,7}'],
    ['an amount is missing', '{a,b}', '{INR,INR}', '{5,NULL}'],
    ['a currency is missing', '{a,b}', '{INR,NULL}', '{5,-5}'],
  ];
  for (const [name, accounts, currencies, amounts] of cases) {
    test(name, async () => {
      await refused(entry(accounts, currencies, amounts), 'ledger_entries_balance');
    });
  }

  test('accounts for every amount, and no number twice', async () => {
    await refused(entry('{a}', '{INR,INR}', '{5,-5}'), 'ledger_entries_accounts');
    const twice = entry('{a,b}', '{INR,INR}', '{5,-5}').replace('999999', '1');
    await refused(twice, 'ledger_entries_pk');
  });
});

suite('balances', () => {
  const move = (account: string, to: string) =>
    `update ledger_accounts set balance_cents = ${to}
     where merchant_id = '${merchant.merchant_id}' and account = '${account}'`;

  test('what can be spent and what is on hold never go below zero', async () => {
    await refused(move('available', '-1'), 'ledger_accounts_floor');
    await refused(move('blocked', '-1'), 'ledger_accounts_floor');
    await refused(
      `${move('available', '-1').replace('set', 'set overdraft_cents = null,')}`,
      'ledger_accounts_guarded',
    );
  });

  test('a reversal may take the balance below zero, and so far only while it is there', async () => {
    const poor = await makeMerchant(app, { balance_currency: 'EUR' });
    const { merchant_id } = poor;
    const act = (id: string, name: 'confirm' | 'reverse') =>
      actOnTrade(app, OPERATOR, merchant_id, id, name, raw({}));
    const trade = await scene.newPayin(app, poor, { amount_cents: 500, amount_currency: 'EUR' });
    accepted(await act(trade.id, 'confirm'));
    const out = { order_id: 'spent', amount_cents: 400, amount_currency: 'EUR' };
    accepted(await scene.payout(app, poor, out));
    accepted(await act(trade.id, 'reverse'));
    const read = () =>
      scene.sql(
        app,
        `select balance_cents::int as balance, overdraft_cents::int as overdraft
         from ledger_accounts where merchant_id = '${merchant_id}' and account = 'available'`,
      );
    assert.deepEqual(await read(), [{ balance: -400, overdraft: 400 }]);
    await scene.fund(app, merchant_id, 300);
    assert.deepEqual(await read(), [{ balance: -100, overdraft: 100 }]);
    await scene.fund(app, merchant_id, 150);
    assert.deepEqual(await read(), [{ balance: 50, overdraft: 0 }]);
  });
});

suite('trades', () => {
  const set = (id: string, what: string) => `update trades set ${what} where trade_id = '${id}'`;
  const cases: [name: string, text: () => string, by: string][] = [
    ['a pay-in is never processing', () => set(payin_id, `state = 'processing'`), 'trades_state'],
    [
      'a pay-out is never pending',
      () => set(payout_id, `state = 'pending', receiving_account_id = '${newId()}'`),
      'trades_state',
    ],
    ['a pay-out never expires', () => set(payout_id, `state = 'expired'`), 'trades_state'],
    ['no other states', () => set(payin_id, `state = 'paid'`), 'trades_state'],
    ['no other directions', () => set(payin_id, `direction = 'both'`), 'trades_direction'],
    [
      'pending has an account',
      () => set(payin_id, `state = 'pending', receiving_account_id = null`),
      'trades_account',
    ],
    [
      'a pay-out completes with its UTR',
      () => set(payout_id, `state = 'completed'`),
      'trades_payout_utr',
    ],
    ['a pay-out has a payee', () => set(payout_id, 'payee = null'), 'trades_payee'],
    ['amounts are positive', () => set(payin_id, 'amount_cents = 0'), 'trades_amounts'],
    [
      'amounts are bounded',
      () => set(payin_id, 'requested_amount_cents = 1000000000001'),
      'trades_amounts',
    ],
    ['percent is at most 100', () => set(payin_id, 'percent = 100.0001'), 'trades_percent'],
    ['rates are positive', () => set(payin_id, 'exchange_rate = 0'), 'trades_rate'],
    [
      'one order per order_id, whatever its direction',
      () =>
        set(payout_id, `order_id = (select order_id from trades where trade_id = '${payin_id}')`),
      'trades_order',
    ],
  ];
  for (const [name, text, by] of cases) {
    test(name, async () => {
      await refused(text(), by);
    });
  }
});

suite('bank lines and reservations', () => {
  test('one outcome per line, so that one trade alone can have it', async () => {
    const outcome = `insert into bank_line_outcomes (bank_line_id, status, merchant_id, trade_id,
      reason, candidates, decided_at) values ('${line_id}', 'matched', '${merchant.merchant_id}',
      '${payin_id}', 'reference', '[]', now())`;
    await refused(outcome, 'bank_line_outcomes_pk');
  });

  test('matched names a trade, suspense names none', async () => {
    const set = (what: string) =>
      `update bank_line_outcomes set ${what} where bank_line_id = '${line_id}'`;
    await refused(set('trade_id = null'), 'bank_line_outcomes_status');
    await refused(set(`status = 'suspense'`), 'bank_line_outcomes_status');
    await refused(set(`status = 'else'`), 'bank_line_outcomes_status');
  });

  test('a line is there once, and says an amount', async () => {
    const copy = (what: string) => `insert into bank_lines select '${newId()}',
      receiving_account_id, currency, ${what}, booked_at, booked_exactly, utr, bank_id,
      line_key, received_at, null, null, null, null, sealed
      from bank_lines where bank_line_id = '${line_id}'`;
    await refused(copy('amount_cents'), 'bank_lines_once');
    await refused(copy('0'), 'bank_lines_amount');
  });

  test('one exclusive reservation per account and amount', async () => {
    const text = `insert into reservations select receiving_account_id, amount_cents, '${newId()}',
      merchant_id, reference, true, free_at, until from reservations where exclusive limit 1`;
    await refused(text, 'reservations_exclusive');
  });
});
