// A claim and its bank line: whichever arrives first, the books end the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AMOUNT_POLICIES } from '../../../server/domain/record/merchant.ts';
import { referenceOf } from '../../../server/domain/values/reference.ts';
import {
  act,
  claim,
  HOUR,
  idOf,
  lineWith,
  MINUTE,
  merchantWith,
  payin,
  START,
  take,
} from '../../support/model/domain-commands.ts';
import { scene } from '../../support/model/domain-scene.ts';
import { fc } from '../../support/property.ts';

const UTR = 'CLAIMED12345';

const setting = fc.record({
  policy: fc.constantFrom(...AMOUNT_POLICIES),
  /** Other open pay-ins of the line's amount on the account. */
  decoys: fc.nat({ max: 2 }),
  decoys_first: fc.boolean(),
  off: fc.constantFrom(0n, 0n, 1n, -1n, 50n),
  ends: fc.constantFrom(null, null, 'expire' as const),
  late_h: fc.constantFrom(0, 1, 24, 25, 119, 120, 121),
  named: fc.boolean(),
  booked_h_ago: fc.nat({ max: 200 }),
  booked_exactly: fc.boolean(),
});
type Setting = typeof setting extends fc.Arbitrary<infer T> ? T : never;

function finish(given: Setting, order: readonly ('claim' | 'line')[], ids: number) {
  const on = scene();
  const merchant = merchantWith({ amount_policy: given.policy, tolerance_cents: 10 });
  const asked = 10_000n;
  const amount_cents = asked + given.off;
  const decoys = () => {
    for (let index = 0; index < given.decoys; index += 1) {
      const trade_id = idOf(6, ids + 1 + index);
      on.trade(payin({ merchant, amount_cents, trade_id }));
    }
  };
  if (given.decoys_first) decoys();
  const trade = on.trade(payin({ merchant, amount_cents: asked, trade_id: idOf(6, ids) }));
  if (!given.decoys_first) decoys();
  on.wait(15 * MINUTE);
  if (given.ends !== null) {
    on.trade(act(trade, given.ends));
    on.wait(given.late_h * HOUR);
  }
  const received_at = on.world.now;
  const line = lineWith({
    bank_line_id: idOf(5, 1),
    utr: UTR,
    amount_cents,
    text: given.named ? referenceOf(trade.trade_id) : null,
    received_at,
    booked_at: Math.max(received_at - given.booked_h_ago * HOUR, START - HOUR),
    booked_exactly: given.booked_exactly,
  });
  for (const step of order) {
    on.run(step === 'claim' ? claim(trade, UTR, { merchant }) : take(line, [merchant]));
  }
  const { state, received_amount_cents, amount_cents: stands, utr } = on.now(trade);
  const outcome = on.world.lines.get(line.bank_line_id)?.outcome;
  const balances = [...on.world.balances].filter(([, amount]) => amount !== 0n);
  return {
    balances: balances.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    trade: { state, received_amount_cents, stands, utr },
    line: { status: outcome?.status, trade_id: outcome?.trade_id },
  };
}

test('claim then line, or line then claim: the same books, trade and line', () => {
  fc.assert(
    fc.property(setting, (given) => {
      const [one, other] = [
        finish(given, ['claim', 'line'], 1),
        finish(given, ['line', 'claim'], 1),
      ];
      // A line that is not for this pay-in is for another one: only the reported status of the
      // claim may differ.
      const mine = one.line.trade_id === idOf(6, 1);
      if (mine) assert.deepEqual(other.trade, one.trade);
      else assert.equal(other.trade.received_amount_cents, one.trade.received_amount_cents);
      assert.deepEqual(other.balances, one.balances);
      assert.deepEqual(other.line, one.line);
    }),
    { numRuns: 500 },
  );
});

test('whatever comes twice, in any order, counts once', () => {
  const steps = fc.array(fc.constantFrom('claim' as const, 'line' as const), { maxLength: 6 });
  fc.assert(
    fc.property(setting, steps, (given, more) => {
      const plain = finish(given, ['claim', 'line'], 1);
      const repeated = finish(given, ['claim', 'line', ...more], 1);
      assert.deepEqual(repeated, plain);
    }),
    { numRuns: 200 },
  );
});
