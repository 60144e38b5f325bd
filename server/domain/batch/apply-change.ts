// Applies each kind of change to the facts of its batch, so that the next command sees it.

import type { LineOutcome } from '../record/bank-line.ts';
import { addToSums } from '../record/counted-act.ts';
import { holdKey } from '../record/credit-hold.ts';
import { addFeedLine } from '../record/feed-bounds.ts';
import type { PayoutAttempt } from '../record/payout-attempt.ts';
import { epochDay } from '../record/receiving-account.ts';
import { isOpen } from '../record/state-sets.ts';
import type { Trade } from '../record/trade.ts';
import { addUse } from './account-days.ts';
import { postEntry } from './books.ts';
import type { Change } from './decision.ts';
import {
  type ClientPayin,
  clientKey,
  putAttempt,
  putLine,
  putReservation,
  putTrade,
  type World,
} from './world.ts';

function moveLine(world: World, outcome: LineOutcome): void {
  const record = world.lines.get(outcome.bank_line_id);
  if (record === undefined) throw new Error(`Line ${outcome.bank_line_id} was not read`);
  world.lines.set(outcome.bank_line_id, { line: record.line, outcome });
}

function useClient(world: World, trade: Trade): void {
  const key = clientKey(trade.merchant_id, trade.client_id);
  const payin: ClientPayin = {
    trade_id: trade.trade_id,
    amount_cents: trade.requested_amount_cents,
    currency: trade.currency,
    created_at: trade.created_at,
    open: true,
  };
  world.clients.set(key, [...(world.clients.get(key) ?? []), payin]);
}

function changeTrade(world: World, trade: Trade): void {
  putTrade(world, trade);
  const key = clientKey(trade.merchant_id, trade.client_id);
  const payins = world.clients.get(key);
  if (payins === undefined) return;
  const updated = (payin: ClientPayin) =>
    payin.trade_id === trade.trade_id ? { ...payin, open: isOpen(trade) } : payin;
  world.clients.set(key, payins.map(updated));
}

/** Counts an attempt that was added to its batch, or put back. */
function countAttempt(world: World, { payout_batch_id }: PayoutAttempt, by: 1 | -1): void {
  const count = world.payout_counts.get(payout_batch_id ?? '');
  if (payout_batch_id === null || count === undefined) return;
  world.payout_counts.set(payout_batch_id, count + by);
}

function changeAttempt(world: World, attempt: PayoutAttempt): void {
  const before = world.attempts.get(attempt.payout_attempt_id);
  if (attempt.state === 'released' && before?.state !== 'released') {
    countAttempt(world, attempt, -1);
  }
  putAttempt(world, attempt);
}

const APPLY: {
  [K in Change['kind']]: (world: World, change: Extract<Change, { kind: K }>) => void;
} = {
  trade_created: (world, change) => putTrade(world, change.trade),
  trade_changed: (world, change) => changeTrade(world, change.trade),
  entry: (world, change) => postEntry(world, change.entry),
  reserved: (world, change) => putReservation(world, change.reservation),
  reservation_closed: (world, change) => {
    const reservation = world.reservations.get(change.trade.trade_id);
    if (reservation === undefined) return;
    putReservation(world, { ...reservation, free_at: change.free_at });
  },
  account_used: (world, change) => {
    if (change.day === epochDay(world.now)) addUse(world, change);
  },
  payins_opened: (world, { merchant_id, by }) => {
    world.open_payins.set(merchant_id, (world.open_payins.get(merchant_id) ?? 0) + by);
  },
  client_used: (world, change) => useClient(world, change.trade),
  utr_claimed: (world, { claim }) => {
    world.claims.set(claim.utr, [...(world.claims.get(claim.utr) ?? []), claim]);
  },
  utr_claim_ended: (world, { claim }) => {
    const claims = world.claims.get(claim.utr) ?? [];
    const others = claims.filter(
      (other) => other.utr !== claim.utr || other.trade_id !== claim.trade_id,
    );
    world.claims.set(claim.utr, others);
  },
  line_added: (world, change) => putLine(world, change.record),
  // Only the command that takes the line asks whether it waits.
  waiting_line_taken: () => undefined,
  line_moved: (world, change) => moveLine(world, change.outcome),
  line_reviewed: (world, { act }) => {
    world.line_acts.set(act.command_id, act);
  },
  feed_counted: (world, change) => addFeedLine(world.feed_days, change),
  // Usual sizes and hours do not change within a batch.
  habit_seen: () => undefined,
  adjusted: (world, { adjustment }) => {
    world.adjustments.set(adjustment.adjustment_id, adjustment);
  },
  hold_changed: (world, { hold }) => {
    world.holds.set(holdKey(hold), hold);
  },
  dispute_changed: (world, { dispute }) => {
    world.disputes.set(dispute.dispute_id, dispute);
  },
  // No decision depends on what people write.
  dispute_message_added: () => undefined,
  settlement_approved: (world, { settlement }) => {
    world.settlements.set(settlement.settlement_id, settlement);
  },
  settlement_moved: (world, { settlement }) => {
    const before = world.settlements.get(settlement.settlement_id);
    if (before === undefined) return;
    world.settlements.set(settlement.settlement_id, { ...before, ...settlement });
  },
  attempt_added: (world, { attempt }) => {
    putAttempt(world, attempt);
    countAttempt(world, attempt, 1);
  },
  attempt_changed: (world, { attempt }) => changeAttempt(world, attempt),
  payouts_exported: (world, { batch }) => {
    world.payout_batches.set(batch.payout_batch_id, batch);
  },
  proposal_approved: (world, { proposal }) => {
    world.proposals.set(proposal.proposal_id, proposal);
  },
  act_counted: ({ sums }, { counted }) => {
    if (sums !== null) addToSums(sums, counted);
  },
  // No decision depends on the audit trail.
  audited: () => undefined,
};

/** Lets the next command see a change. Mutates the world, which belongs to a single batch. */
export function applyChange<K extends Change['kind']>(
  world: World,
  change: Extract<Change, { kind: K }>,
): void {
  const apply: (world: World, change: Extract<Change, { kind: K }>) => void = APPLY[change.kind];
  apply(world, change);
}
