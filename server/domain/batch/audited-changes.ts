// What a decision changes of records that existed, for the audit trail: their fields before and
// after, without numbers of accounts.
import { changedFields } from '../../lib/changed-fields.ts';
import type { Dispute } from '../record/dispute-record.ts';
import type { Trade } from '../record/trade.ts';
import type { Change } from './decision.ts';
import type { World } from './world.ts';

type Fields = Readonly<Record<string, unknown>>;
type Changed = { readonly path: string; readonly before: Fields; readonly after: Fields };

/** Decisions about many holds or lines name the first ones; all are in their own records. */
const MOST_RECORDS = 20;

const whole = (cents: bigint): number => Number(cents);

const tradeFields = (trade: Trade): Fields => ({
  state: trade.state,
  state_reason: trade.state_reason,
  amount_cents: whole(trade.amount_cents),
  received_amount_cents: whole(trade.received_amount_cents),
  refunded_amount_cents: whole(trade.refunded_amount_cents),
  recalled_amount_cents: whole(trade.recalled_amount_cents),
  fee_cents: whole(trade.fee_cents),
  receiving_account_id: trade.receiving_account_id,
  utr: trade.utr,
});

const disputeFields = (dispute: Dispute): Fields => ({
  state: dispute.state,
  amount_cents: whole(dispute.amount_cents),
  awarded_cents: dispute.awarded_cents === null ? null : whole(dispute.awarded_cents),
  outcome: dispute.outcome,
  assigned_to: dispute.assigned_to,
  deadline_at: dispute.deadline_at,
});

/** Null for changes of records that are new, or that are shown with another one. */
function changedBy(world: World, change: Change): Changed | null {
  switch (change.kind) {
    case 'trade_changed': {
      const { merchant_id, trade_id } = change.trade;
      const before = world.trades.get(trade_id);
      if (before === undefined) return null;
      const path = `trades/${merchant_id}/${trade_id}`;
      return { path, before: tradeFields(before), after: tradeFields(change.trade) };
    }
    case 'line_moved': {
      const { bank_line_id, status } = change.outcome;
      const path = `bank_lines/${bank_line_id}`;
      return { path, before: { status: change.from }, after: { status } };
    }
    case 'dispute_changed': {
      const { merchant_id, dispute_id } = change.dispute;
      const before = world.disputes.get(dispute_id);
      if (before === undefined) return null;
      const path = `disputes/${merchant_id}/${dispute_id}`;
      return { path, before: disputeFields(before), after: disputeFields(change.dispute) };
    }
    case 'settlement_approved':
    case 'settlement_moved': {
      const { merchant_id, settlement_id, state } = change.settlement;
      const before = world.settlements.get(settlement_id);
      if (before === undefined) return null;
      const path = `settlements/${merchant_id}/${settlement_id}`;
      return { path, before: { state: before.state }, after: { state } };
    }
    default:
      return null;
  }
}

/**
 * The fields of the entry's own record, and those of others under their paths. Empty if nothing
 * that existed was changed. A record that is changed twice has its first and its last fields.
 */
export function auditedChanges(world: World, changes: readonly Change[], target: string): Fields {
  const records = new Map<string, Changed>();
  for (const change of changes) {
    const found = changedBy(world, change);
    if (found === null) continue;
    const { before } = records.get(found.path) ?? found;
    records.set(found.path, { ...found, before });
  }
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const changed of [...records.values()].slice(0, MOST_RECORDS)) {
    const fields = changedFields(changed.before, changed.after);
    if (Object.keys(fields.after).length === 0) continue;
    if (changed.path === target) {
      Object.assign(before, fields.before);
      Object.assign(after, fields.after);
    } else {
      before[changed.path] = fields.before;
      after[changed.path] = fields.after;
    }
  }
  return Object.keys(after).length === 0 ? {} : { before, after };
}
