// The proof of the books: it accepts sound books, and names every way of changing history.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import * as damage from './damage.ts';

const TABLES = ['ledger_entries', 'bank_lines', 'adjustments', 'audit_entries'];

let service: TestApp;
let app: OpenApp;
let merchant: TestMerchant;
let account: string;
before(async () => {
  service = await openTestApp();
  app = service.app;
  merchant = await makeMerchant(app);
  account = await scene.makeAccount(app, 'INR');
  await scene.fund(app, merchant.merchant_id, 10_000);
  const paid = await scene.newPayin(app, merchant, { amount_cents: 500 });
  await scene.newPayin(app, merchant, { amount_cents: 501 });
  await scene.newPayout(app, merchant, 600);
  await scene.feed(app, account, [{ amount_cents: 500 }, { amount_cents: 77 }]);
  const { merchant_id } = merchant;
  const { operator_token_id } = OPERATOR;
  const origin = { address: '127.0.0.1', request_id: 'r', session_id: null, operator_token_id };
  const operator = { ...OPERATOR, origin };
  accepted(await actOnTrade(app, operator, merchant_id, paid.id, 'dispute', raw({})));
  // Only the tables' owner can: an insider with more rights than the service uses.
  await service.allowChanges(...TABLES);
});
after(async () => {
  await service.stop();
});

const problemsAfter = (...changes: string[]) => damage.problemsAfter(app, ...changes);

test('sound books prove, and say how much was looked at', async () => {
  const proof = await verifyBooks(app);
  assert.deepEqual(proof.problems, []);
  assert.equal(proof.ok, true);
  assert.equal(proof.books, 2);
  const entries = await scene.sql<{ n: number }>(
    app,
    'select count(*)::int as n from ledger_entries',
  );
  assert.equal(proof.entries, entries[0]?.n);
  const audits = await scene.sql<{ n: number }>(
    app,
    'select count(*)::int as n from audit_entries',
  );
  assert.equal(proof.audit_entries, audits[0]?.n);
  assert.deepEqual(await problemsAfter('select 1'), []);
});

const mine = () => `merchant_id = '${merchant.merchant_id}'`;
const LAST = (table: string, number: string, where = 'true') =>
  `(select max(${number}) from ${table} where ${where})`;

suite('the ledger', () => {
  const cases: [name: string, changes: () => string[], named: RegExp][] = [
    [
      'an amount changed',
      () => [
        `update ledger_entries set amounts = array[-20000, 20000] where ${mine()} and entry_number = 1`,
      ],
      /entry 1: the chain is broken/,
    ],
    [
      'an amount changed, and the balance with it',
      () => [
        `update ledger_entries set amounts = array[-20000, 20000] where ${mine()} and entry_number = 1`,
        `update ledger_accounts set balance_cents = balance_cents + 10000
         where ${mine()} and account = 'available'`,
        `update ledger_accounts set balance_cents = balance_cents - 10000
         where ${mine()} and account = 'clearing:none'`,
      ],
      /entry 1: the chain is broken/,
    ],
    [
      'a time changed',
      () => [`update ledger_entries set entered_at = now() where ${mine()} and entry_number = 2`],
      /entry 2: the chain is broken/,
    ],
    [
      'a hash changed',
      () => [`update ledger_entries set hash = '\\x01' where ${mine()} and entry_number = 1`],
      /entry 2: the chain is broken/,
    ],
    [
      'the tail cut off',
      () => [
        `delete from ledger_entries where ${mine()}
         and entry_number = ${LAST('ledger_entries', 'entry_number', mine())}`,
      ],
      /the book says \d+ entries, there are \d+/,
    ],
    [
      'one taken out of the middle',
      () => [`delete from ledger_entries where ${mine()} and entry_number = 2`],
      /entry 3: a number is missing before it/,
    ],
    [
      'two exchanged',
      () => [
        `update ledger_entries set entry_number = 1000 where ${mine()} and entry_number = 1`,
        `update ledger_entries set entry_number = 1 where ${mine()} and entry_number = 2`,
        `update ledger_entries set entry_number = 2 where ${mine()} and entry_number = 1000`,
      ],
      /entry 1: the chain is broken/,
    ],
    [
      'one moved to another book',
      () => [
        `update ledger_entries set merchant_id = '01890000-0000-7000-8000-000000000000'
         where ${mine()} and entry_number = ${LAST('ledger_entries', 'entry_number', mine())}`,
      ],
      /01890000-0000-7000-8000-000000000000 has no book/,
    ],
    [
      'a whole book removed',
      () =>
        ['ledger_entries', 'ledger_accounts', 'ledger_books'].map(
          (t) => `delete from ${t} where ${mine()}`,
        ),
      /has no book/,
    ],
    [
      'a balance raised',
      () => [
        `update ledger_accounts set balance_cents = balance_cents + 1
         where ${mine()} and account = 'available'`,
      ],
      /available INR: balance \d+, postings \d+/,
    ],
    [
      'an account removed',
      () => [`delete from ledger_accounts where ${mine()} and account = 'available'`],
      /available\/INR: postings \d+, but no such account/,
    ],
    [
      'the house’s book, too',
      () => [`update ledger_entries set act = 'x' where act = 'match'`],
      /house entry \d+: the chain is broken/,
    ],
  ];
  for (const [name, changes, named] of cases) {
    test(name, async () => {
      assert.match((await problemsAfter(...changes())).join('\n'), named);
    });
  }
});

suite('trades, lines and events', () => {
  const cases: [name: string, changes: () => string[], named: RegExp][] = [
    [
      'a pay-out that was never completed says so',
      () => [`update trades set state = 'completed', utr = 'X' where direction = 'payout'`],
      /on hold by trades/,
    ],
    [
      'a pay-in says that it was credited',
      () => [`update trades set state = 'completed' where state = 'pending'`],
      /its entries moved 0, its state says 501/,
    ],
    [
      'a credited pay-in says more than it brought',
      () => [`update trades set settlement_amount_cents = 9000 where state = 'disputed'`],
      /its entries moved 500, its state says 9000/,
    ],
    [
      'a bank line removed',
      () => ['delete from bank_lines where amount_cents = 500'],
      /received 500, its bank lines say 0/,
    ],
    [
      'a bank line’s amount changed',
      () => ['update bank_lines set amount_cents = 78 where amount_cents = 77'],
      /suspense:\S+ INR: 78 by the lines, 77 in the ledger/,
    ],
    [
      'an outcome removed',
      () => [`delete from bank_line_outcomes where status = 'suspense'`],
      /bank line \S+ has no outcome/,
    ],
    [
      'an event removed',
      () => ['delete from deliveries', 'delete from events where sequence = 2'],
      /events are numbered to \d+, \d+ have a number/,
    ],
    [
      'the last event removed',
      () => [
        'delete from deliveries',
        `delete from events where number = ${LAST('events', 'number')}`,
      ],
      /trade \S+: sequence \d, events/,
    ],
  ];
  for (const [name, changes, named] of cases) {
    test(name, async () => {
      assert.match((await problemsAfter(...changes())).join('\n'), named);
    });
  }
});

suite('the audit trail', () => {
  const last = LAST('audit_entries', 'number');
  const from_where = LAST('audit_entries', 'number', 'address is not null');
  const cases: [name: string, change: string, named: RegExp][] = [
    [
      'who did it changed',
      `update audit_entries set actor_id = 'x' where number = 2`,
      /entry 2: the chain/,
    ],
    [
      'what was asked changed',
      `update audit_entries set detail = '{}' where number = 1`,
      /entry 1: the chain/,
    ],
    [
      'from where changed',
      `update audit_entries set address = '192.0.2.1' where number = ${from_where}`,
      /audit entry \d+: the chain/,
    ],
    [
      'from where added to an entry without it',
      `update audit_entries set request_id = 'x' where number = 1`,
      /entry 1: the chain/,
    ],
    [
      'from where removed',
      `update audit_entries set address = null, request_id = null, session_id = null,
         operator_token_id = null where number = ${from_where}`,
      /audit entry \d+: the chain/,
    ],
    [
      'what was there before changed',
      `update audit_entries set detail = jsonb_set(detail, '{before}', '1') where number = ${from_where}`,
      /audit entry \d+: the chain/,
    ],
    [
      'one taken out',
      'delete from audit_entries where number = 2',
      /audit entry 3: the chain is broken/,
    ],
    [
      'the tail cut off',
      `delete from audit_entries where number = ${last}`,
      /audit: the head counts \d+ entries/,
    ],
    [
      'all of it removed',
      'delete from audit_entries',
      /audit: the head counts \d+ entries, but there are 0/,
    ],
  ];
  for (const [name, change, named] of cases) {
    test(name, async () => {
      assert.match((await problemsAfter(change)).join('\n'), named);
    });
  }
});
