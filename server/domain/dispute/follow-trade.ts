// A dispute follows its trade, whichever command changed it: an act on the trade opens or ends it,
// and a recall by the bank makes the contested part smaller.
import type { Change } from '../batch/decision.ts';
import { disputeOf, type World } from '../batch/world.ts';
import { type Dispute, type DisputeOutcome, ENDS } from '../record/dispute-record.ts';
import type { Trade } from '../record/trade.ts';
import { contestedAfter } from '../trade/blocked-credit.ts';
import type { Cause } from '../trade/trade-change.ts';
import { changedDispute, tellDispute } from './dispute-change.ts';
import { subjectOf } from './dispute-terms.ts';
import { newDispute } from './open-dispute.ts';

type TradeChanged = Extract<Change, { kind: 'trade_changed' }>;

const isOf =
  (trade_id: string) =>
  (change: Change): change is TradeChanged =>
    change.kind === 'trade_changed' && change.trade.trade_id === trade_id;

/** What an act that ended the dispute has decided. */
function outcomeOf(before: Trade, after: Trade): DisputeOutcome {
  if (after.state === 'reversed') return 'upheld';
  const is_credited_now = subjectOf(before) === 'uncredited_payin' && after.state === 'completed';
  return is_credited_now ? 'upheld' : 'rejected';
}

function opened(
  world: World,
  { trade: after, event }: TradeChanged,
  made: readonly Change[],
): Dispute {
  const before = world.trades.get(after.trade_id) ?? after;
  const { amount_cents: whole, recalled_amount_cents } = after;
  const amount_cents =
    subjectOf(after) === 'credited_payin' ? whole - recalled_amount_cents : whole;
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
  const outcome = outcomeOf(before, after);
  const { role } = event.actor;
  const fields = {
    state: 'closed' as const,
    outcome,
    awarded_cents: outcome === 'upheld' ? dispute.amount_cents : 0n,
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
  const amount_cents =
    before.recalled_amount_cents === after.recalled_amount_cents
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
