// What a newcomer does wrong first, with the address, the method or the token: every answer says
// what to do instead, and none says more of tokens than their form.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { noMerchantToken, noOperatorToken } from '../../../server/domain/service/api-token.ts';
import { renderOpenApi } from '../../../server/http/openapi/render-openapi.ts';
import { nearPath } from '../../../server/http/transport/near-path.ts';
import { makeMerchant } from '../../support/test-app.ts';
import { openScene, type Scene } from '../service-scene.ts';

type Paths = Record<string, Record<string, object>>;
const { paths } = (await renderOpenApi('merchant')) as { paths: Paths };

let scene: Scene;
before(async () => {
  scene = await openScene();
});
after(() => scene.stop());

type Sent = { method?: 'GET' | 'POST' | 'PUT'; headers?: Record<string, string>; payload?: object };

async function detailOf(url: string, { method = 'GET', headers, payload }: Sent = {}) {
  const { merchant, server } = scene;
  const answer = await server.inject({
    method,
    url,
    headers: headers ?? { 'x-token': merchant.token },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, detail: String(answer.json().detail) };
}

describe('a wrong address', () => {
  const SLIPS: readonly [what: string, slip: (path: string) => string][] = [
    ['a slash at its end', (path) => `${path}/`],
    ['capitals', (path) => path.toUpperCase()],
    ['no version', (path) => path.replace('/v1', '')],
    ['a doubled slash', (path) => path.replace('/v1/', '/v1//')],
    ['one letter of the plural missing', (path) => path.replace(/s(?=\/|$)/, '')],
  ];
  for (const [what, slip] of SLIPS) {
    it(`leads to the right one: ${what}`, async () => {
      for (const path of Object.keys(paths).filter((one) => !one.includes('{'))) {
        if (slip(path) === path) continue;
        const [method = ''] = Object.keys(paths[path] ?? {});
        const sent = { method: method.toUpperCase() as 'GET' | 'POST' };
        const { status, detail } = await detailOf(slip(path), sent);
        equal(status, 404, path);
        equal(detail, `There is nothing here: did you mean ${sent.method} ${path}?`);
      }
    });
  }

  it('leads to the reference, if it is like none', async () => {
    for (const path of ['/v1/payment_intents', '/nothing', `/api/v1/${'x'.repeat(300)}`]) {
      const { status, detail } = await detailOf(path);
      equal(status, 404);
      match(detail, /^There is nothing here: http\S+\/docs\/api has all addresses\.$/);
    }
  });

  it('is not searched for if it is long, and parts of any name come last', () => {
    const known = ['/api/v1/orders/:merchant/:uuid', '/api/v1/orders/deposit/create'];
    equal(nearPath('/api/v1/order/deposit/create', known), known[1]);
    equal(nearPath('/api/v1/order/a/b', known), known[0]);
    equal(nearPath(`/api/v1/order/deposit/create${'/'.repeat(300)}`, known), null);
    for (const none of ['', '/', '/api/v1/', '/api/v1/orders', '/::/::']) {
      equal(nearPath(none, known), null, none);
    }
  });

  it('with another method says which methods there are', async () => {
    for (const [path, methods] of Object.entries(paths)) {
      if (path.includes('{') || 'get' in methods) continue;
      const { status, detail } = await detailOf(path);
      deepEqual([status, detail], [405, 'This address only supports OPTIONS, POST.'], path);
    }
  });

  it('with an order_id in place of an id leads to the search', async () => {
    const { status, detail } = await detailOf(`/api/v1/orders/${scene.merchant.merchant_id}/abc`);
    equal(status, 404);
    match(detail, /two UUIDs.*POST \/api\/v1\/orders\/search/);
  });
});

describe('a wrong token', () => {
  const EVENTS = '/api/v1/events';
  const KEY = 'A'.repeat(43);
  const TOLD: readonly [what: string, url: string, headers: Record<string, string>, RegExp][] = [
    ['none', EVENTS, {}, /X-Token is missing/],
    ['in Authorization', EVENTS, { authorization: `Bearer test_${KEY}` }, /not in Authorization/],
    ['with Bearer', EVENTS, { 'x-token': `Bearer test_${KEY}` }, /without Bearer/],
    ['of an operator', EVENTS, { 'x-token': `op_${KEY}` }, /operator’s token/],
    ['of live mode', EVENTS, { 'x-token': `live_${KEY}` }, /use a test_ token/],
    ['unknown', EVENTS, { 'x-token': `test_${KEY}` }, /wrong or revoked.*merchant_id/],
    ['a signature', EVENTS, { 'x-token': 'a'.repeat(64) }, /form of a signature.*lower-case hex/],
    [
      'of a merchant',
      '/operator/v1/merchants',
      { authorization: `Bearer test_${KEY}` },
      /merchant’s/,
    ],
    ['no operator’s', '/operator/v1/merchants', {}, /Authorization is missing/],
    ['of Basic', '/operator/v1/merchants', { authorization: 'Basic YTpi' }, /no Bearer token/],
  ];
  for (const [what, url, headers, told] of TOLD) {
    it(`is told by its form: ${what}`, async () => {
      const { status, detail } = await detailOf(url, { headers });
      equal(status, 401);
      match(detail, told);
    });
  }

  it('that is known says nothing more than one that is not', async () => {
    const other = await makeMerchant(scene.app);
    const body = { merchant_id: other.merchant_id, id: other.merchant_id };
    const ask = (token: string) =>
      detailOf('/api/v1/orders/cancel', {
        method: 'POST',
        headers: { 'x-token': token },
        payload: body,
      });
    const known = await ask(scene.merchant.token);
    equal(known.status, 401);
    deepEqual(known, await ask(`test_${KEY}`));
  });

  it('has no hint if its form is right', () => {
    for (const text of [`test_${KEY}`, `live_${KEY}`, 'hello', 'a'.repeat(64)]) {
      equal(noMerchantToken(text), null, text);
    }
    equal(noOperatorToken('Bearer op_x', 'op_x'), null);
    equal(noOperatorToken('Bearer hello', 'hello'), null);
  });
});
