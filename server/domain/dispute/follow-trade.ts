// A dispute follows its trade, whichever command changed it: an act on the trade opens or ends it,
// and a recall by the bank makes the contested part smaller.
import type { Change } from '../batch/decision.ts';
import { disputeOf, type World } from '../batch/world.ts';
import { type Dispute, type DisputeOutcome, ENDS, subjectOf } from '../record/dispute-record.ts';
import type { Trade } from '../record/trade.ts';
import { contestedAfter } from '../trade/blocked-credit.ts';
import { isCredited } from '../trade/dispute.ts';
import type { Cause } from '../trade/trade-change.ts';
import { changedDispute, tellDispute } from './dispute-change.ts';
import { contestable } from './dispute-terms.ts';
import { newDispute } from './open-dispute.ts';

type TradeChanged = Extract<Change, { kind: 'trade_changed' }>;

const isOf =
  (trade_id: string) =>
  (change: Change): change is TradeChanged =>
    change.kind === 'trade_changed' && change.trade.trade_id === trade_id;

type Decided = { outcome: DisputeOutcome; awarded_cents: bigint };

const REJECTED: Decided = { outcome: 'rejected', awarded_cents: 0n };

/** What an act that ended the dispute has decided. */
function decidedBy(dispute: Dispute, before: Trade, after: Trade): Decided {
  const { contested_from, amount_cents: claimed } = dispute;
  if (subjectOf(after.direction, contested_from) !== 'uncredited_payin') {
    if (after.state !== 'reversed') return REJECTED;
    return { outcome: 'upheld', awarded_cents: claimed };
  }
  if (after.state !== 'completed') return REJECTED;
  // The act leaves the credit as an earlier decision made it, or gives it now.
  const { outcome, awarded_cents } = dispute;
  if (isCredited(before))
    return { outcome: outcome ?? 'rejected', awarded_cents: awarded_cents ?? 0n };
  const given = after.amount_cents;
  if (given >= claimed) return { outcome: 'upheld', awarded_cents: claimed };
  return { outcome: 'partly_upheld', awarded_cents: given };
}

function opened(
  world: World,
  { trade: after, event }: TradeChanged,
  made: readonly Change[],
): Dispute {
  const before = world.trades.get(after.trade_id) ?? after;
  const amount_cents = contestable('operator', { ...after, state: before.state });
  const dispute_id = after.last_command_id;
  const given = { dispute_id, type: 'other' as const, amount_cents, opener: event.actor };
  return changedDispute(newDispute(before, given, world.now), {}, world.now, made);
}

function ended(
  world: World,
  dispute: Dispute,
  before: Trade,
  { trade: after, event }: TradeChanged,
  made: readonly Change[],
): Dispute {
  const { role } = event.actor;
  const fields = {
    state: 'closed' as const,
    ...decidedBy(dispute, before, after),
    recalled_when_decided_cents: before.recalled_amount_cents,
    basis: role === 'service' || role === 'feed' ? ('bank_line' as const) : ('one_person' as const),
    decided_at: world.now,
    executed_at: world.now,
    appeal_until: null,
    closed_at: world.now,
    overdue_at: null,
  };
  return changedDispute(dispute, fields, world.now, made);
}

/** Null if nothing about it has changed. */
function recalled(
  world: World,
  dispute: Dispute,
  before: Trade,
  after: Trade,
  made: readonly Change[],
): Dispute | null {
  // A recall takes nothing from the claim that a pay-in should be credited.
  const is_about_credit = subjectOf(after.direction, dispute.contested_from) === 'credited_payin';
  const amount_cents =
    before.recalled_amount_cents === after.recalled_amount_cents || !is_about_credit
      ? dispute.amount_cents
      : contestedAfter(dispute.amount_cents, before, after.recalled_amount_cents);
  const next = changedDispute(dispute, { amount_cents }, world.now, made);
  const is_same =
    next.amount_cents === dispute.amount_cents && next.blocked_cents === dispute.blocked_cents;
  return is_same ? null : next;
}

/** The dispute as it follows from this change of its trade; none if a command has changed it. */
export function followTrade(
  world: World,
  change: TradeChanged,
  all: readonly Change[],
): readonly Change[] {
  const { trade_id } = change.trade;
  const before = world.trades.get(trade_id);
  const own = all.filter(isOf(trade_id));
  const last = own.at(-1);
  const is_known = all.some(
    (one) => one.kind === 'dispute_changed' && one.dispute.trade_id === trade_id,
  );
  if (before === undefined || last === undefined || own[0] !== change || is_known) return [];
  const was = before.state === 'disputed';
  const is = last.trade.state === 'disputed';
  const cause: Omit<Cause, 'act'> = {
    actor: last.event.actor,
    command_id: last.trade.last_command_id,
  };
  const tell = (dispute: Dispute, ...topics: Parameters<typeof tellDispute>[2]): Change[] => [
    { kind: 'dispute_changed', dispute, is_new: !was },
    ...tellDispute(last.trade, dispute, topics, cause, world.now),
  ];
  if (!was) return is ? tell(opened(world, last, all), 'opened') : [];
  const dispute = disputeOf(world, trade_id);
  if (dispute === undefined) throw new Error(`The dispute of trade ${trade_id} was not read`);
  if (!is) return tell(ended(world, dispute, before, last, all), ...ENDS);
  const next = recalled(world, dispute, before, last.trade, all);
  return next === null ? [] : tell(next, 'updated');
}
