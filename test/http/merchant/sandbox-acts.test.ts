// What the simulated bank can be made to do with an order, and scripted faults, over HTTP.
import { deepEqual, equal, match } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { payoutFields, type Shop } from '../../../bench/harness/shop.ts';
import type { SandboxAct } from '../../../server/domain/sandbox/sandbox-acts.ts';
import type { Reply } from '../../support/attack-service.ts';
import { acceptedReply, openSandboxScene } from './sandbox-scene.ts';

const scene = openSandboxScene();
const { post, newPayin, endsAs } = scene;

const play = (trade: Reply['body'], act: string, more: object = {}) =>
  post('/sandbox/orders', {
    merchant_id: scene.here().shop.merchant_id,
    id: trade.id,
    act,
    ...more,
  });

describe('the simulated bank, asked for', () => {
  /** What each act leads to from a new pay-in; a list says the acts before it. */
  const ENDS: Readonly<
    Record<Exclude<SandboxAct, 'send'>, readonly [string[], string, string | null]>
  > = {
    pay: [[], 'completed', null],
    pay_less: [[], 'verifying', 'amount_mismatch'],
    pay_more: [[], 'verifying', 'amount_mismatch'],
    pay_twice: [[], 'completed', null],
    pay_late: [[], 'completed', null],
    expire: [[], 'expired', 'timeout'],
    take_back: [['pay'], 'reversed', 'bank_returned'],
    reject_claim: [['pay_less'], 'failed', 'fake_proof'],
  };
  for (const [act, [first, state, state_reason]] of Object.entries(ENDS)) {
    test(`${act} leads to ${state}`, async () => {
      const trade = await newPayin(50_000 + act.length * 1_000 + act.charCodeAt(0));
      for (const before_it of first) await acceptedReply(play(trade, before_it));
      const after_it = await acceptedReply(play(trade, act));
      deepEqual([after_it.state, after_it.state_reason], [state, state_reason]);
    });
  }

  test('sends a pay-out, which its amount then answers', async () => {
    const fields = payoutFields(scene.here().shop, 'payout-sent', 77_000);
    const trade = await acceptedReply(post('/orders/withdrawal/create', fields));
    await acceptedReply(play(trade, 'send'));
    await endsAs(trade, { state: 'completed', state_reason: null });
  });

  test('transfers another amount', async () => {
    const trade = await newPayin(61_000);
    const paid = await acceptedReply(play(trade, 'pay', { amount_cents: 60_999 }));
    deepEqual([paid.state, paid.received_amount_cents], ['verifying', 60_999]);
  });

  test('says what is possible instead of an act that is not', async () => {
    const trade = await newPayin(62_000);
    await acceptedReply(play(trade, 'pay'));
    const refused = await play(trade, 'pay');
    deepEqual([refused.status, refused.body.code], [422, 'act_not_allowed']);
    match(String(refused.body.detail), /state completed the simulated bank can do: take_back\./);
  });

  test('names wrong fields', async () => {
    const { merchant_id } = scene.here().shop;
    const refused = await post('/sandbox/orders', {
      merchant_id,
      id: 'x',
      act: 'rob',
      amount_cents: '5',
    });
    equal(refused.status, 422);
    const errors = refused.body.errors as { field: string }[];
    deepEqual(
      errors.map(({ field }) => field),
      ['id', 'act', 'amount_cents'],
    );
  });

  test('does not know the orders of another merchant', async () => {
    const other = await scene.here().service.openShop();
    const trade = await newPayin(63_000);
    const { merchant_id } = other;
    const refused = await post('/sandbox/orders', { merchant_id, id: trade.id, act: 'pay' }, other);
    deepEqual([refused.status, refused.body.code], [422, 'invalid_request']);
    const foreign = await post(
      '/sandbox/orders',
      { merchant_id: scene.here().shop.merchant_id, id: trade.id, act: 'pay' },
      other,
    );
    equal(foreign.status, 401);
  });
});

describe('a scripted fault', () => {
  const setFault = (fault: string, times: unknown) =>
    post('/sandbox/faults', { merchant_id: scene.here().shop.merchant_id, fault, times });
  const balanceOf = (from: Shop) =>
    scene.ask(`/merchant/account_balance/${from.merchant_id}`, from);

  test('answers exactly the next requests of the token with 503, and nobody else’s', async () => {
    const other = await scene.here().service.openShop();
    equal((await acceptedReply(setFault('api_unavailable', 3))).times_left, 3);
    equal((await balanceOf(other)).status, 200);
    const answers: Reply[] = [];
    for (let turn = 0; turn < 5; turn += 1) answers.push(await balanceOf(scene.here().shop));
    deepEqual(
      answers.map(({ status }) => status),
      [503, 503, 503, 200, 200],
    );
    deepEqual(
      [answers[0]?.body.code, answers[0]?.headers.get('retry-after')],
      ['unavailable', '1'],
    );
  });

  test('can be taken back, also while it lasts', async () => {
    await acceptedReply(setFault('api_unavailable', 1_000));
    equal((await balanceOf(scene.here().shop)).status, 503);
    await acceptedReply(setFault('api_unavailable', 0));
    equal((await balanceOf(scene.here().shop)).status, 200);
  });

  test('of callbacks fails the next attempts of the merchant', async () => {
    await acceptedReply(setFault('callbacks_fail', 1));
    const trade = await newPayin(70_000);
    deepEqual(await scene.attemptsOf(trade, 1), [503, 200]);
  });

  test('is refused beyond its bounds', async () => {
    for (const times of [-1, 1_001, 1.5, '1']) {
      const refused = await setFault('api_unavailable', times);
      equal(refused.status, 422, String(times));
      equal((refused.body.errors as { field: string }[])[0]?.field, 'times');
    }
    equal((await setFault('burn', 1)).status, 422);
  });
});
