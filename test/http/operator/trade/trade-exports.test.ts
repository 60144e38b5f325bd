// Trades as files on the wire: exactly what the list shows, in columns that only grow, masked, as
// whole as the filters, and never more than may be downloaded.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { exportTrades } from '../../../../server/app/trade/export-trades.ts';
import { TRADE_TABLE } from '../../../../server/pages/export/trade-table.ts';
import * as scene from '../../../app/scene.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  refusedWith,
  type TestMerchant,
} from '../../../support/test-app.ts';
import { readPlain } from '../../../support/xlsx/plain-workbook.ts';
import { makeRoleCallers, type RoleCallers } from '../access/role-callers.ts';
import { AUTHORIZATION, type OperatorService, openOperatorService } from '../operator-service.ts';

let service: OperatorService;
let merchants: TestMerchant[];
let callers: RoleCallers;
before(async () => {
  service = await openOperatorService();
  const { app } = service;
  merchants = [await makeMerchant(app), await makeMerchant(app, { name: '=Shop; "two"' })];
  await scene.makeAccount(app, 'INR');
  for (const merchant of merchants) {
    await scene.fund(app, merchant.merchant_id, 1_000_000);
    for (const order_id of ['=1+1', '00012345678901', 'ordinary', '@SUM(A1)']) {
      const amount_cents = 149_900 + scene.newNumber();
      await scene.newPayin(app, merchant, { order_id, amount_cents, client_id: '-2+3' });
    }
    await scene.newPayout(app, merchant, 12_345);
  }
  callers = await makeRoleCallers(service, merchants[0]?.merchant_id ?? '');
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

const get = (path: string, authorization = AUTHORIZATION) =>
  fetch(`${service.url}/operator/v1${path}`, { headers: { authorization } });

type Row = Record<string, string>;

async function csv(query: string, authorization = AUTHORIZATION): Promise<Row[]> {
  const response = await get(`/trades.csv?${query}`, authorization);
  assert.equal(response.status, 200);
  return parse(await response.text(), { columns: true });
}

type Shown = { data: Record<string, unknown>[] };
const listed = async (query: string) =>
  ((await (await get(`/trades?limit=200&${query}`)).json()) as Shown).data;

suite('an export', () => {
  test('has the columns of the golden file, in its order: they are only ever appended', (t) => {
    const golden = new URL('../../../golden/operator/trade-columns.txt', import.meta.url);
    const names = TRADE_TABLE.map(({ name }) => name);
    t.assert.fileSnapshot(`${names.join('\n')}\n`, fileURLToPath(golden), {
      serializers: [String],
    });
    assert.equal(new Set(names).size, names.length);
  });

  for (const query of [
    '',
    'direction=payout',
    'sort=oldest',
    'order_id=ordinary',
    'state=failed',
  ]) {
    test(`has what the list shows for “${query}”, in its order`, async () => {
      const rows = await csv(query);
      assert.deepEqual(
        rows.map(({ id }) => id),
        (await listed(query)).map(({ id }) => id),
      );
    });
  }

  test('has amounts in units, times with their zone, masked numbers and no formulas', async () => {
    const rows = await csv(`merchant_id=${merchants[1]?.merchant_id}&sort=oldest`);
    const trades = await listed(`merchant_id=${merchants[1]?.merchant_id}&sort=oldest`);
    assert.deepEqual(rows.map(({ order_id }) => order_id).slice(0, 4), [
      "'=1+1",
      "'00012345678901",
      'ordinary',
      "'@SUM(A1)",
    ]);
    const [first, payout] = [rows[0], rows.at(-1)];
    assert.equal(first?.merchant_name, `'=Shop; "two"`);
    assert.equal(first?.client_id, "'-2+3");
    assert.equal(first?.amount, (Number(trades[0]?.amount_cents) / 100).toFixed(2));
    assert.equal(first?.created_at_utc, trades[0]?.created_at);
    assert.equal(first?.completed_at_utc, '');
    assert.equal(payout?.amount, '123.45');
    assert.match(String(payout?.account_number), /^\d{2,6}\*+\d{4}$/);
  });

  test('is in the form that was asked for, and says which there are', async () => {
    const response = await get('/trades.csv?separator=semicolon&decimal=comma&direction=payout');
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(bytes.subarray(0, 3).toString('hex'), 'efbbbf');
    const rows: Row[] = parse(bytes, { columns: true, delimiter: ';', bom: true });
    assert.equal(rows[0]?.amount, '123,45');
    const wrong = await get('/trades.csv?separator=pipe&decimal=none');
    assert.equal(wrong.status, 422);
    const { errors } = (await wrong.json()) as { errors: { field: string }[] };
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['separator', 'decimal'],
    );
    assert.equal((await get('/trades.xlsx?state=nothing')).status, 422);
  });

  test('as a workbook has the same rows: ids as texts, amounts as numbers', async () => {
    const response = await get('/trades.xlsx?sort=oldest');
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-disposition') ?? '', /filename="trades\.xlsx"/);
    const [head, ...rows] = readPlain(Buffer.from(await response.arrayBuffer()), 0);
    assert.deepEqual(
      head?.map(({ text }) => text),
      TRADE_TABLE.map(({ name }) => name),
    );
    const trades = await listed('sort=oldest');
    const column = (name: string) => TRADE_TABLE.findIndex((one) => one.name === name);
    assert.deepEqual(
      rows.map((row) => row[column('order_id')]),
      trades.map(({ order_id }) => ({ text: order_id, number: null })),
    );
    assert.equal(rows.at(-1)?.[column('amount')]?.number, '123.45');
    assert.equal(rows.at(-1)?.[column('utr')]?.number, null);
  });

  test('of a merchant’s administrator has only its trades; its viewer and an operator have none', async () => {
    const of = (role: 'merchant_admin' | 'merchant_viewer' | 'operator') =>
      callers.headerOf(role, 'exports.make', 'with');
    const [own, other] = merchants.map(({ merchant_id }) => merchant_id);
    const rows = await csv('', of('merchant_admin'));
    assert.deepEqual([...new Set(rows.map(({ merchant_id }) => merchant_id))], [own]);
    assert.equal(rows.length, 5);
    const foreign = await get(`/trades.xlsx?merchant_id=${other}`, of('merchant_admin'));
    assert.equal(foreign.status, 404);
    for (const role of ['merchant_viewer', 'operator'] as const) {
      assert.equal((await get('/trades.csv', of(role))).status, 403);
    }
  });

  test('of too many is refused before its first byte, and says how to narrow it', async () => {
    const refused = refusedWith(await exportTrades(service.app, OPERATOR, {}, 'csv', 9));
    assert.deepEqual(
      refused.errors?.map(({ field, code }) => [field, code]),
      [['from', 'range']],
    );
    assert.match(String(refused.errors?.[0]?.message), /at most 9 trades/);
    const pages = accepted(await exportTrades(service.app, OPERATOR, {}, 'csv', 10));
    let found = 0;
    for await (const page of pages) found += page.length;
    assert.equal(found, 10);
  });

  test('is in the audit trail with its filters and its size', async () => {
    await csv('direction=payout');
    const found = await service.ask('GET', '/audit?action=trades_exported&limit=1');
    const [last] = found.body.data as { detail: object; target: string }[];
    assert.deepEqual(last?.detail, { format: 'csv', filter: { direction: 'payout' }, trades: 2 });
    assert.equal(last?.target, 'trades');
  });
});
