// Second factors over HTTP: nothing is open before they are given, and dangerous acts ask again.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { asksStepUp } from '../../../../server/http/operator/access/step-up.ts';
import { SIGN_IN_FACTOR_ROUTES } from '../../../../server/http/operator/factor/sign-in-factors.ts';
import { OPERATOR_ROUTES } from '../../../../server/http/operator/routes.ts';
import { openAuthenticator } from '../../../app/factor/factor-scene.ts';
import { makeMerchant } from '../../../support/test-app.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';
import {
  ageSessions,
  type Client,
  freeCodes,
  newPerson,
  openClient,
  PASSWORD,
  type Person,
} from './person-client.ts';

let service: OperatorService;
before(async () => {
  service = await openOperatorService({ mode: 'live' });
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

const NOBODY = '01890000-0000-7000-8000-000000000000';
const pathOf = (url: string) => url.replace(/:\w+/g, NOBODY);
const bodyFor = (method: string) => (method === 'GET' || method === 'DELETE' ? undefined : {});
const now = () => service.app.settings.now();

async function withApp(client: Client, person: Person) {
  assert.equal((await client.password(person)).body.outcome, 'enrolment_required');
  const offered = await client.ask('POST', '/session/totp', {});
  assert.equal(offered.status, 200);
  const authenticator = openAuthenticator(String(offered.body.otpauth_uri));
  const half = client.cookie();
  const code = authenticator.code(now());
  const added = await client.ask('POST', '/session/totp/activate', { code });
  assert.equal(added.status, 200);
  return { authenticator, half, added, offered };
}

test('the first sign-in sets up an app and shows the recovery codes once', async () => {
  const client = openClient(service);
  const person = await newPerson(service);
  const { half, added, offered } = await withApp(client, person);
  assert.match(String(offered.body.qr_svg), /^<svg [\s\S]*<path [\s\S]*<\/svg>$/);
  const codes = added.body.recovery_codes as string[];
  assert.equal(codes.length, 10);
  assert.notEqual(client.cookie(), half, 'the session opens under a new secret');
  assert.equal((await client.ask('GET', '/merchants')).status, 200);
  const factors = await client.ask('GET', '/own_factors');
  assert.equal(JSON.stringify(factors.body).includes(codes[0] ?? '-'), false);
  assert.deepEqual(factors.body.recovery_codes, { left: 10, last_used_at: null });
  const seen = await service.ask('GET', `/people/${person.id}/factors`);
  assert.deepEqual(seen.body, factors.body, 'owners see the same');
  const stale = openClient(service);
  stale.use(half);
  assert.equal((await stale.ask('GET', '/own_factors')).status, 401);
  assert.equal((await stale.ask('POST', '/session/totp', {})).status, 401);
});

test('a session without its second factor opens no route at all', async () => {
  const client = openClient(service);
  const person = await newPerson(service);
  await withApp(openClient(service), person);
  assert.equal((await client.password(person)).body.outcome, 'second_factor_required');
  // In live mode those of the sandbox do not exist.
  const routes = OPERATOR_ROUTES.filter(({ sandbox_only }) => sandbox_only !== true);
  for (const { method, url } of routes) {
    const reply = await client.ask(method, pathOf(url), bodyFor(method));
    assert.equal(reply.status, 401, `${method} ${url}`);
  }
  for (const path of ['/session/totp', '/session/passkeys/options']) {
    const reply = await client.ask('POST', path, {});
    assert.equal(reply.body.code, 'second_factor_needed', path);
  }
});

test('password and code sign in; of two sessions with one code, one opens', async () => {
  const person = await newPerson(service);
  const { authenticator } = await withApp(openClient(service), person);
  await freeCodes(service.app, person.id);
  const clients = [openClient(service), openClient(service), openClient(service)];
  for (const client of clients) await client.password(person);
  const code = authenticator.code(now());
  const replies = await Promise.all(
    clients.map((client) => client.ask('POST', '/session/second_factor', { code })),
  );
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 422, 422]);
  const opened = await Promise.all(clients.map((client) => client.ask('GET', '/own_factors')));
  assert.deepEqual(opened.map(({ status }) => status).toSorted(), [200, 401, 401]);
});

test('every wrong factor has the same answer', async () => {
  const person = await newPerson(service);
  const { authenticator, added } = await withApp(openClient(service), person);
  const [used = ''] = added.body.recovery_codes as string[];
  const first = openClient(service);
  await first.password(person);
  await first.ask('POST', '/session/second_factor', { recovery_code: used });
  const client = openClient(service);
  await client.password(person);
  const bodies = new Set<string>();
  for (const given of [
    { code: authenticator.wrongCode(now()) },
    { recovery_code: used },
    { recovery_code: '0000-0000-0000-0000' },
  ]) {
    const reply = await client.ask('POST', '/session/second_factor', given);
    assert.equal(reply.status, 422);
    bodies.add(JSON.stringify({ ...reply.body, request_id: null }));
  }
  assert.equal(bodies.size, 1);
});

test('five minutes later every dangerous act asks for a confirmation, and no other', async () => {
  const client = openClient(service);
  const person = await newPerson(service);
  const { authenticator } = await withApp(client, person);
  await ageSessions(service.app, person.id, 6);
  const asked: string[] = [];
  const keeps = OPERATOR_ROUTES.filter(({ url }) => !url.startsWith('/session'));
  for (const { method, url, operation_id } of keeps) {
    // It ends the session that asks.
    if (operation_id === 'revokeOtherSessions') continue;
    const reply = await client.ask(method, pathOf(url), bodyFor(method));
    if (reply.body.code === 'confirmation_required') asked.push(operation_id);
    assert.notEqual(reply.status, 401, operation_id);
  }
  const fresh = keeps.filter(asksStepUp);
  assert.deepEqual(
    asked,
    fresh.map(({ operation_id }) => operation_id),
  );
  assert.ok(fresh.length > 15);
  const [token] = await Promise.all([service.ask('PUT', '/rates', { body: {} })]);
  assert.equal(token?.body.code, 'invalid_request', 'a token is not asked');

  await freeCodes(service.app, person.id);
  const code = authenticator.code(now());
  const confirmed = await client.ask('POST', '/session/confirm', { code });
  assert.equal(confirmed.status, 200);
  assert.equal((await client.ask('PUT', '/rates', {})).body.code, 'invalid_request');
  const who = await client.ask('GET', '/session');
  assert.equal(who.body.confirmed_at, confirmed.body.confirmed_at);
  await ageSessions(service.app, person.id, 6);
  assert.equal((await client.ask('PUT', '/rates', {})).body.code, 'confirmation_required');
});

test('a lost phone: another owner removes the factors, and the link sets up new ones', async () => {
  const person = await newPerson(service);
  const { added } = await withApp(openClient(service), person);
  const owner = openClient(service);
  await withApp(owner, await newPerson(service));
  const reset = await owner.ask('POST', `/people/${person.id}/reset_factors`, { reason: 'Lost' });
  assert.equal(reset.status, 200);
  const client = openClient(service);
  assert.equal((await client.password(person)).body.outcome, 'enrolment_link_required');
  const [recovery_code] = added.body.recovery_codes as string[];
  const old = await client.ask('POST', '/session/second_factor', { recovery_code });
  assert.equal(old.body.code, 'second_factor_wrong');
  assert.equal((await client.ask('POST', '/session/totp', {})).body.code, 'enrolment_link_needed');
  const link = { link: reset.body.url };
  assert.equal((await client.ask('POST', '/session/enrolment_link', link)).status, 200);
  const offered = await client.ask('POST', '/session/totp', {});
  const code = openAuthenticator(String(offered.body.otpauth_uri)).code(now());
  assert.equal((await client.ask('POST', '/session/totp/activate', { code })).status, 200);
  assert.equal((await client.ask('GET', '/own_factors')).status, 200);
});

test("a merchant's person has factors of their own, and sees nobody else's", async () => {
  const { merchant_id } = await makeMerchant(service.app);
  const email = 'shop-viewer@example.com';
  const invited = await service.ask('POST', '/people', {
    body: { name: 'Bo', email, role: 'merchant_viewer', merchant_id },
  });
  const { url } = invited.body.link as { url: string };
  const client = openClient(service);
  await client.ask('POST', '/session/link', { link: url, password: PASSWORD });
  await withApp(client, { id: String(invited.body.id), email });
  assert.equal((await client.ask('GET', '/own_factors')).status, 200);
  assert.equal((await client.ask('GET', `/people/${invited.body.id}/factors`)).status, 403);
  const reset = `/people/${invited.body.id}/reset_factors`;
  assert.equal((await client.ask('POST', reset, { reason: 'x' })).status, 403);
});

test('open routes answer no other site, nobody without the cookie, and no strange field', async () => {
  const client = openClient(service);
  await client.password(await newPerson(service));
  for (const { url, operation_id } of SIGN_IN_FACTOR_ROUTES) {
    const forged = await client.ask(
      'POST',
      url,
      {},
      { headers: { 'sec-fetch-site': 'cross-site' } },
    );
    assert.equal(forged.status, 403, url);
    const strange = await client.ask('POST', url, { surprise: 1 });
    assert.equal(strange.body.code, 'invalid_request', url);
    const anonymous = await openClient(service).ask('POST', url, {});
    const is_open = ['askForSignInPasskey', 'signInWithPasskey'].includes(operation_id);
    assert.equal(anonymous.status === 401, !is_open, `${url} ${anonymous.status}`);
  }
});

test('asking for a passkey without a session is limited per address', async () => {
  const statuses = new Set<number>();
  for (let count = 0; count < 70; count += 1) {
    const reply = await openClient(service).ask('POST', '/session/passkey_options', {});
    statuses.add(reply.status);
  }
  assert.ok(statuses.has(429));
});
