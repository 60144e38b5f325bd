// `trigger`: every event type is in its table, and each of them really happens in the sandbox.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { NOT_TRIGGERED, TRIGGERS } from '../../cli/client/triggers.ts';
import { DISPUTE_TOPICS } from '../../server/domain/record/dispute-record.ts';
import { statesOf } from '../../server/domain/record/state-sets.ts';
import { DIRECTIONS } from '../../server/domain/record/trade.ts';
import * as scene from '../app/scene.ts';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { makeMerchant, OPERATOR_TOKEN, type TestMerchant } from '../support/test-app.ts';
import { runCli } from './test-terminal.ts';

let service: OperatorService;
let merchant: TestMerchant;
before(async () => {
  service = await openOperatorService();
  merchant = await makeMerchant(service.app);
  await scene.makeAccount(service.app, 'INR');
  await scene.fund(service.app, merchant.merchant_id, 10_000_000);
});
after(() => service.stop());

const trigger = (args: readonly string[], more: Record<string, string> = {}) =>
  runCli(['trigger', ...args, '--merchant-id', merchant.merchant_id, '--json'], {
    env: {
      PAYMENT_ORDERS_URL: service.url,
      OPERATOR_TOKEN,
      MERCHANT_TOKEN: merchant.token,
      ...more,
    },
  });

describe('trigger', () => {
  it('has every event type in its table, or says why not', () => {
    const of_trades = DIRECTIONS.flatMap((direction) =>
      statesOf(direction).map(
        (state) => `${direction === 'payin' ? 'deposit' : 'withdrawal'}.${state}`,
      ),
    );
    const all = [...of_trades, ...DISPUTE_TOPICS.map((topic) => `dispute.${topic}`)];
    const listed = [...Object.keys(TRIGGERS), ...Object.keys(NOT_TRIGGERED)];
    deepEqual(listed.toSorted(), all.toSorted());
  });

  for (const event of Object.keys(TRIGGERS)) {
    it(`makes ${event} happen`, async () => {
      const { code, out, err } = await trigger([event]);
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

  it('says which events there are, and why another cannot be made', async () => {
    const unknown = await trigger(['deposit.paid']);
    equal(unknown.code, 2);
    match(unknown.err, /one of: deposit\.pending, /);
    const late = await trigger(['deposit.expired']);
    equal(late.code, 2);
    match(late.err, /when its time is over/);
  });
});
