// Random stories of a few pay-outs whose lines people give, take away and charge for: the books are
// right at every step, and undoing and redoing a step ends the same.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Command, type Review, TRADE_ACTS } from '../../../server/domain/batch/command.ts';
import { withAllFacts } from '../../../server/domain/batch/decision.ts';
import { attemptsOf } from '../../../server/domain/batch/world.ts';
import { decideAll } from '../../../server/domain/decide.ts';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { checkBooks, checkLines } from '../../support/model/domain-books.ts';
import {
  act,
  adjust,
  decimal,
  idOf,
  lineWith,
  MINUTE,
  payin,
  payout,
  refund,
  rematch,
  review,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';
import { follower, readAgain } from '../../support/model/domain-steps.ts';
import { fc, longRuns } from '../../support/property.ts';

const PAYOUTS = 4;

/** Two that are alike, one in another currency, and a refund. */
function start(): { on: DomainScene; trades: Trade[]; followed: ReturnType<typeof follower> } {
  const on = scene();
  on.run(adjust(100_000n));
  const rate = {
    trade_currency: 'USD',
    balance_currency: 'INR',
    rate: decimal('0.012'),
    source: 'test',
    at: 0,
  };
  const percent = decimal('1.5');
  const credit = on.trade(payin({ amount_cents: 3_000n }));
  on.line(take(lineWith({ amount_cents: 3_000n })));
  const trades = [
    on.trade(payout({ amount_cents: 1_000n, percent })),
    on.trade(payout({ amount_cents: 1_000n, percent })),
    on.trade(payout({ amount_cents: 55n, currency: 'USD', rate, percent })),
    on.trade(refund(credit, 2_000n, { percent })),
  ];
  const followed = follower();
  followed.follow(on.changes, on.world.now);
  return { on, trades, followed };
}

/** One step as numbers; every number is valid. */
const step = fc.record({
  kind: fc.constantFrom('act', 'act', 'act', 'line', 'line', 'assign', 'assign', 'undo', 'undo'),
  which: fc.nat({ max: PAYOUTS - 1 }),
  other: fc.nat({ max: 30 }),
  flag: fc.boolean(),
  charge: fc.boolean(),
});
type Step = { kind: string; which: number; other: number; flag: boolean; charge: boolean };

/** Steps that move most pay-outs on are listed more than once. */
const ACTS = [
  ...TRADE_ACTS,
  ...(['take', 'take', 'take', 'complete', 'complete', 'fail', 'cancel', 'reverse'] as const),
];
const UTRS = ['PAIDOUT12345', 'BANKLINE0001', 'BANKLINE0002', null];

function pick<T>(values: readonly T[], number: number): T {
  const [value] = values.slice(number % values.length);
  assert.notEqual(value, undefined);
  return value as T;
}

type Story = ReturnType<typeof start> & { lines: { line: BankLine; of: Trade }[] };

function lineFor({ on, trades }: Story, { which, other, flag, charge }: Step): BankLine {
  const trade = pick(trades, which);
  const attempt = attemptsOf(on.world, trade.trade_id).at(-1);
  const is_back = other % 3 === 0;
  return lineWith({
    currency: trade.currency,
    amount_cents: is_back ? trade.amount_cents : -trade.amount_cents,
    receiving_account_id: idOf(2, other === 7 ? 7 : 1),
    utr: pick(UTRS, other),
    text: flag ? (attempt?.end_to_end_id ?? null) : null,
    received_at: on.world.now + (charge ? MINUTE : 0),
  });
}

function commandOf(story: Story, one: Step): Command | null {
  const { trades, lines } = story;
  const trade = pick(trades, one.which);
  if (one.kind === 'act') {
    const utr = pick(UTRS.slice(0, -1), one.other);
    const command = act(trade, pick(ACTS, one.other));
    return { ...command, utr: command.act === 'complete' || one.flag ? utr : null };
  }
  if (one.kind === 'line') {
    const line = lineFor(story, one);
    lines.push({ line, of: trade });
    return take(line);
  }
  if (lines.length === 0) return null;
  const { line, of } = pick(lines, one.other);
  const { merchant_id, trade_id } = one.which === 3 ? trade : of;
  if (one.kind === 'undo') {
    return review(line, { act: 'undo', reverse: one.flag, charge: one.charge });
  }
  if (one.other === 30) return rematch(line);
  return review(line, { act: 'assign', merchant_id, trade_id, charge: one.charge });
}

function play(steps: readonly Step[], seen: Map<string, number> = new Map()): Story {
  const story: Story = { ...start(), lines: [] };
  const { on, followed } = story;
  for (const one of steps) {
    on.wait(one.which * MINUTE);
    Object.assign(on.world, readAgain(on.world, on.world.now));
    const command = commandOf(story, one);
    if (command === null) continue;
    const { changes } = withAllFacts(decideAll(on.world, [command]));
    followed.follow(changes, on.world.now);
    checkLines(on.world);
    checkBooks(on.world);
    for (const change of changes) {
      if (!('event' in change)) continue;
      const name = `${change.event.act} ${change.event.standing.state}`;
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }
  }
  return story;
}

/** Keeps the stories from becoming empty without anybody noticing. */
const OFTEN = [
  'unmatch completed',
  'unmatch disputed',
  'unmatch reversed',
  'unmatch failed',
  'unmatch canceled',
  'charge failed',
  'charge canceled',
  'charge reversed',
  'match disputed',
  'refund completed',
];

const steps = fc.array(step, { minLength: 1, maxLength: 40, size: 'max' });

test('books, lines and attempts are right at every step', () => {
  const seen = new Map<string, number>();
  const property = fc.property(steps, (given) => {
    play(given, seen);
  });
  fc.assert(property, { numRuns: longRuns(1_500) });
  for (const name of OFTEN) {
    assert.ok((seen.get(name) ?? 0) > 0, `no story reached ${name}`);
  }
});

/** The sums of all books, without zeros. */
function sumsOf({ on }: Story) {
  return [...on.world.balances]
    .filter(([, sum]) => sum !== 0n)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const UNDOS: readonly Review[] = [
  { act: 'undo', reverse: false },
  { act: 'undo', reverse: true },
  { act: 'undo', reverse: false, charge: true },
];

/** Undoes a pay-out's line in this way and gives it back; false if that is not possible. */
function thereAndBack({ on }: Story, line: BankLine, undo: Review): boolean {
  const outcome = on.world.lines.get(line.bank_line_id)?.outcome;
  const { merchant_id = null, trade_id = null } = outcome ?? {};
  if (merchant_id === null || trade_id === null || outcome?.status !== 'matched') return false;
  on.wait(MINUTE);
  if (isRefusal(on.run(review(line, undo)))) return false;
  const plain = { act: 'assign', merchant_id, trade_id } as const;
  on.wait(MINUTE);
  const given = on.run(review(line, plain));
  if (!isRefusal(given)) return true;
  return !isRefusal(on.run(review(line, { ...plain, charge: true })));
}

test('a line that is taken away and given back, any number of times, leaves the same books', () => {
  let times = 0;
  const property = fc.property(steps, fc.array(fc.nat({ max: 60 })), (given, undone) => {
    const story = play(given);
    for (const number of undone) {
      if (story.lines.length === 0) return;
      const before = sumsOf(story);
      const { line } = pick(story.lines, number);
      if (!thereAndBack(story, line, pick(UNDOS, Math.floor(number / 20)))) continue;
      times += 1;
      assert.deepEqual(sumsOf(story), before);
      checkBooks(story.on.world);
      checkLines(story.on.world);
    }
  });
  fc.assert(property, { numRuns: 400 });
  assert.ok(times > 0);
});
