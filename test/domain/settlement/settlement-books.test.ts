// Settlements and holds in random histories: statements add up to the ledger, no entry is in two of
// them, and every blocked amount is accounted for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from '../../../server/domain/batch/command.ts';
import { type Change, withAllFacts } from '../../../server/domain/batch/decision.ts';
import { balanceOf, emptyWorld, type World } from '../../../server/domain/batch/world.ts';
import { decideAll } from '../../../server/domain/decide.ts';
import { balances } from '../../../server/domain/ledger/ledger.ts';
import { isHolding } from '../../../server/domain/record/credit-hold.ts';
import type { Merchant } from '../../../server/domain/record/merchant.ts';
import {
  type Settlement,
  settlementStateOf,
} from '../../../server/domain/record/settlement-record.ts';
import { START } from '../../support/model/domain-commands.ts';
import { type Batch, batches, historyOf, MERCHANTS } from '../../support/model/domain-model.ts';
import {
  approve,
  draft,
  entriesOf,
  linesOf,
  release,
} from '../../support/model/settlement-commands.ts';
import { fc } from '../../support/property.ts';

const TERMS = { settlement_delay_days: 1, reserve_percent: 30, reserve_days: 4 };

/** Every open pay-out, every disputed credit and every hold, and nothing else. */
function checkBlocked(world: World, merchant: Merchant): void {
  const { merchant_id, balance_currency } = merchant;
  let expected = 0n;
  for (const trade of world.trades.values()) {
    if (trade.merchant_id !== merchant_id) continue;
    const is_open = trade.state === 'created' || trade.state === 'processing';
    const is_held = trade.direction === 'payout' ? is_open : trade.disputed_from === 'completed';
    if (is_held) expected += trade.settlement_amount_cents;
  }
  for (const hold of world.holds.values()) {
    if (hold.merchant_id === merchant_id && isHolding(hold)) expected += hold.remaining_cents;
  }
  assert.equal(balanceOf(world, merchant_id, 'blocked', balance_currency), expected);
}

/** Consecutive statements cover each entry once, and end at the current balance. */
function checkStatements(
  world: World,
  changes: readonly Change[],
  merchant: Merchant,
  statements: readonly Settlement[],
): void {
  const entries = entriesOf(changes, world, merchant.merchant_id);
  let next = 1n;
  let closing = 0n;
  for (const statement of statements) {
    const { first_entry_number: first, last_entry_number: last } = statement;
    assert.equal(first, next, 'a gap, or an entry in two statements');
    assert.equal(statement.opening_cents, closing);
    const lines = linesOf(entries.filter(({ number }) => number >= first && number <= last));
    const moved = lines.reduce((sum, line) => sum + line.net_cents, 0n);
    assert.equal(statement.closing_cents - statement.opening_cents, moved);
    assert.equal(statement.line_count, lines.length);
    next = last + 1n;
    closing = statement.closing_cents;
  }
}

type Statements = Map<string, Settlement[]>;

/** Decides about the latest draft; a refusal (the balance is too low by now) leaves it a draft. */
function decideDraft(world: World, merchant: Merchant, mine: Settlement[], number: number) {
  const last = mine.at(-1);
  if (last === undefined) return [];
  const amount_cents = number % 3 === 0 ? 0n : null;
  const { changes } = withAllFacts(decideAll(world, [approve(last, { merchant, amount_cents })]));
  const after = world.settlements.get(last.settlement_id);
  if (after !== undefined) mine[mine.length - 1] = after;
  return changes;
}

function settle(world: World, changes: Change[], statements: Statements, number: number): void {
  const merchant = MERCHANTS[number % MERCHANTS.length];
  if (merchant === undefined) return;
  const mine = statements.get(merchant.merchant_id) ?? [];
  statements.set(merchant.merchant_id, mine);
  changes.push(...decideDraft(world, merchant, mine, number));
  const last = mine.at(-1) ?? null;
  if (last?.state === 'draft' || world.now <= (last?.period_to ?? merchant.created_at)) return;
  const entries = entriesOf(changes, world, merchant.merchant_id);
  const statement = draft(world, entries, { last, last_number: mine.length }, merchant);
  const available = balanceOf(world, merchant.merchant_id, 'available', merchant.balance_currency);
  assert.equal(statement.closing_cents, available);
  mine.push(statement);
}

function releaseAll(world: World): Command[] {
  return MERCHANTS.map(({ merchant_id }) => {
    const mine = [...world.holds.values()].filter((hold) => hold.merchant_id === merchant_id);
    return release(
      mine.map(({ trade_id, kind }) => ({ merchant_id, trade_id, kind })),
      { merchant_id },
    );
  });
}

type Played = { world: World; changes: Change[]; statements: Statements };

function play(random: readonly Batch[], numbers: readonly number[]): Played {
  const world = emptyWorld(START);
  world.hold_terms = new Map(MERCHANTS.map(({ merchant_id }) => [merchant_id, TERMS]));
  const played: Played = { world, changes: [], statements: new Map() };
  const { changes, statements } = played;
  for (const [index, { wait_ms, commands }] of historyOf(random).entries()) {
    world.now += wait_ms;
    for (const command of [...releaseAll(world), ...commands]) {
      changes.push(...withAllFacts(decideAll(world, [command])).changes);
    }
    settle(world, changes, statements, numbers[index] ?? 0);
    for (const merchant of MERCHANTS) {
      checkBlocked(world, merchant);
      const mine = statements.get(merchant.merchant_id) ?? [];
      checkStatements(world, changes, merchant, mine);
    }
  }
  return played;
}

/**
 * A settlement is in the state of its pay-out and is paid the approved amount; returns their
 * number.
 */
function checkPayouts(world: World): number {
  const paid = [...world.settlements.values()].filter(({ trade_id }) => trade_id !== null);
  for (const { trade_id, state, approved_cents } of paid) {
    const payout = world.trades.get(trade_id ?? '') ?? assert.fail('No pay-out');
    assert.equal(state, settlementStateOf(payout.state));
    assert.equal(payout.amount_cents, approved_cents);
  }
  return paid.length;
}

const draws = fc.array(fc.nat({ max: 30 }), { minLength: 16, maxLength: 16 });

/** Keeps the histories from becoming empty without anybody noticing. */
const OFTEN = ['hold_placed', 'hold_released', 'payout_held', 'payin_reversed', 'payin_disputed'];

test('statements are the ledger, holds are what is blocked', () => {
  const seen = new Set<string>();
  let paid = 0;
  const property = fc.property(batches, draws, (random, numbers) => {
    const { world, changes } = play(random, numbers);
    paid += checkPayouts(world);
    for (const change of changes) {
      if (change.kind !== 'entry') continue;
      seen.add(change.entry.act);
      assert.ok(balances(change.entry.postings), change.entry.act);
    }
  });
  fc.assert(property, { numRuns: 200 });
  for (const act of OFTEN) assert.ok(seen.has(act), `no history had ${act}`);
  assert.ok(paid > 0, 'no history paid a settlement');
});
