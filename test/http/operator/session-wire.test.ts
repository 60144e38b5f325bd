// Signing in over HTTP: the cookie, requests that other sites make a browser send, a token beside a
// session, sessions that are ended, and hostile bodies.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { OPEN_ROUTES } from '../../../server/http/operator/access/sign-in.ts';
import * as scene from '../../app/scene.ts';
import { OPERATOR_TOKEN } from '../../support/test-app.ts';
import {
  type Ask,
  type OperatorService,
  openOperatorService,
  type Reply,
} from './operator-service.ts';

const PASSWORD = 'five quiet geese by the river';
const HERE = { 'sec-fetch-site': 'same-origin' };
const OWN_ORIGIN = 'http://pay.test';

type Entered = { id: string; email: string; cookie: string; csrf: string };

suite('sessions over HTTP', () => {
  let service: OperatorService;
  before(async () => {
    service = await openOperatorService();
  });
  after(() => service.stop());

  const open = (path: string, body: unknown, headers: Record<string, string> = HERE) =>
    service.ask('POST', path, { authorization: null, headers, body });

  const cookieOf = (reply: Reply) => reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';

  let count = 0;
  async function entered(role = 'owner'): Promise<Entered> {
    count += 1;
    const email = `wire-${count}@example.com`;
    const invited = await service.ask('POST', '/people', { body: { name: 'Ada', email, role } });
    equal(invited.status, 201);
    const { url: link } = invited.body.link as { url: string };
    equal((await open('/session/link', { link, password: PASSWORD })).status, 200);
    const reply = await open('/session', { email, password: PASSWORD });
    equal(reply.status, 200);
    const { id } = invited.body as { id: string };
    return { id, email, cookie: cookieOf(reply), csrf: String(reply.body.csrf_token) };
  }

  /** As a page of ours sends it, unless something else is given. */
  const ask = ({ cookie, csrf }: Entered, method: string, path: string, given: Ask = {}) =>
    service.ask(method, path, {
      authorization: null,
      ...given,
      headers: { ...HERE, cookie, 'x-csrf-token': csrf, ...given.headers },
    });

  test('the cookie is for this host and our own pages only, and no script reads it', async () => {
    const { email } = await entered();
    const reply = await open('/session', { email, password: PASSWORD });
    const [cookie] = reply.headers.getSetCookie();
    match(cookie ?? '', /^__Host-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
    equal(JSON.stringify(reply.body).includes(cookieOf(reply).split('=')[1] ?? '?'), false);
    equal(reply.headers.get('cache-control'), 'no-store');
  });

  test('a session tells who it is, and has the rights of the role', async () => {
    const me = await entered('viewer');
    const { body, status } = await ask(me, 'GET', '/session');
    equal(status, 200);
    equal(body.person_id, me.id);
    equal(body.email, me.email);
    equal(body.csrf_token, me.csrf);
    deepEqual([body.mode, body.house], ['sandbox', 'pay.test']);
    ok((body.rights as string[]).includes('trades.read'));
    equal((body.rights as string[]).includes('people.change'), false);
    equal((await ask(me, 'GET', '/merchants')).status, 200);
    equal((await ask(me, 'GET', '/people')).status, 403);
    const token = await service.ask('GET', '/session');
    deepEqual([token.body.person_id, token.body.csrf_token], [null, null]);
  });

  const FORGED: readonly (readonly [what: string, headers: Record<string, string>])[] = [
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from a neighbouring host', { 'sec-fetch-site': 'same-site' }],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }],
    ['with our origin, from another site', { 'sec-fetch-site': 'cross-site', origin: OWN_ORIGIN }],
    ['without the token of the session', { 'x-csrf-token': '' }],
    ['with another token', { 'x-csrf-token': 'A'.repeat(43) }],
    ['with half the token', { 'x-csrf-token': 'half' }],
  ];
  for (const [what, headers] of FORGED) {
    test(`a change ${what} is refused, and nothing happens`, async () => {
      const me = await entered();
      const given = { headers, body: { name: 'X', email: 'x@example.com', role: 'owner' } };
      if (headers['x-csrf-token'] === 'half') headers['x-csrf-token'] = me.csrf.slice(0, 20);
      const reply = await ask(me, 'POST', '/people', given);
      equal(reply.status, 403);
      equal(reply.body.code, 'forbidden');
      const { body } = await service.ask('GET', '/people?limit=200');
      equal(JSON.stringify(body).includes('x@example.com'), false);
    });
  }

  test('an old browser is known by its origin, and one that says nothing is refused', async () => {
    const me = await entered();
    const send = (headers: Record<string, string>) =>
      service.ask('DELETE', '/own_sessions', {
        authorization: null,
        headers: { cookie: me.cookie, 'x-csrf-token': me.csrf, ...headers },
      });
    equal((await send({ origin: OWN_ORIGIN })).status, 200);
    equal((await send({ origin: 'http://pay.test.evil.example' })).status, 403);
    equal((await send({ origin: 'null' })).status, 403);
    equal((await send({})).status, 403);
  });

  test('what is read needs no token, and is given to no other site', async () => {
    const me = await entered();
    const read = (headers: Record<string, string>) =>
      service.ask('GET', '/people', {
        authorization: null,
        headers: { cookie: me.cookie, ...headers },
      });
    equal((await read(HERE)).status, 200);
    equal((await read({ 'sec-fetch-site': 'none' })).status, 200);
    equal((await read({})).status, 200);
    equal((await read({ 'sec-fetch-site': 'cross-site' })).status, 403);
    equal((await read({ 'sec-fetch-site': 'same-site' })).status, 403);
  });

  test('other sites can neither sign their visitors in nor use their links', async () => {
    const { email } = await entered();
    for (const { url } of OPEN_ROUTES) {
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
      ]) {
        const body = { email, password: PASSWORD, link: 'x' };
        const reply = await service.ask('POST', url, { authorization: null, headers, body });
        equal(reply.status, 403, url);
        deepEqual(reply.headers.getSetCookie(), []);
      }
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...HERE };
    equal((await open('/session', `email=${email}`, form)).status, 415);
    equal((await open('/session', { email, password: PASSWORD }, {})).status, 200);
  });

  test('a token beside a session is refused, whichever of them is right', async () => {
    const me = await entered();
    for (const authorization of [`Bearer ${OPERATOR_TOKEN}`, 'Bearer wrong', '']) {
      for (const cookie of [me.cookie, '__Host-session=wrong', '__Host-session=']) {
        const reply = await ask(me, 'GET', '/people', { authorization, headers: { cookie } });
        equal(reply.status, 401);
      }
    }
  });

  test('a cookie in another shape opens nothing', async () => {
    const me = await entered();
    const [, secret = ''] = me.cookie.split('=');
    for (const cookie of [
      `${me.cookie}x`,
      `__host-session=${secret}`,
      `session=${secret}`,
      `__Host-session="${secret}"`,
      `${me.cookie}; ${me.cookie}`,
      `__Host-session=a; ${me.cookie}`,
      `__Host-session=${secret.toLowerCase()}`,
      "__Host-session=' or 1=1 --",
      `__Host-session=${'a'.repeat(5_000)}`,
    ]) {
      equal((await ask(me, 'GET', '/session', { headers: { cookie } })).status, 401, cookie);
    }
    const beside = `other=1; ${me.cookie}; third=2`;
    equal((await ask(me, 'GET', '/session', { headers: { cookie: beside } })).status, 200);
  });

  test('signing out removes the cookie, and a kept copy of it opens nothing', async () => {
    const me = await entered();
    const reply = await ask(me, 'DELETE', '/session');
    equal(reply.status, 200);
    match(reply.headers.getSetCookie()[0] ?? '', /^__Host-session=; .*HttpOnly.*; Max-Age=0$/);
    equal((await ask(me, 'GET', '/session')).status, 401);
    equal((await ask(me, 'POST', '/people', { body: {} })).status, 401);
  });

  test('a new role and a disabled person end what was open, at the next request', async () => {
    const me = await entered('operator');
    equal((await ask(me, 'GET', '/session')).status, 200);
    const role = { role: 'viewer', reason: 'moved' };
    equal((await service.ask('PUT', `/people/${me.id}/role`, { body: role })).status, 200);
    equal((await ask(me, 'GET', '/session')).status, 401);
    const other = await entered('operator');
    const body = { reason: 'left' };
    equal((await service.ask('POST', `/people/${other.id}/disable`, { body })).status, 200);
    equal((await ask(other, 'GET', '/session')).status, 401);
  });

  test('owners change others and not themselves', async () => {
    const me = await entered();
    const you = await entered();
    const role = { role: 'viewer', reason: 'test' };
    equal((await ask(me, 'PUT', `/people/${me.id}/role`, { body: role })).status, 403);
    equal((await ask(me, 'PUT', `/people/${you.id}/role`, { body: role })).status, 200);
    const sessions = await ask(me, 'GET', `/sessions?person_id=${me.id}`);
    deepEqual(
      (sessions.body.data as { is_current: boolean }[]).map(({ is_current }) => is_current),
      [true],
    );
    equal((await ask(me, 'DELETE', `/people/${you.id}/sessions`)).status, 200);
    const other = await entered();
    const open = await ask(me, 'GET', `/sessions?person_id=${other.id}`);
    const [{ id } = { id: '' }] = open.body.data as { id: string }[];
    const ended = await ask(me, 'DELETE', `/sessions/${id}`, { body: { note: 'Lost laptop' } });
    equal(ended.status, 200);
    const { body } = await ask(me, 'GET', '/audit?limit=1');
    const [entry] = body.data as { action: string; detail: { note: string } }[];
    deepEqual([entry?.action, entry?.detail.note], ['session_revoked', 'Lost laptop']);
  });

  test('the people of a merchant see themselves, and nobody else', async () => {
    const merchant = { name: 'Shop', balance_currency: 'INR' };
    const { body } = await service.ask('POST', '/merchants', { body: merchant });
    const person = {
      name: 'Mia',
      email: 'mia@shop.example',
      role: 'merchant_admin',
      merchant_id: body.id,
    };
    const invited = await service.ask('POST', '/people', { body: person });
    const { url: link } = invited.body.link as { url: string };
    await open('/session/link', { link, password: PASSWORD });
    const reply = await open('/session', { email: person.email, password: PASSWORD });
    const headers = { cookie: cookieOf(reply) };
    const get = (path: string) => service.ask('GET', path, { authorization: null, headers });
    equal((await get('/session')).body.merchant_id, body.id);
    equal((await get('/own_sessions')).status, 200);
    equal((await get('/people')).status, 403);
    equal((await get('/sessions')).status, 403);
  });

  const HOSTILE: readonly (readonly [body: unknown, status: number])[] = [
    [{}, 422],
    [{ email: 1, password: 2 }, 422],
    [{ email: ['a@example.com'], password: { $ne: '' } }, 422],
    [{ email: 'a@example.com', password: null }, 422],
    [{ email: 'a@example.com', password: 'x'.repeat(600) }, 422],
    [{ email: `${'a'.repeat(300)}@example.com`, password: 'x' }, 422],
    [{ email: 'a@example.com', password: 'x', role: 'owner' }, 422],
    [{ email: "' or 1=1 --", password: "' or 1=1 --" }, 401],
    [{ email: 'a@example.com', password: '\u0000' }, 422],
    ['{"email":"a@example.com","password":"x","__proto__":{"role":"owner"}}', 401],
    ['{"email":"a@example.com"', 400],
    [`{"email":"${'a'.repeat(70_000)}"}`, 413],
  ];
  for (const [body, status] of HOSTILE) {
    const shown = JSON.stringify(body).slice(0, 60);
    test(`a sign-in with ${shown} is ${status}, without a cookie`, async () => {
      const reply = await open('/session', body, { 'content-type': 'application/json', ...HERE });
      equal(reply.status, status);
      deepEqual(reply.headers.getSetCookie(), []);
      deepEqual(service.faults, []);
    });
  }

  test('neither logs nor the audit trail have passwords, links, cookies or addresses', async () => {
    const me = await entered();
    const typed = { email: 'secret-in-the-wrong-field', password: 'wrong wrong wrong' };
    await open('/session', typed);
    await open('/session/link', { link: 'x#wrong-link-text', password: PASSWORD });
    const rows = await scene.sql<{ row: string }>(
      service.app,
      'select e::text as row from audit_entries e',
    );
    const told = JSON.stringify([service.warnings, rows]);
    const [, secret = '?'] = me.cookie.split('=');
    for (const text of [
      PASSWORD,
      secret,
      me.csrf,
      me.email,
      ...Object.values(typed),
      'wrong-link',
    ]) {
      equal(told.includes(text), false, text);
    }
    ok(service.warnings.some(({ message }) => message === 'a sign-in failed'));
  });
});
