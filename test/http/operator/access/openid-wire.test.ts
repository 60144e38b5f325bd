// Sign-in at an OpenID provider over HTTP: the cookie of a visit, other sites, and floods.
import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createOpenidProvider } from '../../../../server/app/provider/openid-provider.ts';
import { OPENID_ROUTES } from '../../../../server/http/operator/access/openid-routes.ts';
import { invited } from '../../../app/access/people-scene.ts';
import { closeAll } from '../../../support/cleanup.ts';
import {
  openTestProvider,
  PROVIDER_CLIENT_ID,
  PROVIDER_CLIENT_SECRET,
  type TestProvider,
  visitProvider,
} from '../../../support/openid/test-provider.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';

const closes: (() => unknown)[] = [];
let provider: TestProvider;
let service: OperatorService;
before(async () => {
  provider = await openTestProvider(['http://pay.test/console/openid']);
  closes.push(() => provider.stop());
  const { issuer } = provider;
  const client = { client_id: PROVIDER_CLIENT_ID, client_secret: PROVIDER_CLIENT_SECRET };
  const openid = createOpenidProvider({ issuer, ...client, name: 'Corp ID', ca: null });
  service = await openOperatorService({ openid });
  closes.push(() => service.stop());
});
after(async () => {
  await closeAll(closes);
  deepEqual(service.faults, []);
});

const HERE = { 'sec-fetch-site': 'same-origin' };
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  service.ask('POST', path, { authorization: null, headers: { ...HERE, ...headers }, body });
const pairOf = (cookie: string) => cookie.split(';')[0] ?? '';

test('a visit has a cookie of its own, which its answer removes; the session is new', async () => {
  const { link } = await invited(service.app);
  const started = await post('/session/openid/start', { link: link.url });
  equal(started.status, 200);
  const [cookie = '', ...others] = started.headers.getSetCookie();
  deepEqual(others, []);
  match(
    cookie,
    /^__Host-openid=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=600$/,
  );
  const url = String(started.body.url);
  equal(url.includes(pairOf(cookie).split('=')[1] ?? ''), false, 'the secret stays here');
  provider.subject = 'ida';
  const answer = await visitProvider(url);
  const planted = `__Host-session=${'x'.repeat(43)}`;
  const headers = { cookie: `${planted}; ${pairOf(cookie)}` };
  const finished = await post('/session/openid', { answer }, headers);
  equal(finished.body.outcome, 'signed_in');
  const [session = '', gone = ''] = finished.headers.getSetCookie();
  match(session, /^__Host-session=[\w-]{43}; /);
  notEqual(pairOf(session), planted);
  match(gone, /^__Host-openid=; .*Max-Age=0$/);
  const again = await post('/session/openid', { answer }, headers);
  equal(again.body.code, 'sign_in_failed');
  deepEqual(again.headers.getSetCookie(), []);
});

test('other sites begin and finish nothing', async () => {
  for (const { method, url } of OPENID_ROUTES) {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ]) {
      const body = method === 'GET' ? {} : { body: { answer: 'code=x' } };
      const reply = await service.ask(method, url, { authorization: null, headers, ...body });
      equal(reply.status, 403, url);
      deepEqual(reply.headers.getSetCookie(), []);
    }
  }
});

test('the sign-in page learns what the provider is called, and operators how it is', async () => {
  const offer = await service.ask('GET', '/session/openid', { authorization: null, headers: HERE });
  deepEqual(offer.body, { provider_name: 'Corp ID' });
  const redirect_uri = 'http://pay.test/console/openid';
  const checked = await service.ask('GET', '/openid_provider');
  deepEqual(checked.body, { issuer: provider.issuer, redirect_uri, problem: null });
  provider.instead = (_request, response) => response.writeHead(503).end();
  const away = await service.ask('GET', '/openid_provider');
  equal(away.body.problem, 'it answers with 503');
  provider.instead = null;
});

test('answers and links have bounds, and a flood of visits is refused unasked', async () => {
  const long = await post('/session/openid', { answer: 'x'.repeat(8_193) });
  equal(long.status, 422);
  const statuses: number[] = [];
  for (let tried = 0; tried < 80; tried += 1) {
    statuses.push((await post('/session/openid/start', {})).status);
  }
  equal(statuses[0], 200);
  equal(statuses.at(-1), 429);
  const rows = await service.app.store.db.query<{ count: number }>(
    '',
    'select count(*)::int as count from openid_requests',
    [],
  );
  equal(rows[0]?.count, statuses.filter((status) => status === 200).length);
});
