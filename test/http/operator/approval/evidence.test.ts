// Live mode as it is installed: one person alone gives no evidence worth a pay-in, and pays no
// payee in slices; a second person approves a whole file at once.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { issueFeedToken } from '../../../../server/app/account/feed-tokens.ts';
import * as scene from '../../../app/scene.ts';
import { camt, makeAccount, testIban } from '../../../app/statement/statement-scene.ts';
import { makeWaitingLine } from '../../../app/statement/waiting-line.ts';
import { cleanup } from '../../../support/cleanup.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  raw,
  type TestMerchant,
} from '../../../support/test-app.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';
import { type Someone, someone } from './approval-scene.ts';

const opened = cleanup();
let service: OperatorService;
let ana: Someone;
let ben: Someone;
let account: string;
let shop: TestMerchant;
const iban = testIban(14);

before(async () => {
  // Set up by one person; from then on the default bands count.
  service = await openOperatorService({ mode: 'live' });
  opened(() => service.stop());
  ana = await someone(service, 'operator');
  ben = await someone(service);
  account = await makeAccount(service.app, 'iban', 'EUR', iban);
  shop = await makeMerchant(service.app, { balance_currency: 'EUR' });
  await scene.fund(service.app, shop.merchant_id, 10_000_000);
  await service.app.store.db.query('', 'delete from approval_bands', []);
  await service.app.store.db.query('', 'update settings_versions set version = version + 1', []);
  await service.app.settings.refresh();
});

const as = ({ authorization }: Someone, method: string, path: string, body?: unknown) =>
  service.ask(method, path, body === undefined ? { authorization } : { authorization, body });

const line = (amount_cents: number, fields: object = {}) => ({
  receiving_account_id: account,
  lines: [{ amount_cents, booked_at: new Date().toISOString().slice(0, 10), ...fields }],
});

async function stateOf(id: string): Promise<unknown> {
  const { body } = await service.ask('GET', `/trades/${shop.merchant_id}/${id}`);
  return Object(body.trade ?? body).state;
}

const countLines = async () => (await scene.sql(service.app, 'select 1 from bank_lines')).length;

test('an invented line of 9,876,543.21 credits nothing until somebody else agrees', async () => {
  const fields = { amount_cents: 987_654_321, amount_currency: 'EUR', type: 'iban' };
  const { id } = await scene.newPayin(service.app, shop, fields);
  const utr = 'INVENTED12345678';
  await scene.claim(service.app, shop, id, utr);
  const invented = line(987_654_321, { utr });
  const { status, body } = await as(ana, 'POST', '/bank_lines', invented);
  assert.equal(status, 202, JSON.stringify(body));
  assert.equal(body.act, 'evidence');
  assert.equal(body.amount_cents, 987_654_321);
  const again = await as(ana, 'POST', '/bank_lines', invented);
  assert.deepEqual([again.status, again.body.id], [202, body.id], 'the same claim');
  assert.equal(await stateOf(id), 'verifying');
  assert.equal(await countLines(), 0);
  const own = await as(ana, 'POST', `/approvals/${body.id}/approve`);
  assert.equal(own.status, 403);
  const shown = await as(ben, 'GET', `/approvals/${body.id}`);
  const [of_account] = Object(shown.body.outcome).evidence;
  assert.equal(of_account.in_cents, 987_654_321);
  assert.equal(of_account.largest[0].utr, utr);
  assert.equal(await countLines(), 0, 'only shown');
  assert.equal((await as(ben, 'POST', `/approvals/${body.id}/approve`)).status, 200);
  assert.equal(await stateOf(id), 'completed');
  // No erasure would reach the names of the lines there.
  const kept = await scene.sql(
    service.app,
    `select 1 from proposals where proposal_id = '${body.id}' and length(content) > 1`,
  );
  assert.equal(kept.length, 0, 'the request does not keep the lines');
});

test('slices of evidence reach the band of a day, and count once', async () => {
  const answers: number[] = [];
  for (const amount of [40_000, 40_000, -30_000]) {
    const given = line(amount, { bank_id: `slice ${answers.length}` });
    answers.push((await as(ana, 'POST', '/bank_lines', given)).status);
    assert.equal((await as(ana, 'POST', '/bank_lines', given)).status, answers.at(-1));
  }
  assert.deepEqual(answers, [200, 200, 202]);
});

test('60 pay-outs of 999.99 to one payee: what one person pays stays below the sum', async () => {
  const answers: unknown[] = [];
  for (let one = 0; one < 60; one += 1) {
    const fields = { amount_currency: 'EUR', number: testIban(999), type: 'iban' };
    const { id } = await scene.newPayout(service.app, shop, 99_999, fields);
    const path = `/trades/${shop.merchant_id}/${id}/take`;
    answers.push((await as(one % 2 ? ana : ben, 'POST', path, { note: 'paid' })).status);
  }
  const taken = answers.filter((status) => status === 200).length;
  assert.equal(taken, 10);
  assert.ok(answers.slice(10).every((status) => status === 202));
});

test('a statement above the band waits as a whole, and one approval imports it', async () => {
  const before = await countLines();
  const file = camt(iban, [
    ['A1', '700.00', 'Order 1'],
    ['A2', '800.00', 'Order 2'],
    ['A3', '-12.00', 'Fee'],
  ]);
  const path = '/statements?file_name=day.xml';
  const headers = { 'content-type': 'application/xml' };
  const upload = () =>
    service.ask('POST', path, { authorization: ana.authorization, headers, body: file });
  const { status, body } = await upload();
  assert.equal(status, 202, JSON.stringify(body));
  assert.match(String(body.note), /day\.xml/);
  assert.equal((await upload()).body.id, body.id);
  assert.equal(await countLines(), before);
  const shown = await as(ben, 'GET', `/approvals/${body.id}`);
  const [of_account] = Object(shown.body.outcome).evidence;
  assert.deepEqual(
    [of_account.lines, of_account.in_cents, of_account.out_cents, of_account.oldest.length],
    [3, 150_000, 1_200, 3],
  );
  const approved = await as(ben, 'POST', `/approvals/${body.id}/approve`);
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.equal(Object(approved.body.result).imported, 3);
  assert.equal(await countLines(), before + 3);
  // An import that was cut off goes on: what was agreed to needs no second approval.
  const again = await upload();
  assert.deepEqual([again.status, again.body.duplicate], [200, 3]);
});

test('a new feed is its maker’s claim until somebody else approved its first sum', async () => {
  const maker = { ...OPERATOR, person_id: ben.person_id, operator_token_id: null };
  // Its token needs two people as well; what counts here are its first lines.
  await service.app.store.db.query(
    '',
    `insert into approval_bands values ('operator_token', '*', null, now())`,
    [],
  );
  const terms = { name: 'new bank feed', receiving_account_ids: [account] };
  const { token } = accepted(await issueFeedToken(service.app, maker, raw(terms)));
  const feed: Someone = { person_id: '', authorization: `Bearer ${token}` };
  const first = await as(feed, 'POST', '/bank_lines', line(5_000_000, { bank_id: 'feed 1' }));
  assert.equal(first.status, 202, JSON.stringify(first.body));
  const approve = `/approvals/${first.body.id}/approve`;
  assert.equal((await as(ben, 'POST', approve)).status, 403, 'its maker');
  assert.equal((await as(await someone(service), 'POST', approve)).status, 200);
  const later = await as(feed, 'POST', '/bank_lines', line(6_000_000, { bank_id: 'feed 2' }));
  assert.deepEqual([later.status, later.body.imported], [200, 1]);
  const sources = await scene.sql(service.app, `select 1 from bank_lines where source = 'feed'`);
  assert.equal(sources.length, 2);
});

test('a waiting line that a person calls new money is their claim', async () => {
  const { app } = service;
  const { db } = app.store;
  const setBand = async (statement: string) => {
    await db.query('', statement, []);
    await db.query('', 'update settings_versions set version = version + 1', []);
    await app.settings.refresh();
  };
  await setBand(`insert into approval_bands values ('evidence', '*', null, now())`);
  const id = await makeWaitingLine(app, account, 'EUR', 3_000_000);
  await db.query('', `update waiting_lines set source = 'feed'`, []);
  await setBand(`delete from approval_bands where act = 'evidence'`);
  const before = await countLines();
  const note = 'The bank names two';
  const { status, body } = await as(ana, 'POST', `/waiting_lines/${id}/other`, { note });
  assert.deepEqual([status, body.act, body.amount_cents, body.note], [202, 'evidence', 3e6, note]);
  assert.equal(await countLines(), before);
  assert.equal((await as(ana, 'POST', `/approvals/${body.id}/approve`)).status, 403);
  const approved = await as(ben, 'POST', `/approvals/${body.id}/approve`);
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.equal(await countLines(), before + 1);
  const [taken] = await scene.sql(
    app,
    `select l.amount_cents::text as cents, l.source, w.decision
     from bank_lines l join waiting_lines w on w.waiting_line_id = l.bank_line_id`,
  );
  assert.deepEqual({ ...taken }, { cents: '3000000', source: 'feed', decision: 'other' });
});
