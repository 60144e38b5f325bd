// Which requests of a merchant's people pass: their own merchant in any spelling, and no other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperatorCaller } from '../../../server/app/request/caller.ts';
import {
  checkAccess,
  checkBodyAccess,
  confineQuery,
} from '../../../server/http/operator/access/check-access.ts';
import type { OperatorRoute } from '../../../server/http/operator/route/route.ts';
import { OPERATOR } from '../../support/test-app.ts';

const OWN = '01890000-0000-7000-8000-00000000000a';
const OTHER = '01890000-0000-7000-8000-00000000000b';
const VIEWER: OperatorCaller = { ...OPERATOR, role: 'merchant_viewer', merchant_id: OWN };
const ADMIN: OperatorCaller = { ...VIEWER, role: 'merchant_admin' };

const routeOf = (own_merchant?: OperatorRoute['own_merchant']) => ({
  right: 'trades.read' as const,
  ...(own_merchant === undefined ? {} : { own_merchant }),
});
const codeOf = (refusal: ReturnType<typeof checkAccess>) => refusal?.code ?? 'passes';

test('a param names the merchant: their own passes, anything else is not found', () => {
  const route = routeOf({ param: 'merchant_id' });
  const ask = (merchant_id: unknown) =>
    codeOf(checkAccess(VIEWER, route, { params: { merchant_id }, query: {} }));
  assert.equal(ask(OWN), 'passes');
  assert.equal(ask(OWN.toUpperCase()), 'passes');
  for (const other of [OTHER, '', `${OWN} `, `${OWN}/..`, 'x', undefined, null, [OWN], 7]) {
    assert.equal(ask(other), 'not_found');
  }
});

test('a query may name the merchant, and names their own if it does not', () => {
  const route = routeOf({ query: 'merchant_id' });
  const ask = (query: Record<string, unknown>) =>
    codeOf(checkAccess(VIEWER, route, { params: {}, query }));
  assert.equal(ask({}), 'passes');
  assert.equal(ask({ merchant_id: OWN }), 'passes');
  for (const other of [OTHER, '', [OWN, OTHER], [OWN]]) {
    assert.equal(ask({ merchant_id: other }), 'not_found');
  }
  assert.deepEqual(confineQuery(VIEWER, route, {}), { merchant_id: OWN });
  assert.deepEqual(confineQuery(VIEWER, route, { limit: '1', merchant_id: OTHER }), {
    limit: '1',
    merchant_id: OWN,
  });
  assert.deepEqual(confineQuery(OPERATOR, route, {}), {});
});

test('a field of the body may name only their own merchant', () => {
  const route = { right: 'callbacks.resend', own_merchant: { field: 'merchant_id' } } as const;
  const ask = (fields: Record<string, unknown>) => codeOf(checkBodyAccess(ADMIN, route, fields));
  assert.equal(ask({ merchant_id: OWN }), 'passes');
  assert.equal(ask({}), 'passes');
  for (const other of [OTHER, '', 7, [OWN], { OWN }]) {
    assert.equal(ask({ merchant_id: other }), 'not_found');
  }
  assert.equal(codeOf(checkBodyAccess(OPERATOR, route, { merchant_id: OTHER })), 'passes');
});

test('a route that names no merchant is closed to them, and says so', () => {
  const refused = checkAccess(VIEWER, routeOf(), { params: {}, query: {} });
  assert.equal(refused?.code, 'forbidden');
  assert.deepEqual(refused?.extra, { missing_right: 'trades.read' });
  const own = routeOf({ caller: true });
  assert.equal(checkAccess(VIEWER, own, { params: {}, query: {} }), null);
});

test('whoever has a merchant is confined to it, whatever the role; without one nothing is theirs', () => {
  const route = routeOf({ param: 'id' });
  const strange = { ...OPERATOR, merchant_id: OWN };
  assert.equal(
    codeOf(checkAccess(strange, route, { params: { id: OTHER }, query: {} })),
    'not_found',
  );
  assert.equal(codeOf(checkAccess(strange, routeOf(), { params: {}, query: {} })), 'forbidden');
  const lost = { ...VIEWER, merchant_id: null };
  assert.equal(codeOf(checkAccess(lost, route, { params: { id: OWN }, query: {} })), 'not_found');
  const list = routeOf({ query: 'merchant_id' });
  assert.equal(codeOf(checkAccess(lost, list, { params: {}, query: {} })), 'not_found');
});

test('the right comes first: without it nobody learns whether the merchant is theirs', () => {
  const route = { right: 'callbacks.change', own_merchant: { param: 'id' } } as const;
  for (const id of [OWN, OTHER]) {
    const refused = checkAccess(VIEWER, route, { params: { id }, query: {} });
    assert.equal(refused?.code, 'forbidden');
    assert.equal(
      refused?.detail,
      'This needs the right callbacks.change, which the role merchant_viewer does not have.',
    );
  }
});
