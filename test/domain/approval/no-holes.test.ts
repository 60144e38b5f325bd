// Random histories find every way to move money alone: judged by the changes, not by the table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_APPROVALS } from '../../../server/domain/approval/command-approvals.ts';
import type { Command } from '../../../server/domain/batch/command.ts';
import { type Change, withAllFacts } from '../../../server/domain/batch/decision.ts';
import {
  attemptsOf,
  emptyWorld,
  openAttempt,
  type World,
} from '../../../server/domain/batch/world.ts';
import { decideAll } from '../../../server/domain/decide.ts';
import {
  type EntryAct,
  HOUSE_BOOK,
  isBalanceAccount,
} from '../../../server/domain/ledger/ledger.ts';
import { bandsOf } from '../../../server/domain/record/band.ts';
import { FOR_PEOPLE } from '../../../server/domain/record/bank-line.ts';
import { APPROVAL_ACTS } from '../../../server/domain/record/proposal.ts';
import type { State, Trade } from '../../../server/domain/record/trade.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { referenceOf } from '../../../server/domain/values/reference.ts';
import { START } from '../../support/model/domain-commands.ts';
import { batches, historyOf } from '../../support/model/domain-model.ts';
import { readAgain } from '../../support/model/domain-steps.ts';
import { fc, longRuns } from '../../support/property.ts';

const ALWAYS = bandsOf(
  'sandbox',
  APPROVAL_ACTS.map((one) => ({ act: one, currency: null, from_cents: 0n })),
);

/** Entries by which a person gives or takes money without the bank's evidence. */
const BY_HAND: readonly EntryAct[] = [
  'adjustment',
  'difference_charged',
  'difference_credited',
  'difference_undone',
  'fee',
  'line_received',
  'line_given_up',
  'own_transfer',
  'payin_completed',
  'payin_dispute_won',
  'payin_raised',
  'payin_recall_undone',
  'payin_reversed',
  'payout_charge_undone',
  'payout_reversed',
];

/** Keeps the histories from becoming empty without anybody noticing. */
const OFTEN = [
  ...['act confirm', 'act fail', 'act resolve', 'act reverse', 'act take', 'adjust'],
  ...['review_line assign', 'review_line credit', 'review_line fee'],
];

/** A line that is sent back is its merchant's only to be held for its pay-out. */
const HELD_ONLY: readonly EntryAct[] = ['line_received', 'line_given_up'];

/** What the merchants have more, or less, by these changes, in all currencies together. */
const givenTo = (changes: readonly Change[]): bigint =>
  changes
    .flatMap((change) => (change.kind === 'entry' ? change.entry : []))
    .filter(({ book, act }) => book !== HOUSE_BOOK && !HELD_ONLY.includes(act))
    .flatMap(({ postings }) => postings.filter(({ account }) => isBalanceAccount(account)))
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0n);

/** It has the pay-in's UTR or reference, and the pay-in was there before the line. */
function saysWhose(world: World, bank_line_id: string, trade: Trade | undefined): boolean {
  const { line, outcome } = world.lines.get(bank_line_id) ?? {};
  if (line === undefined || outcome === undefined || trade === undefined) return false;
  if (FOR_PEOPLE.includes(outcome.reason) || trade.created_at > line.received_at) return false;
  const of_payout = attemptsOf(world, trade.trade_id).map(({ end_to_end_id }) => end_to_end_id);
  const words = [referenceOf(trade.trade_id), trade.order_id, ...of_payout];
  const text = `${line.text} ${line.end_to_end_id}`.toUpperCase();
  return line.utr === trade.utr || words.some((word) => text.includes(word.toUpperCase()));
}

/**
 * The line itself is evidence if it names the trade and is assigned without a difference. Taken
 * away it shows nothing any more. Sent back, its money leaves by a pay-out, which two people have
 * to agree to.
 */
function isEvident(world: World, command: Command, changes: readonly Change[]): boolean {
  if (command.kind !== 'review_line') return false;
  const { review } = command;
  if (review.act === 'return') return true;
  if (review.act === 'assign') {
    const trade = world.trades.get(review.trade_id);
    return review.difference === undefined && saysWhose(world, command.bank_line_id, trade);
  }
  if (review.act !== 'undo' || review.keep === true) return false;
  return givenTo(changes) === 0n && !changes.some((change) => losesDispute(world, change));
}

/** A dispute about a pay-in ends against the merchant. */
const losesDispute = (world: World, change: Change): boolean =>
  change.kind === 'trade_changed' &&
  change.trade.direction === 'payin' &&
  change.trade.state === 'reversed' &&
  world.trades.get(change.trade.trade_id)?.state === 'disputed';

const moves = (world: World, { direction, state, trade_id }: Trade, from: State, to: State) =>
  direction === 'payout' && state === to && world.trades.get(trade_id)?.state === from;

/** Not in a batch, of which the service knows whether a file was made. */
const isByHand = (world: World, { trade_id }: Trade): boolean =>
  openAttempt(world, trade_id)?.payout_batch_id === null;

/** Its parts have amounts that a person chose, and are matched by them. */
const splitsIncoming = (command: Command): boolean =>
  command.kind === 'review_line' &&
  command.review.act === 'split' &&
  command.review.parts.every(({ amount_cents }) => amount_cents > 0n);

/** Judged by the changes alone, without the table: whether two people have to agree. */
function needsTwo(world: World, command: Command, changes: readonly Change[]): boolean {
  const by_hand =
    command.actor.role === 'operator' && !['take_line', 'rematch_line'].includes(command.kind);
  if (by_hand && splitsIncoming(command)) return changes.length > 0;
  return changes.some((change) => {
    if (change.kind === 'trade_changed') {
      if (moves(world, change.trade, 'created', 'processing')) return true;
      const { trade } = change;
      const is_undone =
        moves(world, trade, 'processing', 'failed') ||
        (moves(world, trade, 'processing', 'created') && isByHand(world, trade));
      return by_hand && is_undone;
    }
    if (!by_hand) return false;
    if (change.kind === 'trade_created') return change.trade.refund_of !== null;
    if (change.kind !== 'entry') return false;
    return !isEvident(world, command, changes) && BY_HAND.includes(change.entry.act);
  });
}

function nameOf(command: Command): string {
  if (command.kind === 'act') return `act ${command.act}`;
  return command.kind === 'review_line' ? `review_line ${command.review.act}` : command.kind;
}

/** Refused while every act needs two people, on the same facts. */
function isGuarded(world: World, command: Command): boolean {
  const guarded = { ...structuredClone(world), bands: ALWAYS };
  const [answer] = withAllFacts(decideAll(guarded, [command])).answers;
  return isRefusal(answer) && answer.code === 'approval_required';
}

type Found = { holes: Set<string>; guarded: Set<string> };

/** Decides one command; notes it if two people have to agree to it. */
function step(world: World, command: Command, { holes, guarded }: Found): World {
  const after = structuredClone(world);
  const { changes } = withAllFacts(decideAll(after, [command]));
  if (!needsTwo(world, command, changes)) return after;
  (isGuarded(world, command) ? guarded : holes).add(nameOf(command));
  return after;
}

/** Runs random histories; `holes`: commands that did such an act with one person. */
function findHoles(runs: number): Found {
  const found: Found = { holes: new Set(), guarded: new Set() };
  const property = fc.property(batches, (random) => {
    let world = emptyWorld(START);
    for (const { wait_ms, commands } of historyOf(random)) {
      world = readAgain(world, world.now + wait_ms);
      for (const command of commands) world = step(world, command, found);
    }
  });
  fc.assert(property, { numRuns: runs });
  return found;
}

test('in random histories nobody moves money alone while every act needs two', () => {
  const { holes, guarded: found } = findHoles(longRuns(600));
  assert.deepEqual([...holes], []);
  for (const name of OFTEN) {
    assert.ok(
      found.has(name),
      `no history has: ${name}; what is drawn changed, so draw more of them`,
    );
  }
});

test('a kind of command without its row would be found', () => {
  const rows: Record<string, unknown> = COMMAND_APPROVALS;
  for (const kind of ['act', 'adjust', 'review_line']) {
    const row = rows[kind];
    rows[kind] = { none: 'a planted hole' };
    const { holes } = findHoles(20);
    rows[kind] = row;
    assert.ok(
      [...holes].some((name) => name.startsWith(kind)),
      kind,
    );
  }
});
