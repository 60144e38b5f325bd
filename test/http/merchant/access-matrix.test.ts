// Scope × route of the merchants' API: every request is really sent with tokens of each scope,
// about the own merchant and another one. The golden file shows each scope that moves.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { issueToken } from '../../../server/app/merchant/tokens.ts';
import { authenticateMerchants } from '../../../server/http/merchant/authenticate.ts';
import { accepted, makeMerchant, OPERATOR, OPERATOR_TOKEN, raw } from '../../support/test-app.ts';
import { openScene, type Scene } from '../service-scene.ts';

type Method = 'GET' | 'POST';
type Operation = { security?: readonly object[] };

const NOBODY = '01890000-0000-7000-8000-000000000000';

const text = readFileSync(new URL('../../../openapi/merchant.json', import.meta.url), 'utf8');
const paths: Record<string, Record<string, Operation>> = JSON.parse(text).paths;

/** All routes that need a token. */
const ROUTES = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([, { security }]) => security?.length !== 0)
    .map(([method]) => ({ method: method.toUpperCase() as Method, path })),
);

const SCOPES = ['payin', 'payout', 'read'] as const;
const CLOSED = 'scope';

suite('scopes over the merchants’ routes', () => {
  let scene: Scene;
  let other: string;
  const tokens = new Map<string, string>();

  before(async () => {
    scene = await openScene();
    other = (await makeMerchant(scene.app)).merchant_id;
    const { merchant_id } = scene.merchant;
    for (const scope of SCOPES) {
      const fields = raw({ mode: 'token', scopes: [scope] });
      const issued = accepted(await issueToken(scene.app, OPERATOR, merchant_id, fields));
      tokens.set(scope, issued.token ?? '');
    }
  });
  after(() => scene.stop());

  /** The body would be a file. */
  async function empty(url: string, headers: Record<string, string>) {
    const answer = await scene.server.inject({ method: 'POST', url, headers });
    return { status: answer.statusCode, body: Object(answer.json()) };
  }

  async function ask(route: { method: Method; path: string }, merchant_id: string, token: string) {
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      name.startsWith('merchant') ? merchant_id : NOBODY,
    );
    const headers = { 'x-token': token };
    if (route.path.endsWith('/files')) return await empty(path, headers);
    if (route.method === 'POST') return await scene.post(path, { merchant_id }, headers);
    const is_named = route.path.includes('{merchant');
    // Files have no JSON: their refusals have.
    return await scene.get(is_named ? path : `${path}?merchant_id=${merchant_id}`, headers);
  }

  test('every route keeps to its scope, and to the merchant of the token', async (t) => {
    assert.ok(ROUTES.length >= 15);
    const lines: string[] = [];
    for (const route of ROUTES) {
      const name = `${route.method.padEnd(4)} ${route.path}`;
      const { merchant_id, token } = scene.merchant;
      const nobody = await ask(route, merchant_id, 'test_none');
      const operator = await ask(route, merchant_id, OPERATOR_TOKEN);
      assert.deepEqual([name, nobody.status, operator.status], [name, 401, 401]);
      const cells = await Promise.all(
        SCOPES.map(async (scope) => {
          const { status, body } = await ask(route, merchant_id, tokens.get(scope) ?? '');
          return body.code === 'insufficient_scope' ? CLOSED : String(status).padEnd(5);
        }),
      );
      const opened = cells.filter((cell) => cell !== CLOSED).length;
      assert.ok(opened > 0 && opened < SCOPES.length, `${name} opens for ${opened} scopes`);
      const all = await ask(route, merchant_id, token);
      const [theirs, nothing] = [await ask(route, other, token), await ask(route, NOBODY, token)];
      const words = (answer: typeof theirs) => JSON.stringify({ ...answer.body, request_id: '' });
      assert.equal(words(theirs), words(nothing), `${name} tells merchants apart`);
      assert.ok([401, 404, 422].includes(theirs.status), `${name} answers ${theirs.status}`);
      lines.push(`${name.padEnd(56)} ${cells.join('  ')}  ${all.status}  ${theirs.status}`);
    }
    const head = `${''.padEnd(56)} payin  payout read   all  another merchant`;
    const file = fileURLToPath(new URL('../../golden/merchant/matrix.txt', import.meta.url));
    t.assert.fileSnapshot([head, ...lines, ''].join('\n'), file, { serializers: [String] });
  });

  test('a route that says no scope keeps the service from starting', async () => {
    for (const config of [undefined, {}, { scopes: [] }]) {
      const server = Fastify();
      authenticateMerchants(server, scene.app);
      const options = config === undefined ? {} : { config };
      assert.throws(() => server.get('/planted', options, () => 'open'), /says no scope/);
      await server.close();
    }
  });
});
