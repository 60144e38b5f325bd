// A dispute as it appears on the wire: to merchants, in their events, and to operators.
import type { Dispute } from '../../domain/record/dispute-record.ts';
import { shownOrderId, type Trade } from '../../domain/record/trade.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import type { ShownMessage } from '../../store/dispute/dispute-messages.ts';
import type { OperatorCaller } from './caller.ts';
import { iso, isoOrNull } from './views.ts';

const wireOrNull = (cents: bigint | null): number | null =>
  cents === null ? null : toWireInteger(cents);

/** What merchants see. It has no personal data: events send it to their endpoints. */
export function disputeBody(dispute: Dispute, trade: Trade) {
  return {
    id: dispute.dispute_id,
    merchant_id: dispute.merchant_id,
    trade_id: dispute.trade_id,
    order_id: shownOrderId(trade),
    direction: trade.direction,
    type: dispute.type,
    state: dispute.state,
    amount_cents: toWireInteger(dispute.amount_cents),
    amount_currency: dispute.currency,
    blocked_amount_cents: toWireInteger(dispute.blocked_cents),
    blocked_currency: dispute.settlement_currency,
    opened_by: dispute.opener.role,
    contested_from: dispute.contested_from,
    deadline_at: iso(dispute.deadline_at),
    is_overdue: dispute.overdue_at !== null,
    outcome: dispute.outcome,
    awarded_amount_cents: wireOrNull(dispute.awarded_cents),
    basis: dispute.basis,
    is_carried_out: dispute.executed_at !== null,
    appeal_until: isoOrNull(dispute.appeal_until),
    appealed_at: isoOrNull(dispute.appealed_at),
    decided_at: isoOrNull(dispute.decided_at),
    opened_at: iso(dispute.opened_at),
    updated_at: iso(dispute.changed_at),
    closed_at: isoOrNull(dispute.closed_at),
    message_count: dispute.messages,
    file_count: dispute.files,
    sequence: dispute.sequence,
  };
}

export type DisputeBody = ReturnType<typeof disputeBody>;

export function operatorDisputeBody(dispute: Dispute, trade: Trade) {
  return {
    ...disputeBody(dispute, trade),
    opener_id: dispute.opener.id,
    assigned_to: dispute.assigned_to,
    overdue_at: isoOrNull(dispute.overdue_at),
    evidence_line_id: dispute.evidence_line_id,
  };
}

export type OperatorDisputeBody = ReturnType<typeof operatorDisputeBody>;

/** The same for the people of its merchant: without the operator's people and bank lines. */
export function disputeForMerchant(dispute: OperatorDisputeBody): OperatorDisputeBody {
  const opener_id = dispute.opened_by === 'merchant' ? dispute.opener_id : null;
  return { ...dispute, opener_id, assigned_to: null, evidence_line_id: null };
}

/** As this caller may see it. */
export function shownDispute(
  { merchant_id }: Pick<OperatorCaller, 'merchant_id'>,
  { dispute, trade }: { dispute: Dispute; trade: Trade },
): OperatorDisputeBody {
  const body = operatorDisputeBody(dispute, trade);
  return merchant_id === null ? body : disputeForMerchant(body);
}

const fileBody = (file: ShownMessage['file']) =>
  file === null
    ? null
    : {
        id: file.file_id,
        file_type: file.file_type,
        size_bytes: file.size_bytes,
        removed_at: isoOrNull(file.removed_at),
      };

export const messageBody = (message: ShownMessage) => ({
  number: message.number,
  author: message.author.role,
  visibility: message.visibility,
  text: message.text,
  ...(message.is_erased ? { erased: true as const } : {}),
  file: fileBody(message.file),
  sent_at: iso(message.sent_at),
});

export type MessageBody = ReturnType<typeof messageBody>;
