// Which columns of statements to merchants, batches, closed days and proposals the proof covers by
// digests, and what covers the others.
import type { GapName } from './book-gaps.ts';

/** The check of verify that compares the column, or why it is no evidence. */
export type Instead = { check: GapName } | string;

export type Covered = {
  /** Never changed after the insert: part of the digest. */
  fixed: readonly string[];
  /** Encrypted again with each new key: decrypted for the digest. */
  sealed?: readonly string[];
  /** Changed by the service, with what covers it instead. */
  others: Readonly<Record<string, Instead>>;
};

export const PRESENT = 'moves no money and decides nothing: what it is now, for lists';

export const DECISION_COLUMNS = {
  settlements: {
    fixed: [
      'merchant_id',
      'settlement_id',
      'number',
      'merchant_name',
      'currency',
      'period_from',
      'period_to',
      'first_entry_number',
      'last_entry_number',
      'line_count',
      'opening_cents',
      'payins_cents',
      'payouts_cents',
      'refunds_cents',
      'reversals_cents',
      'adjustments_cents',
      'fees_cents',
      'holds_cents',
      'net_cents',
      'paid_cents',
      'returned_cents',
      'closing_cents',
      'carried_cents',
      'payable_cents',
      'drafted_at',
    ],
    others: {
      state: { check: 'approved' },
      approved_cents: { check: 'settlements' },
      trade_id: { check: 'settlements' },
      approved_at: { check: 'approved' },
      changed_at: PRESENT,
      last_command_id: 'recognises a repeated command, moves no money',
    },
  },
  settlement_lines: {
    fixed: [
      'merchant_id',
      'entry_number',
      'settlement_id',
      'kind',
      'act',
      'entered_at',
      'trade_id',
      'order_id',
      'utr',
      'adjustment_id',
      'note',
      'trade_currency',
      'trade_amount_cents',
      'gross_cents',
      'fee_cents',
      'net_cents',
    ],
    others: {},
  },
  payout_batches: {
    fixed: [
      'payout_batch_id',
      'rail',
      'receiving_account_id',
      'currency',
      'message_id',
      'request_key',
      'note',
      'created_at',
    ],
    others: {
      exported_at: { check: 'exported' },
      payout_count: { check: 'exported' },
      total_cents: { check: 'exported' },
      handed_at: 'each reading of its files is in the audit trail',
      debtor: 'its files name the account that pays, and have digests',
    },
  },
  account_day_closings: {
    fixed: [
      'receiving_account_id',
      'day',
      'revision',
      'opening_cents',
      'closing_cents',
      'line_count',
      'lines_cents',
      'ledger_cents',
      'differences',
      'note',
      'actor_role',
      'actor_id',
      'closed_at',
    ],
    others: {},
  },
  waiting_lines: {
    fixed: [
      'waiting_line_id',
      'receiving_account_id',
      'statement_id',
      'line_key',
      'amount_cents',
      'booked_at',
      'booked_exactly',
      'utr',
      'bank_id',
      'purpose',
      'return_reason',
      'source',
      'reason',
      'beside',
      'received_at',
      'decision',
      'bank_line_ids',
      'note',
      'actor_role',
      'actor_id',
      'decided_at',
    ],
    sealed: ['sealed'],
    others: {},
  },
  proposals: {
    fixed: [
      'proposal_id',
      'act',
      'currency',
      'amount_cents',
      'merchant_id',
      'target',
      'request_hash',
      'note',
      'created_at',
    ],
    others: {
      content: 'its keyed hash is in the digest',
      state: { check: 'decided' },
      decided_at: 'the audit trail has the time, by the true clock',
      expires_at: 'the audit trail has when it expired',
      maker_key: 'the audit trail has who made it, and who took it over',
      maker_person_id: 'the audit trail has who made it, and who took it over',
      maker_token_id: 'the audit trail has who made it, and who took it over',
      maker_session_id: 'sessions are deleted',
      checker_person_id: 'the audit trail has who decided it',
      checker_token_id: 'the audit trail has who decided it',
      checker_session_id: 'sessions are deleted',
      decision_note: 'the audit trail has it',
      secret: 'what its maker may read once, sealed: it decides nothing',
    },
  },
} as const satisfies Readonly<Record<string, Covered>>;
