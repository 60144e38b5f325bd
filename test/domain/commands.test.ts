// Commands are data: they can be compared, copied and printed, and contain no function.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from '../../server/domain/batch/command.ts';
import { needsOf } from '../../server/domain/commands.ts';
import { judgeBoundaries } from '../support/checkout/judge-boundaries.ts';
import {
  accountWith,
  act,
  assign,
  lineWith,
  merchantWith,
  payin,
  payout,
  take,
} from '../support/model/domain-commands.ts';

/** The functions in a type, at any depth; never if it has none. */
type FunctionsIn<Value> = unknown extends Value
  ? never
  : Value extends (...given: never[]) => unknown
    ? Value
    : Value extends ReadonlyMap<string, infer Item> | readonly (infer Item)[]
      ? FunctionsIn<Item>
      : Value extends object
        ? { [Name in keyof Value]-?: FunctionsIn<Exclude<Value[Name], undefined>> }[keyof Value]
        : never;

/** Does not compile if a command may contain a function. */
const noFunction = (found: FunctionsIn<Command>): never => found;

test('a command and its copy are the same, and need the same', () => {
  assert.equal(noFunction.length, 1);
  const trade = payin();
  const on = { merchant_id: trade.merchant.merchant_id, trade_id: trade.trade_id };
  for (const command of [trade, payout(), act(on, 'fail'), assign(on), take(lineWith())]) {
    const copy = structuredClone(command);
    assert.deepEqual(copy, command);
    assert.deepEqual(needsOf([copy]), needsOf([command]));
  }
});

test('what a batch needs is what its commands need, each in its place', () => {
  const merchant = merchantWith({ deferred_assignment: true });
  const [first, later] = [payin({ accounts: [accountWith()] }), payin({ merchant })];
  const line = lineWith();
  const { orders, choices, new_lines, takes_back } = needsOf([first, later, take(line)]);
  assert.deepEqual(
    orders.map(({ order_id }) => order_id),
    [first.order_id, later.order_id],
  );
  assert.deepEqual(
    choices.map(({ command_id }) => command_id),
    [first.command_id],
    'a deferred pay-in chooses no account yet',
  );
  assert.deepEqual([new_lines, takes_back], [[line], true]);
  assert.equal(needsOf([first]).takes_back, false);
});

test('the store may import no command, nor how commands are decided', () => {
  for (const file of ['batch/command.ts', 'commands.ts', 'decide.ts']) {
    const source = `import type { One } from '../domain/${file}';\nexport type Two = One;`;
    const found = judgeBoundaries(new Map([['server/store/trades.ts', source]]));
    assert.deepEqual(
      found.map(({ rule }) => rule),
      ['files of server/store/'],
    );
  }
});
