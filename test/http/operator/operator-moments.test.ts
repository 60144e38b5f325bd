// Days and times that no calendar or database has: refused by name wherever operators may say
// them, also in cursors, and never a fault of the service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type OperatorService, openOperatorService } from './operator-service.ts';

let service: OperatorService;
let account: string;
let merchant: string;
before(async () => {
  service = await openOperatorService();
  const place = { type: 'account', currency: 'INR', name: 'House', bank_name: 'Bank' };
  const body = { ...place, number: '000111222311' };
  account = String((await service.ask('POST', '/receiving_accounts', { body })).body.id);
  const shop = { name: 'Shop', balance_currency: 'INR' };
  merchant = String((await service.ask('POST', '/merchants', { body: shop })).body.id);
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

const NOBODY = '01890000-0000-7000-8000-000000000000';
const cursor = (...key: unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url');

/** Not in the calendar, before the year 1, and so late that what ends it has five digits. */
const DAYS = ['2026-02-30', '2026-04-31', '2026-13-01', '0000-01-01', '9999-12-31'];
const MOMENTS = [
  ...DAYS.map((day) => `${day}T10:00:00.000Z`),
  '2026-03-01T25:00:00.000Z',
  '0001-01-01T00:00:00+01:00',
];

test('a filter by time takes no time that there is not', async () => {
  for (const at of [...DAYS, ...MOMENTS]) {
    for (const name of ['from', 'to']) {
      const query = new URLSearchParams({ [name]: at });
      const { status, body } = await service.ask('GET', `/audit?${query}`);
      assert.equal(status, 422, at);
      assert.equal(Object(body).errors[0].field, name);
    }
  }
});

test('nor does the end of a settlement, or of a token', async () => {
  for (const at of MOMENTS) {
    const settlement = { body: { period_to: at } };
    const drafted = await service.ask('POST', `/merchants/${merchant}/settlements`, settlement);
    assert.deepEqual([drafted.status, Object(drafted.body).errors[0].code], [422, 'format'], at);
    const token = { body: { mode: 'token', expires_at: at } };
    const issued = await service.ask('POST', `/merchants/${merchant}/tokens`, token);
    assert.equal(issued.status, 422, at);
  }
});

test('a day of an account that there is not is not found', async () => {
  for (const day of DAYS) {
    const path = `/receiving_accounts/${account}/days/${day}`;
    assert.equal((await service.ask('GET', path)).status, 404, day);
    const closing = { body: { note: 'Checked' } };
    assert.equal((await service.ask('POST', `${path}/close`, closing)).status, 404, day);
  }
});

test('a cursor that no list gave is refused', async () => {
  const paths = [
    ...DAYS.map((day) => `/receiving_accounts/${account}/days?cursor=${cursor(day)}`),
    ...MOMENTS.map((at) => `/holds?cursor=${cursor(at, NOBODY, NOBODY, 'delay')}`),
    `/paid_notices?cursor=${cursor('999999999999999999', NOBODY, NOBODY)}`,
  ];
  for (const path of paths) {
    const { status, body } = await service.ask('GET', path);
    assert.deepEqual([status, Object(body).errors?.[0]?.field], [422, 'cursor'], path);
  }
});

test('those that there are are taken', async () => {
  const there = [
    '/audit?from=2024-02-29&to=9999-12-30',
    '/audit?from=0001-01-01',
    `/receiving_accounts/${account}/days/2024-02-29`,
    `/receiving_accounts/${account}/days?cursor=${cursor('2026-03-01')}`,
    `/holds?cursor=${cursor('2026-03-01T10:00:00.000Z', NOBODY, NOBODY, 'delay')}`,
    `/paid_notices?cursor=${cursor('1772359200000', NOBODY, NOBODY)}`,
  ];
  for (const path of there) assert.equal((await service.ask('GET', path)).status, 200, path);
});
