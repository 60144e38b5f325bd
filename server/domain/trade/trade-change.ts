// Changes a trade: checks the act against the TRANSITIONS table and makes the event that reports
// it.
import { counted } from '../account/account-count.ts';
import type { Change, Decision, TradeEvent } from '../batch/decision.ts';
import { tradeEventType } from '../merchant/event-types.ts';
import type { Actor } from '../record/origin.ts';
import { epochDay } from '../record/receiving-account.ts';
import { settlementStateOf } from '../record/settlement-record.ts';
import { isOpen } from '../record/state-sets.ts';
import {
  type Act,
  finality,
  type State,
  type StateReason,
  type Trade,
  type TradeStanding,
  waysOut,
} from '../record/trade.ts';
import { LIMITS } from '../service/limits.ts';
import { type Refusal, refuse } from '../service/refusal.ts';
import { actInWords, possibleActs } from './act-words.ts';

/** The parts of a standing that an act may set; `changeTrade` itself sets sequence and times. */
export type Patch = Partial<
  Omit<TradeStanding, 'sequence' | 'changed_at' | 'closed_at' | 'final_at' | 'completed_at'>
> & { state: State };

export type Cause = { act: Act; actor: Actor; command_id: string; note?: string | null };

/** Refuses an act that the table does not allow from this state. */
export function refuseAct(trade: Trade, act: Act): Refusal {
  const { direction, state } = trade;
  const noun = direction === 'payin' ? 'pay-in' : 'pay-out';
  const detail = `A ${noun} in state ${state} cannot ${actInWords(act)}. ${possibleActs(trade)}`;
  return refuse('act_not_allowed', detail, { extra: { act, state } });
}

/** Refuses an act on a trade whose late transitions have ended. */
export function refuseFinal(trade: Trade, act: Act): Refusal {
  const detail = `The trade is final by now; it can no longer ${actInWords(act)}.`;
  return refuse('act_not_allowed', detail, { extra: { act, state: trade.state } });
}

function standingOf(trade: Trade): TradeStanding {
  return {
    state: trade.state,
    state_reason: trade.state_reason,
    sequence: trade.sequence,
    amount_cents: trade.amount_cents,
    received_amount_cents: trade.received_amount_cents,
    refunded_amount_cents: trade.refunded_amount_cents,
    recalled_amount_cents: trade.recalled_amount_cents,
    fee_cents: trade.fee_cents,
    settlement_amount_cents: trade.settlement_amount_cents,
    receiving_account_id: trade.receiving_account_id,
    exclusive: trade.exclusive,
    utr: trade.utr,
    utr_claims: trade.utr_claims,
    disputed_from: trade.disputed_from,
    expires_at: trade.expires_at,
    closed_at: trade.closed_at,
    completed_at: trade.completed_at,
    final_at: trade.final_at,
    changed_at: trade.changed_at,
  };
}

export function eventOf(trade: Trade, cause: Cause): TradeEvent {
  return {
    merchant_id: trade.merchant_id,
    trade_id: trade.trade_id,
    sequence: trade.sequence,
    type: tradeEventType(trade.direction, trade.state),
    act: cause.act,
    actor: cause.actor,
    note: cause.note ?? null,
    standing: standingOf(trade),
    at: trade.changed_at,
  };
}

/** When the late transitions end, once a trade is closed. */
function finalAt(trade: Trade, state: State, now: number): number | null {
  const ended_at = trade.closed_at ?? now;
  switch (finality(trade.direction, state)) {
    case 'no':
      return null;
    case 'yes':
      return now;
    case 'soft':
      if (state === 'completed') return now + LIMITS.dispute_max_ms;
      return ended_at + LIMITS.late_evidence_max_ms;
  }
}

/** Recorded only if the pay-in gets its account on a later day than it was created. */
function accountDay(trade: Trade, patch: Patch, now: number): number | null {
  const gets_account = trade.receiving_account_id === null && patch.receiving_account_id != null;
  if (!gets_account || epochDay(now) === epochDay(trade.created_at)) return trade.account_day;
  return epochDay(now);
}

/** The state of a settlement follows its pay-out. */
function settlementMove(trade: Trade, next: Trade): Change[] {
  const { merchant_id, settlement_id, changed_at } = next;
  const state = settlementStateOf(next.state);
  if (settlement_id === null || state === settlementStateOf(trade.state)) return [];
  const settlement = { merchant_id, settlement_id, state, changed_at };
  return [{ kind: 'settlement_moved', settlement }];
}

/**
 * The trade after an act, its event, and the change of its reservation. Throws if the table does
 * not allow the transition (callers refuse before). Time never goes back within a trade, whatever
 * the clocks do.
 */
export function changeTrade(trade: Trade, patch: Patch, cause: Cause, now: number): Change[] {
  if (!waysOut(trade.direction, cause.act, trade.state).includes(patch.state)) {
    throw new Error(`No transition from ${trade.state} by ${cause.act} to ${patch.state}`);
  }
  const changed_at = Math.max(now, trade.changed_at);
  const moved = patch.state !== trade.state;
  const at_rest = finality(trade.direction, patch.state) !== 'no';
  const next: Trade = {
    ...trade,
    ...patch,
    sequence: trade.sequence + 1,
    changed_at,
    last_command_id: cause.command_id,
    account_day: accountDay(trade, patch, now),
    closed_at: at_rest ? (trade.closed_at ?? changed_at) : trade.closed_at,
    completed_at: trade.completed_at ?? (patch.state === 'completed' ? changed_at : null),
    final_at: moved ? finalAt(trade, patch.state, changed_at) : trade.final_at,
  };
  const changes: Change[] = [
    { kind: 'trade_changed', trade: next, event: eventOf(next, cause) },
    ...counted(trade, next),
  ];
  changes.push(...settlementMove(trade, next));
  if (trade.receiving_account_id !== null && isOpen(trade) && !isOpen(next)) {
    const free_at = changed_at + LIMITS.reservation_hold_ms;
    const until = changed_at + LIMITS.reservation_kept_ms;
    changes.push({ kind: 'reservation_closed', trade: next, free_at, until });
  }
  return changes;
}

/** The trade after the last of these changes. */
export function tradeAfter(changes: readonly Change[], otherwise: Trade): Trade {
  const last = changes.findLast(
    (change) => change.kind === 'trade_created' || change.kind === 'trade_changed',
  );
  return last !== undefined && 'event' in last ? last.trade : otherwise;
}

/** A decision that answers with the trade after the changes. */
export function decided(trade: Trade, changes: readonly Change[]): Decision {
  return {
    changes,
    result: { kind: 'trade', trade: tradeAfter(changes, trade), found: false },
  };
}

/** A decision for a command whose effect is there already. */
export function nothingToDo(trade: Trade): Decision {
  return { changes: [], result: { kind: 'trade', trade, found: true } };
}

const DECLINED_BY: Readonly<Record<Actor['role'], StateReason>> = {
  merchant: 'declined_by_merchant',
  customer: 'declined_by_customer',
  operator: 'declined_by_operator',
  // Feeds and the service itself act for the operator.
  feed: 'declined_by_operator',
  service: 'declined_by_operator',
};

export const declinedBy = ({ role }: Actor): StateReason => DECLINED_BY[role];
