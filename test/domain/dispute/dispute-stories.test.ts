// Random stories of disputes, recalls, refunds, appeals and holds: the books stay balanced, and
// what is blocked is the contested part of the credits in dispute.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from '../../../server/domain/batch/command.ts';
import { type Dispute, isBinding } from '../../../server/domain/record/dispute-record.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import {
  checkCredit,
  checkRefunds,
  contestedOf,
  shareOfPart,
  sumOf,
} from '../../support/model/credit-checks.ts';
import { contest, decideOn, stepOn } from '../../support/model/dispute-commands.ts';
import {
  act,
  adjust,
  DAY,
  decimal,
  idOf,
  lineWith,
  MERCHANT_ACTOR,
  MINUTE,
  merchantWith,
  payin,
  refund,
  review,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';
import { release } from '../../support/model/settlement-commands.ts';
import { fc, longRuns } from '../../support/property.ts';

const HOLDS = { settlement_delay_days: 2, reserve_percent: 10, reserve_days: 30 };
const SERVICE = { role: 'service', id: null } as const;

const KINDS = [
  ...['contest', 'contest', 'contest', 'reject', 'part', 'part', 'uphold', 'accept', 'withdraw'],
  ...['appeal', 'appeal', 'close', 'close', 'overdue', 'ask', 'refund', 'cancel refund'],
  ...[
    'pay refund',
    'recall',
    'undo recall',
    'dispute',
    'resolve',
    'wait',
    'wait',
    'spend',
    'spend',
    'line',
  ],
  'release',
] as const;

type Step = { kind: (typeof KINDS)[number]; which: number; amount: number };
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  which: fc.nat({ max: 20 }),
  amount: fc.integer({ min: 1, max: 10_400 }),
});

type Story = { on: DomainScene; trades: Trade[]; refunds: Trade[]; lines: string[]; count: number };

const at = <Item>(items: readonly Item[], which: number): Item | undefined =>
  items.length === 0 ? undefined : items[which % items.length];

function aboutDispute(story: Story, { kind, which, amount }: Step): Command | null {
  const dispute = at([...story.on.world.disputes.values()], which);
  if (dispute === undefined) return null;
  switch (kind) {
    case 'reject':
      return decideOn(dispute, 'rejected');
    case 'uphold':
      return decideOn(dispute, 'upheld');
    case 'part':
      return decideOn(dispute, 'partly_upheld', { amount_cents: BigInt(amount) });
    case 'accept':
      return stepOn(dispute, { act: 'accept' }, { actor: MERCHANT_ACTOR });
    case 'withdraw':
    case 'close':
    case 'appeal':
      return stepOn(dispute, { act: kind });
    case 'overdue':
      return stepOn(dispute, { act: 'mark_overdue' }, { actor: SERVICE });
    case 'ask':
      return stepOn(dispute, { act: 'ask', party: 'merchant', deadline_at: null });
    default:
      return null;
  }
}

function aboutLine(story: Story, { kind, which, amount }: Step, trade: Trade): Command | null {
  const { merchant_id, trade_id } = trade;
  if (kind === 'undo recall') {
    const bank_line_id = at(story.lines, which);
    if (bank_line_id === undefined) return null;
    return review({ bank_line_id }, { act: 'undo', reverse: true });
  }
  const found = [...story.on.world.lines.values()].filter(
    ({ outcome }) => outcome.status === 'suspense',
  );
  const waiting = at(found, amount);
  if (kind === 'recall' && waiting !== undefined) {
    story.lines.push(waiting.line.bank_line_id);
    return review(waiting.line, { act: 'assign', merchant_id, trade_id });
  }
  story.count += 1;
  const sign = kind === 'recall' ? -1n : 1n;
  return take(
    lineWith({
      bank_line_id: idOf(5, story.count),
      line_key: `line ${story.count}`,
      amount_cents: sign * BigInt(amount),
      received_at: story.on.world.now,
    }),
  );
}

/** The merchant spends what it has. */
function spent({ on }: Story, amount: number): Command | null {
  const has = on.balance('available');
  return has >= BigInt(amount) ? adjust(-BigInt(amount)) : null;
}

function commandOf(story: Story, one: Step): Command | null {
  const { kind, which, amount } = one;
  const trade = at(story.trades, which);
  assert.ok(trade);
  switch (kind) {
    case 'contest':
      return contest(trade, { amount_cents: BigInt(amount) });
    case 'dispute':
    case 'resolve':
      return act(trade, kind, { outcome: kind === 'resolve' && amount % 2 ? 'failed' : null });
    case 'refund': {
      story.count += 1;
      const made = refund(trade, BigInt(amount), { trade_id: idOf(6, story.count) });
      return made;
    }
    case 'cancel refund':
    case 'pay refund': {
      const made = at(story.refunds, amount);
      if (made === undefined) return null;
      const { state } = story.on.now(made);
      if (kind === 'pay refund') return act(made, state === 'created' ? 'take' : 'complete');
      return act(made, state === 'processing' ? 'fail' : 'cancel');
    }
    case 'recall':
    case 'undo recall':
    case 'line':
      return aboutLine(story, one, trade);
    case 'release': {
      const due = [...story.on.world.holds.values()];
      return due.length === 0 ? null : release(due);
    }
    case 'spend':
      return spent(story, amount);
    default:
      return aboutDispute(story, one);
  }
}

/** What a dispute blocks is the contested part of what is left of the credit. */
function checkDispute({ on }: Story, dispute: Dispute, with_holds: boolean): void {
  const trade = on.world.trades.get(dispute.trade_id) ?? assert.fail('The trade is gone');
  assert.equal(trade.state, 'disputed');
  const { recalled_amount_cents: recalled, amount_cents: whole } = trade;
  if (trade.disputed_from !== 'completed') {
    assert.equal(dispute.blocked_cents, 0n);
    return;
  }
  const contested = contestedOf(dispute, whole - recalled);
  assert.ok(contested <= whole - recalled, 'contests what is gone');
  const part = shareOfPart(trade, recalled + contested) - shareOfPart(trade, recalled);
  if (with_holds) assert.ok(dispute.blocked_cents >= part, 'blocks too little');
  else assert.equal(dispute.blocked_cents, part, 'blocks the contested part');
}

/** Open pay-outs, and holds that no dispute suspends. */
function heldElsewhere({ on }: Story): bigint {
  const holds = [...on.world.holds.values()];
  for (const hold of holds) {
    assert.ok(hold.remaining_cents >= 0n && hold.remaining_cents <= hold.amount_cents);
  }
  const payouts = [...on.world.trades.values()].filter(
    ({ direction, state }) =>
      direction === 'payout' && (state === 'created' || state === 'processing'),
  );
  return (
    sumOf(holds.filter((hold) => !hold.suspended).map((hold) => hold.remaining_cents)) +
    sumOf(payouts.map((trade) => trade.settlement_amount_cents))
  );
}

function check(story: Story, with_holds: boolean): void {
  const { on, trades } = story;
  const disputes = [...on.world.disputes.values()].filter(isBinding);
  for (const dispute of disputes) checkDispute(story, dispute, with_holds);
  for (const trade of trades) {
    const own = disputes.filter(({ trade_id }) => trade_id === trade.trade_id);
    assert.equal(own.length, on.now(trade).state === 'disputed' ? 1 : 0);
    checkCredit(on, on.now(trade));
    checkRefunds(on, on.now(trade));
  }
  const contested = sumOf(disputes.map(({ blocked_cents }) => blocked_cents));
  assert.equal(on.balance('blocked'), contested + heldElsewhere(story));
  const by_book = Map.groupBy(on.world.balances, ([key]) => key.split('/')[0]);
  for (const [book, balances] of by_book) {
    const sum = sumOf(balances.map(([, amount]) => amount));
    assert.equal(sum, 0n, `the book ${book} does not sum to zero`);
  }
}

/** Only entries that may overdraw take the balance below zero, as the database allows it. */
function checkOverdraft(before: bigint, on: DomainScene, seen: number): void {
  const entries = on.changes
    .slice(seen)
    .flatMap((made) => (made.kind === 'entry' ? made.entry : []));
  const after = on.balance('available');
  if (after >= 0n || after >= before) return;
  assert.ok(
    entries.some(({ overdraft }) => overdraft),
    `${entries.map(({ act: name }) => name).join(', ')} overdrew`,
  );
}

/** The states and outcomes that the stories have to reach. */
const REACHED = ['appealed', 'partly_upheld', 'upheld', 'accepted', 'withdrawn', 'rejected'];

function begin(with_holds: boolean): Story {
  const on = scene();
  if (with_holds) on.world.hold_terms = new Map([[merchantWith().merchant_id, HOLDS]]);
  on.run(adjust(30_000n));
  const trades = [1, 2].map((n) =>
    on.trade(payin({ trade_id: idOf(7, n), percent: decimal('10') })),
  );
  on.line(take(lineWith({ utr: null, bank_line_id: idOf(5, 900) })));
  for (const trade of trades) {
    if (on.now(trade).state === 'pending') on.trade(act(trade, 'confirm'));
  }
  const late = on.trade(payin({ trade_id: idOf(7, 3), percent: decimal('10') }));
  on.wait(15 * MINUTE);
  trades.push(on.trade(act(late, 'expire')));
  return { on, trades, refunds: [], lines: [], count: 0 };
}

function play(story: Story, one: Step, with_holds: boolean): void {
  const { on } = story;
  on.wait(one.kind === 'wait' ? 4 * DAY : 1);
  const command = commandOf(story, one);
  if (command === null) return;
  const before = on.balance('available');
  const seen = on.changes.length;
  const answer = on.run(command);
  checkOverdraft(before, on, seen);
  if (command.kind === 'create_refund' && 'kind' in answer && answer.kind === 'trade') {
    story.refunds.push(answer.trade);
  }
  check(story, with_holds);
}

/** The states of disputes, their outcomes, and the reasons of lines. */
const wordsOf = ({ on: { world } }: Story): (string | null)[] => [
  ...[...world.disputes.values()].flatMap(({ state, outcome }) => [state, outcome]),
  ...[...world.lines.values()].map(({ outcome }) => outcome.reason),
  ...[...world.posted.values()]
    .flat()
    .map(({ act: name }) => (name === 'payin_raised' ? 'raised' : null)),
];

for (const with_holds of [false, true]) {
  test(`random stories keep the books right ${with_holds ? 'with' : 'without'} holds`, () => {
    const seen = new Set<string | null>();
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const story = begin(with_holds);
        for (const one of steps) play(story, one, with_holds);
        for (const word of wordsOf(story)) seen.add(word);
      }),
      { numRuns: longRuns(2_000) },
    );
    for (const word of [...REACHED, 'raised', 'credit_reversed', 'partial_recall']) {
      assert.ok(seen.has(word), `no story reached ${word}`);
    }
  });
}
