// Role × route: every request is really sent as every role, with and without its scope, about the
// own merchant and another one. The golden file shows each right that moves.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ALL_RIGHTS, type Right, roleHas } from '../../../../server/domain/access/rights.ts';
import type { OperatorRoute } from '../../../../server/http/operator/route/route.ts';
import { OPERATOR_ROUTES } from '../../../../server/http/operator/routes.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { makeMerchant } from '../../../support/test-app.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';
import { HEAD, judgeRoute, type Merchants } from './judge-access.ts';
import { makeRoleCallers, type RoleCallers } from './role-callers.ts';

const opened = cleanup();

type Stage = { service: OperatorService; callers: RoleCallers; merchants: Merchants };

async function openStage(): Promise<Stage> {
  const service = await openOperatorService();
  opened(() => service.stop());
  const own = (await makeMerchant(service.app)).merchant_id;
  const other = (await makeMerchant(service.app)).merchant_id;
  return { service, callers: await makeRoleCallers(service, own), merchants: { own, other } };
}

suite('rights over routes', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });

  test('every route keeps to its right, for every role', async (t) => {
    const { service, callers, merchants } = stage;
    const lines: string[] = [];
    const holes: string[] = [];
    for (const route of OPERATOR_ROUTES) {
      const judged = await judgeRoute(service, callers, merchants, route);
      lines.push(judged.line);
      holes.push(...judged.holes);
    }
    assert.deepEqual(holes, []);
    const file = fileURLToPath(new URL('../../../golden/operator/matrix.txt', import.meta.url));
    t.assert.fileSnapshot([HEAD, ...lines, ''].join('\n'), file, { serializers: [String] });
  });

  test('routes for merchants’ people need a right that these have', () => {
    for (const { url, own_merchant, right } of OPERATOR_ROUTES) {
      if (own_merchant === undefined) continue;
      assert.ok(roleHas('merchant_admin', right), `${url} can never be used by them`);
    }
  });

  test('every route has a right of the table', () => {
    const known: readonly string[] = ALL_RIGHTS;
    for (const { url, right } of OPERATOR_ROUTES) assert.ok(known.includes(right), url);
  });
});

/** Serves the routes with one of them changed, and judges it as it should be. */
async function holesOf(url: string, planted: Partial<OperatorRoute>): Promise<string[]> {
  const routes = OPERATOR_ROUTES as OperatorRoute[];
  const index = routes.findIndex((one) => one.url === url && one.method === 'GET');
  const whole = routes[index];
  assert.ok(whole !== undefined);
  routes[index] = { ...whole, ...planted };
  try {
    const { service, callers, merchants } = await openStage();
    return (await judgeRoute(service, callers, merchants, whole)).holes;
  } finally {
    routes[index] = whole;
  }
}

suite('planted holes are found', () => {
  const HOLES: readonly [what: string, url: string, planted: Partial<OperatorRoute>, RegExp][] = [
    ['a right that the table lacks', '/audit', { right: 'trades.invent' as Right }, /gets 500/],
    ['too weak a right', '/audit', { right: 'trades.read' }, /operator gets 200 instead of 403/],
    ['too strong a right', '/rates', { right: 'keys.rotate' }, /viewer gets 403, but has/],
    [
      'a route about any merchant that is open to merchants’ people',
      '/merchants',
      { own_merchant: { caller: true } },
      /merchant_viewer gets 200 instead of 403/,
    ],
    [
      'a param that is not compared',
      '/merchants/:id/balance',
      { own_merchant: { caller: true } },
      /merchant_viewer gets 200 for another merchant/,
    ],
    [
      'a filter that is not compared',
      '/trades',
      { own_merchant: { caller: true } },
      /merchant_viewer gets 200 for another merchant/,
    ],
  ];
  for (const [what, url, planted, found] of HOLES) {
    test(`${what}`, async () => {
      assert.match((await holesOf(url, planted)).join('\n'), found);
    });
  }

  test('a route without a right does not compile', () => {
    const { right: _, ...rest } = OPERATOR_ROUTES[0] as OperatorRoute;
    // @ts-expect-error: the right is missing
    const without: OperatorRoute = rest;
    assert.equal(without.right, undefined);
  });
});
