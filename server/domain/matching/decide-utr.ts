// Attaches a UTR to a pay-in: a claim that stops the timer; only its bank line completes the
// pay-in.

import { DAY_MS } from '../../lib/durations.ts';
import type { AttachUtr } from '../batch/command.ts';
import type { Change, Decision, UtrClaim, Verdict } from '../batch/decision.ts';
import type { World } from '../batch/world.ts';
import { lateness, remaining } from '../line/line-timing.ts';
import { type BankLine, FOR_PEOPLE, type LineRecord } from '../record/bank-line.ts';
import { isOpen } from '../record/state-sets.ts';
import { type StateReason, type Trade, waysOut } from '../record/trade.ts';
import { LIMITS } from '../service/limits.ts';
import { type Refusal, refuse, refuseFields } from '../service/refusal.ts';
import { type Cause, changeTrade, decided, nothingToDo, refuseAct } from '../trade/trade-change.ts';
import { utrProblem } from '../values/utr.ts';
import { giveLine } from './give-line.ts';

const KEPT_REASONS = new Set<StateReason | null>(['duplicate_utr_claim', 'paid_after_cancel']);

const field = (message: string) => [{ field: 'utr', code: 'not_allowed' as const, message }];

/**
 * Whether the transfer has paid another order, also one of a removed month. If its line was split,
 * a part may still be in suspense.
 */
function isUsed(world: World, utr: string, trade: Trade): boolean {
  const records = [...world.lines.values()].filter(({ line }) => line.utr === utr);
  const has_free_part = records.some(
    ({ line, outcome }) => line.parent_line_id !== null && outcome.status === 'suspense',
  );
  if (has_free_part) return false;
  const is_matched = records.some(
    ({ outcome }) => outcome.status === 'matched' && outcome.trade_id !== trade.trade_id,
  );
  return is_matched || world.past_utrs.has(utr);
}

/** Why this pay-in does not accept a UTR, or another one; otherwise null. */
function whyNot(world: World, command: AttachUtr, trade: Trade): Refusal | null {
  const problem = utrProblem(command.utr, trade.type);
  if (problem !== null) {
    return refuseFields([{ field: 'utr', code: 'format', message: problem }]);
  }
  if (waysOut(trade.direction, 'attach_utr', trade.state).length === 0) {
    return refuseAct(trade, 'attach_utr');
  }
  const late_ms = world.now - (trade.closed_at ?? world.now);
  if (late_ms > LIMITS.late_evidence_max_ms) {
    const days = LIMITS.late_evidence_max_ms / DAY_MS;
    return refuse('utr_too_late', `The pay-in ended more than ${days} days ago.`, {
      errors: field('comes too late'),
    });
  }
  if (isUsed(world, command.utr, trade)) {
    return refuse('utr_already_used', 'The transfer with this UTR has paid another order.', {
      errors: field('has paid another order'),
    });
  }
  if (trade.utr_claims > LIMITS.utr_replacements_max) {
    return refuse(
      'utr_change_limit',
      `The UTR of a pay-in can be replaced ${LIMITS.utr_replacements_max} times.`,
      { errors: field('was replaced too often') },
    );
  }
  return null;
}

/** The line in suspense with this UTR on the trade's account, if there is exactly one. */
function waitingLine(world: World, utr: string, trade: Trade): LineRecord | null {
  const lines = [...world.lines.values()].filter(
    ({ line, outcome }) =>
      line.utr === utr &&
      line.amount_cents > 0n &&
      outcome.status === 'suspense' &&
      !FOR_PEOPLE.includes(outcome.reason) &&
      line.receiving_account_id === trade.receiving_account_id &&
      lateness(trade, line) !== 'closed',
  );
  return lines.length === 1 ? (lines[0] ?? null) : null;
}

/** Other open pay-ins with a claim on the same UTR. */
function rivals(world: World, utr: string, trade: Trade): Trade[] {
  return (world.claims.get(utr) ?? []).flatMap((claim) => {
    const other = world.trades.get(claim.trade_id);
    if (other === undefined || other.trade_id === trade.trade_id) return [];
    return isOpen(other) && other.utr === utr ? [other] : [];
  });
}

/**
 * The service itself flags the other pay-in: it may be another merchant's, who must not see the
 * claimant.
 */
function flag(trade: Trade, command_id: string, now: number): Change[] {
  if (trade.state !== 'verifying' || KEPT_REASONS.has(trade.state_reason)) return [];
  const cause: Cause = { act: 'attach_utr', actor: { role: 'service', id: null }, command_id };
  const patch = { state: 'verifying' as const, state_reason: 'duplicate_utr_claim' as const };
  return changeTrade(trade, patch, cause, now);
}

function claimChanges(trade: Trade, utr: string): Change[] {
  const claim = (of: string): UtrClaim => ({
    utr: of,
    merchant_id: trade.merchant_id,
    trade_id: trade.trade_id,
  });
  const ended: Change[] =
    trade.utr === null ? [] : [{ kind: 'utr_claim_ended', claim: claim(trade.utr) }];
  return [...ended, { kind: 'utr_claimed', claim: claim(utr) }];
}

/**
 * A pending pay-in stops its timer and becomes verifying; if the matching line is already in
 * suspense, it completes at once.
 */
export function decideUtr(world: World, command: AttachUtr, trade: Trade): Verdict {
  const { utr } = command;
  if (trade.direction === 'payin' && trade.utr === utr) return nothingToDo(trade);
  const refused = whyNot(world, command, trade);
  if (refused !== null) return refused;
  const cause: Cause = { ...command, act: 'attach_utr' };
  const claimed = { ...trade, utr, utr_claims: trade.utr_claims + 1 };
  const claims = claimChanges(trade, utr);
  const others = rivals(world, utr, trade);
  const waiting = waitingLine(world, utr, trade);
  if (waiting !== null && canTake(waiting, claimed, others)) {
    return complete(world, command, claimed, claims, waiting.line);
  }
  const state_reason = reasonOf(trade, others);
  const patch = { state: 'verifying' as const, state_reason, utr, utr_claims: claimed.utr_claims };
  // The trade's own change comes last, because it is the answer.
  const flags = others.flatMap((other) => flag(other, command.command_id, world.now));
  return decided(trade, [...claims, ...flags, ...changeTrade(trade, patch, cause, world.now)]);
}

/** What comes after a cancel needs a person's decision, whatever is claimed later. */
function reasonOf(trade: Trade, others: readonly Trade[]): StateReason | null {
  if (trade.state === 'canceled') return 'paid_after_cancel';
  if (trade.state_reason === 'paid_after_cancel') return 'paid_after_cancel';
  if (others.length > 0) return 'duplicate_utr_claim';
  if (trade.closed_at !== null) return 'paid_late';
  return trade.received_amount_cents > 0n ? 'amount_mismatch' : null;
}

/**
 * If another pay-in of the same account and amount claims the UTR too, a person decides. A line
 * whose amount fits several others is never taken by a claim with another amount.
 */
function canTake(record: LineRecord, trade: Trade, others: readonly Trade[]): boolean {
  const { line, outcome } = record;
  const exact = remaining(trade) === line.amount_cents;
  if (!exact && outcome.reason === 'several_candidates') return false;
  return !others.some(
    (other) =>
      other.receiving_account_id === trade.receiving_account_id &&
      remaining(other) === line.amount_cents,
  );
}

function complete(
  world: World,
  command: AttachUtr,
  trade: Trade,
  claims: readonly Change[],
  line: BankLine,
): Decision {
  const exact = remaining(trade) === line.amount_cents;
  const reason = exact ? 'utr_account_amount' : 'utr_amount_mismatch';
  const cause: Cause = { ...command, act: 'attach_utr' };
  const { settings } = command.merchant;
  const { outcome, changes } = giveLine(trade, line, reason, settings, cause, world.now);
  return decided(trade, [...claims, { kind: 'line_moved', from: 'suspense', outcome }, ...changes]);
}
