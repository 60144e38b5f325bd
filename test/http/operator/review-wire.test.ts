// The review queue and refunds on the operators' wire: each request with its answer in a golden
// file.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createScript } from './operator-script.ts';
import { type OperatorService, openOperatorService, type Reply } from './operator-service.ts';

let service: OperatorService;
before(async () => {
  service = await openOperatorService();
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

const asItIs = { serializers: [(value: unknown) => String(value)] };
const golden = (name: string) =>
  fileURLToPath(new URL(`../../golden/operator/${name}.json`, import.meta.url));
const idOf = (reply: Reply): string => String(reply.body.id);
const BOOKED = '2026-03-05T10:15:00Z';

async function makeAccount(number: string): Promise<string> {
  const body = { type: 'account', currency: 'INR', name: 'House', bank_name: 'Bank', number };
  return idOf(await service.ask('POST', '/receiving_accounts', { body }));
}

const PAYEE = { number: '000111222333', name: 'Payee' };

async function makeShop(): Promise<{
  merchant_id: string;
  pay: (fields: object) => Promise<string>;
  pay_out: (fields: object) => Promise<string>;
}> {
  const shop = { name: 'Shop', balance_currency: 'INR' };
  const merchant_id = idOf(await service.ask('POST', '/merchants', { body: shop }));
  const path = `/merchants/${merchant_id}/tokens`;
  const issued = await service.ask('POST', path, { body: { mode: 'token' } });
  const order = async (kind: 'deposit' | 'withdrawal', fields: object) => {
    const common = { merchant_id, amount_currency: 'INR', type: 'account', client_id: 'c-1' };
    const response = await fetch(`${service.url}/api/v1/orders/${kind}/create`, {
      method: 'POST',
      headers: { 'x-token': String(issued.body.token), 'content-type': 'application/json' },
      body: JSON.stringify({ ...common, ...fields }),
    });
    const { id } = Object(await response.json());
    return String(id);
  };
  const pay_out = (fields: object) => order('withdrawal', { ...PAYEE, ...fields });
  return { merchant_id, pay: (fields) => order('deposit', fields), pay_out };
}

async function give(receiving_account_id: string, fields: object): Promise<string> {
  const lines = [{ booked_at: BOOKED, ...fields }];
  const reply = await service.ask('POST', '/bank_lines', { body: { receiving_account_id, lines } });
  const [line] = Object(reply.body).lines;
  return String(line.id);
}

test('review: requests and answers are as in the golden file', async (t) => {
  const script = createScript(service);
  const account = await makeAccount('000111222311');
  const { merchant_id, pay } = await makeShop();
  const trade_id = await pay({ order_id: 'in-1', amount_cents: 10_000 });
  const line = await give(account, { amount_cents: 10_000, text: 'Rent', bank_id: 'B-1' });
  const decide = (id: string, act: string, body: object, key?: string) =>
    script.ask('POST', `/bank_lines/${id}/${act}`, {
      body,
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    });
  await script.ask('GET', `/bank_lines/${line}`);
  await script.ask('GET', '/bank_lines/not-an-id');
  const note = 'The payer sent the receipt';
  await decide(line, 'assign', { merchant_id, trade_id });
  await decide(line, 'assign', { merchant_id, trade_id: 7, note });
  await decide(line, 'assign', { merchant_id, trade_id, note }, 'once');
  await decide(line, 'assign', { merchant_id, trade_id, note }, 'once');
  await decide(line, 'fee', { note });
  await decide(line, 'undo', { note });
  await decide(line, 'undo', { note, reverse: 'yes' });
  await decide(line, 'undo', { note, reverse: true });
  await decide(line, 'split', { parts: [6_000, 3_000], note });
  await decide(line, 'split', { parts: ['6000'], note });
  await decide(line, 'split', { parts: [6_000, 4_000], note });
  const fee = await give(account, { amount_cents: -50, bank_id: 'B-2' });
  await decide(fee, 'fee', { note: 'Monthly fee' });
  await decide(fee, 'undo', { note });
  await decide(fee, 'own_transfer', { note: 'To the pay-out account' });
  const paid_twice = await give(account, { amount_cents: 700, bank_id: 'B-3' });
  await decide(paid_twice, 'return', { note: 'Paid twice' });
  await decide(paid_twice, 'return', { note: 'Paid twice', number: '1', type: 'iban' });
  await decide(paid_twice, 'return', {
    note: 'Paid twice',
    number: '50100087654321',
    name: 'Asha Rao',
  });
  const suspense = await script.ask('GET', '/suspense');
  assert.equal(Object(suspense.body).data.length, 1);
  await script.ask('GET', '/bank_lines?age=ancient');
  await script.ask('GET', '/merchants?balance=negative');
  await script.ask('GET', '/merchants?balance=positive');
  t.assert.fileSnapshot(script.text(), golden('review'), asItIs);
});

test('refunds: requests and answers are as in the golden file', async (t) => {
  const script = createScript(service);
  await makeAccount('000111222312');
  const { merchant_id, pay } = await makeShop();
  const id = await pay({ order_id: 'in-1', amount_cents: 12_300 });
  const ask = (body: object, key: string) =>
    script.ask('POST', `/trades/${merchant_id}/${id}/refund`, {
      body,
      headers: { 'idempotency-key': key },
    });
  const body = { amount_cents: 2_300, number: '50100087654321', note: 'One item came back' };
  await ask(body, 'early');
  await service.ask('POST', `/trades/${merchant_id}/${id}/confirm`);
  await ask({}, 'nothing');
  await ask(body, 'one');
  await ask(body, 'one');
  await ask({ ...body, amount_cents: 10_001 }, 'two');
  await script.ask('POST', `/trades/${merchant_id}/${merchant_id}/refund`, { body });
  await script.ask('GET', `/trades/${merchant_id}/${id}`);
  t.assert.fileSnapshot(script.text(), golden('refunds'), asItIs);
});

test('lines of pay-outs: requests and answers are as in the golden file', async (t) => {
  const script = createScript(service);
  const account = await makeAccount('000111222313');
  const { merchant_id, pay_out } = await makeShop();
  await service.ask('POST', `/merchants/${merchant_id}/adjustments`, {
    body: { amount_cents: 50_000, reason: 'Opening balance' },
  });
  const trade_id = await pay_out({ order_id: 'out-1', amount_cents: 10_000 });
  const trade = `/trades/${merchant_id}/${trade_id}`;
  await service.ask('POST', `${trade}/cancel`);
  const line = await give(account, { amount_cents: -10_000, text: 'Transfer', bank_id: 'B-9' });
  const decide = (act: string, body: object) =>
    script.ask('POST', `/bank_lines/${line}/${act}`, { body });
  const note = 'Paid by hand before it was canceled';
  await decide('assign', { merchant_id, trade_id, note });
  await decide('assign', { merchant_id, trade_id, note, charge: 'yes' });
  await decide('assign', { merchant_id, trade_id, note, charge: true });
  await decide('undo', { note, charge: true });
  await decide('undo', { note });
  t.assert.fileSnapshot(script.text(), golden('payout-lines'), asItIs);
});

test('the books prove after all of it', async () => {
  const { body } = await service.ask('GET', '/verify');
  assert.deepEqual([body.ok, body.problems], [true, []]);
});
