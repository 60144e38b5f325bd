// Custom layouts and tokens: mappings for unknown banks, and feeds.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { authenticateOperator } from '../../../server/app/access/authenticate-operator.ts';
import {
  issueFeedToken,
  listFeedTokens,
  revokeFeedToken,
} from '../../../server/app/account/feed-tokens.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { importStatement } from '../../../server/app/statement/import-statement.ts';
import { listStatements } from '../../../server/app/statement/list-statements.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { accepted, OPERATOR, openTestApp, raw, type TestApp } from '../../support/test-app.ts';
import { camt, makeAccount, testIban } from './statement-scene.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(async () => {
  await service.stop();
});

const sample = (name: string) => readFileSync(new URL(`../../statements/${name}`, import.meta.url));

test('a mapping of one’s own reads a layout that nobody knows', async () => {
  const chf = await makeAccount(app, 'iban', 'CHF', 'CH9300762011623852957');
  const mapping = JSON.stringify({
    delimiter: '|',
    decimal: '.',
    thousands: ["'"],
    date_formats: ['DD.MM.YYYY'],
    date: 'Buchungsdatum',
    credit: 'Haben',
    debit: 'Soll',
    text: ['Beschreibung'],
    currency: 'Währung',
    balance: 'Saldo',
  });
  const body = sample('unknown-layout.csv');
  const read = accepted(
    await importStatement(app, OPERATOR, { body, mapping, receiving_account_id: chf }),
  );
  assert.deepEqual(
    [read.imported, read.accounts[0]?.in_cents, read.accounts[0]?.out_cents],
    [2, 1_000_000, 120_050],
  );
  assert.deepEqual(read.statements[0]?.balances, [
    { day: '2025-12-30', opening_cents: 0, closing_cents: null },
    { day: '2025-12-31', opening_cents: null, closing_cents: 879_950 },
  ]);
  const table: [mapping: string, message: RegExp][] = [
    ['{', /must be JSON/],
    ['[]', /must be a JSON object/],
    ['{"date":"a"}', /credit is required/],
    ['{"date":"a","amount":"b","colour":"c"}', /colour is no field/],
    ['{"date":"a","amount":"b","decimal":";"}', /decimal must be one of/],
    ['{"date":"a","amount":"b","date_formats":["(a+)+"]}', /date_formats must be/],
    ['{"date":"a","amount":-1}', /amount must be a column/],
  ];
  for (const [wrong, message] of table) {
    const refused = await importStatement(app, OPERATOR, {
      body,
      mapping: wrong,
      receiving_account_id: chf,
    });
    assert.ok(isRefusal(refused), wrong);
    assert.match(String(refused.errors?.[0]?.message), message);
  }
});

test('a feed’s token is known until it is revoked, and its lines carry it', async () => {
  const iban = testIban(9_999);
  const id = await makeAccount(app, 'iban', 'EUR', iban);
  const terms = { name: 'Our bank', receiving_account_ids: [id] };
  const made = accepted(await issueFeedToken(app, OPERATOR, raw(terms)));
  const authorization = `Bearer ${made.token}`;
  const caller = await authenticateOperator(app, {
    authorization,
    address: '127.0.0.1',
    request_id: 'test',
  });
  assert.ok(!isRefusal(caller));
  assert.deepEqual([caller.operator_token_id, caller.role], [made.id, 'feed']);
  accepted(await importStatement(app, caller, { body: camt(iban, [['F', '3.00', 'x']]) }));
  const kept = accepted(await listStatements(app, { receiving_account_id: id })).data;
  assert.deepEqual(kept[0]?.actor, { role: 'feed', id: made.id, name: 'Our bank' });
  const listed = accepted(await listFeedTokens(app, {})).data;
  assert.deepEqual([listed[0]?.id, listed[0]?.revoked_at], [made.id, null]);
  accepted(await revokeFeedToken(app, OPERATOR, made.id));
  assert.ok(
    isRefusal(
      await authenticateOperator(app, { authorization, address: '127.0.0.1', request_id: 'test' }),
    ),
  );
  assert.ok(isRefusal(await revokeFeedToken(app, OPERATOR, made.id)));
  // The operators' own token is not among them.
  assert.ok(isRefusal(await revokeFeedToken(app, OPERATOR, OPERATOR.operator_token_id)));
  assert.notEqual(accepted(await listFeedTokens(app, {})).data[0]?.revoked_at, null);
});
