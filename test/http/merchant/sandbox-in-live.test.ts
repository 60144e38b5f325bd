// Nothing of the sandbox works in live mode: addresses that only a sandbox has are 404 there, and
// its use cases change nothing.
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { createPayoutBatch } from '../../../server/app/payout/make-payout-batch.ts';
import { workRails } from '../../../server/app/payout/rails.ts';
import { answerSandboxOrders } from '../../../server/app/sandbox/answer-orders.ts';
import { isScriptedFailure } from '../../../server/app/sandbox/fail-callbacks.ts';
import { playBank } from '../../../server/app/sandbox/play-bank.ts';
import { playOrder } from '../../../server/app/sandbox/play-order.ts';
import { MAGIC_PAYINS } from '../../../server/domain/sandbox/magic-values.ts';
import { SANDBOX_ACTS } from '../../../server/domain/sandbox/sandbox-acts.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import * as scene from '../../app/scene.ts';
import { cleanup } from '../../support/cleanup.ts';
import {
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import { buildTestServer } from '../service-scene.ts';

const closing = cleanup();
let live: TestApp;
let merchant: TestMerchant;
const servers = new Map<string, FastifyInstance>();
before(async () => {
  for (const mode of ['sandbox', 'live'] as const) {
    // The options ask for the bank in both modes.
    const bank_answers = { answers: 'all' as const, delay_ms: 0 };
    const service = await openTestApp({ mode, bank_answers });
    closing(() => service.stop());
    const server = await buildTestServer(service.app);
    closing(() => server.close());
    servers.set(mode, server);
    if (mode === 'live') live = service;
  }
  await scene.makeAccount(live.app, 'INR');
  merchant = await makeMerchant(live.app);
});

const serverOf = (mode: 'sandbox' | 'live') => {
  const server = servers.get(mode);
  if (server === undefined) throw new Error(`No server in ${mode} mode`);
  return server;
};

/** `METHOD path` of every route. */
function routesOf(mode: 'sandbox' | 'live'): Set<string> {
  const text = serverOf(mode).printRoutes({ commonPrefix: false });
  const found = new Set<string>();
  const stack: string[] = [];
  for (const line of text.split('\n')) {
    const [, indent = '', rest = ''] = /^((?:│ {3}| {4})*)(?:├── |└── )(.*)$/.exec(line) ?? [];
    if (rest === '') continue;
    const depth = indent.length / 4;
    const [, part = '', methods] = /^(.*?)(?: \(([A-Z, ]+)\))?$/.exec(rest) ?? [];
    stack.length = depth;
    stack.push(part);
    if (methods === undefined) continue;
    for (const method of methods.split(', ')) found.add(`${method} ${stack.join('')}`);
  }
  return found;
}

/** All that a sandbox has more than a live service. */
const ONLY_IN_SANDBOX = [
  'GET /api/v1/sandbox',
  'GET /operator/v1/sandbox/clock',
  'GET /pay/:token/play',
  'GET /pay/:token/play-amount',
  'POST /api/v1/sandbox/faults',
  'POST /api/v1/sandbox/orders',
  'POST /operator/v1/sandbox/clock/advance',
  'POST /pay/:token/play',
  'POST /pay/:token/play-amount',
];

test('a sandbox has these routes more than a live service, and no other', () => {
  const [sandbox, in_live] = [routesOf('sandbox'), routesOf('live')];
  ok(in_live.size > 200, `${in_live.size} routes were found`);
  const more = [...sandbox].filter((one) => !in_live.has(one) && !one.startsWith('HEAD '));
  deepEqual(more.toSorted(), ONLY_IN_SANDBOX);
  deepEqual(
    [...in_live].filter((one) => !sandbox.has(one)),
    [],
  );
});

/** As a page's form or as the API is asked. */
function requestOf(one: string, token: string) {
  const [method = '', path = ''] = one.split(' ');
  const is_page = path.startsWith('/pay');
  const type = is_page ? 'application/x-www-form-urlencoded' : 'application/json';
  const url = path.replace(':token', token);
  if (method === 'GET') return { method: 'GET' as const, url, headers: {} };
  const headers = { 'content-type': type, origin: live.app.public_url };
  const payload = is_page ? 'act=pay&amount=50.00' : '{}';
  return { method: 'POST' as const, url, headers, payload };
}

test('each of them is unknown in live mode, with and without a token', async () => {
  const trade = await scene.newPayin(live.app, merchant, { amount_cents: 5_000 });
  const token = new URL(trade.url).pathname.split('/').at(-1) ?? '';
  for (const one of ONLY_IN_SANDBOX) {
    const request = requestOf(one, token);
    for (const own of [{}, { 'x-token': merchant.token }]) {
      const headers = { ...request.headers, ...own };
      const { statusCode } = await serverOf('live').inject({ ...request, headers });
      equal(statusCode, 404, `${one} answers ${statusCode}`);
    }
  }
  const [row] = await scene.sql<{ state: string }>(
    live.app,
    `select state from trades where trade_id = '${trade.id}'`,
  );
  equal(row?.state, 'pending');
});

test('a page in live mode shows no panel', async () => {
  const trade = await scene.newPayin(live.app, merchant, { amount_cents: 5_100 });
  const { pathname } = new URL(trade.url);
  const { body } = await serverOf('live').inject(pathname);
  ok(!body.includes('play-heading') && !body.includes('/play'), body);
});

test('magic values are values like any other in live mode', async () => {
  equal(live.app.sandbox_bank, null);
  for (const { amount_cents } of MAGIC_PAYINS) {
    const trade = await scene.newPayin(live.app, merchant, { amount_cents: Number(amount_cents) });
    equal(trade.state, 'pending');
  }
  equal(await answerSandboxOrders(live.app), 0);
  deepEqual(await scene.sql(live.app, 'select from sandbox_answers'), []);
});

test('no act and no fault happens there, whoever asks for it', async () => {
  const body = await scene.newPayin(live.app, merchant, { amount_cents: 5_200 });
  const { merchant_id } = merchant;
  const trade = await live.app.store.reads.trade({ merchant_id, trade_id: body.id });
  if (trade === null) throw new Error('The pay-in is not there');
  for (const act of SANDBOX_ACTS) {
    const refused = await playOrder(live.app, trade, act, null);
    equal(refused?.code, 'not_found', act);
    if (act === 'pay_late') continue;
    const play = { act, transfer: 'x', amount_cents: null };
    await rejects(playBank(live.app, trade, play), /simulated bank is in the sandbox only/);
  }
  await scene.sql(
    live.app,
    `insert into sandbox_faults (merchant_id, token_id, fault, times_left)
     values ('${merchant_id}', '${merchant.caller.token.token_id}', 'api_unavailable', 9),
       ('${merchant_id}', '${merchant.caller.token.token_id}', 'callbacks_fail', 9)`,
  );
  await scene.sql(live.app, 'update settings_versions set version = version + 1');
  await live.app.settings.refresh();
  const balance = await serverOf('live').inject({
    url: `/api/v1/merchant/account_balance/${merchant_id}`,
    headers: { 'x-token': merchant.token },
  });
  equal(balance.statusCode, 200);
  const told = { direction: 'payin', requested_amount_cents: 9_009 };
  const attempt = { merchant_id, attempt: 1, body: JSON.stringify({ data: told }) };
  equal(await isScriptedFailure(live.app, attempt), false);
});

test('no batch of pay-outs goes to the simulated bank', async () => {
  const receiving_account_id = await scene.makeAccount(live.app, 'INR');
  const asked = raw({ receiving_account_id, rail: 'simulated_bank' });
  const refused = await createPayoutBatch(live.app, OPERATOR, asked, undefined);
  ok(isRefusal(refused));
  deepEqual(refused.errors, [
    { field: 'rail', code: 'not_allowed', message: 'is in the sandbox only' },
  ]);
  equal(await workRails(live.app), 0);
});

after(() => {
  servers.clear();
});
