// The operators' API on the wire: from a merchant to a proved book, each request with its answer in
// a golden file.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { OPEN_OPERATOR_ROUTES, OPERATOR_ROUTES } from '../../../server/http/operator/routes.ts';
import { BOOKED, CSV, createOrder, giveEvidence, giveRows, listedRows } from './operator-rows.ts';
import { createScript, type Script } from './operator-script.ts';
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

/** A chain of requests whose whole text is a golden file. */
function wire(name: string, play: (script: Script) => Promise<void>) {
  test(`${name}: requests and answers are as in the golden file`, async (t) => {
    const script = createScript(service);
    await play(script);
    t.assert.fileSnapshot(script.text(), golden(name), asItIs);
  });
}

const idOf = (reply: Reply): string => String(reply.body.id);

async function createShop(script: Script, name: string): Promise<string> {
  return idOf(await script.ask('POST', '/merchants', { body: { name, balance_currency: 'INR' } }));
}

async function createAccount(script: Script, number: string): Promise<string> {
  const fields = { type: 'account', currency: 'INR', name: 'House', bank_name: 'Example Bank' };
  const body = { ...fields, number, max_amount_cents: 5_000_000 };
  return idOf(await script.ask('POST', '/receiving_accounts', { body }));
}

wire('merchants', async ({ ask, text }) => {
  const shop = await createShop({ ask, text }, 'Corner shop');
  await ask('GET', `/merchants/${shop}`);
  await ask('PATCH', `/merchants/${shop}`, {
    body: { name: 'Corner', settings: { payin_life_minute: 30, unknown: 1 }, id: 'unknown' },
  });
  const settings = { payin_life_minutes: 30 };
  await ask('PATCH', `/merchants/${shop}`, { body: { name: 'Corner', settings } });
  await ask('PATCH', `/merchants/${shop}`, {
    body: { name: 7, settings: { payin_life_minutes: 3, amount_policy: 'any' } },
  });
  await ask('POST', '/merchants', { body: { balance_currency: 'inr' } });
  await ask('POST', '/merchants', { body: [] });
  await ask('POST', '/merchants', {
    body: '{"name":"A","name":"B"}',
    headers: { 'content-type': 'application/json' },
  });
  await ask('POST', '/merchants', { body: 'name=A', headers: { 'content-type': 'text/plain' } });
  await ask('GET', '/merchants?limit=0');
  await ask('GET', '/merchants?limit=1');
  await ask('GET', '/merchants?cursor=nonsense');
  await ask('GET', '/merchants/not-an-id');
  await ask('PUT', '/merchants');
  await ask('GET', `/merchants/${shop}/balance`);
  const adjust = (amount_cents: unknown, key: string) =>
    ask('POST', `/merchants/${shop}/adjustments`, {
      body: { amount_cents, reason: 'Opening' },
      headers: { 'idempotency-key': key },
    });
  await adjust(5_000, 'opening');
  await adjust(5_000, 'opening');
  await adjust(6_000, 'opening');
  await adjust('5000', 'text');
  await adjust(-9_000, 'too-much');
  await adjust(1, 'k'.repeat(256));
  await ask('GET', `/merchants/${shop}/balance`);
});

wire('tokens', async ({ ask, text }) => {
  const shop = await createShop({ ask, text }, 'Token shop');
  const issued = await ask('POST', `/merchants/${shop}/tokens`, { body: { mode: 'token' } });
  await ask('POST', `/merchants/${shop}/tokens`, {
    body: { mode: 'signature', scopes: ['read'], allowed_ips: ['203.0.113.0/24'] },
  });
  await ask('POST', `/merchants/${shop}/tokens`);
  await ask('POST', `/merchants/${shop}/tokens`, {
    body: { mode: 'cookie', scopes: ['all'], allowed_ips: ['here'], expires_at: '2020-01-01' },
  });
  await ask('GET', `/merchants/${shop}/tokens`);
  await ask('DELETE', `/merchants/${shop}/tokens/${idOf(issued)}`);
  await ask('DELETE', `/merchants/${shop}/tokens/${idOf(issued)}`);
});

wire('tariffs-and-rates', async ({ ask, text }) => {
  const shop = await createShop({ ask, text }, 'Tariff shop');
  const path = `/merchants/${shop}/tariffs`;
  await ask('GET', path);
  const row = { direction: 'payin', type: null, currency: null, percent: 1.5 };
  await ask('PUT', path, { body: { tariffs: [row, { direction: 'payout', percent: 0.25 }] } });
  await ask('PUT', path, { body: { tariffs: [row, row] } });
  await ask('PUT', path, { body: { tariffs: [{ ...row, type: 'shell', percent: 100.5 }] } });
  await ask('PUT', path, { body: {} });
  await ask('GET', path);
  const rate = { trade_currency: 'EUR', balance_currency: 'INR', rate: 0.0102, source: 'sheet' };
  await ask('PUT', '/rates', { body: { rates: [rate] } });
  await ask('PUT', '/rates', { body: { rates: [{ ...rate, rate: 0, trade_currency: 'XXX' }] } });
  await ask('GET', '/rates');
});

wire('receiving-accounts', async ({ ask, text }) => {
  const account = await createAccount({ ask, text }, '000111222301');
  await ask('GET', `/receiving_accounts/${account}`);
  await ask('PATCH', `/receiving_accounts/${account}`, {
    body: { enabled: false, max_amount_cents: null, daily_count_limit: 5 },
  });
  await ask('PATCH', `/receiving_accounts/${account}`, { body: { number: '000111222302' } });
  await ask('POST', '/receiving_accounts', {
    body: { type: 'card', currency: 'INR', name: 'House', number: '4111 1111 1111 1111' },
  });
  await ask('POST', '/receiving_accounts', {
    body: { type: 'card', currency: 'INR', name: 'House', number: '4111 1111 1111 1112' },
  });
  await ask('POST', '/receiving_accounts', {
    body: { type: 'account', currency: 'INR', name: 'House', number: '000111222301' },
  });
  await ask('GET', '/receiving_accounts');
});

wire('trades', async ({ ask, text }) => {
  const script = { ask, text };
  const shop = await createShop(script, 'Trade shop');
  const account = await createAccount(script, '000111222303');
  const issued = await ask('POST', `/merchants/${shop}/tokens`, { body: { mode: 'token' } });
  const token = String(issued.body.token);
  const merchant_id = shop;
  const order = { merchant_id, order_id: 'in-1', amount_cents: 10_000 };
  const payin = idOf(await createOrder(service, token, 'deposit', order));
  const booked_at = new Date().toISOString();
  const line = { amount_cents: 10_000, booked_at, bank_id: 'B-1', text: 'Rent' };
  await service.ask('POST', '/bank_lines', {
    body: { receiving_account_id: account, lines: [line] },
  });
  await ask('GET', `/trades/${shop}/${payin}`);
  await ask('GET', `/trades?merchant_id=${shop}&state=completed&limit=1`);
  await ask('GET', '/trades?state=lost&direction=sideways&merchant_id=1');
  await ask('POST', `/trades/${shop}/${payin}/cancel`, { body: {} });
  const out = { merchant_id, order_id: 'out-1', amount_cents: 4_000, number: '000111222399' };
  const payout = idOf(
    await createOrder(service, token, 'withdrawal', { ...out, name: 'Asha Rao' }),
  );
  const act = (name: string, body?: object) =>
    ask('POST', `/trades/${shop}/${payout}/${name}`, body === undefined ? {} : { body });
  await act('complete', { utr: 'ABCD1234567' });
  await act('take');
  await act('release');
  await act('release', { note: 'The bank was closed' });
  await act('take');
  await act('complete', { utr: '!', amount_cents: 1.5, reason: 'nothing', outcome: 'lost' });
  await act('complete', { utr: 'ABCD1234567' });
  await act('expire');
  await ask('GET', `/trades/${shop}/${payout}`);
  await ask('GET', `/events?merchant_id=${shop}&limit=2`);
  await ask('GET', '/events');
  await ask('GET', `/ledger/accounts?merchant_id=${shop}`);
  await ask('GET', `/ledger/entries?merchant_id=${shop}&account=available&limit=1`);
  await ask('GET', '/ledger/entries?merchant_id=house');
});

wire('bank', async ({ ask, text }) => {
  const account = await createAccount({ ask, text }, '000111222304');
  const line = { amount_cents: 700, booked_at: BOOKED, utr: '4123 4567 8901', text: 'Unknown' };
  const give = (lines: unknown) =>
    ask('POST', '/bank_lines', { body: { receiving_account_id: account, lines } });
  await give([line]);
  await ask('GET', `/bank_lines?receiving_account_id=${account}`);
  await give([line, line]);
  await give([{ ...line, amount_cents: 0, booked_at: 'yesterday', utr: '1', text: 5 }]);
  await give([]);
  await ask('GET', '/bank_lines?status=lost');
  const send = (query: string, body: string, type = 'text/csv') =>
    ask('POST', `/statements?receiving_account_id=${account}${query}`, {
      body,
      headers: { 'content-type': type },
    });
  const good = `${BOOKED},2500,,Rent,T-1`;
  const broken = 'soon,2500,,Rent,T-2';
  await send('', CSV([good, broken]));
  await send('&on_error=skip', CSV([good, broken]), 'text/plain; charset=utf-8');
  await send('&profile=standard&on_error=refuse', CSV([good]), 'application/octet-stream');
  await send('&profile=unknown&on_error=ignore', CSV([good]));
  await send('', CSV([good]), 'application/json');
  await send('', '');
  await ask('POST', '/statements', { body: CSV([good]), headers: { 'content-type': 'text/csv' } });
});

wire('deliveries', async ({ ask, text }) => {
  const shop = await createShop({ ask, text }, 'Delivery shop');
  await createAccount({ ask, text }, '000111222305');
  const issued = await ask('POST', `/merchants/${shop}/tokens`, { body: { mode: 'token' } });
  await ask('PATCH', `/merchants/${shop}/callback_endpoints/0`, {
    body: { url: 'https://shop.example/callbacks' },
  });
  const order = { merchant_id: shop, order_id: 'in-1', amount_cents: 12_300 };
  const trade = idOf(await createOrder(service, String(issued.body.token), 'deposit', order));
  await ask('GET', `/deliveries?merchant_id=${shop}&status=waiting`);
  await ask('GET', `/deliveries/${shop}/${trade}/1/0`);
  await ask('GET', `/deliveries/${shop}/${trade}/1/1`);
  await service.ask('POST', `/trades/${shop}/${trade}/cancel`);
  await ask('GET', '/deliveries?status=lost&trade_id=1&type=lost&endpoint=-1');
  const resend = (sequence: unknown) =>
    ask('POST', '/deliveries/resend', { body: { merchant_id: shop, trade_id: trade, sequence } });
  await resend(1);
  await resend(9);
  await resend(2 ** 40);
  await resend('1');
  await ask('POST', '/deliveries/resend', { body: {} });
});

wire('audit', async ({ ask, text }) => {
  const shop = await createShop({ ask, text }, 'Audited shop');
  await ask('PATCH', `/merchants/${shop}`, { body: { name: 'Audited' } });
  await ask('GET', `/audit?target=merchants/${shop}&limit=1`);
  await ask('GET', `/audit?target=merchants/${shop}&action=merchant_created&actor=operator`);
  await ask('GET', `/audit?target=merchants/${shop}&to=2020-01-01`);
  await ask('GET', '/audit?from=yesterday&to=2020-02-30T25:00:00Z&actor=');
  await ask('GET', '/audit?cursor=nonsense');
});

wire('receipts', async ({ ask, text }) => {
  const shop = await createShop({ ask, text }, 'Receipt shop');
  const issued = await ask('POST', `/merchants/${shop}/tokens`, { body: { mode: 'token' } });
  for (const order_id of ['in-1', 'in-2']) {
    const order = { merchant_id: shop, order_id, amount_cents: 45_600 };
    const token = String(issued.body.token);
    await giveEvidence(service, await createOrder(service, token, 'deposit', order));
  }
  const { data } = (await ask('GET', `/receipts?merchant_id=${shop}`)).body;
  const [receipt = {}] = data as { id?: string; trade_id?: string }[];
  await ask('GET', `/receipts?merchant_id=${shop}&trade_id=${receipt.trade_id}`);
  await ask('GET', '/receipts?trade_id=1&cursor=nonsense');
  await ask('GET', `/paid_notices?merchant_id=${shop}&state=pending`);
  await ask('GET', '/paid_notices?state=lost');
  const remove = (body: object) => ask('DELETE', `/receipts/${shop}/${receipt.id}`, { body });
  await remove({});
  await remove({ reason: 'Asked for by the payer' });
  await ask('GET', `/receipts/${shop}/${receipt.id}/file`);
  await ask('DELETE', `/receipts/${shop}/${shop}`, { body: { reason: 'None' } });
});

test('every list gives the same rows one by one as all at once', async () => {
  await giveRows(service);
  // Lists of one thing's parts, or of the caller's own things, have tests of their own.
  const isOfOne = (url: string) => url.includes(':') || url.startsWith('/own_');
  const lists = OPERATOR_ROUTES.filter(({ query, url }) => query?.cursor && !isOfOne(url));
  for (const { url } of lists) {
    const all = listedRows(await service.ask('GET', `${url}?limit=200`));
    assert.ok(all.length > 1, url);
    const rows: object[] = [];
    let cursor: unknown = '';
    while (typeof cursor === 'string') {
      const page = await service.ask('GET', `${url}?limit=1&cursor=${cursor}`);
      assert.equal(page.status, 200);
      rows.push(...listedRows(page));
      cursor = page.body.next_cursor;
    }
    assert.deepEqual(rows, all, url);
  }
});

test('the books prove after all of it', async () => {
  const reply = await service.ask('GET', '/verify');
  assert.equal(reply.status, 200);
  assert.deepEqual([reply.body.ok, reply.body.problems], [true, []]);
});

test('the reference names every route once, with an operation id of its own', async () => {
  const { paths } = Object(await (await fetch(`${service.url}/operator/openapi.json`)).json());
  const operations = Object.values<object>(paths).flatMap((path) => Object.values(path));
  const ids = operations.map((operation: { operationId: string }) => operation.operationId);
  const open = OPEN_OPERATOR_ROUTES;
  const routes = [...OPERATOR_ROUTES, ...open].map((one) => one.operation_id);
  assert.deepEqual(ids.toSorted(), routes.toSorted());
  assert.equal(new Set(ids).size, ids.length);
});
