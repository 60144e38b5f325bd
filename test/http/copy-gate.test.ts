// A service on a copy of its database: it answers what reads, refuses what changes, and says so,
// until an owner adopts the copy.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createReadiness } from '../../server/app/process/readiness.ts';
import { isOpenOnCopies, OPEN_ON_COPIES } from '../../server/http/admission/copy-gate.ts';
import { OPEN_OPERATOR_ROUTES, OPERATOR_ROUTES } from '../../server/http/operator/routes.ts';
import * as scene from '../app/scene.ts';
import { OPERATOR_TOKEN } from '../support/test-app.ts';
import { openScene, type Scene } from './service-scene.ts';

let at: Scene;
before(async () => {
  at = await openScene();
  await scene.makeAccount(at.app, 'INR');
});
after(() => at.stop());

const AS_OPERATOR = { authorization: `Bearer ${OPERATOR_TOKEN}` };

const order = (order_id: string) => ({
  merchant_id: at.merchant.merchant_id,
  order_id,
  amount_cents: 100_000,
  amount_currency: 'INR',
  type: 'upi',
  client_id: 'customer-1',
});
const create = (order_id: string) => at.post('/api/v1/orders/deposit/create', order(order_id));

async function becomeCopy(): Promise<void> {
  await at.app.settings.refresh();
  await scene.sql(
    at.app,
    `update installation set system_id = '1', public_url = 'https://pay.one'`,
  );
  await scene.sql(at.app, 'update settings_versions set version = version + 1');
  await at.app.settings.refresh();
}

test('a copy reads, refuses changes as an outage, and is adopted by an owner', async () => {
  assert.equal((await create('before')).status, 201);
  await becomeCopy();

  const refused = await create('meanwhile');
  assert.equal(refused.status, 503);
  assert.equal(refused.headers['retry-after'], '30');
  assert.match(
    String(refused.body.detail),
    /^This is a copy of the database of https:\/\/pay\.one/,
  );
  const merchant = { name: 'New', balance_currency: 'INR' };
  assert.equal((await at.post('/operator/v1/merchants', merchant, AS_OPERATOR)).status, 503);

  const { merchant_id } = at.merchant;
  const search = { merchant_id, order_id: 'before' };
  const found = await at.post('/api/v1/orders/search', search);
  assert.equal(found.status, 200);
  const list = await at.get('/operator/v1/merchants', AS_OPERATOR);
  assert.equal(list.status, 200);
  const path = new URL(String(found.body.url)).pathname;
  assert.equal((await at.server.inject({ url: path })).statusCode, 200);
  const paid = await at.server.inject({ method: 'POST', url: `${path}/paid` });
  assert.equal(paid.statusCode, 503);
  assert.match(String(paid.headers['content-type']), /^text\/html/);

  const described = await at.get('/operator/v1/service', AS_OPERATOR);
  assert.match(String(described.body.copy), /^This is a copy/);
  const ready = await createReadiness(at.app)();
  assert.equal(ready.ok, true);
  assert.match(ready.checks.copy ?? '', /^This is a copy/);
  const nobody = await at.post('/operator/v1/service/adopt', { reason: 'Restored' }, {});
  assert.equal(nobody.status, 401);

  const adopted = await at.post('/operator/v1/service/adopt', { reason: 'Restored' }, AS_OPERATOR);
  assert.deepEqual([adopted.status, adopted.body.outcome], [200, 'adopted']);
  assert.equal((await create('meanwhile')).status, 201);
  assert.equal((await at.get('/operator/v1/service', AS_OPERATOR)).body.copy, null);
  const trail = await at.get('/operator/v1/audit?action=copy_adopted', AS_OPERATOR);
  const [entry] = Object(trail.body).data;
  assert.deepEqual(entry.detail.signs, ['other_database']);
  assert.equal(entry.detail.reason, 'Restored');
});

test('what is open on a copy only reads, signs in or adopts', () => {
  const changes = [...OPERATOR_ROUTES, ...OPEN_OPERATOR_ROUTES]
    .filter(({ method }) => method !== 'GET')
    .filter(({ url }) => isOpenOnCopies(`/operator/v1${url}`))
    .map(({ operation_id }) => operation_id);
  assert.deepEqual(changes.toSorted(), [
    ...['activateFirstTotp', 'addFirstPasskey', 'adoptCopy', 'askForConfirmingPasskey'],
    ...['askForPasskey', 'askForSignInPasskey', 'confirmSession', 'finishOpenid'],
    ...['giveSecondFactor', 'offerFirstPasskey', 'offerFirstTotp', 'openEnrolmentLink'],
    ...['setPasswordByLink', 'signIn', 'signInByLink', 'signInWithPasskey', 'signOut'],
    'startOpenid',
  ]);
  assert.equal(Object.keys(OPEN_ON_COPIES).length, 3);
});
