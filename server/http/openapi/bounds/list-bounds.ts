// How many items the lists of answers have at most, by the schema’s title and the member’s name.

import { CHANGES_SHOWN } from '../../../app/alert/show-since.ts';
import { EVIDENCE_LINES_SHOWN } from '../../../app/approval/evidence-shown.ts';
import { ATTEMPTS_SHOWN } from '../../../app/callback/show-delivery.ts';
import {
  STATEMENT_MAX_ERRORS,
  STATEMENT_MAX_PARTS,
  STATEMENT_MAX_WARNINGS,
} from '../../../app/file/collect-parts.ts';
import { SAMPLE_LINES_SHOWN } from '../../../app/file/guess-head.ts';
import { DEBTS_LISTED } from '../../../app/line/list-owed.ts';
import { TRIED_LINES_SHOWN } from '../../../app/line/try-line-rule.ts';
import { PAYOUT_ANSWERS_LISTED } from '../../../app/payout/import-answers.ts';
import { DAY_PROBLEMS_SHOWN } from '../../../app/proof/make-proof-now.ts';
import { BOOK_PROBLEMS_SHOWN } from '../../../app/proof/verify-books.ts';
import { STATEMENT_LINES_LISTED } from '../../../app/statement/import-tally.ts';
import { UNCONFIRMED_LINES_LISTED } from '../../../app/statement/list-unconfirmed.ts';
import { ATTENTION_KINDS } from '../../../domain/alert/attention-kinds.ts';
import { MOST_APPROVED } from '../../../domain/approval/approval-requests.ts';
import { REMOVED_KINDS, STAY_REASONS } from '../../../domain/archive/removal.ts';
import { RECOVERY_CODES } from '../../../domain/factor/recovery-code.ts';
import { PASSKEYS_MAX } from '../../../domain/factor/second-factor.ts';
import { LINE_PARTS_MOST } from '../../../domain/line/review-requests.ts';
import { TAKEN_LINES_MOST } from '../../../domain/line/taken-line-requests.ts';
import { BRANDING_LIMITS } from '../../../domain/merchant/branding.ts';
import { EVENT_PATTERNS } from '../../../domain/merchant/event-types.ts';
import { PRICE_ROWS_MOST } from '../../../domain/merchant/price-requests.ts';
import { PAYOUTS_AT_ONCE } from '../../../domain/payout/payout-requests.ts';
import { LINE_ACTS } from '../../../domain/record/bank-line.ts';
import { ACTS, DIRECTIONS, STATES } from '../../../domain/record/trade.ts';
import { REPORT_RECIPIENTS_MAX } from '../../../domain/report/scheduled-report-requests.ts';
import { LIST_LIMIT } from '../../../domain/request/page-fields.ts';
import { TOKEN_LIST_MAX } from '../../../domain/request/token-fields.ts';
import { MAGIC_PAYINS, MAGIC_PAYOUTS, MAGIC_UTRS } from '../../../domain/sandbox/magic-values.ts';
import { SANDBOX_FAULT_NAMES } from '../../../domain/sandbox/sandbox-faults.ts';
import { COLUMNS_MAX } from '../../../domain/saved-view/saved-view-requests.ts';
import { CELLS_MOST } from '../../../domain/service/cell-identity.ts';
import { LIMITS } from '../../../domain/service/limits.ts';
import { RETENTION_KINDS } from '../../../domain/service/retention-kinds.ts';
import { MOST_COMPARED } from '../../../domain/trade/compare-requests.ts';
import { SERIES_DAYS_MOST } from '../../../domain/trade/trade-measures.ts';
import { CURRENCIES } from '../../../domain/values/currency.ts';
import { PAYMENT_TYPES } from '../../../domain/values/payment-type.ts';

/**
 * The longest text that JavaScript can hold has 2^29 characters, and an item of a list takes two:
 * a longer list cannot be answered. Of lists that are as long as there are such things.
 */
const AS_MANY_AS_THERE_ARE = 2 ** 28;

const open = (names: string): Record<string, number> =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, AS_MANY_AS_THERE_ARE]),
  );

const OPEN = open(`
  AccountDay.differences AccountMonth.movements AlertRecipients.data ApprovalBands.bands
  ApprovalBands.defaults Attempt.headers AttentionList.data BankLine.candidates
  BankLineDecisions.results BankLineDetail.acts BankLineDetail.possible_payins
  BookEntry.postings BooksProof.not_checked ChangedNames.data CheckedCell.problems
  ClosedAccountDay.differences
  Customer.limits Debt.refunds DisputeWithMessages.messages DisputeWithTimeline.effects
  DisputeWithTimeline.messages DisputeWithTimeline.timeline EncryptionKeys.columns
  EncryptionKeys.keys EndpointTest.headers Entry.postings FeedStatementResult.accounts
  FileProblems.data ForeseenEntry.postings LineRuleVersions.data LineRules.data
  LiveCounts.trades Month.accounts OnePerson.rules OwedPage.debt_totals OwedPage.totals
  Passkey.transports PayoutAnswers.not_understood PayoutAttempts.data PayoutLayouts.data
  PersonTies.data PossibleLines.data Presences.data ProofKeys.keys ProposalOutcome.balances
  ProposalOutcome.evidence ProposalOutcome.trades Rates.rates RefundList.results
  RefundList.totals ReleasedHolds.data Report.data Report.totals ReportMissed.reasons
  RemovalList.removals ReportSendings.data ScheduledReport.last ScheduledReports.data
  ScheduledReports.people SearchResult.lines SearchResult.merchants
  SearchResult.readings SearchResult.receiving_accounts SearchResult.settlements
  SearchResult.trades Since.data SavedViews.data SinceRow.sums StateCount.parts
  StateCounts.data Statement.balances StatementGuess.choices StatementGuess.doubts
  StatementPart.balances StatementResult.accounts StatementResult.gaps Suspense.data
  Timeline.acts Timeline.callbacks Timeline.entries Timeline.lines TradeWithTimeline.closed_acts
  TradeWithTimeline.refunds TradeWithTimeline.settlements WaitingLine.bank_line_ids
  WaitingLine.stored_lines WayBack.now WayBack.once_paid WholeProof.leaves
`);

const { most: page } = LIST_LIMIT;
const magic_values = [MAGIC_PAYINS, MAGIC_PAYOUTS, MAGIC_UTRS].flat();

export const LIST_BOUNDS: Readonly<Record<string, number>> = {
  ...OPEN,
  'ApprovalResults.results': MOST_APPROVED,
  'BankLineDetail.parts': LINE_PARTS_MOST,
  'BooksProof.problems': BOOK_PROBLEMS_SHOWN,
  'MadeProof.problems': DAY_PROBLEMS_SHOWN,
  'FeedLines.lines': TAKEN_LINES_MOST,
  'TakenLines.lines': TAKEN_LINES_MOST,
  'FeedStatementResult.errors': STATEMENT_MAX_ERRORS,
  'StatementResult.errors': STATEMENT_MAX_ERRORS,
  'FeedStatementResult.warnings': STATEMENT_MAX_WARNINGS,
  'StatementResult.warnings': STATEMENT_MAX_WARNINGS,
  'FeedStatementResult.statements': STATEMENT_MAX_PARTS,
  'StatementResult.statements': STATEMENT_MAX_PARTS,
  'FeedStatementResult.lines': STATEMENT_LINES_LISTED,
  'StatementResult.lines': STATEMENT_LINES_LISTED,
  'StatementResult.unconfirmed_lines': UNCONFIRMED_LINES_LISTED,
  'GuessChoice.sample': SAMPLE_LINES_SHOWN,
  'StatementGuess.sample': SAMPLE_LINES_SHOWN,
  'LineRuleTrial.contrary': TRIED_LINES_SHOWN,
  'LineRuleTrial.waiting': TRIED_LINES_SHOWN,
  'PayoutBatchResult.payouts': PAYOUTS_AT_ONCE,
  'PayoutOutcomes.payouts': PAYOUTS_AT_ONCE,
  'ScheduledReport.recipients': REPORT_RECIPIENTS_MAX,
  'ScheduledReport.readers': REPORT_RECIPIENTS_MAX,
  'Since.changes': CHANGES_SHOWN,
  'Tariffs.tariffs': PRICE_ROWS_MOST,
  'BookEntryPage.data': page,
  'EventPage.data': page,
  'AddedFactor.recovery_codes': RECOVERY_CODES.count,
  'NewRecoveryCodes.recovery_codes': RECOVERY_CODES.count,
  'AlertSettings.kinds': ATTENTION_KINDS.length,
  'BankLineDetail.acts_now': LINE_ACTS.length,
  'Branding.frame_ancestors': BRANDING_LIMITS.frame_ancestors_max,
  'Cells.data': CELLS_MOST,
  'CheckedCells.data': CELLS_MOST,
  'Currencies.currencies': CURRENCIES.length,
  'DecisionError.errors': LIMITS.body_max_bytes,
  'DeliveryWithAttempts.history': ATTEMPTS_SHOWN,
  'TimelineCallback.history': ATTEMPTS_SHOWN,
  'DisputeWithTimeline.receipts': LIMITS.receipts_per_payin_max,
  'Evidence.receipts': LIMITS.receipts_per_payin_max,
  'Endpoint.event_types': EVENT_PATTERNS.length,
  'EndpointWithSecret.event_types': EVENT_PATTERNS.length,
  'Endpoints.data': LIMITS.callback_endpoints_max,
  // Each takes more than a byte of the body.
  'Error.errors': LIMITS.body_max_bytes,
  'EvidenceAccount.largest': EVIDENCE_LINES_SHOWN,
  'EvidenceAccount.oldest': EVIDENCE_LINES_SHOWN,
  'FeedToken.receiving_account_ids': TOKEN_LIST_MAX,
  'IssuedFeedToken.receiving_account_ids': TOKEN_LIST_MAX,
  'FeedToken.allowed_ips': TOKEN_LIST_MAX,
  'IssuedFeedToken.allowed_ips': TOKEN_LIST_MAX,
  'IssuedOperatorToken.allowed_ips': TOKEN_LIST_MAX,
  'OperatorToken.allowed_ips': TOKEN_LIST_MAX,
  'IssuedToken.allowed_ips': TOKEN_LIST_MAX,
  'Token.allowed_ips': TOKEN_LIST_MAX,
  'Limits.currencies': CURRENCIES.length,
  'Limits.types': PAYMENT_TYPES.length,
  'OrderComparison.differences': MOST_COMPARED,
  'OwedPage.debts': DEBTS_LISTED,
  'PayoutAnswers.answers': PAYOUT_ANSWERS_LISTED,
  // A tree of more levels would have more leaves than there are merchants.
  'Proof.path': 64,
  'Removal.rows': REMOVED_KINDS.length,
  'Removal.stays': STAY_REASONS.length,
  'Retention.kinds': RETENTION_KINDS.length,
  'Sandbox.magic_values': magic_values.length,
  'Sandbox.faults': SANDBOX_FAULT_NAMES.length,
  'SavedView.columns': COLUMNS_MAX,
  'SecondFactors.passkeys': PASSKEYS_MAX,
  'Series.data': SERIES_DAYS_MOST,
  'States.states': DIRECTIONS.length * STATES.length,
  'States.transitions': DIRECTIONS.length * ACTS.length * (STATES.length + 1),
};
