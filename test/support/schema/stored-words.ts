// Which columns hold words of a closed list, and which hold any text: one row for every text column
// of the schema, so that the database's lists can be compared with the code's.

import { FILE_FORMATS } from '../../../server/app/payout/payout-file-choice.ts';
import { PERSON_STATES, SECOND_FACTORS } from '../../../server/domain/access/person.ts';
import { LINK_KINDS } from '../../../server/domain/access/person-link.ts';
import { OPERATOR_ROLES, PERSON_ROLES, RIGHT_SCOPES } from '../../../server/domain/access/roles.ts';
import { SESSION_STAGES } from '../../../server/domain/access/session.ts';
import { TRY_SCOPES } from '../../../server/domain/access/sign-in-tries.ts';
import { ALERT_CHANNELS, NOTICE_PURPOSES } from '../../../server/domain/alert/alert-notice.ts';
import { ALERT_EVENTS, ALERT_STATES } from '../../../server/domain/alert/alert-rule.ts';
import { ATTENTION_KINDS, SEVERITIES } from '../../../server/domain/alert/attention-kinds.ts';
import { DELIVERY_STATUSES } from '../../../server/domain/callback/retry.ts';
import { ACCOUNT_KINDS, ENTRY_ACTS } from '../../../server/domain/ledger/ledger.ts';
import { WAIT_REASONS } from '../../../server/domain/line/judge-lines.ts';
import { LOGO_TYPES } from '../../../server/domain/merchant/branding.ts';
import { EVENT_TYPES } from '../../../server/domain/merchant/event-types.ts';
import { RECORD_STREAMS } from '../../../server/domain/proof/record-digest.ts';
import { AUDIT_ACTIONS } from '../../../server/domain/record/audit.ts';
import {
  LINE_ACTS,
  LINE_REASONS,
  LINE_SOURCES,
  LINE_STATUSES,
} from '../../../server/domain/record/bank-line.ts';
import { DISABLERS } from '../../../server/domain/record/callback-endpoint.ts';
import { CREDIT_HOLD_KINDS } from '../../../server/domain/record/credit-hold.ts';
import { MESSAGE_VISIBILITIES } from '../../../server/domain/record/dispute-message.ts';
import {
  DISPUTE_BASES,
  DISPUTE_OUTCOMES,
  DISPUTE_STATES,
  DISPUTE_TYPES,
} from '../../../server/domain/record/dispute-record.ts';
import { HABIT_TRAITS } from '../../../server/domain/record/feed-bounds.ts';
import { RULE_ACTS, RULE_STATES } from '../../../server/domain/record/line-rule.ts';
import { ACTOR_ROLES } from '../../../server/domain/record/origin.ts';
import {
  LINE_TOLD,
  PAYOUT_ATTEMPT_STATES,
  RAILS,
} from '../../../server/domain/record/payout-attempt.ts';
import { PRESENCE_SUBJECTS } from '../../../server/domain/record/presence.ts';
import { APPROVAL_ACTS, PROPOSAL_STATES } from '../../../server/domain/record/proposal.ts';
import { MISS_REASONS } from '../../../server/domain/record/receiving-account.ts';
import { SETTLEMENT_STATES } from '../../../server/domain/record/settlement-record.ts';
import { TYING_WAYS } from '../../../server/domain/record/tie.ts';
import { ACTS, DIRECTIONS, STATE_REASONS, STATES } from '../../../server/domain/record/trade.ts';
import { REPORT_CYCLES } from '../../../server/domain/report/report-schedule.ts';
import { REPORT_FORMATS } from '../../../server/domain/report/scheduled-report.ts';
import { SANDBOX_FAULT_NAMES } from '../../../server/domain/sandbox/sandbox-faults.ts';
import { SCOPES } from '../../../server/domain/service/api-token.ts';
import { KEY_PURPOSES } from '../../../server/domain/service/encryption-key.ts';
import { SERVICE_MODES } from '../../../server/domain/service/service-mode.ts';
import { TOKEN_MODES } from '../../../server/domain/service/token.ts';
import { SETTLEMENT_LINE_KINDS } from '../../../server/domain/settlement/settlement-line.ts';
import { PAYMENT_TYPES } from '../../../server/domain/values/payment-type.ts';
import { STATEMENT_FORMATS } from '../../../server/formats/statement/statement-format.ts';
import { PICTURE_TYPES } from '../../../server/lib/picture/picture-content.ts';
import { CHALLENGE_PURPOSES } from '../../../server/store/factor/passkey-challenges.ts';
import { WAITING_DECISIONS } from '../../../server/store/line/waiting-lines.ts';
import { CHECK_SOURCES } from '../../../server/store/proof/book-checks.ts';

export type StoredWords = Readonly<Record<string, readonly string[]>>;

const TYPES = PAYMENT_TYPES.map(({ type }) => type);

/** Column → the list that its words come from. */
export const STORED_WORDS: StoredWords = {
  'account_day_closings.actor_role': ACTOR_ROLES,
  'account_habits.trait': HABIT_TRAITS,
  'adjustments.actor_role': ACTOR_ROLES,
  'alert_events.event': ALERT_EVENTS,
  'alert_notices.purpose': NOTICE_PURPOSES,
  'alert_notices.status': DELIVERY_STATUSES,
  'alert_recipients.channel': ALERT_CHANNELS,
  'alert_recipients.kinds': ATTENTION_KINDS,
  'alert_recipients.min_severity': SEVERITIES,
  'alerts.acknowledged_role': ACTOR_ROLES,
  'alerts.kind': ATTENTION_KINDS,
  'alerts.severity': SEVERITIES,
  'alerts.state': ALERT_STATES,
  'api_tokens.mode': TOKEN_MODES,
  'api_tokens.scopes': SCOPES,
  'api_tokens.service_mode': SERVICE_MODES,
  'attention_thresholds.kind': ATTENTION_KINDS,
  'approval_bands.act': APPROVAL_ACTS,
  'approval_sums.act': APPROVAL_ACTS,
  'counted_acts.act': APPROVAL_ACTS,
  'audit_entries.action': AUDIT_ACTIONS,
  'audit_entries.actor_role': ACTOR_ROLES,
  'bank_line_acts.act': LINE_ACTS,
  'bank_line_acts.actor_role': ACTOR_ROLES,
  'bank_line_acts.from_status': LINE_STATUSES,
  'bank_line_acts.to_status': LINE_STATUSES,
  'bank_line_outcomes.reason': LINE_REASONS,
  'bank_line_outcomes.status': LINE_STATUSES,
  'bank_lines.source': LINE_SOURCES,
  'book_checks.source': CHECK_SOURCES,
  'callback_endpoints.disabled_by': DISABLERS,
  'database_mode.mode': SERVICE_MODES,
  'deliveries.status': DELIVERY_STATUSES,
  'dispute_messages.author_role': ACTOR_ROLES,
  'dispute_messages.file_type': PICTURE_TYPES,
  'dispute_messages.visibility': MESSAGE_VISIBILITIES,
  'disputes.basis': DISPUTE_BASES,
  'disputes.contested_from': STATES,
  'disputes.opener_role': ACTOR_ROLES,
  'disputes.outcome': DISPUTE_OUTCOMES,
  'disputes.state': DISPUTE_STATES,
  'disputes.type': DISPUTE_TYPES,
  'encryption_keys.purpose': KEY_PURPOSES,
  'events.act': ACTS,
  'events.actor_role': ACTOR_ROLES,
  'events.type': EVENT_TYPES,
  'holds.kind': CREDIT_HOLD_KINDS,
  // The first part of the name; the rest names whose it is.
  'ledger_accounts.account': Object.keys(ACCOUNT_KINDS),
  'ledger_entries.act': ENTRY_ACTS,
  'line_rules.act': RULE_ACTS,
  'line_rules.actor_role': ACTOR_ROLES,
  'line_rules.state': RULE_STATES,
  'logos.content_type': LOGO_TYPES,
  'operator_tokens.role': OPERATOR_ROLES,
  'operator_tokens.scopes': RIGHT_SCOPES,
  'operator_tokens.service_mode': SERVICE_MODES,
  'people.role': PERSON_ROLES,
  'people.second_factors': SECOND_FACTORS,
  'people.state': PERSON_STATES,
  'person_links.kind': LINK_KINDS,
  'person_ties.way': TYING_WAYS,
  'passkey_challenges.purpose': CHALLENGE_PURPOSES,
  'payin_miss_slots.reason': MISS_REASONS,
  'payout_attempts.state': PAYOUT_ATTEMPT_STATES,
  'payout_attempts.told_by_line': LINE_TOLD,
  'payout_batches.rail': RAILS,
  'payout_files.format': FILE_FORMATS,
  'proof_digests.stream': RECORD_STREAMS,
  'proposals.act': APPROVAL_ACTS,
  'proposals.state': PROPOSAL_STATES,
  'receipts.file_type': PICTURE_TYPES,
  'receiving_accounts.type': TYPES,
  'presences.subject_type': PRESENCE_SUBJECTS,
  'sessions.stage': SESSION_STAGES,
  'settlement_accounts.type': TYPES,
  'settlement_lines.act': ENTRY_ACTS,
  'settlement_lines.kind': SETTLEMENT_LINE_KINDS,
  'settlements.state': SETTLEMENT_STATES,
  'sign_in_tries.scope': TRY_SCOPES,
  'statements.actor_role': ACTOR_ROLES,
  'statements.format': STATEMENT_FORMATS.map(({ format }) => format),
  'sandbox_faults.fault': SANDBOX_FAULT_NAMES,
  'tariffs.direction': DIRECTIONS,
  'tariffs.type': TYPES,
  'trade_counts.direction': DIRECTIONS,
  'trade_counts.state': STATES,
  'trade_days.direction': DIRECTIONS,
  'trade_days.type': TYPES,
  'trade_slots.direction': DIRECTIONS,
  'trade_slots.type': TYPES,
  'trades.direction': DIRECTIONS,
  'trades.disputed_from': STATES,
  'trades.state': STATES,
  'trades.state_reason': STATE_REASONS,
  'trades.type': TYPES,
  'waiting_lines.actor_role': ACTOR_ROLES,
  'report_sendings.status': DELIVERY_STATUSES,
  'scheduled_reports.every': REPORT_CYCLES,
  'scheduled_reports.format': REPORT_FORMATS,
  'waiting_lines.decision': WAITING_DECISIONS,
  'waiting_lines.reason': WAIT_REASONS,
  'waiting_lines.source': LINE_SOURCES,
};

/**
 * Only the code checks these: their words are types of the domain, most are written for every
 * order, and no rule of the database depends on them.
 */
export const UNGUARDED: readonly string[] = [
  'account_day_closings.actor_role',
  'adjustments.actor_role',
  'alert_recipients.kinds',
  'alerts.acknowledged_role',
  'alerts.kind',
  'api_tokens.scopes',
  'attention_thresholds.kind',
  'approval_bands.act',
  'approval_sums.act',
  'counted_acts.act',
  'audit_entries.action',
  'audit_entries.actor_role',
  'bank_line_acts.actor_role',
  'bank_line_acts.from_status',
  'bank_line_acts.to_status',
  'bank_line_outcomes.reason',
  'dispute_messages.author_role',
  'disputes.contested_from',
  'disputes.opener_role',
  'events.act',
  'events.actor_role',
  'events.type',
  'ledger_accounts.account',
  'ledger_entries.act',
  'line_rules.actor_role',
  'operator_tokens.scopes',
  'proposals.act',
  'receiving_accounts.type',
  'settlement_accounts.type',
  'settlement_lines.act',
  'statements.actor_role',
  'statements.format',
  'tariffs.type',
  'trade_days.type',
  'trade_slots.type',
  'trades.disputed_from',
  'trades.state_reason',
  'trades.type',
  'waiting_lines.actor_role',
];

/** Any text: names, notes, ids, external codes, and words that only the database uses. */
const FREE: Readonly<Record<string, string>> = {
  account_day_closings: 'note actor_id',
  installation: 'name public_url place system_id database_id',
  adjustments: 'currency reason actor_id',
  alert_notices: 'last_problem',
  alert_recipients: 'name address last_problem',
  alert_settings: 'time_zone',
  alerts: 'subject_id acknowledged_id acknowledged_note',
  api_tokens: 'allowed_ips',
  audit_entries: 'actor_id target address request_id',
  act_sums: 'sum_key',
  approval_bands: 'currency',
  approval_sums: 'currency',
  counted_acts: 'identity_key currency target',
  audit_head: 'name',
  bank_line_acts: 'actor_id note',
  bank_lines: 'currency utr bank_id line_key purpose return_reason',
  brandings: 'display_name note color frame_ancestors contact_email contact_phone contact_url',
  callback_endpoint_health: 'last_error',
  callback_endpoints: 'url description event_types',
  currencies: 'currency',
  deliveries: 'url',
  delivery_attempts: 'error reply_head url',
  dispute_messages: 'author_id',
  disputes: 'currency settlement_currency opener_id assigned_to',
  events: 'actor_id note',
  holds: 'currency',
  ledger_accounts: 'currency',
  ledger_entries: 'accounts currencies',
  line_confirmations: 'line_key',
  line_rules: 'name note actor_id',
  logos: 'hash',
  merchants: 'name balance_currency',
  operator_tokens: 'name allowed_ips',
  passkeys: 'transports name',
  payin_miss_slots: 'currency type',
  payout_attempts: 'currency end_to_end_id utr bank_status bank_reason bank_text',
  payout_batches: 'currency message_id request_key note',
  people: 'password_hash',
  person_links: 'created_by',
  proof_heads: 'head',
  proofs: 'statement totals',
  proposals: 'currency target note maker_key decision_note',
  rates: 'trade_currency balance_currency source',
  receiving_account_names: 'name bank_name',
  receiving_accounts: 'currency name bank_name',
  reseal_progress: 'sealed_column after_key',
  reservations: 'reference',
  schema_migrations: 'name checksum',
  sessions: 'address user_agent',
  settings_versions: 'name',
  settlement_lines: 'order_id utr note trade_currency',
  settlements: 'merchant_name currency',
  statements: 'statement_key profile bank_reference currency actor_id',
  statement_imports: 'file_name',
  tariffs: 'currency',
  trade_counts: 'currency',
  trade_days: 'currency',
  trade_slots: 'currency',
  trades:
    'order_id order_id_as_sent currency rate_source settlement_currency callback_url ' +
    'return_url description utr',
  utr_claims: 'utr',
  waiting_lines: 'line_key utr bank_id purpose return_reason note',
  report_sendings: 'last_problem',
  scheduled_reports: 'time_zone',
};

export const FREE_COLUMNS: readonly string[] = Object.entries(FREE).flatMap(([table, names]) =>
  names.split(' ').map((name) => `${table}.${name}`),
);
