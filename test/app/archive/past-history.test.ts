// A history of creates, payments, claims and cancels gives the same answers whether trades move to
// the past trades in between or not.
import { deepEqual, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { createRefund } from '../../../server/app/payout/create-refund.ts';
import { cancelTrade } from '../../../server/app/trade/cancel-trade.ts';
import { findTrade } from '../../../server/app/trade/find-trade.ts';
import { isRefusal, type Refusal } from '../../../server/domain/service/refusal.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import type { Database } from '../../../server/store/connection/database.ts';
import { fc, longRuns } from '../../support/property.ts';
import {
  makeMerchant,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { move, openOwner, removeBeside } from './past-scene.ts';

const ORDERS = 5;
const UTRS = 2;
const AGES_MS = 200 * DAY_MS;

const order = fc.nat({ max: ORDERS - 1 });
const utr = fc.nat({ max: UTRS - 1 });
const cents = fc.constantFrom(1_000, 2_000);

const STEP = fc.oneof(
  { arbitrary: fc.record({ act: fc.constant('payin' as const), order, cents }), weight: 6 },
  { arbitrary: fc.record({ act: fc.constant('payout' as const), order, cents }), weight: 1 },
  { arbitrary: fc.record({ act: fc.constant('pay' as const), order, utr }), weight: 4 },
  { arbitrary: fc.record({ act: fc.constant('claim' as const), order, utr }), weight: 3 },
  { arbitrary: fc.record({ act: fc.constant('cancel' as const), order }), weight: 1 },
  { arbitrary: fc.record({ act: fc.constant('refund' as const), order }), weight: 1 },
  { arbitrary: fc.record({ act: fc.constant('read' as const), order }), weight: 2 },
  { arbitrary: fc.record({ act: fc.constant('wait' as const) }), weight: 2 },
  {
    arbitrary: fc.record({
      act: fc.constant('move' as const),
      orders: fc.uniqueArray(order, { minLength: 2 }),
    }),
    weight: 3,
  },
);
type Step = typeof STEP extends fc.Arbitrary<infer Value> ? Value : never;

type Told = Record<string, unknown>;
type Place = {
  service: TestApp;
  app: OpenApp;
  shop: TestMerchant;
  account: string;
  /** By order: the month that its answers name. */
  moved: Set<string>;
};

/** What does not differ between two services: ids, addresses and times do. */
function told(answer: Told | Refusal): Told {
  if (isRefusal(answer)) return { refused: answer.code };
  const { state, state_reason, sequence, amount_cents, received_amount_cents, utr: own } = answer;
  return { state, state_reason, sequence, amount_cents, received_amount_cents, utr: own };
}

const nameOf = (number: number) => `order-${number}`;
const utrOf = (run: number, number: number) => String(600_000_000_000 + run * UTRS + number);

const find = ({ app, shop: { caller, merchant_id } }: Place, order_id: string) =>
  findTrade(app, caller, raw({ merchant_id, order_id }));

async function create(place: Place, step: Step & { act: 'payin' | 'payout' }): Promise<Told> {
  const fields = { order_id: nameOf(step.order), amount_cents: step.cents };
  const order = step.act === 'payin' ? scene.payin : scene.payout;
  const made = await order(place.app, place.shop, fields);
  return isRefusal(made) ? told(made) : { ...told(made.trade), replayed: made.replayed };
}

async function actOn(place: Place, run: number, step: Step & { order: number }): Promise<Told> {
  const { app, shop } = place;
  const { merchant_id, caller } = shop;
  const trade = await find(place, nameOf(step.order));
  if (isRefusal(trade)) return told(trade);
  const { id } = trade;
  switch (step.act) {
    case 'pay': {
      if (trade.direction === 'payout') return { paid: 'not at all' };
      // Nobody can tell any more whether a line of a removed day is a repetition.
      if (trade.state !== 'pending' && trade.state !== 'verifying') return { paid: 'not at all' };
      const line = { amount_cents: trade.amount_cents, utr: utrOf(run, step.utr) };
      const [outcome] = await scene.feed(app, place.account, [line]);
      return { line: outcome?.status };
    }
    case 'claim':
      return told(await scene.claim(app, shop, id, utrOf(run, step.utr)));
    case 'cancel':
      return told(await cancelTrade(app, caller, raw({ merchant_id, id })));
    case 'refund': {
      const order_id = `refund-of-${step.order}`;
      const payee = { type: 'account', number: '000111222333', name: 'Asha' };
      const asked = raw({ merchant_id, id, order_id, amount_cents: 10, ...payee });
      const made = await createRefund(app, caller, asked);
      return isRefusal(made) ? told(made) : told(made.trade);
    }
    default:
      return told(trade);
  }
}

async function run(place: Place, number: number, step: Step): Promise<Told> {
  if (step.act === 'payin' || step.act === 'payout') return await create(place, step);
  if (step.act === 'wait') {
    place.app.store.clock_offset_ms += AGES_MS;
    return {};
  }
  if (step.act === 'move') return {};
  return await actOn(place, number, step);
}

let moving: TestApp;
let still: TestApp;
before(async () => {
  [moving, still] = await Promise.all([openTestApp(), openTestApp()]);
});
after(async () => {
  await Promise.all([moving.stop(), still.stop()]);
});

async function open(service: TestApp): Promise<Place> {
  const { app } = service;
  const shop = await makeMerchant(app);
  const account = await scene.makeAccount(app, 'INR');
  await scene.fund(app, shop.merchant_id, 100_000);
  return { service, app, shop, account, moved: new Set() };
}

/** Moves what may move of these orders; returns how many did. */
async function moveOrders(owner: Database, place: Place, orders: readonly number[]) {
  const found = await Promise.all(orders.map((one) => find(place, nameOf(one))));
  const trades = found.flatMap((one) => (isRefusal(one) ? [] : one));
  const moved = await move(owner, trades, Date.now() + place.app.store.clock_offset_ms);
  for (const id of moved) place.moved.add(id);
  await removeBeside(place.service);
  return moved.length;
}

/** A refund is the one act that is possible only as long as its pay-in is among the trades. */
async function isRefusedRefund(place: Place, step: Step): Promise<boolean> {
  if (step.act !== 'refund') return false;
  const payin = await find(place, nameOf(step.order));
  return !isRefusal(payin) && place.moved.has(payin.id) && payin.state === 'completed';
}

test('answers are the same with and without moves', async () => {
  const owner = openOwner(moving);
  let number = 0;
  let moves = 0;
  const property = fc.asyncProperty(
    fc.array(STEP, { minLength: 30, maxLength: 60 }),
    async (steps) => {
      number += 1;
      const [with_moves, without] = [await open(moving), await open(still)];
      for (const step of steps) {
        if (step.act === 'move') moves += await moveOrders(owner, with_moves, step.orders);
        const is_refused = await isRefusedRefund(with_moves, step);
        const answer = await run(with_moves, number, step);
        const expected = is_refused
          ? { refused: 'payin_archived' }
          : await run(without, number, step);
        deepEqual(answer, expected, JSON.stringify(step));
      }
    },
  );
  try {
    await fc.assert(property, { numRuns: longRuns(40) });
  } finally {
    await owner.close();
  }
  ok(moves > 0, 'some trades have moved');
});
