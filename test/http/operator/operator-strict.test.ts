// Operators' requests with a field that nobody knows are refused on every route before anything is
// done: a typo never sets a limit aside.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { OperatorRoute } from '../../../server/http/operator/route/route.ts';
import { OPERATOR_ROUTES } from '../../../server/http/operator/routes.ts';
import { makeMerchant } from '../../support/test-app.ts';
import { fieldsOf, type Schema } from '../schema/schema-fields.ts';
import { type OperatorService, openOperatorService, type Reply } from './operator-service.ts';

let service: OperatorService;
let merchant_id: string;
before(async () => {
  service = await openOperatorService();
  merchant_id = (await makeMerchant(service.app)).merchant_id;
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

type Error = { field: string; code: string; message: string };

const pathOf = ({ url }: OperatorRoute): string => url.replaceAll(/:\w+/g, merchant_id);
const errorsOf = (reply: Reply): Error[] => Object(reply.body.errors ?? []);
const ask = (route: OperatorRoute, body?: unknown, query = '') =>
  service.ask(route.method, `${pathOf(route)}${query}`, body === undefined ? {} : { body });

suite('a field that nobody knows', () => {
  for (const route of OPERATOR_ROUTES) {
    const name = `${route.method} ${route.url}`;

    test(`${name}: in the query`, async () => {
      const reply = await ask(route, undefined, '?not_a_filter=1&limti=1');
      assert.equal(reply.status, 422);
      const known = Object.keys(route.query ?? {});
      const question = known.includes('limit') ? '; did you mean limit?' : '';
      assert.deepEqual(errorsOf(reply), [
        { field: 'not_a_filter', code: 'not_allowed', message: 'is not a known field' },
        { field: 'limti', code: 'not_allowed', message: `is not a known field${question}` },
      ]);
    });

    if (route.method === 'GET' || route.upload !== undefined) continue;
    test(`${name}: in the body`, async () => {
      const reply = await ask(route, { not_a_field: null });
      assert.equal(reply.status, 422);
      assert.deepEqual(errorsOf(reply), [
        { field: 'not_a_field', code: 'not_allowed', message: 'is not a known field' },
      ]);
    });
  }
});

for (const route of OPERATOR_ROUTES.filter(({ body }) => body !== undefined)) {
  const fields = [...fieldsOf(route.body as Schema)];

  test(`${route.method} ${route.url} says which of its fields was meant`, async () => {
    for (const { field, name, bodyOf } of fields) {
      const typo = `${name}s_`;
      const body = JSON.parse(JSON.stringify(bodyOf(1)).replace(`"${name}":1`, `"${typo}":1`));
      const [error] = errorsOf(await ask(route, body));
      assert.equal(error?.field, `${field.slice(0, -name.length)}${typo}`);
      assert.equal(error?.message, `is not a known field; did you mean ${field}?`);
    }
  });
}

test('an account whose limit was misspelt is not made', async () => {
  const fields = { type: 'account', currency: 'INR', name: 'House', number: '000111222333' };
  const body = { ...fields, max_amount: 100_000 };
  const reply = await service.ask('POST', '/receiving_accounts', { body });
  assert.deepEqual(errorsOf(reply), [
    {
      field: 'max_amount',
      code: 'not_allowed',
      message: 'is not a known field; did you mean max_amount_cents?',
    },
  ]);
  assert.deepEqual((await service.ask('GET', '/receiving_accounts')).body.data, []);
});

test('a token without any scope is not issued', async () => {
  const path = `/merchants/${merchant_id}/tokens`;
  const reply = await service.ask('POST', path, { body: { scopes: [] } });
  assert.deepEqual(errorsOf(reply), [
    { field: 'scopes', code: 'length', message: 'must name at least one' },
  ]);
});

test('many strangers are told in one answer of bounded length', async () => {
  const body = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`x${index}`, 1]));
  const reply = await service.ask('POST', '/merchants', { body });
  assert.equal(errorsOf(reply).length, 100);
});
