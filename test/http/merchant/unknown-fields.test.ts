// Merchants' requests with a parameter or field that nobody knows are answered as without it, on
// every route: so a newer client works with an older service.
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import * as rules from '../../app/scene.ts';
import { openScene, type Scene } from '../service-scene.ts';

type Operation = { operationId: string; requestBody?: { content: Record<string, object> } };
type Route = { method: 'GET' | 'POST'; path: string; takes_json: boolean; name: string };

const text = readFileSync(new URL('../../../openapi/merchant.json', import.meta.url), 'utf8');
const paths: Record<string, Record<string, Operation>> = JSON.parse(text).paths;

const ROUTES = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, { operationId, requestBody }]): Route => {
    const takes_json = requestBody?.content['application/json'] !== undefined;
    return { method: method === 'get' ? 'GET' : 'POST', path, takes_json, name: operationId };
  }),
);

const NOBODY = '01890000-0000-7000-8000-000000000000';
const QUERY = 'not_a_filter=1&limti=1&metadata[]=x&not_a_filter=2';

let scene: Scene;
before(async () => {
  scene = await openScene();
  await rules.makeAccount(scene.app, 'INR');
});
after(() => scene.stop());

/** Parameters of paths are the merchant, or a record that nobody has. */
const placeOf = ({ path }: Route) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name.startsWith('merchant') ? scene.merchant.merchant_id : NOBODY,
  );

/** What the answer says, without what differs each time. */
async function said({ method, takes_json }: Route, url: string, fields: object = {}) {
  const { token, merchant_id } = scene.merchant;
  const headers = { 'x-token': token, ...(takes_json ? {} : { accept: 'application/json' }) };
  const body = takes_json ? { payload: { merchant_id, ...fields } } : {};
  const answer = await scene.server.inject({ method, url, headers, ...body });
  const shown = answer.payload.replace(/"(?:request_id|as_of)":"[^"]*"/g, '""');
  return [answer.statusCode, shown];
}

/** It answers until it is closed, or with a file. */
const isStream = ({ name }: Route) => name === 'streamEvents';

describe('a merchant’s request', () => {
  it('is of every route', () => ok(ROUTES.length > 30, String(ROUTES.length)));

  for (const route of ROUTES.filter((one) => !isStream(one))) {
    it(`${route.name} is answered as without unknown parameters`, async () => {
      const place = placeOf(route);
      const usual = await said(route, place);
      notEqual(usual[0], 500);
      deepEqual(await said(route, `${place}?${QUERY}`), usual);
    });

    if (!route.takes_json) continue;
    it(`${route.name} is answered as without unknown fields`, async () => {
      const more = { not_a_field: null, limti: 1, nested: { amount_cents: 'x' }, list: [{}] };
      deepEqual(await said(route, placeOf(route), more), await said(route, placeOf(route)));
    });
  }

  it('with unknown fields is the same order as without them', async () => {
    const { merchant_id } = scene.merchant;
    const money = { amount_cents: 150_050, amount_currency: 'INR', type: 'account' };
    const order = { merchant_id, order_id: 'order-1', client_id: 'c', ...money };
    const path = '/api/v1/orders/deposit/create';
    const first = await scene.post(path, { ...order, a_later_field: 1 });
    const again = await scene.post(path, { ...order, a_later_field: { other: true } });
    deepEqual([first.status, again.status], [201, 201]);
    equal(again.headers['idempotent-replayed'], 'true');
    deepEqual(again.body, first.body);
    ok(!('a_later_field' in first.body));
  });
});
