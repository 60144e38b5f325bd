// Random stories of one merchant: settlements are approved and paid while refunds are made and
// credits are taken back. The books balance, no money goes out twice, and what is not covered and
// was not sent ends as `payin_taken_back`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settlementStateOf } from '../../../server/domain/record/settlement-record.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { checkCredit, checkRefunds, sumOf } from '../../support/model/credit-checks.ts';
import {
  act,
  adjust,
  HOUR,
  idOf,
  lineWith,
  merchantWith,
  payin,
  refund,
  review,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';
import { approve, draft, entriesOf } from '../../support/model/settlement-commands.ts';
import { fc } from '../../support/property.ts';

const KINDS = {
  credit: 6,
  refund: 4,
  settle: 6,
  take: 3,
  complete: 3,
  fail: 1,
  reverse: 3,
  recall: 3,
  adjust: 1,
} as const;
type Kind = keyof typeof KINDS;
type Step = { kind: Kind; which: number; amount: number };

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    ...(Object.keys(KINDS) as Kind[]).map((kind) => ({
      arbitrary: fc.constant(kind),
      weight: KINDS[kind],
    })),
  ),
  which: fc.nat({ max: 20 }),
  amount: fc.integer({ min: 1, max: 100 }),
});

type Story = { on: DomainScene; adjusted: bigint; lines: number };

const payinsOf = ({ on }: Story) => [...on.world.trades.values()].filter(isPayin);
const payoutsOf = ({ on }: Story) => [...on.world.trades.values()].filter((one) => !isPayin(one));
const isPayin = ({ direction }: Trade) => direction === 'payin';

const isOpenPayout = ({ state }: Trade) => state === 'created' || state === 'processing';
const isCreditNow = ({ state, disputed_from }: Trade) =>
  state === 'completed' || disputed_from === 'completed';

function pickFrom<Value>(values: readonly Value[], which: number): Value | undefined {
  return values.length === 0 ? undefined : values[which % values.length];
}

const lineOf = (story: Story, amount_cents: bigint) => {
  story.lines += 1;
  return lineWith({
    amount_cents,
    bank_line_id: idOf(5, story.lines),
    line_key: `line ${story.lines}`,
    received_at: story.on.world.now,
  });
};

/** Drafts a statement if there is none, else approves the draft. */
function settle({ on }: Story): void {
  const { world, changes } = on;
  const { merchant_id } = merchantWith();
  const all = [...world.settlements.values()];
  const last = all.at(-1) ?? null;
  if (last?.state === 'draft') on.run(approve(last));
  else draft(world, entriesOf(changes, world, merchant_id), { last, last_number: all.length });
}

const ACTS: Readonly<Record<Kind, (story: Story, step: Step) => void>> = {
  credit(story, { amount }) {
    const amount_cents = BigInt(amount) * 1_000n + BigInt(story.lines);
    story.on.run(payin({ amount_cents }));
    story.on.run(take(lineOf(story, amount_cents)));
  },
  refund(story, { which, amount }) {
    const of = pickFrom(payinsOf(story), which);
    if (of === undefined) return;
    story.on.run(refund(of, amount > 50 ? null : (of.amount_cents * BigInt(amount)) / 100n));
  },
  settle,
  take: (story, { which }) => actOnPayout(story, which, 'take'),
  complete: (story, { which }) => actOnPayout(story, which, 'complete'),
  fail: (story, { which }) => actOnPayout(story, which, 'fail'),
  reverse({ on, ...story }, { which }) {
    const of = pickFrom(payinsOf({ on, ...story }), which);
    if (of !== undefined) on.run(act(of, 'reverse'));
  },
  recall(story, { which, amount }) {
    const of = pickFrom(payinsOf(story), which);
    if (of === undefined) return;
    const { merchant_id, trade_id } = of;
    const line = lineOf(story, -((of.amount_cents * BigInt(amount)) / 100n) - 1n);
    story.on.run(take(line));
    story.on.run(review(line, { act: 'assign', merchant_id, trade_id }));
  },
  adjust(story, { amount }) {
    story.adjusted += BigInt(amount) * 500n;
    story.on.run(adjust(BigInt(amount) * 500n));
  },
};

function actOnPayout(story: Story, which: number, name: 'take' | 'complete' | 'fail'): void {
  const of = pickFrom(payoutsOf(story).filter(isOpenPayout), which);
  if (of !== undefined) story.on.run(act(of, name));
}

/** What the merchant has is what was credited less what was paid; open pay-outs are held. */
function checkBalance(story: Story): void {
  const { on, adjusted } = story;
  const credited = payinsOf(story)
    .filter(isCreditNow)
    .map((one) => one.amount_cents - one.recalled_amount_cents);
  const paid = payoutsOf(story).filter(({ state }) => state === 'completed');
  const open = payoutsOf(story).filter(isOpenPayout);
  const blocked = sumOf(open.map((one) => one.amount_cents));
  assert.equal(on.balance('blocked'), blocked);
  const whole = adjusted + sumOf(credited) - sumOf(paid.map((one) => one.amount_cents));
  assert.equal(on.balance('available') + blocked, whole);
}

/** A statement is paid at most once, with its approved amount, and follows the one before it. */
function checkSettlements(story: Story): void {
  let next = 1n;
  for (const one of story.on.world.settlements.values()) {
    assert.equal(one.first_entry_number, next, 'an entry in two statements, or in none');
    next = one.last_entry_number + 1n;
    const of = payoutsOf(story).filter(({ settlement_id }) => settlement_id === one.settlement_id);
    assert.ok(of.length <= 1, 'two payments of one statement');
    const [payment] = of;
    assert.equal(payment?.trade_id ?? null, one.trade_id);
    if (payment === undefined) continue;
    assert.equal(payment.amount_cents, one.approved_cents);
    assert.equal(one.state, settlementStateOf(payment.state));
  }
}

type Before = ReadonlyMap<string, Trade>;

/** Pay-outs that this step ended because credit was taken back; none of them had been sent. */
function endedNow(story: Story, before: Before): Trade[] {
  const ended = payoutsOf(story).filter(
    ({ trade_id, state_reason }) =>
      state_reason === 'payin_taken_back' &&
      before.get(trade_id)?.state_reason !== 'payin_taken_back',
  );
  for (const { trade_id, state } of ended) {
    assert.deepEqual([before.get(trade_id)?.state, state], ['created', 'failed']);
  }
  return ended;
}

function checkCovered(story: Story, before: Before, { kind }: Step): Trade[] {
  const available = story.on.balance('available');
  const unsent = payoutsOf(story).filter(({ state }) => state === 'created');
  const settlements = unsent.filter(({ settlement_id }) => settlement_id !== null);
  assert.ok(available >= 0n || settlements.length === 0, 'a payment that nothing covers waits');
  const ended = endedNow(story, before);
  if (ended.length > 0) assert.ok(kind === 'reverse' || kind === 'recall', kind);
  // The newest end first, so that the oldest was the last that had to.
  const [oldest] = ended
    .filter(({ settlement_id }) => settlement_id !== null)
    .toSorted((a, b) => a.created_at - b.created_at);
  const without = available - (oldest?.amount_cents ?? available + 1n);
  assert.ok(without < 0n, 'a payment ended that was covered');
  return ended;
}

/** What the stories have come by, so that none of it is missing unnoticed. */
const SEEN = {
  paid: 0,
  ended_payments: 0,
  ended_refunds: 0,
  owed_for_sent: 0,
  paid_after_ended: 0,
};

function countSeen(story: Story, ended: readonly Trade[]): void {
  SEEN.ended_payments += ended.filter(({ settlement_id }) => settlement_id !== null).length;
  SEEN.ended_refunds += ended.filter(({ refund_of }) => refund_of !== null).length;
  const payments = payoutsOf(story).filter(({ settlement_id }) => settlement_id !== null);
  const has_paid = payments.some(({ state }) => state === 'completed');
  const has_ended = payments.some(({ state_reason }) => state_reason === 'payin_taken_back');
  if (has_paid) SEEN.paid += 1;
  if (has_paid && has_ended) SEEN.paid_after_ended += 1;
  if (story.on.balance('available') < 0n) SEEN.owed_for_sent += 1;
}

test('settlements are paid only from what is there, while credits are taken back', () => {
  const stories = fc.array(step, { minLength: 8, maxLength: 40, size: 'max' });
  const property = fc.property(stories, (steps) => {
    const story: Story = { on: scene(), adjusted: 0n, lines: 0 };
    for (const one of steps) {
      const before = new Map(story.on.world.trades);
      story.on.wait(HOUR);
      ACTS[one.kind](story, one);
      checkBalance(story);
      checkSettlements(story);
      countSeen(story, checkCovered(story, before, one));
      for (const credited of payinsOf(story)) {
        checkCredit(story.on, credited);
        checkRefunds(story.on, credited);
      }
    }
  });
  fc.assert(property, { numRuns: 300 });
  for (const [what, times] of Object.entries(SEEN)) assert.ok(times > 20, `${what}: ${times}`);
});
