// The SDK has a method for every operation of the merchant API, and each asks for its own address.
import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SDK_VERSION } from '../../sdk/api/version.ts';
import { type Operations, PLACES } from '../../sdk/merchant/schema.gen.ts';
import { PaymentOrders } from '../../sdk/payment-orders.ts';

const MERCHANT = '0190f3a0-0000-7000-8000-000000000001';
const TRADE = '0190f3a0-0000-7000-8000-000000000002';
const FILE = '0190f3a0-0000-7000-8000-000000000003';

type Sent = { method: string; path: string; query: string; body: unknown };

/** Answers every request with an empty page, and keeps what was sent. */
function recorder() {
  const sent: Sent[] = [];
  const send: typeof fetch = (input, init = {}) => {
    const { pathname, search } = new URL(String(input));
    const { body = null, method = '' } = init;
    const told = typeof body === 'string' ? JSON.parse(body) : body;
    sent.push({ method, path: pathname, query: search, body: told });
    const page = { data: [], next_cursor: null, next_after: 0, has_more: false };
    return Promise.resolve(Response.json(page));
  };
  return { sent, send };
}

const order = { order_id: 'order-1', amount_cents: 100, amount_currency: 'INR', client_id: 'c' };
const type = 'card' as const;

type Calls = Record<keyof Operations, (client: PaymentOrders) => Promise<unknown>>;

/** One call for each operation; a missing one does not compile. */
const CALLS: Calls = {
  createPayin: ({ payins }) => payins.create({ ...order, type }),
  attachUtr: ({ payins }) => payins.attachUtr({ id: TRADE, utr: '123456789012' }),
  createPayout: ({ payouts }) => payouts.create({ ...order, type, number: '4111111111111111' }),
  createRefund: ({ refunds }) => refunds.create({ id: TRADE, order_id: 'refund-1' }),
  listOrders: ({ orders }) => orders.list().first(),
  findOrder: ({ orders }) => orders.find('order-1'),
  getOrder: ({ orders }) => orders.get(TRADE),
  compareOrders: ({ orders }) =>
    orders.compare({ orders: [{ id: TRADE, state: 'pending' }], resend: true }),
  cancelOrder: ({ orders }) => orders.cancel(TRADE),
  getBalance: ({ balance }) => balance.get(),
  listSettlements: ({ settlements }) => settlements.list().first(),
  getSettlement: ({ settlements }) => settlements.get(TRADE),
  listSettlementLines: ({ settlements }) => settlements.lines(TRADE).first(),
  getSettlementDocument: ({ settlements }) => settlements.document(TRADE),
  getSettlementCsv: ({ settlements }) => settlements.csv(TRADE),
  getSettlementWorkbook: ({ settlements }) => settlements.workbook(TRADE),
  listDisputes: ({ disputes }) => disputes.list({ open: true }).first(),
  getDispute: ({ disputes }) => disputes.get(TRADE),
  openDispute: ({ disputes }) => disputes.open({ trade_id: TRADE, type: 'paid_not_credited' }),
  messageDispute: ({ disputes }) => disputes.message({ id: TRADE, text: 'See the receipt' }),
  acceptDispute: ({ disputes }) => disputes.accept(TRADE),
  withdrawDispute: ({ disputes }) => disputes.withdraw(TRADE),
  appealDispute: ({ disputes }) => disputes.appeal({ id: TRADE }),
  sendDisputeFile: ({ disputes }) => disputes.sendFile(TRADE, new Blob(['picture'])),
  downloadDisputeFile: ({ disputes }) => disputes.downloadFile({ dispute_id: TRADE, id: FILE }),
  listEvents: ({ events }) => events.list().first(),
  resendEvents: ({ events }) => events.resend({ which: 'all' }),
  listEndpoints: ({ events }) => events.endpoints(),
  listProofs: ({ proofs }) => proofs.list().first(),
  getProof: ({ proofs }) => proofs.get('latest'),
  listBookEntries: ({ proofs }) => proofs.entries().first(),
  listProofKeys: ({ proofs }) => proofs.keys(),
  getLimits: ({ limits }) => limits.get(),
  showSandbox: ({ sandbox }) => sandbox.show(),
  playOrder: ({ sandbox }) => sandbox.play({ id: TRADE, act: 'pay' }),
  setSandboxFault: ({ sandbox }) => sandbox.fault({ fault: 'callbacks_fail', times: 2 }),
  getStates: ({ states }) => states.get(),
};

const document = JSON.parse(
  readFileSync(new URL('../../openapi/merchant.json', import.meta.url), 'utf8'),
);

test('its operations are those of the committed document', () => {
  const documented = Object.values<object>(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  deepEqual(Object.keys(CALLS).toSorted(), documented.toSorted());
});

const VALUES: Readonly<Record<string, string>> = {
  merchant: MERCHANT,
  merchant_id: MERCHANT,
  uuid: TRADE,
  file: FILE,
  day: 'latest',
};

for (const [name, [method, template]] of Object.entries(PLACES)) {
  test(`${name} asks for its own address, as the client's merchant`, async () => {
    const { sent, send } = recorder();
    const baseUrl = 'https://pay.example/';
    const client = new PaymentOrders({ baseUrl, token: 't', merchantId: MERCHANT, fetch: send });
    const call = new Map(Object.entries(CALLS)).get(name);
    await call?.(client);
    const path = template.replace(/\{(\w+)\}/g, (_whole, key: string) => VALUES[key] ?? '?');
    deepEqual(
      sent.map((one) => [one.method, one.path]),
      [[method, path]],
    );
    const [{ query, body } = { query: '', body: null }] = sent;
    const fields = document.paths[template][method.toLowerCase()];
    if (fields.requestBody?.content['application/json'] !== undefined) {
      equal(Object(body).merchant_id, MERCHANT);
    }
    const in_query = fields.parameters?.some(
      (one: { name: string; in: string }) => one.in === 'query' && one.name === 'merchant_id',
    );
    if (in_query === true) match(query, new RegExp(`[?&]merchant_id=${MERCHANT}`));
  });
}

test('a merchant that nobody named is missed before anything is sent', async () => {
  const { sent, send } = recorder();
  const client = new PaymentOrders({ baseUrl: 'http://127.0.0.1', token: 't', fetch: send });
  const calls: (() => Promise<unknown>)[] = [
    () => client.payins.create({ ...order, type }),
    () => client.orders.get(TRADE),
    () => client.balance.get(),
  ];
  for (const call of calls)
    await rejects(call(), /merchant.* name it, or give the client merchantId/);
  deepEqual(sent, []);
});

test('requests name the version of the package', () => {
  const text = readFileSync(new URL('../../sdk/package.json', import.meta.url), 'utf8');
  equal(JSON.parse(text).version, SDK_VERSION);
});
