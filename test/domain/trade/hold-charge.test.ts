// A refund that left although it had failed is taken from the holds of its pay-in whenever that is
// discovered: before, during and after a dispute about the pay-in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import {
  act,
  DAY,
  decimal,
  lineWith,
  merchantWith,
  payin,
  refund,
  review,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';
import { release } from '../../support/model/settlement-commands.ts';
import { fc } from '../../support/property.ts';

const TERMS = { settlement_delay_days: 2, reserve_percent: 10, reserve_days: 30 };
const CREDIT = 9_500n;

type Story = { given: DomainScene; trade: Trade; made: Trade; line: BankLine };

/** 100.00 at 5 %, a failed refund of it, and the line that shows the refund's money leave. */
function story(amount_cents: bigint): Story {
  const given = scene();
  given.world.hold_terms = new Map([[merchantWith().merchant_id, TERMS]]);
  const created = given.trade(payin({ percent: decimal('5') }));
  const trade = given.trade(act(created, 'confirm'));
  const made = given.trade(refund(trade, amount_cents));
  given.trade(act(made, 'cancel'));
  const { line } = given.line(take(lineWith({ amount_cents: -amount_cents })));
  return { given, trade, made, line };
}

const charge = ({ given, made, line }: Story) => {
  const { merchant_id, trade_id } = made;
  given.line(review(line, { act: 'assign', merchant_id, trade_id, charge: true }));
};
const unCharge = ({ given, line }: Story) =>
  given.line(review(line, { act: 'undo', reverse: false }));
const dispute = ({ given, trade }: Story) => given.trade(act(trade, 'dispute'));
const win = ({ given, trade }: Story) =>
  given.trade(act(trade, 'resolve', { outcome: 'completed' }));

/** Where the money is, and how much each hold still has and gave. */
const stands = ({ given }: Story) => ({
  available: given.balance('available'),
  blocked: given.balance('blocked'),
  holds: [...given.world.holds.values()].map((hold) => [
    hold.kind,
    hold.remaining_cents,
    hold.used_cents,
    hold.remaining_cents > 0n && hold.suspended,
  ]),
});

/** The blocked amount is the disputed credit, or otherwise the rest of the holds. */
function checkBlocked({ given, trade }: Story): void {
  const held = [...given.world.holds.values()]
    .filter((hold) => !hold.suspended)
    .reduce((sum, hold) => sum + hold.remaining_cents, 0n);
  const disputed = given.now(trade).state === 'disputed' ? CREDIT : 0n;
  assert.equal(given.balance('blocked'), held + disputed);
}

const AMOUNTS = [1n, 8_549n, 8_550n, 8_551n, 9_500n];
for (const amount_cents of AMOUNTS) {
  test(`a refund of ${amount_cents}: charged in a dispute or after it, the same is held`, () => {
    const [during, after] = [story(amount_cents), story(amount_cents)];
    dispute(during);
    charge(during);
    // The money of other pay-ins paid for it: this credit stays blocked until the dispute ends.
    assert.equal(during.given.balance('blocked'), CREDIT);
    assert.equal(during.given.balance('available'), -amount_cents);
    win(during);
    dispute(after);
    win(after);
    charge(after);
    assert.deepEqual(stands(during), stands(after));
    checkBlocked(during);
    during.given.wait(30 * DAY);
    const keys = [...during.given.world.holds.values()];
    during.given.run(
      release(keys.map(({ merchant_id, trade_id, kind }) => ({ merchant_id, trade_id, kind }))),
    );
    assert.deepEqual(
      [during.given.balance('blocked'), during.given.balance('available')],
      [0n, CREDIT - amount_cents],
    );
  });
}

test('a charge that is undone gives its part back, whatever the dispute did meanwhile', () => {
  const steps = { charge, unCharge, dispute, win };
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: CREDIT }),
      fc.array(fc.tuple(fc.boolean(), fc.boolean()), { maxLength: 6 }),
      (amount_cents, wishes) => {
        const given = story(amount_cents);
        const begin = stands(given);
        let is_charged = false;
        let is_disputed = false;
        const moveDispute = () => {
          steps[is_disputed ? 'win' : 'dispute'](given);
          is_disputed = !is_disputed;
          checkBlocked(given);
        };
        const moveCharge = () => {
          steps[is_charged ? 'unCharge' : 'charge'](given);
          is_charged = !is_charged;
          checkBlocked(given);
        };
        for (const [first, second] of wishes) {
          if (first) moveDispute();
          if (second) moveCharge();
        }
        if (is_charged) moveCharge();
        if (is_disputed) moveDispute();
        assert.deepEqual(stands(given), begin);
      },
    ),
  );
});

test('a disputed credit that is taken back leaves nothing held of what was charged', () => {
  const given = story(5_000n);
  dispute(given);
  charge(given);
  given.given.trade(act(given.trade, 'reverse'));
  assert.deepEqual(
    [given.given.balance('blocked'), given.given.balance('available')],
    [0n, -5_000n],
  );
  assert.ok([...given.given.world.holds.values()].every((hold) => hold.remaining_cents === 0n));
});
