// Every route of the operator API that changes something says which entry of the audit trail it
// makes; the service of the tests over HTTP checks it for each request that succeeds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AUDIT_ACTIONS } from '../../../server/domain/record/audit.ts';
import * as scene from '../../app/scene.ts';
import { makeMerchant } from '../../support/test-app.ts';
import { AUDITED, AuditWatch, CHANGING_ROUTES } from './audited-routes.ts';
import { type OperatorService, openOperatorService } from './operator-service.ts';

let service: OperatorService;
let merchant_id: string;
before(async () => {
  service = await openOperatorService();
  merchant_id = (await makeMerchant(service.app)).merchant_id;
});
after(async () => {
  await service.stop();
});

test('every route that is no GET has a row, and every row a route', () => {
  assert.deepEqual(
    Object.keys(AUDITED).toSorted(),
    CHANGING_ROUTES.map(({ operation_id }) => operation_id).toSorted(),
  );
});

test('every row names actions that there are', () => {
  for (const [operation_id, row] of Object.entries(AUDITED)) {
    const is_known = row.kind === 'none' || AUDIT_ACTIONS.some((one) => row.actions.test(one));
    assert.ok(is_known, operation_id);
  }
});

test('a change without an entry is found, and one without before and after', async () => {
  const reply = await service.ask('PATCH', `/merchants/${merchant_id}`, { body: { name: 'New' } });
  assert.equal(reply.status, 200);
  const watching = (method: string, path: string) => {
    const watch = new AuditWatch(service.app);
    watch.note(method, path, reply);
    return watch.check();
  };
  await watching('PATCH', `/merchants/${merchant_id}`);
  // The same request, as if it had been another one.
  await assert.rejects(watching('PUT', '/rates'), /without a whole entry/);
  const made = await service.ask('POST', '/merchants', {
    body: { name: 'B', balance_currency: 'EUR' },
  });
  const watch = new AuditWatch(service.app);
  watch.note('PATCH', `/merchants/${merchant_id}`, made);
  await assert.rejects(watch.check(), /updateMerchant/);
});

const CHANGES: readonly [
  what: string,
  run: () => Promise<unknown>,
  before: object,
  after: object,
][] = [
  [
    'a setting of a merchant',
    () =>
      service.ask('PATCH', `/merchants/${merchant_id}`, {
        body: { settings: { payin_life_minutes: 30 } },
      }),
    { payin_life_minutes: 15 },
    { payin_life_minutes: 30 },
  ],
  [
    'currencies',
    () => service.ask('PUT', '/currencies', { body: { currencies: ['EUR', 'INR'] } }),
    { currencies: [] },
    { currencies: ['EUR', 'INR'] },
  ],
];
for (const [what, run, before_it, after_it] of CHANGES) {
  test(`${what}: the entry has what was there before`, async () => {
    await run();
    const [entry] = (await service.ask('GET', '/audit?limit=1')).body.data as {
      detail: { before: object; after: object };
    }[];
    assert.deepEqual([entry?.detail.before, entry?.detail.after], [before_it, after_it]);
  });
}

test('of an account’s number the trail has the masked form only, before and after', async () => {
  for (const number of ['DE02120300000000202051', 'DE02500105170137075030']) {
    const body = { type: 'iban', number, name: 'Shop' };
    const set = await service.ask('PUT', `/merchants/${merchant_id}/settlement_account`, { body });
    assert.equal(set.status, 200, JSON.stringify(set.body));
  }
  await scene.makeAccount(service.app, 'EUR');
  const all = JSON.stringify((await service.ask('GET', '/audit?limit=200')).body);
  assert.ok(all.includes('"before":{"number":'), 'the change has the number before');
  assert.equal(/DE02120300000000202051|DE02500105170137075030/.test(all), false);
});
