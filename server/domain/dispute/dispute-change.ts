// Changes a dispute and tells merchants of it: each event of a dispute is an event of its trade.
import type { Change, Decision } from '../batch/decision.ts';
import {
  canDispute,
  type Dispute,
  type DisputeAct,
  type DisputeTopic,
} from '../record/dispute-record.ts';
import type { Trade } from '../record/trade.ts';
import { type Refusal, refuse } from '../service/refusal.ts';
import { type Cause, changeTrade, tradeAfter } from '../trade/trade-change.ts';

type Fields = Partial<
  Omit<Dispute, 'merchant_id' | 'dispute_id' | 'trade_id' | 'sequence' | 'changed_at'>
>;

/** What was posted to `blocked` because of this trade's dispute. */
function blockedBy(changes: readonly Change[], trade_id: string): bigint {
  const entries = changes.flatMap((change) => (change.kind === 'entry' ? change.entry : []));
  return entries
    .filter(({ act, trade_id: of }) => of === trade_id && DISPUTE_ENTRIES.includes(act))
    .flatMap(({ postings }) => postings)
    .filter(({ account }) => account === 'blocked')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0n);
}

const DISPUTE_ENTRIES: readonly string[] = ['payin_disputed', 'payin_dispute_won'];

/** The dispute after a change; `made` are the changes of its trade in the same decision. */
export function changedDispute(
  dispute: Dispute,
  fields: Fields,
  now: number,
  made: readonly Change[] = [],
): Dispute {
  return {
    ...dispute,
    ...fields,
    blocked_cents: dispute.blocked_cents + blockedBy(made, dispute.trade_id),
    sequence: dispute.sequence + 1,
    changed_at: Math.max(now, dispute.changed_at),
  };
}

/** One event of the trade for each topic. */
export function tellDispute(
  trade: Trade,
  dispute: Dispute,
  topics: readonly DisputeTopic[],
  given: Omit<Cause, 'act'>,
  now: number,
): Change[] {
  const cause = { ...given, act: 'update_dispute' as const };
  const changes: Change[] = [];
  for (const topic of topics) {
    const told = tradeAfter(changes, trade);
    for (const change of changeTrade(told, { state: told.state }, cause, now)) {
      if (change.kind !== 'trade_changed') continue;
      const event = { ...change.event, type: `dispute.${topic}`, dispute };
      changes.push({ ...change, event });
    }
  }
  return changes;
}

/** A decision about a dispute: the changes of its trade, then the dispute and its events. */
export function decidedDispute(
  trade: Trade,
  dispute: Dispute,
  made: readonly Change[],
  told: readonly Change[],
  is_new = false,
): Decision {
  const changes: Change[] = [...made, { kind: 'dispute_changed', dispute, is_new }, ...told];
  const after = tradeAfter(told, tradeAfter(made, trade));
  return { changes, result: { kind: 'dispute', dispute, trade: after, found: false } };
}

export const foundDispute = (trade: Trade, dispute: Dispute): Decision => ({
  changes: [],
  result: { kind: 'dispute', dispute, trade, found: true },
});

const WORDS: Readonly<Record<DisputeAct, string>> = {
  message: 'get a message',
  ask: 'wait for an answer',
  assign: 'be assigned',
  mark_overdue: 'be overdue',
  accept: 'be accepted',
  withdraw: 'be withdrawn',
  decide: 'be decided',
  appeal: 'be appealed',
  close: 'be closed',
};

/** Null if the table allows the act in the dispute's state. */
export function refuseDisputeAct({ state }: Dispute, act: DisputeAct): Refusal | null {
  if (canDispute(state, act)) return null;
  return noDisputeAct(`A dispute in state ${state} cannot ${WORDS[act]}.`, { act, state });
}

export const noDisputeAct = (detail: string, extra: NonNullable<Refusal['extra']> = {}): Refusal =>
  refuse('act_not_allowed', detail, { extra });
