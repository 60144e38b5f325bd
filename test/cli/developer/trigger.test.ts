// `trigger`: every event type is in its table, and each of them really happens in the sandbox.
import { deepEqual, equal, fail, match, ok } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { asksOperator, TRIGGERS } from '../../../cli/client/triggers.ts';
import { workRails } from '../../../server/app/payout/rails.ts';
import { EVENT_TYPES } from '../../../server/domain/merchant/event-types.ts';
import * as scene from '../../app/scene.ts';
import { type OperatorService, openOperatorService } from '../../http/operator/operator-service.ts';
import { makeMerchant, OPERATOR_TOKEN, type TestMerchant } from '../../support/test-app.ts';
import { runCli } from '../test-terminal.ts';

let service: OperatorService;
let merchant: TestMerchant;
let is_over = false;
let heard: Promise<void>;

/** The job that hears what the simulated bank answers. */
async function hearBank() {
  while (!is_over) {
    await workRails(service.app);
    await setTimeout(20);
  }
}

before(async () => {
  service = await openOperatorService();
  merchant = await makeMerchant(service.app);
  await scene.makeAccount(service.app, 'INR');
  await scene.fund(service.app, merchant.merchant_id, 10_000_000);
  heard = hearBank();
});
after(async () => {
  is_over = true;
  await heard;
  await service.stop();
});

const trigger = (args: readonly string[], more: Record<string, string> = {}) =>
  runCli(['trigger', ...args, '--json'], {
    env: {
      PAYMENT_ORDERS_URL: service.url,
      OPERATOR_TOKEN,
      MERCHANT_TOKEN: merchant.token,
      ...more,
    },
  });

async function isDeferred(): Promise<unknown> {
  const path = `${service.url}/operator/v1/merchants/${merchant.merchant_id}`;
  const found = await fetch(path, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } });
  return Object(await found.json()).settings.deferred_assignment;
}

/** Before the service: its answer to the first change of a merchant, or to all, is lost. */
async function cutFirstChange(to: string, { cuts_all = false } = {}) {
  const changes: unknown[] = [];
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const body = await text(request);
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name)
        ? [[name, value] as [string, string]]
        : [],
    );
    const answer = await fetch(to + url, { method, headers, body: body === '' ? null : body });
    const answered = await answer.text();
    if (method === 'PATCH') {
      changes.push(JSON.parse(body).settings.deferred_assignment);
    }
    const is_cut = method === 'PATCH' && (cuts_all || changes.length === 1);
    if (is_cut) request.socket.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answered);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, changes, close };
}

describe('trigger', () => {
  it('has every event type in its table', () => {
    deepEqual(Object.keys(TRIGGERS).toSorted(), EVENT_TYPES.toSorted());
  });

  for (const event of Object.keys(TRIGGERS)) {
    it(`makes ${event} happen`, async () => {
      // Most need nothing but the merchant's own token.
      const more = asksOperator(TRIGGERS[event] ?? fail()) ? {} : { OPERATOR_TOKEN: '' };
      const { code, out, err } = await trigger([event], more);
      equal(code, 0, err);
      const [, trade_id] = String(JSON.parse(out).trade).split('/');
      const headers = { 'x-token': merchant.token };
      const found = await fetch(`${service.url}/api/v1/events?limit=200`, { headers });
      const events = Object(await found.json()).data;
      const own = events.filter(
        ({ data }: { data: Record<string, unknown> }) =>
          data.id === trade_id || data.trade_id === trade_id,
      );
      ok(own.map(({ type }: { type: string }) => type).includes(event));
    });
  }

  it('is refused with the token of a live service, before anything is asked', async () => {
    const live = await trigger(['deposit.pending'], { MERCHANT_TOKEN: 'live_token' });
    equal(live.code, 1);
    match(live.err, /for the sandbox only/);
  });

  it('asks for the operator’s token for what a person of the house decides, and only for that', () => {
    const asking = Object.keys(TRIGGERS).filter((event) => asksOperator(TRIGGERS[event] ?? fail()));
    deepEqual(asking, [
      'deposit.created',
      'deposit.disputed',
      'withdrawal.disputed',
      'dispute.decided',
      'dispute.appealed',
    ]);
  });

  it('takes the merchant from the token, and another merchant’s id from nobody', async () => {
    const own = await trigger(['deposit.pending', '--merchant-id', merchant.merchant_id]);
    equal(own.code, 0, own.err);
    const { merchant_id } = await makeMerchant(service.app);
    const other = await trigger(['deposit.pending', '--merchant-id', merchant_id]);
    equal(other.code, 1);
    const older = createServer((_request, response) => response.end('{}'));
    await new Promise<void>((resolve) => older.listen(0, '127.0.0.1', resolve));
    const { port } = older.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const silent = await trigger(['deposit.pending'], { PAYMENT_ORDERS_URL: url });
    older.closeAllConnections();
    older.close();
    equal(silent.code, 1);
    match(silent.err, /does not say whose token it is: --merchant-id/);
    const unknown = await trigger(['deposit.pending'], { MERCHANT_TOKEN: 'test_unknown' });
    equal(unknown.code, 1);
    match(unknown.err, /401/);
  });

  it('refuses an amount by which the simulated bank would do something else', async () => {
    const other = await trigger(['withdrawal.failed', '--amount-cents', '120000']);
    equal(other.code, 1);
    match(other.err, /must end with 91/);
  });

  it('leaves the merchant’s setting as it was', async () => {
    equal((await trigger(['deposit.created'])).code, 0);
    equal(await isDeferred(), false);
  });

  it('puts the setting back also if the answer to its change is lost', async () => {
    const cut = await cutFirstChange(service.url);
    const lost = await trigger(['deposit.created'], { PAYMENT_ORDERS_URL: cut.url });
    await cut.close();
    deepEqual([lost.code, cut.changes], [3, [true, false]]);
    equal(await isDeferred(), false);
  });

  it('says how to put the setting back if it cannot', async () => {
    const cut = await cutFirstChange(service.url, { cuts_all: true });
    const lost = await trigger(['deposit.created'], { PAYMENT_ORDERS_URL: cut.url });
    await cut.close();
    equal(lost.code, 3);
    match(lost.err, /merchants update \S+ --set deferred_assignment=false/);
  });

  it('says which events there are', async () => {
    const unknown = await trigger(['deposit.paid']);
    equal(unknown.code, 2);
    match(unknown.err, /one of: deposit\.created, /);
  });
});
