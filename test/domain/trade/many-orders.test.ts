// Many orders at once: lines, claims, recalls and whole imports in any order and any number of
// times lead to the same books.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from '../../../server/domain/batch/command.ts';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import { referenceOf } from '../../../server/domain/values/reference.ts';
import { checkBooks, checkLines } from '../../support/model/domain-books.ts';
import {
  claim,
  idOf,
  lineWith,
  merchantWith,
  payin,
  refund,
  rematch,
  START,
  take,
} from '../../support/model/domain-commands.ts';
import { scene } from '../../support/model/domain-scene.ts';
import { fc } from '../../support/property.ts';

/** How one order is paid. `parts`: in two transfers that name it. */
type Order = {
  amount: number;
  claimed: boolean;
  paid: 'no' | 'whole' | 'parts';
  named: boolean;
  taken_back: boolean;
};

const order: fc.Arbitrary<Order> = fc.record({
  // Few amounts, so that orders share them.
  amount: fc.constantFrom(100, 100, 250, 999),
  claimed: fc.boolean(),
  paid: fc.constantFrom('no', 'whole', 'whole', 'parts'),
  named: fc.boolean(),
  taken_back: fc.boolean(),
});

/**
 * How an order is distinguished from others: its UTR, its reference, or an amount of its own.
 * Without any of them, the order of arrival would decide, so a person must.
 */
function distinct(orders: readonly Order[]): Order[] {
  return orders.map((one, index) =>
    one.claimed || one.named || one.paid === 'parts' ? one : { ...one, amount: 1_000 + index },
  );
}

const utrOf = (index: number) => `TRANSFER00${index}0`;

/** The bank's lines for an order; each has its own id, as from a statement. */
function linesOf(one: Order, index: number): BankLine[] {
  if (one.paid === 'no') return [];
  const common = {
    utr: utrOf(index),
    text: one.named || one.paid === 'parts' ? referenceOf(idOf(6, index)) : null,
    booked_at: START,
    received_at: START + 60_000,
  };
  const amounts = one.paid === 'whole' ? [one.amount] : [40, one.amount - 40];
  const came = amounts.map((amount, part) =>
    lineWith({
      ...common,
      utr: part === 0 ? utrOf(index) : `SECOND000${index}0`,
      amount_cents: BigInt(amount),
      bank_line_id: idOf(5, index * 10 + part),
      line_key: `order ${index} part ${part}`,
    }),
  );
  if (!one.taken_back || one.paid === 'parts') return came;
  const back = lineWith({
    ...common,
    text: null,
    amount_cents: -BigInt(one.amount),
    bank_line_id: idOf(5, index * 10 + 9),
    line_key: `order ${index} back`,
  });
  return [...came, back];
}

/** The final state of an order. */
function keptOf(one: Order): bigint {
  const is_lost = one.paid === 'no' || (one.paid === 'whole' && one.taken_back);
  return is_lost ? 0n : BigInt(one.amount);
}

/** Runs the steps in the order chosen by `arrivals`, and returns the final books. */
function finish(orders: readonly Order[], arrivals: (steps: readonly Command[]) => Command[]) {
  const on = scene();
  const merchant = merchantWith();
  const trades = orders.map((one, index) =>
    on.trade(payin({ amount_cents: BigInt(one.amount), trade_id: idOf(6, index) })),
  );
  const lines = orders.flatMap(linesOf);
  const claims = trades.filter((_, index) => orders[index]?.claimed === true);
  const steps = [
    ...lines.map((line) => take(line, [merchant])),
    ...claims.map((trade) => claim(trade, utrOf(trades.indexOf(trade)))),
  ];
  for (const step of arrivals(steps)) on.run(step);
  // Looks again at lines and orders written at the same time, as the job does.
  for (let round = 0; round < 2; round += 1) for (const line of lines) on.run(rematch(line));
  checkBooks(on.world);
  checkLines(on.world);
  const balances = [...on.world.balances].filter(([, amount]) => amount !== 0n);
  return {
    balances: balances.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    received: trades.map((trade) => on.now(trade).received_amount_cents),
  };
}

const shuffles = fc.infiniteStream(fc.nat());

/** The steps in random order, some repeated, among them a whole import. */
function mixed(steps: readonly Command[], chance: Iterator<number>): Command[] {
  const next = () => Number(chance.next().value);
  const twice = [...steps, ...steps.filter(() => next() % 3 === 0)];
  const keyed = twice.map((step) => ({ step, key: next() }));
  const order_of_chance = keyed.toSorted((a, b) => a.key - b.key).map(({ step }) => step);
  const imports = next() % 2 === 0 ? steps.filter((step) => step.kind === 'take_line') : [];
  return [...order_of_chance, ...imports];
}

test('any order of arrival and any repetition gives the same books', () => {
  fc.assert(
    fc.property(fc.array(order, { maxLength: 5 }).map(distinct), shuffles, (orders, chance) => {
      const plain = finish(orders, (steps) => [...steps]);
      const other = finish(orders, (steps) => mixed(steps, chance[Symbol.iterator]()));
      assert.deepEqual(other, plain);
      assert.deepEqual(plain.received, orders.map(keptOf));
    }),
    { numRuns: 1_000 },
  );
});

test('refunds asked for in any order, any number of times, give back what was asked for once', () => {
  const asked = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(asked, shuffles, (amounts, chance) => {
      const on = scene();
      const trade = on.trade(payin({ amount_cents: 160n }));
      on.line(take(lineWith({ amount_cents: 160n })));
      const commands = amounts.map((amount) => refund(trade, BigInt(amount)));
      for (const command of mixed(commands, chance[Symbol.iterator]())) on.trade(command);
      const sum = BigInt(amounts.reduce((total, amount) => total + amount, 0));
      assert.equal(on.now(trade).refunded_amount_cents, sum);
      assert.deepEqual([on.balance('available'), on.balance('blocked')], [160n - sum, sum]);
      checkBooks(on.world);
    }),
    { numRuns: 300 },
  );
});
