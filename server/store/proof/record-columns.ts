// Which columns of the records beside the ledger the proof covers by digests, and why the others
// are left out: a test compares these lists with the schema.

import { STANDING_COLUMNS, standingContent } from '../callback/event-standing.ts';
import { type Covered, DECISION_COLUMNS, type Instead, PRESENT } from './decision-columns.ts';
import { BESIDE_TRADE, PAST_STANDING, TRADE_TERMS } from './trade-columns.ts';

const STANDING: Instead = { check: 'trade_told' };
const TOLD: Instead = { check: 'dispute_told' };
const BANKS_WORDS = 'the bank’s words: its answers are in the audit trail';

export const COVERED = {
  events: {
    fixed: [
      'merchant_id',
      'trade_id',
      'sequence',
      'number',
      'type',
      'act',
      'actor_role',
      'actor_id',
      'standing',
      'happened_at',
      ...STANDING_COLUMNS,
    ],
    sealed: ['note'],
    others: {},
  },
  trades: {
    fixed: TRADE_TERMS,
    sealed: ['client_id', 'payee', 'callback_url', 'return_url', 'description', 'metadata'],
    others: {
      state: STANDING,
      state_reason: STANDING,
      sequence: STANDING,
      amount_cents: STANDING,
      received_amount_cents: STANDING,
      refunded_amount_cents: STANDING,
      recalled_amount_cents: STANDING,
      fee_cents: STANDING,
      settlement_amount_cents: STANDING,
      receiving_account_id: STANDING,
      exclusive: STANDING,
      utr: STANDING,
      utr_claims: STANDING,
      disputed_from: STANDING,
      expires_at: STANDING,
      closed_at: STANDING,
      completed_at: STANDING,
      final_at: STANDING,
      changed_at: STANDING,
      ...BESIDE_TRADE,
    },
  },
  // Its events and entries are gone, so the digest has its standing, too.
  past_trades: {
    fixed: [...TRADE_TERMS, ...PAST_STANDING, 'archived_month', 'line_utrs'],
    sealed: ['client_id', 'payee', 'callback_url', 'return_url', 'description', 'metadata'],
    others: BESIDE_TRADE,
  },
  payout_attempts: {
    fixed: [
      'merchant_id',
      'trade_id',
      'payout_attempt_id',
      'payout_batch_id',
      'currency',
      'amount_cents',
      'end_to_end_id',
      'created_at',
    ],
    others: {
      receiving_account_id: { check: 'batched' },
      state: { check: 'tries' },
      utr: { check: 'told' },
      debit_line_id: { check: 'shown' },
      return_line_id: { check: 'shown' },
      bank_status: BANKS_WORDS,
      bank_reason: BANKS_WORDS,
      bank_text: BANKS_WORDS,
      sent_at: { check: 'batched' },
      changed_at: PRESENT,
      told_by_line: { check: 'told' },
      charged_cents: { check: 'charged' },
    },
  },
  bank_lines: {
    fixed: [
      'bank_line_id',
      'receiving_account_id',
      'currency',
      'amount_cents',
      'booked_at',
      'booked_exactly',
      'utr',
      'bank_id',
      'line_key',
      'received_at',
      'statement_id',
      'purpose',
      'return_reason',
      'parent_line_id',
      'text_hash',
      'source',
    ],
    sealed: ['sealed'],
    others: {},
  },
  holds: {
    fixed: [
      'merchant_id',
      'trade_id',
      'kind',
      'currency',
      'amount_cents',
      'release_at',
      'placed_at',
    ],
    others: {
      remaining_cents: { check: 'held' },
      used_cents: { check: 'held' },
      suspended: { check: 'held' },
      released_at: { check: 'released' },
    },
  },
  disputes: {
    fixed: [
      'merchant_id',
      'dispute_id',
      'trade_id',
      'type',
      'currency',
      'settlement_currency',
      'contested_from',
      'opener_role',
      'opener_id',
      'opened_at',
    ],
    others: {
      amount_cents: TOLD,
      blocked_cents: { check: 'blocked' },
      state: TOLD,
      sequence: 'moves no money',
      assigned_to: 'moves no money',
      deadline_at: 'moves no money',
      overdue_at: 'moves no money',
      outcome: TOLD,
      awarded_cents: TOLD,
      recalled_when_decided_cents: TOLD,
      basis: TOLD,
      evidence_line_id: TOLD,
      decided_at: TOLD,
      executed_at: TOLD,
      appeal_until: TOLD,
      appealed_at: TOLD,
      closed_at: TOLD,
      messages: 'moves no money',
      files: 'moves no money',
      last_message_id: 'recognises a repeated request, moves no money',
      changed_at: PRESENT,
    },
  },
  dispute_events: {
    fixed: ['merchant_id', 'trade_id', 'sequence', 'dispute_id', 'dispute'],
    others: {},
  },
  dispute_messages: {
    fixed: [
      'merchant_id',
      'dispute_id',
      'number',
      'author_role',
      'author_id',
      'visibility',
      'sent_at',
      'file_id',
      'file_type',
      'file_bytes',
    ],
    sealed: ['content'],
    others: {},
  },
  adjustments: {
    fixed: [
      'merchant_id',
      'adjustment_id',
      'amount_cents',
      'currency',
      'reason',
      'actor_role',
      'actor_id',
      'adjusted_at',
    ],
    others: {},
  },
  bank_line_acts: {
    fixed: [
      'bank_line_id',
      'command_id',
      'act',
      'from_status',
      'to_status',
      'merchant_id',
      'trade_id',
      'actor_role',
      'actor_id',
      'note',
      'acted_at',
    ],
    others: {},
  },
  statements: {
    fixed: [
      'statement_id',
      'receiving_account_id',
      'statement_key',
      'format',
      'profile',
      'bank_reference',
      'currency',
      'first_day',
      'last_day',
      'line_count',
      'in_cents',
      'out_cents',
      'actor_role',
      'actor_id',
      'imported_at',
    ],
    others: {},
  },
  statement_balances: {
    fixed: ['statement_id', 'receiving_account_id', 'day', 'opening_cents', 'closing_cents'],
    others: {},
  },
  line_confirmations: {
    fixed: ['bank_line_id', 'receiving_account_id', 'line_key', 'statement_id', 'confirmed_at'],
    others: {},
  },
  payout_files: {
    fixed: ['payout_batch_id', 'format', 'hash', 'made_at'],
    sealed: ['content'],
    others: {},
  },
  settlement_accounts: {
    fixed: ['merchant_id', 'type', 'changed_at'],
    sealed: ['payee'],
    others: {},
  },
  ...DECISION_COLUMNS,
} as const satisfies Readonly<Record<string, Covered>>;

export type CoveredTable = keyof typeof COVERED;

/** A digest has them together, in the place of the JSON. */
const OF_STANDING: ReadonlySet<string> = new Set(STANDING_COLUMNS);

/** Kept as text in one form, whatever the session's settings for times, dates and bytes are. */
const FORMS: readonly (readonly [ending: RegExp, form: (column: string) => string])[] = [
  [/_at$|^period_(?:from|to)$/, (column) => `extract(epoch from ${column})::text`],
  [/(?:^|_)day$/, (column) => `to_char(${column}, 'YYYY-MM-DD')`],
  [/^hash$|_hash$|^fingerprint$/, (column) => `encode(${column}, 'hex')`],
];

function columnTexts(table: CoveredTable, alias: string): string[] {
  return COVERED[table].fixed.flatMap((column) => {
    if (table === 'events' && column === 'standing') return [standingContent(alias)];
    if (table === 'events' && OF_STANDING.has(column)) return [];
    const form = FORMS.find(([ending]) => ending.test(column))?.[1];
    const named = `${alias}.${column}`;
    return form === undefined ? `${named}::text` : form(named);
  });
}

/** The content of a row's fixed columns as a JSON list of texts. */
export function contentSql(table: CoveredTable, alias: string): string {
  return `jsonb_build_array(${columnTexts(table, alias).join(', ')})`;
}
