// Text columns: which hold words of a closed list, and which any text. One row for each of them.
import { FILE_FORMATS } from '../../../server/app/payout/payout-file-choice.ts';
import { OPENID_PURPOSES } from '../../../server/domain/access/openid.ts';
import { PERSON_STATES, SECOND_FACTORS } from '../../../server/domain/access/person.ts';
import { LINK_KINDS } from '../../../server/domain/access/person-link.ts';
import { OPERATOR_ROLES, PERSON_ROLES, RIGHT_SCOPES } from '../../../server/domain/access/roles.ts';
import { SESSION_STAGES } from '../../../server/domain/access/session.ts';
import { TRY_SCOPES } from '../../../server/domain/access/sign-in-tries.ts';
import { ALERT_CHANNELS, NOTICE_PURPOSES } from '../../../server/domain/alert/alert-notice.ts';
import { ALERT_EVENTS, ALERT_STATES } from '../../../server/domain/alert/alert-rule.ts';
import { ATTENTION_KINDS, SEVERITIES } from '../../../server/domain/alert/attention-kinds.ts';
import { MONTH_STAGES } from '../../../server/domain/archive/month-stage.ts';
import { COPY_KINDS } from '../../../server/domain/archive/removal.ts';
import { DELIVERY_STATUSES } from '../../../server/domain/callback/retry.ts';
import { CUSTOMER_OUTCOMES } from '../../../server/domain/erasure/erase-customer.ts';
import { ERASURE_OBSTACLES } from '../../../server/domain/erasure/erase-payer.ts';
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
import { MOVE_STATES } from '../../../server/domain/service/cell-move.ts';
import { KEY_PURPOSES } from '../../../server/domain/service/encryption-key.ts';
import { RETENTION_KINDS } from '../../../server/domain/service/retention-kinds.ts';
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
  'cell_moves.state': MOVE_STATES,
  'retention_periods.kind': RETENTION_KINDS,
  'retention_progress.kind': RETENTION_KINDS,
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
  'customer_erasure_trades.outcome': CUSTOMER_OUTCOMES,
  'customer_erasure_trades.reason': ERASURE_OBSTACLES,
  'disputes.outcome': DISPUTE_OUTCOMES,
  'disputes.state': DISPUTE_STATES,
  'disputes.type': DISPUTE_TYPES,
  'encryption_keys.purpose': KEY_PURPOSES,
  'events.act': ACTS,
  'events.actor_role': ACTOR_ROLES,
  'events.disputed_from': STATES,
  'events.state': STATES,
  'events.state_reason': STATE_REASONS,
  'events.type': EVENT_TYPES,
  'holds.kind': CREDIT_HOLD_KINDS,
  // The first part of the name; the rest names whose it is.
  'archived_months.stage': MONTH_STAGES,
  'removals.copy': COPY_KINDS,
  'archived_sums.account': Object.keys(ACCOUNT_KINDS),
  'archived_sums.act': ENTRY_ACTS,
  'ledger_accounts.account': Object.keys(ACCOUNT_KINDS),
  'ledger_entries.act': ENTRY_ACTS,
  'line_rules.act': RULE_ACTS,
  'line_rules.actor_role': ACTOR_ROLES,
  'line_rules.state': RULE_STATES,
  'logos.content_type': LOGO_TYPES,
  'openid_requests.purpose': OPENID_PURPOSES,
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
  'past_trades.direction': DIRECTIONS,
  'past_trades.disputed_from': STATES,
  'past_trades.state': STATES,
  'past_trades.state_reason': STATE_REASONS,
  'past_trades.type': TYPES,
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
