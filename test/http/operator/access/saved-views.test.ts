// Saved views on the wire: one's own, shared ones of colleagues, never those of other merchants.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeMerchant } from '../../../support/test-app.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';
import { makeRoleCallers, type RoleCallers } from './role-callers.ts';

let service: OperatorService;
let callers: RoleCallers;
let others: RoleCallers;
before(async () => {
  service = await openOperatorService();
  const { app } = service;
  callers = await makeRoleCallers(service, (await makeMerchant(app)).merchant_id);
  others = await makeRoleCallers(service, (await makeMerchant(app)).merchant_id);
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

type View = {
  id: string;
  name: string;
  address: string;
  columns: readonly string[] | null;
  list: string | null;
  is_shared: boolean;
  is_own: boolean;
};

const FAILED = '/trades?state=failed&client_id=%2B91%2098';

const as = (authorization: string) => ({
  save: async (body: unknown) => await service.ask('POST', '/saved_views', { authorization, body }),
  share: async (id: string, is_shared: boolean) =>
    (
      await service.ask('PUT', `/saved_views/${id}/sharing`, {
        authorization,
        body: { is_shared },
      })
    ).status,
  remove: async (id: string) =>
    (await service.ask('DELETE', `/saved_views/${id}`, { authorization })).status,
  names: async () => {
    const { body } = await service.ask('GET', '/saved_views', { authorization });
    return (body.data as View[]).map(({ name, is_own }) => `${name}${is_own ? '' : ' (theirs)'}`);
  },
});

const caller = (role: 'owner' | 'viewer' | 'operator' | 'merchant_admin' | 'merchant_viewer') =>
  as(callers.headerOf(role, 'views.share', 'with'));

test('a view is one’s own until it is shared, and then its colleagues’', async () => {
  const [owner, viewer] = [caller('owner'), caller('viewer')];
  const saved = await owner.save({ name: ' Failed ', address: FAILED });
  assert.equal(saved.status, 201);
  const { id, ...view } = saved.body as View;
  assert.deepEqual([view.name, view.address, view.is_shared], ['Failed', FAILED, false]);
  assert.deepEqual(await viewer.names(), []);
  assert.deepEqual([await viewer.remove(id), await viewer.share(id, true)], [404, 403]);
  assert.equal(await owner.share(id, true), 200);
  assert.deepEqual(await viewer.names(), ['Failed (theirs)']);
  assert.equal(await viewer.remove(id), 422);
  assert.deepEqual(await caller('merchant_admin').names(), []);
  assert.equal(await caller('merchant_admin').share(id, false), 404);
  assert.equal(await caller('operator').share(id, false), 200);
  assert.deepEqual(await viewer.names(), []);
  assert.equal(await owner.remove(id), 200);
  assert.equal(await owner.remove(id), 404);
});

test('the people of a merchant share with each other and nobody else', async () => {
  const admin = caller('merchant_admin');
  const { id } = (await admin.save({ name: 'Ours', address: '/trades' })).body as View;
  assert.equal(await admin.share(id, true), 200);
  assert.deepEqual(await caller('merchant_viewer').names(), ['Ours (theirs)']);
  const stranger = as(others.headerOf('merchant_admin', 'views.share', 'with'));
  assert.deepEqual(await stranger.names(), []);
  assert.equal(await stranger.share(id, false), 404);
  assert.deepEqual(await caller('owner').names(), []);
  assert.equal(await caller('owner').share(id, false), 404);
});

test('only addresses of the console are taken, and bounded names', async () => {
  const owner = caller('owner');
  for (const address of [
    '//evil.example/',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\\evil.example',
    '/trades#x',
    '/Trades',
    '/trades?a b',
    `/trades?${'x'.repeat(1_901)}`,
    '',
  ]) {
    const reply = await owner.save({ name: 'Bad', address });
    const { errors } = Object(reply.body) as { errors: { field: string }[] };
    assert.deepEqual([reply.status, errors.map(({ field }) => field)], [422, ['address']], address);
  }
  for (const name of ['', '  ', 'x'.repeat(61), 5]) {
    assert.equal((await owner.save({ name, address: '/trades' })).status, 422);
  }
});

test('an address leads to a list, and has filters that this list takes', async () => {
  const owner = caller('owner');
  for (const [address, message] of [
    ['/settings?tab=rates', /^must lead to a list: \/trades, /],
    ['/trades?cursor=x', /^must have filters of trades, and cursor is none$/],
    ['/bank?status=lost', /^must have filters that bank lines take: status must be one of/],
  ] as const) {
    const { status, body } = await owner.save({ name: 'Bad', address });
    const [error] = Object(body).errors as { field: string; code: string; message: string }[];
    assert.deepEqual([status, error?.field, error?.code], [422, 'address', 'unknown_value']);
    assert.match(error?.message ?? '', message);
  }
});

test('views are asked for by their list; a colleague’s needs the right to read it', async () => {
  const owner = caller('owner');
  const saved = new Map<string, string>();
  for (const address of ['/bank?status=suspense', '/audit?action=signed_in', '/disputes']) {
    const { status, body } = await owner.save({ name: address, address });
    const { id, list } = body as View;
    assert.deepEqual([status, await owner.share(id, true)], [201, 200]);
    saved.set(list ?? 'none', id);
  }
  assert.deepEqual([...saved.keys()], ['bank_lines', 'audit', 'disputes']);
  const found = async (role: 'owner' | 'operator', query: string) => {
    const authorization = callers.headerOf(role, 'views.share', 'with');
    const { status, body } = await service.ask('GET', `/saved_views${query}`, { authorization });
    return status === 200 ? (body.data as View[]).map(({ list }) => list) : status;
  };
  assert.deepEqual(await found('owner', '?list=audit'), ['audit']);
  assert.deepEqual(await found('owner', '?list=people'), []);
  assert.equal(await found('owner', '?list=nothing'), 422);
  assert.deepEqual(await found('operator', '?list=audit'), []);
  assert.deepEqual(await found('operator', '?list=disputes'), ['disputes']);
  for (const id of saved.values()) assert.equal(await owner.remove(id), 200);
});

test('the columns of a view stand as they were saved, for colleagues too', async () => {
  const owner = caller('owner');
  const columns = ['^order:200', 'amount', '-utr', 'taken by:60'];
  const { body, status } = await owner.save({ name: 'Arranged', address: '/trades', columns });
  assert.equal(status, 201);
  const { id } = body as View;
  await owner.share(id, true);
  const authorization = callers.headerOf('viewer', 'views.share', 'with');
  const { body: found } = await service.ask('GET', '/saved_views', { authorization });
  const shared = (found.data as View[]).find((view) => view.id === id);
  assert.deepEqual(shared?.columns, columns);
  await owner.remove(id);
});

test('a view without columns leaves them as each reader has them', async () => {
  const owner = caller('owner');
  for (const [given, kept] of [
    [{}, null],
    [{ columns: null }, null],
    [{ columns: [] }, []],
  ] as const) {
    const { body } = await owner.save({ name: 'Plain', address: '/trades', ...given });
    assert.deepEqual((body as View).columns, kept);
  }
});

test('only columns as the console writes them are taken', async () => {
  const owner = caller('owner');
  for (const [columns, field] of [
    [['amount', 'Amount'], 'columns[1]'],
    [['amount:5'], 'columns[0]'],
    [['^-amount'], 'columns[0]'],
    [['amount,utr'], 'columns[0]'],
    [[5], 'columns[0]'],
    [['x'.repeat(51)], 'columns[0]'],
    [Array(41).fill('amount'), 'columns'],
    ['amount', 'columns'],
  ] as const) {
    const reply = await owner.save({ name: 'Bad', address: '/trades', columns });
    const { errors } = Object(reply.body) as { errors: { field: string }[] };
    assert.deepEqual([reply.status, errors.map((one) => one.field)], [422, [field]]);
  }
});

test('name and address are not in the database as text', async () => {
  await caller('owner').save({ name: 'Kumar Traders', address: '/trades?client_id=kumar-77' });
  const rows = await service.app.store.db.query<{ content: Buffer }>(
    '',
    'select content from saved_views',
    [],
  );
  assert.ok(rows.length > 0);
  for (const { content } of rows) assert.doesNotMatch(content.toString('latin1'), /kumar/i);
});
