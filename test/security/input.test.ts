// Fields that no honest client sends: those that nobody may set, and amounts that are none.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { payinFields, payoutFields, type Shop } from '../../bench/harness/shop.ts';
import {
  type AttackService,
  NOBODY,
  type Reply,
  startAttackService,
  told,
} from '../support/attack-service.ts';

let service: AttackService;
let shop: Shop;

before(async () => {
  service = await startAttackService();
  shop = await service.openShop({ funds_cents: 1_000_000_000 });
});
after(async () => {
  deepEqual(service.faults(), []);
  await service.stop();
});

const DEPOSIT = '/api/v1/orders/deposit/create';
const WITHDRAWAL = '/api/v1/orders/withdrawal/create';

const post = (body: unknown, path = DEPOSIT, headers = {}): Promise<Reply> =>
  service.ask('POST', path, { body, headers: { 'x-token': shop.token, ...headers } });

const fieldsOf = (reply: Reply): string[] =>
  Object(reply.body.errors ?? []).map((error: { field: string }) => error.field);

let last = 0;
function nextOrder(): string {
  last += 1;
  return `input-${last}`;
}

const refused = (reply: Reply) => [reply.status, reply.body.code];

describe('fields that a merchant may not set', () => {
  const FORBIDDEN = {
    id: NOBODY,
    trade_id: NOBODY,
    state: 'completed',
    state_reason: 'declined_by_operator',
    kind: 'withdrawal',
    percent: 0,
    exchange_rate: 1_000_000,
    url: 'https://evil.example/pay',
    payment_data: { number: '4111111111111111' },
    sequence: 99,
    is_final: true,
    fee_cents: 0,
    received_amount_cents: 10_000,
    settlement_amount_cents: 1_000_000_000,
    settlement_currency: 'KWD',
    utr: '412345678901',
    refund_of: NOBODY,
    created_at: '2000-01-01T00:00:00.000Z',
    expires_at: '2999-01-01T00:00:00.000Z',
    page_key: 'AAAAAAAAAAAAAAAAAAAAAA',
    rate_source: 'me',
  };

  for (const [path, fields] of [
    [DEPOSIT, payinFields],
    [WITHDRAWAL, payoutFields],
  ] as const) {
    it(`are ignored by ${path}, also as keys of JavaScript`, async () => {
      const plain = await post(fields(shop, nextOrder(), 10_000), path);
      equal(plain.status, 201, plain.text);
      const order = { ...FORBIDDEN, ...fields(shop, nextOrder(), 10_000) };
      const polluting = `,"__proto__":{"state":"completed","polluted":true},"constructor":
        {"prototype":{"polluted":true}},"prototype":{"polluted":true}}`;
      const text = JSON.stringify(order).replace(/\}$/, polluting);
      const { status, body } = await post(text, path);
      equal(status, 201);
      for (const [name, value] of Object.entries(FORBIDDEN)) {
        ok(JSON.stringify(body[name]) !== JSON.stringify(value), name);
      }
      const same = (given: Reply['body']) => [
        ...Object.keys(given),
        given.state,
        given.kind,
        given.percent,
        given.exchange_rate,
        given.fee_cents,
        given.settlement_amount_cents,
      ];
      deepEqual(same(body), same(plain.body));
      const empty: Record<string, unknown> = {};
      equal(empty.polluted, undefined);
      const replay = await post(fields(shop, order.order_id, 10_000), path);
      deepEqual([replay.headers.get('idempotent-replayed'), replay.body.id], ['true', body.id]);
    });
  }

  it('do not come in from a prototype: a required field there is missing', async () => {
    const { order_id: _, ...rest } = payinFields(shop, 'none', 10_000);
    const text = JSON.stringify(rest).replace(/\}$/, ',"__proto__":{"order_id":"inherited"}}');
    const reply = await post(text);
    deepEqual([reply.status, fieldsOf(reply)], [422, ['order_id']]);
  });
});

describe('an amount', () => {
  /** As JSON, so that nothing is repaired on the way. */
  const WRONG = [
    '0',
    '-0',
    '-1',
    '-10000',
    '1.5',
    '0.1',
    '1e-7',
    '1e400',
    '-1e400',
    '9007199254740993',
    '1000000000001',
    '18446744073709551616',
    '9'.repeat(1_000),
    '"100"',
    '"1e3"',
    '""',
    '"NaN"',
    'null',
    'true',
    '[]',
    '[100]',
    '{}',
    '{"valueOf":100}',
  ];
  const NO_JSON = ['NaN', 'Infinity', '0x64', '1_000', '+1', '01', '1.', '.5', '1e', '100n'];

  const withAmount = (amount: string, order_id: string, path: string) => {
    const fields = { ...payoutFields(shop, order_id, 1), amount_cents: '@' };
    return post(JSON.stringify(fields).replace('"@"', amount), path);
  };

  for (const path of [DEPOSIT, WITHDRAWAL]) {
    it(`is a whole number from 1 to 10^12 and nothing else: ${path}`, async () => {
      for (const amount of WRONG) {
        const reply = await withAmount(amount, 'never', path);
        deepEqual(refused(reply), [422, 'invalid_request'], amount.slice(0, 40));
        deepEqual(fieldsOf(reply), ['amount_cents']);
      }
      for (const amount of NO_JSON) {
        deepEqual(refused(await withAmount(amount, 'never', path)), [400, 'invalid_json'], amount);
      }
      for (const amount of ['100', '100.0', '1e2', '1.00E+2']) {
        const { status, body } = await withAmount(amount, nextOrder(), path);
        deepEqual([status, body.amount_cents], [201, 100], amount);
      }
    });
  }

  it('that cannot stand in the balance currency, or has no rate, is refused', async () => {
    const other = await told<{ id: string }>(service, '/merchants', {
      name: 'Elsewhere',
      balance_currency: 'USD',
    });
    const issued = await told<{ token: string }>(service, `/merchants/${other.id}/tokens`, {});
    const { status } = await service.operator.send('/rates', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        rates: [{ trade_currency: 'EUR', balance_currency: 'USD', rate: 0.00000001 }],
      }),
    });
    equal(status, 200);
    const order = { ...payinFields(shop, 'overflow', 1_000_000_000_000), merchant_id: other.id };
    const headers = { 'x-token': issued.token };
    const huge = await post({ ...order, amount_currency: 'EUR' }, DEPOSIT, headers);
    deepEqual(refused(huge), [422, 'amount_out_of_range'], huge.text);
    const unknown = await post({ ...order, amount_currency: 'XAF' }, DEPOSIT, headers);
    deepEqual(refused(unknown), [422, 'no_exchange_rate']);
  });

  it('takes its currency in upper case and from the list only', async () => {
    for (const amount_currency of ['inr', 'INR ', 'Inr', 'XXX', 'ZZZ', 'INR\u200b', 'ІNR', '']) {
      const reply = await post({ ...payinFields(shop, 'never', 100), amount_currency });
      deepEqual(fieldsOf(reply), ['amount_currency'], amount_currency);
    }
    for (const type of ['CARD', ' card', 'constructor', '__proto__', 'toString']) {
      const reply = await post({ ...payinFields(shop, 'never', 100), type });
      deepEqual(fieldsOf(reply), ['type'], type);
    }
  });
});
