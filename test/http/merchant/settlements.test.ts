// Settlements on both wires: golden files of requests and answers, the files with their headers,
// and nobody else's statements.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Value } from 'typebox/value';
import {
  HoldSchema,
  SettlementLineSchema,
  SettlementSchema,
} from '../../../server/http/schema/settlement-schemas.ts';
import { WORKBOOK } from '../../../server/http/transport/table-file.ts';
import { SETTLEMENT_CSS } from '../../../server/pages/settlement/settlement-style.ts';
import { makeMerchant, type TestMerchant } from '../../support/test-app.ts';
import { createScript, type Script } from '../operator/operator-script.ts';
import {
  AUTHORIZATION,
  createNormaliser,
  type OperatorService,
  openOperatorService,
} from '../operator/operator-service.ts';

let service: OperatorService;
before(async () => {
  service = await openOperatorService();
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

const asItIs = { serializers: [(value: unknown) => String(value)] };
const golden = (name: string) => fileURLToPath(new URL(`../../golden/${name}`, import.meta.url));

const NOBODY = '01890000-0000-7000-8000-000000000000';
const ACCOUNT = {
  type: 'account',
  number: '5010 0099 9999',
  name: 'Corner shop',
  bank_name: 'Bank',
};

async function receivingAccount(ask: Script['ask']): Promise<void> {
  const fields = { type: 'account', currency: 'INR', name: 'House', number: '990000000001' };
  await ask('POST', '/receiving_accounts', { body: fields });
}

/** A pay-in of this merchant that an operator confirms. */
async function credit(merchant: TestMerchant, order_id: string, amount_cents: number) {
  const reply = await fetch(`${service.url}/api/v1/orders/deposit/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-token': merchant.token },
    body: JSON.stringify({
      merchant_id: merchant.merchant_id,
      order_id,
      amount_cents,
      amount_currency: 'INR',
      type: 'account',
      client_id: 'client-1',
    }),
  });
  assert.equal(reply.status, 201);
  const { id } = Object(await reply.json());
  const confirmed = await service.ask('POST', `/trades/${merchant.merchant_id}/${id}/confirm`);
  assert.equal(confirmed.status, 200);
  return String(id);
}

const file = (path: string) =>
  fetch(`${service.url}/operator/v1${path}`, { headers: { authorization: AUTHORIZATION } });

async function asMerchant(merchant: TestMerchant, path: string) {
  const reply = await fetch(`${service.url}/api/v1${path}`, {
    headers: { 'x-token': merchant.token },
  });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

test('operators: requests and answers are as in the golden file', async (t) => {
  const script = createScript(service);
  const { ask } = script;
  await receivingAccount(ask);
  const merchant = await makeMerchant(service.app);
  const { merchant_id } = merchant;
  const account = `/merchants/${merchant_id}/settlement_account`;
  const drafts = `/merchants/${merchant_id}/settlements`;
  await ask('GET', account);
  await ask('PUT', account, { body: { type: 'account', number: '12', name: '' } });
  await ask('PUT', account, { body: ACCOUNT });
  await ask('GET', account);
  await ask('PATCH', `/merchants/${merchant_id}`, {
    body: { settings: { settlement_delay_days: 1, reserve_percent: 101, reserve_days: -1 } },
  });
  await ask('PATCH', `/merchants/${merchant_id}`, {
    body: { settings: { reserve_percent: 10, reserve_days: 30 } },
  });
  const trade_id = await credit(merchant, 'order-1', 20_000);
  await credit(merchant, 'order-2', 30_000);
  await ask('GET', `/holds?merchant_id=${merchant_id}&limit=1`);
  await ask('POST', `/holds/${merchant_id}/${trade_id}/release`, { body: {} });
  await ask('POST', `/holds/${merchant_id}/${trade_id}/release`, { body: { note: 'Agreed' } });
  await ask('POST', `/holds/${merchant_id}/${trade_id}/release`, { body: { note: 'Agreed' } });
  await ask('POST', drafts, { body: { period_to: 'yesterday' } });
  const drafted = await ask('POST', drafts);
  await ask('POST', drafts, { body: {} });
  const place = `/settlements/${merchant_id}/${String(drafted.body.id)}`;
  await ask('GET', `${place}/lines`);
  await ask('POST', `${place}/approve`, { body: { amount_cents: 999_999 } });
  const approved = await ask('POST', `${place}/approve`, {
    body: { amount_cents: 40_000, note: 'Checked' },
  });
  await ask('POST', `${place}/approve`);
  await ask('POST', `${place}/discard`);
  const payout = `/trades/${merchant_id}/${String(approved.body.trade_id)}`;
  assert.equal((await service.ask('POST', `${payout}/take`)).status, 200);
  const paid = await service.ask('POST', `${payout}/complete`, { body: { utr: 'SETTLED00001' } });
  assert.equal(paid.body.settlement_id, drafted.body.id);
  await ask('GET', place);
  const second = await ask('POST', drafts);
  await ask('POST', `/settlements/${merchant_id}/${String(second.body.id)}/discard`, {
    body: { note: 'Too early' },
  });
  await ask('GET', `/settlements?merchant_id=${merchant_id}`);
  await ask('GET', '/settlements?state=paid&limit=0');
  await ask('GET', `/settlements/${merchant_id}/${NOBODY}`);
  await ask('DELETE', account);
  t.assert.fileSnapshot(script.text(), golden('operator/settlements.json'), asItIs);
});

test('the files are complete, harmless, and named', async () => {
  const merchant = await makeMerchant(service.app);
  const { merchant_id } = merchant;
  await credit(merchant, '=evil<script>', 12_345);
  const drafted = await service.ask('POST', `/merchants/${merchant_id}/settlements`);
  const place = `/settlements/${merchant_id}/${String(drafted.body.id)}`;
  const page = await file(`${place}/statement.html`);
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.equal(page.headers.get('cache-control'), 'no-store');
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
  assert.match(
    page.headers.get('content-disposition') ?? '',
    new RegExp(`^attachment; filename="settlement-${merchant_id}-1.html"$`),
  );
  const html = await page.text();
  assert.ok(html.includes(SETTLEMENT_CSS) && html.includes('=evil&lt;script&gt;'));
  const csv = await file(`${place}/statement.csv`);
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8');
  const rows = (await csv.text()).trimEnd().split('\r\n');
  assert.equal(rows.length, 2);
  assert.match(rows[1] ?? '', /,'=evil<script>,.*,123\.45,0\.00,123\.45$/);
  for (const ending of ['html', 'csv']) {
    const nowhere = await file(`/settlements/${merchant_id}/${NOBODY}/statement.${ending}`);
    assert.equal(nowhere.status, 404);
    assert.match(nowhere.headers.get('content-type') ?? '', /^application\/json/);
  }
});

test('merchants: their own statements, once approved, as in the golden file', async (t) => {
  const merchant = await makeMerchant(service.app);
  const other = await makeMerchant(service.app);
  const { merchant_id } = merchant;
  await service.ask('PUT', `/merchants/${merchant_id}/settlement_account`, { body: ACCOUNT });
  await credit(merchant, 'order-7', 70_000);
  const { body } = await service.ask('POST', `/merchants/${merchant_id}/settlements`);
  const place = `/settlements/${merchant_id}/${String(body.id)}`;
  const files = ['html', 'csv', 'xlsx'].map((ending) => `${place}/statement.${ending}`);
  const paths = [place, `${place}/lines`, ...files];
  for (const path of paths) assert.equal((await asMerchant(merchant, path)).status, 404, path);
  const operator = await service.ask('POST', `${place}/approve`);
  assert.equal(operator.status, 200);
  const written: object[] = [];
  for (const path of [
    '/settlements',
    place,
    `${place}/lines`,
    '/settlements?limit=0',
    '/settlements?cursor=x',
  ]) {
    const { status, text } = await asMerchant(merchant, path);
    const { request_id: _, ...answer } = JSON.parse(text);
    written.push({ request: `GET ${path}`, status, answer });
  }
  const normalise = createNormaliser();
  t.assert.fileSnapshot(`${normalise(written)}\n`, golden('merchant/settlements.txt'), asItIs);
  const csv = await asMerchant(merchant, `${place}/statement.csv`);
  assert.match(csv.text, /order-7/);
  assert.match(
    (await asMerchant(merchant, `${place}/statement.html`)).text,
    /Settlement statement 1/,
  );
  const workbook = await asMerchant(merchant, `${place}/statement.xlsx`);
  assert.equal(workbook.headers.get('content-type'), WORKBOOK);
  assert.equal(
    workbook.headers.get('content-disposition'),
    `attachment; filename="settlement-${merchant_id}-1.xlsx"`,
  );
  assert.match(workbook.text, /^PK/);
  for (const path of paths) assert.equal((await asMerchant(other, path)).status, 404, path);
  const unknown = await asMerchant(other, `/settlements/${merchant_id}/${NOBODY}`);
  const foreign = await asMerchant(other, place);
  const bare = ({ text }: { text: string }) => ({ ...JSON.parse(text), request_id: null });
  assert.deepEqual(bare(foreign), bare(unknown), 'another’s is as unknown as nobody’s');
});

test('what is answered is what the reference says', async () => {
  const { body: page } = await service.ask('GET', '/settlements');
  const { body: holds } = await service.ask('GET', '/holds');
  const all = (list: unknown) => (Array.isArray(list) ? list : []);
  assert.ok(all(page.data).length > 2 && all(holds.data).length > 0);
  for (const settlement of all(page.data)) {
    assert.deepEqual([...Value.Errors(SettlementSchema, settlement)], []);
    const place = `/settlements/${settlement.merchant_id}/${settlement.id}`;
    const { body } = await service.ask('GET', `${place}/lines`);
    for (const line of all(body.data)) {
      assert.deepEqual([...Value.Errors(SettlementLineSchema, line)], []);
    }
  }
  for (const hold of all(holds.data)) assert.deepEqual([...Value.Errors(HoldSchema, hold)], []);
});
