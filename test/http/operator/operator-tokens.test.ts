// Operators' tokens: what they may do, who may give it to them, and when they end.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sha256Hex } from '../../../server/app/process/ids.ts';
import { readAudit } from '../../../server/store/access/audit.ts';
import { cleanup } from '../../support/cleanup.ts';
import { makeMerchant } from '../../support/test-app.ts';
import { type OperatorService, openOperatorService, type Reply } from './operator-service.ts';

const opened = cleanup();
let service: OperatorService;
before(async () => {
  service = await openOperatorService();
  opened(() => service.stop());
});

type Fields = Record<string, unknown>;

async function issue(fields: Fields, authorization?: string): Promise<Reply> {
  const body = { name: 'reports', role: 'viewer', ...fields };
  return await service.ask('POST', '/operator_tokens', {
    body,
    ...(authorization === undefined ? {} : { authorization }),
  });
}

async function issued(fields: Fields) {
  const { status, body } = await issue(fields);
  assert.equal(status, 201, JSON.stringify(body));
  return { id: String(body.id), bearer: `Bearer ${String(body.token)}`, body };
}

const statusOf = async (method: string, path: string, authorization: string, body?: Fields) =>
  (await service.ask(method, path, { authorization, ...(body === undefined ? {} : { body }) }))
    .status;

test('a token is shown once, and only its hash is stored', async () => {
  const { id, body } = await issued({ name: 'BI', allowed_ips: ['127.0.0.0/8'] });
  assert.match(String(body.token), /^op_[\w-]{43}$/);
  const listed = await service.ask('GET', '/operator_tokens');
  const { token: _, ...rest } = body;
  const [found] = Object(listed.body.data).filter((one: Fields) => one.id === id);
  assert.deepEqual({ ...found, last_used_at: null }, rest);
  const rows = await service.app.store.db.query<{ hash: Buffer }>(
    'test-token-hash',
    'select token_hash as hash from operator_tokens where operator_token_id = $1',
    [id],
  );
  assert.equal(rows[0]?.hash.toString('hex'), sha256Hex(String(body.token)));
  const noted = await readAudit(service.app.store.db, 0n, 1_000);
  assert.equal(
    JSON.stringify(noted.map(({ detail, target }) => [detail, target])).includes(
      String(body.token),
    ),
    false,
  );
  assert.ok(
    noted.some(
      ({ action, target }) =>
        target === `operator_tokens/${id}` && action === 'operator_token_issued',
    ),
  );
});

test('a viewer’s token reads, and is told which right it lacks', async () => {
  const { bearer } = await issued({});
  assert.equal(await statusOf('GET', '/trades', bearer), 200);
  const refused = await service.ask('POST', '/payouts/take', { authorization: bearer, body: {} });
  assert.equal(refused.status, 403);
  assert.equal(refused.body.code, 'forbidden');
  assert.equal(refused.body.missing_right, 'payouts.pay');
  assert.match(String(refused.body.detail), /payouts\.pay.*viewer/);
});

test('scopes take rights away', async () => {
  const { bearer, body } = await issued({ role: 'operator', scopes: ['payouts'] });
  assert.deepEqual(body.scopes, ['payouts']);
  assert.equal(await statusOf('POST', '/payouts/take', bearer, {}), 422);
  const refused = await service.ask('GET', '/trades', { authorization: bearer });
  assert.equal(refused.status, 403);
  assert.match(String(refused.body.detail), /scopes/);
});

test('it expires, and opens nothing from another address', async () => {
  const { settings } = service.app;
  const { now } = settings;
  const short = await issued({ expires_at: new Date(now() + 3_600_000).toISOString() });
  assert.equal(await statusOf('GET', '/trades', short.bearer), 200);
  settings.now = () => now() + 3_600_000;
  assert.equal(await statusOf('GET', '/trades', short.bearer), 401);
  settings.now = now;
  const elsewhere = await issued({ allowed_ips: ['203.0.113.7'] });
  assert.equal(await statusOf('GET', '/trades', elsewhere.bearer), 401);
});

test('without an end it is valid for a year; null is for ever', async () => {
  const year = await issued({});
  const left = Date.parse(String(year.body.expires_at)) - service.app.settings.now();
  assert.ok(Math.abs(left - 365 * 86_400_000) < 60_000);
  assert.equal((await issued({ expires_at: null })).body.expires_at, null);
});

const REFUSED: readonly [what: string, fields: Fields, field: string][] = [
  ['no role', { role: undefined }, 'role'],
  ['a role that is none', { role: 'root' }, 'role'],
  ['a feed', { role: 'feed' }, 'role'],
  ['no name', { name: '' }, 'name'],
  ['the name of the setting', { name: 'OPERATOR_TOKEN' }, 'name'],
  ['a long name', { name: 'a'.repeat(129) }, 'name'],
  ['no scopes', { scopes: [] }, 'scopes'],
  ['a scope of another role', { scopes: ['finance'] }, 'scopes[0]'],
  ['a scope that is none', { scopes: ['read', 'all'] }, 'scopes[1]'],
  ['scopes as text', { scopes: 'read' }, 'scopes'],
  ['no address', { allowed_ips: ['home'] }, 'allowed_ips[0]'],
  ['an end that has been', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  [
    'a merchant for the house',
    { merchant_id: '01890000-0000-7000-8000-000000000000' },
    'merchant_id',
  ],
  ['no merchant', { role: 'merchant_admin' }, 'merchant_id'],
  [
    'an unknown merchant',
    { role: 'merchant_admin', merchant_id: '01890000-0000-7000-8000-000000000000' },
    'merchant_id',
  ],
  ['somebody else’s token', { person_id: '01890000-0000-7000-8000-000000000000' }, 'person_id'],
];

for (const [what, fields, field] of REFUSED) {
  test(`${what}: refused with the field's name`, async () => {
    const { status, body } = await issue(fields);
    assert.equal(status, 422);
    const [first] = Object(body.errors);
    assert.equal(first?.field, field);
  });
}

test('a token that may issue tokens gives no right that it lacks', async () => {
  const { bearer } = await issued({ role: 'owner', scopes: ['access', 'read'] });
  const refused = await issue({ role: 'operator' }, bearer);
  assert.equal(refused.status, 403);
  assert.match(String(refused.body.detail), /which you do not have/);
  const within = await issue({ role: 'operator', scopes: ['read'] }, bearer);
  assert.equal(within.status, 201);
  const path = `/operator_tokens/${String(within.body.id)}`;
  const wider = { authorization: bearer, body: { scopes: ['read', 'payouts'] } };
  assert.equal((await service.ask('PATCH', path, wider)).status, 403);
  const feed = { name: 'x', receiving_account_ids: [] };
  assert.equal(await statusOf('POST', '/feed_tokens', bearer, feed), 403);
});

test('a change takes effect at once, and what it does not name stays', async () => {
  const { id, bearer } = await issued({ role: 'operator', allowed_ips: ['127.0.0.1'] });
  const path = `/operator_tokens/${id}`;
  const changed = await service.ask('PATCH', path, { body: { scopes: ['read'], name: 'less' } });
  assert.equal(changed.status, 200);
  assert.deepEqual(changed.body.allowed_ips, ['127.0.0.1']);
  assert.deepEqual(changed.body.scopes, ['read']);
  assert.equal(await statusOf('POST', '/payouts/take', bearer, {}), 403);
  const role = await service.ask('PATCH', path, { body: { role: 'owner' } });
  assert.equal(role.status, 422);
  assert.equal((await service.ask('PATCH', path, { body: { scopes: ['access'] } })).status, 422);
});

test('revoked, it opens nothing in this process at once and in others within a second', async () => {
  const { id, bearer } = await issued({});
  const other = await service.another();
  const hash = sha256Hex(bearer.slice('Bearer '.length));
  assert.ok((await other.settings.current()).operator_tokens.has(hash));
  assert.equal((await service.ask('DELETE', `/operator_tokens/${id}`)).status, 200);
  const revoked_at = performance.now();
  assert.equal(await statusOf('GET', '/trades', bearer), 401);
  while ((await other.settings.current()).operator_tokens.has(hash)) {
    assert.ok(performance.now() - revoked_at < 20_000, 'it was never refused');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.equal((await service.ask('DELETE', `/operator_tokens/${id}`)).status, 404);
  assert.equal((await service.ask('PATCH', `/operator_tokens/${id}`, { body: {} })).status, 404);
  assert.equal((await service.ask('POST', `/operator_tokens/${id}/rotate`)).status, 404);
});

test('rotated, both are accepted until the overlap ends', async () => {
  const old = await issued({ role: 'finance', scopes: ['read', 'export'] });
  const path = `/operator_tokens/${old.id}/rotate`;
  const made = await service.ask('POST', path, { body: { overlap_hours: 1 } });
  assert.equal(made.status, 201);
  assert.deepEqual(made.body.scopes, ['read', 'export']);
  assert.equal(made.body.role, 'finance');
  const bearer = `Bearer ${String(made.body.token)}`;
  assert.equal(await statusOf('GET', '/trades', old.bearer), 200);
  assert.equal(await statusOf('GET', '/trades', bearer), 200);
  const listed = await service.ask('GET', '/operator_tokens');
  const [before_it] = Object(listed.body.data).filter((one: Fields) => one.id === old.id);
  const left = Date.parse(before_it.expires_at) - service.app.settings.now();
  assert.ok(left > 0 && left <= 3_600_000);
  const next = `/operator_tokens/${String(made.body.id)}/rotate`;
  const at_once = await service.ask('POST', next, { body: { overlap_hours: 0 } });
  assert.equal(at_once.status, 201);
  assert.equal(await statusOf('GET', '/trades', bearer), 401);
  assert.equal((await service.ask('POST', next, { body: { overlap_hours: 169 } })).status, 422);
});

test('the token of the settings is neither rotated nor renamed here', async () => {
  const listed = await service.ask('GET', '/operator_tokens?limit=100');
  const [first] = Object(listed.body.data).filter((one: Fields) => one.name === 'OPERATOR_TOKEN');
  assert.equal(first.role, 'owner');
  const path = `/operator_tokens/${first.id}`;
  assert.equal((await service.ask('POST', `${path}/rotate`)).status, 403);
  const renamed = await service.ask('PATCH', path, { body: { name: 'mine' } });
  assert.equal(renamed.status, 422);
});

test('when it was last used is noted', async () => {
  const { id, bearer } = await issued({});
  await statusOf('GET', '/trades', bearer);
  for (;;) {
    const { body } = await service.ask('GET', '/operator_tokens');
    const [found] = Object(body.data).filter((one: Fields) => one.id === id);
    if (found.last_used_at !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
});

test('a merchant’s token sees its merchant, and no other is there', async () => {
  const own = (await makeMerchant(service.app)).merchant_id;
  const other = (await makeMerchant(service.app)).merchant_id;
  const { bearer } = await issued({ role: 'merchant_viewer', merchant_id: own });
  assert.equal(await statusOf('GET', `/merchants/${own}/balance`, bearer), 200);
  const strange = await service.ask('GET', `/merchants/${other}/balance`, {
    authorization: bearer,
  });
  const nobody = await service.ask(
    'GET',
    '/merchants/01890000-0000-7000-8000-000000000000/balance',
    {
      authorization: bearer,
    },
  );
  assert.equal(strange.status, 404);
  assert.deepEqual({ ...strange.body, request_id: '' }, { ...nobody.body, request_id: '' });
  assert.equal(await statusOf('GET', '/merchants', bearer), 403);
});

test('a person has at most twenty, and so has nobody', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 25 }, async () => (await issue({})).status),
  );
  assert.ok(statuses.includes(422));
  const { body } = await service.ask('GET', '/operator_tokens?limit=100');
  const now = service.app.settings.now();
  const active = Object(body.data).filter(
    (one: Fields) =>
      one.revoked_at === null &&
      (one.expires_at === null || Date.parse(String(one.expires_at)) > now),
  );
  assert.equal(active.length, 20);
  const refused = await issue({});
  assert.equal(refused.body.code, 'token_limit');
});
