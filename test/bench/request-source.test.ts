// The requests of a mix: whole HTTP, new order ids, shares as they were asked for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KnownTrade, LoadKind, RequestMix } from '../../bench/load/load-plan.ts';
import { createRequestSource } from '../../bench/load/request-source.ts';

const SHOPS = [
  { merchant_id: '00000000-0000-7000-8000-00000000000a', token: 'token-of-a' },
  { merchant_id: '00000000-0000-7000-8000-00000000000b', token: 'token-of-b' },
];
const TRADES: KnownTrade[] = SHOPS.map(({ merchant_id }, index) => ({
  merchant_id,
  trade_id: `00000000-0000-7000-8000-00000000010${index}`,
  order_id: `order-${index}`,
}));

type Sent = { line: string; headers: Map<string, string>; fields: Record<string, unknown> };

function read(request: string): Sent {
  const [head = '', body = ''] = request.split('\r\n\r\n');
  const [line = '', ...rest] = head.split('\r\n');
  const headers = new Map(rest.map((header) => header.split(': ') as [string, string]));
  assert.equal(Buffer.byteLength(body), Number(headers.get('Content-Length') ?? 0));
  return { line, headers, fields: body === '' ? {} : JSON.parse(body) };
}

function send(shares: RequestMix['shares'], count: number, mix: Partial<RequestMix> = {}): Sent[] {
  const amounts_cents = { from: 100, to: 105 };
  const whole = { shares, shops: SHOPS, trades: TRADES, amounts_cents, ...mix };
  const source = createRequestSource('localhost:8080', whole);
  return Array.from({ length: count }, () => read(source.next() ?? ''));
}

const tokenOf = (merchant_id: unknown) =>
  SHOPS.find((shop) => shop.merchant_id === merchant_id)?.token;

test('every order has an id of its own, an amount of the range and its merchant’s token', () => {
  const sent = [...send({ payin: 1 }, 500), ...send({ payout: 1 }, 500)];
  assert.equal(new Set(sent.map(({ fields }) => fields.order_id)).size, 1_000);
  assert.deepEqual(
    new Set(sent.map(({ fields }) => fields.amount_cents)),
    new Set([100, 101, 102, 103, 104, 105]),
  );
  assert.equal(new Set(sent.map(({ fields }) => fields.merchant_id)).size, 2);
  for (const { fields, headers } of sent) {
    assert.equal(headers.get('X-Token'), tokenOf(fields.merchant_id));
    assert.equal(headers.get('Host'), 'localhost:8080');
  }
});

test('each kind is the request that its endpoint takes', () => {
  const [a = TRADES[0], ...others] = TRADES.slice(0, 1);
  assert.deepEqual(others, []);
  const only = { shops: SHOPS.slice(0, 1), trades: TRADES.slice(0, 1) };
  const one = (kind: LoadKind) => send({ [kind]: 1 }, 1, only)[0];
  const { merchant_id, trade_id, order_id } = a as KnownTrade;
  assert.equal(one('payin')?.line, 'POST /api/v1/orders/deposit/create HTTP/1.1');
  assert.equal(one('payout')?.line, 'POST /api/v1/orders/withdrawal/create HTTP/1.1');
  assert.equal(one('payout')?.fields.number, '000111222333');
  assert.equal(one('get')?.line, `GET /api/v1/orders/${merchant_id}/${trade_id} HTTP/1.1`);
  assert.equal(
    one('balance')?.line,
    `GET /api/v1/merchant/account_balance/${merchant_id} HTTP/1.1`,
  );
  assert.deepEqual(one('search')?.fields, { merchant_id, order_id });
  assert.equal(one('utr')?.line, 'POST /api/v1/orders/deposit/utr HTTP/1.1');
  assert.match(String(one('utr')?.fields.utr), /^[0-9a-f]{12}[0-9]{10}$/);
});

test('shares are kept, and kinds take turns', () => {
  const sent = send({ get: 70, payin: 20, payout: 10 }, 1_000);
  const count = (path: string) => sent.filter(({ line }) => line.includes(path)).length;
  assert.equal(count('GET /api/v1/orders'), 700);
  assert.equal(count('deposit/create'), 200);
  assert.equal(count('withdrawal/create'), 100);
  const first = sent.slice(0, 20).filter(({ line }) => line.includes('deposit/create'));
  assert.equal(first.length, 4);
});

test('a UTR goes to each trade once, and then there is nothing more to ask', () => {
  const amounts_cents = { from: 1, to: 1 };
  const mix = { shares: { utr: 1 }, shops: SHOPS, trades: TRADES, amounts_cents };
  const source = createRequestSource('localhost', mix);
  const sent = [source.next(), source.next()].map((request) => read(request ?? '').fields);
  assert.deepEqual(
    sent.map(({ id }) => id),
    TRADES.map(({ trade_id }) => trade_id),
  );
  assert.notEqual(sent[0]?.utr, sent[1]?.utr);
  assert.equal(source.next(), null);
});
