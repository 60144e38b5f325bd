// Too much of everything: storms of equal orders, races for money, customers without end, requests
// beyond the rate, and a bank feed that repeats itself.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { payinFields, payoutFields, type Shop } from '../../bench/harness/shop.ts';
import { type AttackService, type Reply, startAttackService } from '../support/attack-service.ts';

/** Few, so that no machine is too slow to go beyond it. */
const PER_SECOND = 5;

let service: AttackService;
let limited: AttackService;
let account_id: string;

before(async () => {
  [service, limited] = await Promise.all([
    startAttackService(),
    startAttackService({ RATE_LIMIT_PER_SECOND: String(PER_SECOND) }),
  ]);
  account_id = await service.addAccount('000111222333');
});
after(async () => {
  deepEqual([...service.faults(), ...limited.faults()], []);
  await Promise.all([service.stop(), limited.stop()]);
});

const post = (shop: Shop, path: string, body: object): Promise<Reply> =>
  service.ask('POST', `/api/v1/orders/${path}`, { body, headers: { 'x-token': shop.token } });

async function balanceOf(shop: Shop): Promise<number[]> {
  const path = `/api/v1/merchant/account_balance/${shop.merchant_id}`;
  const { body } = await service.ask('GET', path, { headers: { 'x-token': shop.token } });
  return [Number(body.actual_amount_cents), Number(body.blocked_amount_cents)];
}

const times = <Value>(count: number, make: (index: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

const codes = (replies: readonly Reply[]) => new Set(replies.map(({ body }) => body.code));

describe('a storm', () => {
  it('of one order makes one, and all are told of it', async () => {
    const shop = await service.openShop({ funds_cents: 1_000_000 });
    for (const [path, fields] of [
      ['deposit/create', payinFields(shop, 'storm-in', 10_000)],
      ['withdrawal/create', payoutFields(shop, 'storm-out', 10_000)],
    ] as const) {
      const replies = await times(60, () => post(shop, path, fields));
      deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]));
      equal(new Set(replies.map(({ body }) => body.id)).size, 1);
      const fresh = replies.filter(({ headers }) => headers.get('idempotent-replayed') === null);
      equal(fresh.length, 1);
    }
    deepEqual(await balanceOf(shop), [1_000_000 - 10_050, 10_050]);
  });

  it('of orders that differ under one id makes one, and the others are refused', async () => {
    const shop = await service.openShop({ funds_cents: 10_000_000 });
    const replies = await times(40, (index) =>
      index % 2 === 0
        ? post(shop, 'deposit/create', payinFields(shop, 'mixed', 10_000 + index))
        : post(shop, 'withdrawal/create', payoutFields(shop, 'mixed', 10_000 + index)),
    );
    const made = replies.filter(({ status }) => status === 201);
    equal(made.length, 1);
    deepEqual(codes(replies.filter(({ status }) => status !== 201)), new Set(['order_id_taken']));
    const ids = new Set(replies.map(({ body }) => body.id));
    deepEqual([...ids], [made[0]?.body.id], 'each refusal names the order that is there');
  });

  it('of pay-outs spends no balance twice, down to the last cent', async () => {
    const shop = await service.openShop({ funds_cents: 100_500 });
    const whole = await times(60, (index) =>
      post(shop, 'withdrawal/create', payoutFields(shop, `whole-${index}`, 100_000)),
    );
    equal(whole.filter(({ status }) => status === 201).length, 1);
    deepEqual(await balanceOf(shop), [0, 100_500]);
    deepEqual(codes(whole.filter(({ status }) => status !== 201)), new Set(['insufficient_funds']));
    const parts = await service.openShop({ funds_cents: 100_500 });
    const many = await times(60, (index) =>
      post(parts, 'withdrawal/create', payoutFields(parts, `part-${index}`, 10_000)),
    );
    equal(many.filter(({ status }) => status === 201).length, 10);
    deepEqual(await balanceOf(parts), [0, 100_500]);
  });

  it('of acts on one trade moves it once', async () => {
    const shop = await service.openShop({ funds_cents: 100_000 });
    const { body } = await post(shop, 'deposit/create', payinFields(shop, 'acts', 20_000));
    const at = `/trades/${shop.merchant_id}/${body.id}`;
    const confirmed = await times(20, (index) =>
      index % 2 === 0
        ? service.operator.post<object>(`${at}/confirm`, { note: 'seen' })
        : post(shop, 'cancel', { merchant_id: shop.merchant_id, id: body.id }),
    );
    ok(confirmed.some(({ status }) => status === 200));
    const [actual, blocked] = await balanceOf(shop);
    const path = `/api/v1/orders/${shop.merchant_id}/${body.id}`;
    const read = await service.ask('GET', path, { headers: { 'x-token': shop.token } });
    const gained = read.body.state === 'completed' ? 20_000 - 300 : 0;
    ok(['completed', 'canceled'].includes(String(read.body.state)), read.text);
    deepEqual([actual, blocked], [100_000 + gained, 0]);
  });

  it('of claims of one transfer credits one order', async () => {
    const shop = await service.openShop();
    const made = await times(10, (index) =>
      post(shop, 'deposit/create', payinFields(shop, `claims-${index}`, 31_000)),
    );
    const utr = '512345678901';
    await times(10, (index) =>
      post(shop, 'deposit/utr', {
        merchant_id: shop.merchant_id,
        id: made[index]?.body.id,
        utr,
      }),
    );
    const line = { amount_cents: 31_000, booked_at: new Date().toISOString(), utr, bank_id: 'one' };
    const given = { receiving_account_id: account_id, lines: [line] };
    await times(10, () => service.operator.post('/bank_lines', given));
    const [actual] = await balanceOf(shop);
    ok(actual === 0 || actual === 31_000 - 465, `${actual} was credited`);
  });
});

describe('one customer', () => {
  it('opens no more pay-ins than the merchant allows, also not at once', async () => {
    const settings = { client_max_open_payins: 3 };
    const shop = await service.openShop({ settings });
    const replies = await times(20, (index) =>
      post(shop, 'deposit/create', payinFields(shop, `open-${index}`, 41_000 + index)),
    );
    equal(replies.filter(({ status }) => status === 201).length, 3);
    deepEqual(codes(replies.filter(({ status }) => status !== 201)), new Set(['client_limit']));
    const twins = ['customer-1\u200b', ' customer-1', 'customer-1\u00ad'];
    for (const client_id of twins) {
      const fields = { ...payinFields(shop, 'twin', 100), client_id };
      equal((await post(shop, 'deposit/create', fields)).body.code, 'invalid_request');
    }
  });

  it('leaves an amount to the others: the account is shared, and says so', async () => {
    const shop = await service.openShop({ settings: { client_unique_amounts: true } });
    const same = await times(10, (index) =>
      post(shop, 'deposit/create', payinFields(shop, `same-${index}`, 51_000)),
    );
    equal(same.filter(({ status }) => status === 201).length, 1);
    deepEqual(codes(same.filter(({ status }) => status !== 201)), new Set(['client_limit']));
  });
});

describe('a bank feed', () => {
  it('counts each line once, whoever repeats it, and takes nothing that is no money', async () => {
    const line = (amount_cents: unknown, more = {}) => ({
      amount_cents,
      booked_at: '2026-03-05T10:00:00Z',
      ...more,
    });
    const give = (lines: unknown) =>
      service.operator.post<{ lines: { status: string }[]; code: string }>('/bank_lines', {
        receiving_account_id: account_id,
        lines,
      });
    const once = await give([line(61_000, { bank_id: 'b-1' }), line(61_000, { bank_id: 'b-2' })]);
    deepEqual(
      once.body.lines.map(({ status }) => status),
      ['suspense', 'suspense'],
    );
    const again = await times(10, () => give([line(61_000, { bank_id: 'b-1' })]));
    ok(again.every(({ body }) => body.lines[0]?.status === 'duplicate'));
    const wrong = [0, 1.5, '100', null, 1e300, 2 ** 53, [], {}];
    for (const amount of wrong) {
      equal((await give([line(1), line(amount)])).status, 422, `${amount}`);
    }
    for (const more of [
      { booked_at: 'yesterday' },
      { booked_at: '2026-02-30' },
      { booked_at: '0000-01-01T00:00:00Z' },
      { booked_at: '2026-01-01T00:00:00+99:99' },
      { booked_at: 1 },
      { text: 'x'.repeat(10_000) },
      { utr: 'ЅBIN0R52024010112', bank_id: [] },
    ]) {
      equal((await give([line(7, more)])).status, 422, JSON.stringify(more).slice(0, 80));
    }
    equal((await give(Array.from({ length: 20_000 }, () => 1))).status, 422);
    const other = {
      receiving_account_id: account_id.replace(/.$/, (last) => (last === 'f' ? '0' : 'f')),
      lines: [line(1)],
    };
    ok([404, 422].includes((await service.operator.post('/bank_lines', other)).status));
  });

  it('with formulas and foreign currencies in a statement imports nothing of them', async () => {
    const path = `/statements?receiving_account_id=${account_id}&profile=standard`;
    const send = async (rows: string) =>
      await service.operator.send<{ code: string; imported: number }>(path, {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: `booked_at,amount_cents,utr,text,bank_id,currency\n${rows}\n`,
      });
    for (const row of [
      '2026-03-05,=1+1,,x,s-1,INR',
      '2026-03-05,"=HYPERLINK(""http://evil.example"")",,x,s-2,INR',
      '2026-03-05,1e5,,x,s-3,INR',
      '2026-03-05,100;100,,x,s-4,INR',
      '2026-03-05,99999999999999999999,,x,s-5,INR',
      '=cmd,100,,x,s-6,INR',
    ]) {
      const { status, body } = await send(row);
      deepEqual([status, body.code], [422, 'statement_invalid'], row);
    }
    const text = '2026-03-05,777,,"=cmd|\'/c calc\'!A1",s-7,INR';
    deepEqual([(await send(text)).body.imported, (await send(text)).body.imported], [1, 0]);
  });
});

describe('requests beyond the rate', () => {
  it('are 429 with what is left, for one token and for no other', async () => {
    const [shop, other] = [await limited.openShop(), await limited.openShop()];
    const balance = ({ merchant_id, token }: Shop) =>
      limited.ask('GET', `/api/v1/merchant/account_balance/${merchant_id}`, {
        headers: { 'x-token': token },
      });
    const first = await balance(shop);
    equal(first.status, 200);
    equal(first.headers.get('ratelimit-limit'), String(2 * PER_SECOND));
    match(first.headers.get('ratelimit-policy') ?? '', /^10;w=2$/);
    ok(Number(first.headers.get('ratelimit-remaining')) < 2 * PER_SECOND);
    let refused: Reply | undefined;
    for (let round = 0; round < 200 && refused === undefined; round += 1) {
      const replies = await times(50, () => balance(shop));
      refused = replies.find(({ status }) => status === 429);
    }
    equal(refused?.body.code, 'rate_limited');
    equal(refused.body.retryable, true);
    equal(refused.headers.get('ratelimit-remaining'), '0');
    ok(Number(refused.headers.get('retry-after')) >= 1);
    equal((await balance(other)).status, 200);
    equal((await limited.ask('GET', '/healthz')).status, 200);
  });
});
