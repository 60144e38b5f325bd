// Appeals about pay-ins of which the bank took something back meanwhile: whatever was awarded, with
// fees, rates and holds, the entries say what the pay-in says, and the holds go on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { contest, decideOn, disputeBy, stepOn } from '../../support/model/dispute-commands.ts';
import {
  act,
  adjust,
  decimal,
  lineWith,
  MINUTE,
  merchantWith,
  payin,
  review,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';
import { fc, longRuns } from '../../support/property.ts';

const CLAIMED = 10_007;
const PAIR = { trade_currency: 'INR', balance_currency: 'USD' };
const HOLDS = { settlement_delay_days: 2, reserve_percent: 10, reserve_days: 30 };

const stories = fc.record({
  first: fc.integer({ min: 2, max: CLAIMED - 1 }),
  second: fc.integer({ min: 1, max: CLAIMED - 1 }),
  recalled: fc.nat({ max: CLAIMED }),
  percent: fc.constantFrom('0', '1.5', '10', '33.3333'),
  exchange_rate: fc.constantFrom(null, '83.12', '0.37'),
  with_holds: fc.boolean(),
});
type Story = typeof stories extends fc.Arbitrary<infer One> ? One : never;

function assigned(on: DomainScene, { merchant_id, trade_id }: Trade, cents: number): void {
  const line = lineWith({ amount_cents: BigInt(cents), line_key: `line ${cents}`, utr: null });
  on.line(review(on.line(take(line)).line, { act: 'assign', merchant_id, trade_id }));
}

/** The first decision credits a part, the bank recalls some of it, and the second decides anew. */
function played({ first, second, recalled, ...terms }: Story) {
  const on = scene();
  if (terms.with_holds) on.world.hold_terms = new Map([[merchantWith().merchant_id, HOLDS]]);
  const rate = terms.exchange_rate;
  const currency = rate === null ? 'INR' : 'USD';
  const merchant = merchantWith({}, { balance_currency: currency });
  on.run(adjust(50_000n, merchant));
  const fields = { amount_cents: BigInt(CLAIMED), percent: decimal(terms.percent), merchant };
  const at = on.world.now;
  const foreign = rate === null ? null : { ...PAIR, rate: decimal(rate), source: 'test', at };
  const made = on.trade(payin({ ...fields, rate: foreign }));
  on.wait(15 * MINUTE);
  const trade = on.trade(act(made, 'expire'));
  const dispute = { ...trade, dispute_id: disputeBy(on, contest(trade)).dispute_id };
  const part = (cents: number) => ({ amount_cents: BigInt(cents) });
  disputeBy(on, decideOn(dispute, 'partly_upheld', part(first)));
  assigned(on, trade, first);
  disputeBy(on, stepOn(dispute, { act: 'appeal' }));
  const gone = recalled % first;
  if (gone > 0) assigned(on, trade, -gone);
  disputeBy(on, decideOn(dispute, 'partly_upheld', part(second)));
  return { on, after: on.now(trade), currency, gone };
}

/** What is left of a credit of which a part was taken back. */
function creditLeft({ settlement_amount_cents: credit, fee_cents, ...trade }: Trade): bigint {
  const { amount_cents: whole, recalled_amount_cents: part } = trade;
  if (trade.currency === trade.settlement_currency) {
    return credit - part + (2n * fee_cents * part + whole) / (2n * whole);
  }
  return credit - (credit * part + whole - 1n) / whole;
}

test('the second decision posts the difference, by entries that say what the pay-in says', () => {
  const seen = new Set<string>();
  const property = fc.property(stories, (story) => {
    const { on, after, currency, gone } = played(story);
    const left =
      after.state === 'completed' ? after.amount_cents - after.recalled_amount_cents : 0n;
    const wanted = story.second - gone;
    assert.equal(left, wanted > 0 ? BigInt(wanted) : 0n);
    const net = left === 0n ? 0n : creditLeft(after);
    const [available, blocked] = ['available', 'blocked'].map((one) => on.balance(one, currency));
    assert.equal((available ?? 0n) + (blocked ?? 0n), 50_000n + net);
    const holds = [...on.world.holds.values()];
    assert.ok(holds.every(({ suspended, remaining_cents: rest }) => !suspended || rest === 0n));
    assert.equal(
      blocked,
      holds.reduce((sum, hold) => sum + hold.remaining_cents, 0n),
    );
    for (const one of on.world.posted.get(after.trade_id) ?? []) seen.add(one.act);
  });
  fc.assert(property, { numRuns: longRuns(2_000) });
  assert.ok(seen.has('payin_raised') && seen.has('payin_charged_back'));
});
