// Lists that are searched by name: of merchants, receiving accounts, people and ledger accounts,
// however many there are, and the list of callbacks to endpoints that began to fail.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listPeople } from '../../../server/app/access/people.ts';
import {
  createReceivingAccount,
  listReceivingAccounts,
} from '../../../server/app/account/receiving-accounts.ts';
import { listLedgerAccounts } from '../../../server/app/ledger/list-ledger.ts';
import { listMerchants } from '../../../server/app/merchant/merchants.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import { invited } from '../access/people-scene.ts';
import { sql } from '../scene.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp();
});
after(() => service.stop());

const PEOPLE = 1_010;

test('people are found by name or address, also beyond what is read at once', async () => {
  const { app } = service;
  const first = await invited(app, { name: 'Zoë First', email: 'zoe@example.com' });
  // Ids that come later, with names that cannot be read: as of another encryption key.
  await sql(
    app,
    `insert into people (person_id, name, email, email_hash, role, state, created_at, changed_at)
     select ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ''::bytea, ''::bytea,
       decode(lpad(n::text, 64, '0'), 'hex'), 'viewer', 'disabled', now(), now()
     from generate_series(1, ${PEOPLE}) n`,
  );
  for (const q of ['zoë', 'FIRST zoe@', first.id]) {
    const { data, next_cursor } = accepted(await listPeople(app, { q, limit: '1' }));
    assert.deepEqual([data.map(({ id }) => id), next_cursor], [[first.id], null], q);
  }
  assert.deepEqual(accepted(await listPeople(app, { q: 'zoë second' })).data, []);
  const page = accepted(await listPeople(app, { q: 'decrypted', limit: '200' }));
  const next = accepted(
    await listPeople(app, { q: 'decrypted', limit: '200', cursor: page.next_cursor ?? '' }),
  );
  assert.deepEqual([page.data.length, next.data.length], [200, 200]);
  assert.ok((next.data[0]?.id ?? '') < (page.data.at(-1)?.id ?? ''));
  assert.equal(refusedWith(await listPeople(app, { q: 'x'.repeat(101) })).code, 'invalid_request');
});

test('merchants are found by name and id, and keep their pages', async () => {
  const { app } = service;
  const ids: string[] = [];
  for (const name of ['Lotus Books', 'Lotus Shoes', 'Asha']) {
    ids.push((await makeMerchant(app, { name })).merchant_id);
  }
  const names = async (query: Record<string, string>) =>
    accepted(await listMerchants(app, query)).data.map(({ name }) => name);
  assert.deepEqual(await names({ q: 'lotus' }), ['Lotus Books', 'Lotus Shoes']);
  assert.deepEqual(await names({ q: 'shoes lo' }), ['Lotus Shoes']);
  assert.deepEqual(await names({ q: ids[2] ?? '' }), ['Asha']);
  const { next_cursor } = accepted(await listMerchants(app, { q: 'lotus', limit: '1' }));
  assert.deepEqual(await names({ q: 'lotus', cursor: next_cursor ?? '' }), ['Lotus Shoes']);
});

test('receiving accounts are found as they are shown, never by hidden digits', async () => {
  const { app } = service;
  const number = '50100377774321';
  const terms = { type: 'account', currency: 'INR', name: 'Till one', bank_name: 'HDFC', number };
  const { id } = accepted(await createReceivingAccount(app, OPERATOR, raw(terms)));
  const found = async (q: string) =>
    accepted(await listReceivingAccounts(app, { q })).data.map((one) => one.id);
  for (const q of ['till', 'hdfc 4321', 'one inr', id]) assert.deepEqual(await found(q), [id], q);
  for (const q of ['7777', '501003', 'till usd']) assert.deepEqual(await found(q), [], q);
  const account = `costs:${id}`;
  await sql(
    app,
    `insert into ledger_accounts (merchant_id, account, currency, balance_cents)
     values ('00000000-0000-0000-0000-000000000000', '${account}', 'INR', 0)`,
  );
  const ledger = async (q: string) =>
    accepted(await listLedgerAccounts(app, { q })).data.map((one) => one.account);
  for (const q of ['costs till', 'hdfc COSTS', account]) {
    assert.deepEqual(await ledger(q), [account], q);
  }
  for (const q of ['costs 7777', 'bank till', 'costs%']) assert.deepEqual(await ledger(q), [], q);
});

test('ledger accounts are found by each part of their names, and by whom each part is about', async () => {
  const { app } = service;
  const { merchant_id } = await makeMerchant(app, { name: 'Peony' });
  const terms = { type: 'account', currency: 'INR', number: '50100377775555' };
  const account = { ...terms, name: 'Saffron', bank_name: 'Axis' };
  const { id } = accepted(await createReceivingAccount(app, OPERATOR, raw(account)));
  const due = `due:${merchant_id}:${id}`;
  const house = '00000000-0000-0000-0000-000000000000';
  for (const name of [due, 'clearing:none']) {
    await sql(
      app,
      `insert into ledger_accounts (merchant_id, account, currency, balance_cents)
       values ('${house}', '${name}', 'INR', 0)`,
    );
  }
  const found = async (q: string) =>
    accepted(await listLedgerAccounts(app, { q })).data.map((one) => one.account);
  for (const q of ['peony', 'saffron', 'due axis', `${merchant_id}:${id}`, id.slice(4), due]) {
    assert.deepEqual(await found(q), [due], q);
  }
  for (const q of ['none', 'clearing:none', 'aring no']) {
    assert.deepEqual(await found(q), ['clearing:none'], q);
  }
  for (const q of ['peony saffron costs', 'due none', 'axis:', 'nobody']) {
    assert.deepEqual(await found(q), [], q);
  }
  const of = async (kind: string, query: { q?: string } = {}) =>
    accepted(await listLedgerAccounts(app, { kind, ...query })).data.map((one) => one.account);
  assert.deepEqual(await of('due'), [due]);
  assert.deepEqual(await of('clearing', { q: 'none' }), ['clearing:none']);
  assert.deepEqual(await of('clearing', { q: 'peony' }), []);
  assert.deepEqual(await of('transit'), []);
  const refused = refusedWith(await listLedgerAccounts(app, { kind: 'moon' }));
  assert.equal(refused.errors?.[0]?.field, 'kind');
});
