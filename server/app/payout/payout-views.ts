// Batches of pay-outs and their attempts as operators see them.

import { type PayoutBatchState, payoutBatchState } from '../../domain/payout/payout-batch.ts';
import {
  messageId,
  OPEN_ATTEMPT_STATES,
  PAYOUT_ATTEMPT_STATES,
  type PayoutAttempt,
  type PayoutAttemptState,
  type RailName,
} from '../../domain/record/payout-attempt.ts';
import { type State, shownOrderId, type Trade } from '../../domain/record/trade.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import type { PayoutBatchSummary } from '../../store/payout/payout-batches.ts';
import { type ExactInteger, toExactInteger } from '../request/exact-integer.ts';
import { iso, isoOrNull, shownNumber } from '../request/views.ts';

export type PayoutBatchBody = {
  id: string;
  damaged?: true;
  rail: RailName;
  state: PayoutBatchState;
  receiving_account_id: string;
  currency: string;
  message_id: string;
  note: string | null;
  /** Those that were not released. */
  payout_count: number;
  total_cents: ExactInteger;
  /** Those whose result is not known yet. */
  open_count: number;
  counts: Record<PayoutAttemptState, number>;
  execution_on: string | null;
  created_at: string;
  exported_at: string | null;
  handed_at: string | null;
};

export function payoutBatchBody({ batch, counts, sums }: PayoutBatchSummary): PayoutBatchBody {
  const kept = PAYOUT_ATTEMPT_STATES.filter((state) => state !== 'released');
  const count = kept.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  const total = kept.reduce((sum, state) => sum + (sums[state] ?? 0n), 0n);
  return {
    id: batch.payout_batch_id,
    rail: batch.rail,
    state: payoutBatchState(batch, counts),
    receiving_account_id: batch.receiving_account_id,
    currency: batch.currency,
    message_id: batch.message_id,
    note: batch.note,
    payout_count: batch.payout_count ?? count,
    total_cents: toExactInteger(batch.total_cents ?? total),
    open_count: OPEN_ATTEMPT_STATES.reduce((sum, state) => sum + (counts[state] ?? 0), 0),
    counts: {
      pending: counts.pending ?? 0,
      sent: counts.sent ?? 0,
      accepted: counts.accepted ?? 0,
      unknown: counts.unknown ?? 0,
      paid: counts.paid ?? 0,
      rejected: counts.rejected ?? 0,
      returned: counts.returned ?? 0,
      released: counts.released ?? 0,
    },
    execution_on: batch.debtor?.execution_on ?? null,
    created_at: iso(batch.created_at),
    exported_at: isoOrNull(batch.exported_at),
    handed_at: isoOrNull(batch.handed_at),
    ...(batch.is_damaged === true ? { damaged: true as const } : {}),
  };
}

export type PayoutAttemptBody = {
  id: string;
  merchant_id: string;
  trade_id: string;
  payout_batch_id: string | null;
  /** As banks and people know the batch. */
  batch_message_id: string | null;
  receiving_account_id: string | null;
  end_to_end_id: string;
  state: PayoutAttemptState;
  amount_cents: number;
  currency: string;
  utr: string | null;
  debit_line_id: string | null;
  return_line_id: string | null;
  charged_cents: number | null;
  bank_status: string | null;
  bank_reason: string | null;
  bank_text: string | null;
  created_at: string;
  sent_at: string | null;
  updated_at: string;
};

export function payoutAttemptBody(attempt: PayoutAttempt): PayoutAttemptBody {
  return {
    id: attempt.payout_attempt_id,
    merchant_id: attempt.merchant_id,
    trade_id: attempt.trade_id,
    payout_batch_id: attempt.payout_batch_id,
    batch_message_id: attempt.payout_batch_id === null ? null : messageId(attempt.payout_batch_id),
    receiving_account_id: attempt.receiving_account_id,
    end_to_end_id: attempt.end_to_end_id,
    state: attempt.state,
    amount_cents: toWireInteger(attempt.amount_cents),
    currency: attempt.currency,
    utr: attempt.utr,
    debit_line_id: attempt.debit_line_id,
    return_line_id: attempt.return_line_id,
    charged_cents: attempt.charged_cents === null ? null : toWireInteger(attempt.charged_cents),
    bank_status: attempt.bank_status,
    bank_reason: attempt.bank_reason,
    bank_text: attempt.bank_text,
    created_at: iso(attempt.created_at),
    sent_at: isoOrNull(attempt.sent_at),
    updated_at: iso(attempt.changed_at),
  };
}

/** A pay-out of a batch: the attempt with its order and payee, whose number is masked. */
export type BatchPayoutBody = PayoutAttemptBody & {
  order_id: string;
  /** Of the pay-out; `state` is the attempt's. */
  trade_state: State;
  type: string;
  /** Null if the merchant gave none, or if the payee cannot be decrypted. */
  payee_name: string | null;
  payee_number: string | null;
  payee_bank: string | null;
};

export function batchPayoutBody(attempt: PayoutAttempt, trade: Trade): BatchPayoutBody {
  const { payee, type } = trade;
  return {
    ...payoutAttemptBody(attempt),
    order_id: shownOrderId(trade),
    trade_state: trade.state,
    type,
    payee_name: payee?.name ?? null,
    payee_number: payee === null ? null : shownNumber(type, payee.number, 'mask'),
    payee_bank: payee?.bank_name ?? null,
  };
}
