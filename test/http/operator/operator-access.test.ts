// Who gets into the operators' API: every route with no token, a wrong one, a merchant's and an
// operator's.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { OPERATOR_PREFIX, OPERATOR_ROUTES } from '../../../server/http/operator/routes.ts';
import { makeMerchant, OPERATOR_TOKEN } from '../../support/test-app.ts';
import { AUTHORIZATION, type OperatorService, openOperatorService } from './operator-service.ts';

let service: OperatorService;
let merchant_token: string;

before(async () => {
  service = await openOperatorService();
  merchant_token = (await makeMerchant(service.app)).token;
});
after(async () => {
  await service.stop();
});

const NOBODY = '01890000-0000-7000-8000-000000000000';
const pathOf = (url: string) => url.replace(/:\w+/g, NOBODY);
const bodyFor = (method: string) => (method === 'GET' || method === 'DELETE' ? undefined : {});

test('every route answers an operator alone, and others by the form of their token', async (t) => {
  const lines: string[] = [];
  const refusals = new Map<string, Set<string>>();
  for (const { method, url } of OPERATOR_ROUTES) {
    const statuses: number[] = [];
    for (const authorization of [null, 'Bearer wrong', `Bearer ${merchant_token}`]) {
      const reply = await service.ask(method, pathOf(url), {
        authorization,
        body: bodyFor(method),
      });
      const told = JSON.stringify({ ...reply.body, request_id: null });
      const form = String(authorization);
      refusals.set(form, new Set(refusals.get(form)).add(told));
      assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8');
      statuses.push(reply.status);
    }
    const allowed = await service.ask(method, pathOf(url), { body: bodyFor(method) });
    statuses.push(allowed.status);
    const route = `${method.padEnd(6)} ${OPERATOR_PREFIX}${url}`;
    lines.push(`${route.padEnd(60)} ${statuses.join('   ')}`);
  }
  assert.deepEqual(
    [...refusals.values()].map(({ size }) => size),
    [1, 1, 1],
  );
  const head = `${''.padEnd(60)} none  wrong merchant operator`;
  const file = fileURLToPath(new URL('../../golden/operator/access.txt', import.meta.url));
  t.assert.fileSnapshot([head, ...lines, ''].join('\n'), file, { serializers: [String] });
});

const WRONG = [
  ['empty', ''],
  ['no scheme', OPERATOR_TOKEN],
  ['another scheme', `Basic ${Buffer.from(`operator:${OPERATOR_TOKEN}`).toString('base64')}`],
  ['no token', 'Bearer '],
  ['the beginning of the token', `Bearer ${OPERATOR_TOKEN.slice(0, -1)}`],
  ['more than the token', `Bearer ${OPERATOR_TOKEN}0`],
  ['another case', `Bearer ${OPERATOR_TOKEN.toUpperCase()}`],
  ['two tokens', `Bearer ${OPERATOR_TOKEN}, Bearer ${OPERATOR_TOKEN}`],
  ['two blanks', `Bearer  ${OPERATOR_TOKEN}`],
  ['SQL', "Bearer ' or 1=1 --"],
  ['5 kB', `Bearer ${'a'.repeat(5_000)}`],
] as const;

for (const [what, authorization] of WRONG) {
  test(`${what} in the Authorization header is 401`, async () => {
    const reply = await service.ask('GET', '/merchants', { authorization });
    assert.equal(reply.status, 401);
    assert.equal(reply.body.code, 'unauthorized');
  });
}

test('a denial is logged with its request id and address, and without the token', async () => {
  const reply = await service.ask('GET', `/merchants/${NOBODY}`, { authorization: 'Bearer guess' });
  const last = service.warnings.at(-1);
  assert.deepEqual(last, {
    fields: {
      request_id: reply.body.request_id,
      method: 'GET',
      path: '/operator/v1/merchants/:id',
      address: '127.0.0.1',
    },
    message: 'operator request denied',
  });
});

test('the scheme is read in any case', async () => {
  for (const scheme of ['bearer', 'BEARER']) {
    const reply = await service.ask('GET', '/merchants', {
      authorization: AUTHORIZATION.replace('Bearer', scheme),
    });
    assert.equal(reply.status, 200);
  }
});

test('the operator’s token opens nothing of the merchants’ API', async () => {
  const response = await fetch(`${service.url}/api/v1/orders/search`, {
    method: 'POST',
    headers: { 'x-token': OPERATOR_TOKEN, 'content-type': 'application/json' },
    body: '{}',
  });
  assert.equal(response.status, 401);
});
