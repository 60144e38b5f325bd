// Where the console has the words of each closed list of the operators' API: a list is named by one
// of the fields that have it.

import { ACTOR_NAMES } from '../../../console/texts/actors.ts';
import { APPROVAL_TEXTS } from '../../../console/texts/approvals.ts';
import { AUDIT_SETTINGS } from '../../../console/texts/audit.ts';
import { BANK_TEXTS } from '../../../console/texts/bank/bank.ts';
import {
  CANDIDATE_WORDS,
  EVIDENCE_WORDS,
  LINE_REASON_WORDS,
  WAIT_REASON_WORDS,
} from '../../../console/texts/bank/line-words.ts';
import { DAY_TEXTS, RULE_TEXTS, WAITING_TEXTS } from '../../../console/texts/bank/places.ts';
import { EVENT_NAMES } from '../../../console/texts/callback-words.ts';
import { CALLBACK_TEXTS } from '../../../console/texts/callbacks.ts';
import { DISPUTE_TEXTS } from '../../../console/texts/disputes.ts';
import { LIST_TEXTS } from '../../../console/texts/en-lists.ts';
import { ENDPOINT_TEXTS } from '../../../console/texts/endpoints.ts';
import { HOME_TEXTS } from '../../../console/texts/home.ts';
import { ACCOUNT_WORDS, ENTRY_WORDS } from '../../../console/texts/ledger/entries.ts';
import { LEDGER_TEXTS } from '../../../console/texts/ledger/ledger.ts';
import { MERCHANT_TEXTS } from '../../../console/texts/merchants/merchants.ts';
import { PAYOUT_TEXTS } from '../../../console/texts/payouts/payouts.ts';
import { PEOPLE_TEXTS } from '../../../console/texts/people/people.ts';
import { REFUND_LIST_TEXTS } from '../../../console/texts/refunds/refunds.ts';
import { SCHEDULED_TEXTS } from '../../../console/texts/reports/scheduled.ts';
import { REPORT_TEXTS } from '../../../console/texts/reports.ts';
import { ROLE_NAMES } from '../../../console/texts/roles.ts';
import { SEARCH_TEXTS } from '../../../console/texts/search.ts';
import { RETENTION_TEXTS } from '../../../console/texts/settings/retention.ts';
import { SETTINGS_TEXTS } from '../../../console/texts/settings/settings.ts';
import { SETTLEMENT_TEXTS } from '../../../console/texts/settlements/settlements.ts';
import { SHELL_TEXTS } from '../../../console/texts/shell/frame.ts';
import { TARGET_NAMES } from '../../../console/texts/targets.ts';
import {
  ACTS_DONE,
  DIRECTION_NAMES,
  STATE_NAMES,
  TYPE_NAMES,
} from '../../../console/texts/trade-words.ts';
import { ERASURE_TEXTS } from '../../../console/texts/trades/erasure.ts';
import { TRADE_PAGE_TEXTS, TRADE_SCREEN_TEXTS } from '../../../console/texts/trades/trades.ts';

type Words = Readonly<Record<string, unknown>>;

const { recipients, keys } = SETTINGS_TEXTS;
const { batch } = PAYOUT_TEXTS;
const { refund } = TRADE_PAGE_TEXTS;

export const SHOWN: Readonly<Record<string, Words>> = {
  'AccountDay.opening_source': DAY_TEXTS,
  'AccountMonth.side': LEDGER_TEXTS.sides,
  'listLedgerAccounts kind': ACCOUNT_WORDS,
  'AcknowledgedBy.role': ACTOR_NAMES,
  'Alert.kind': HOME_TEXTS.kinds,
  'SinceRow.kind': HOME_TEXTS.since.kinds,
  'Alert.severity': SETTINGS_TEXTS.severities,
  'Alert.unit': SETTINGS_TEXTS.units,
  'AlertRecipient.channel': recipients.channels,
  'AlertTest.outcome': recipients.outcomes,
  'ApprovalBand.act': APPROVAL_TEXTS.acts,
  'RetentionKind.kind': RETENTION_TEXTS.kinds,
  'ErasureObstacle.reason': ERASURE_TEXTS.obstacles,
  'OrderPutAside.reason': ERASURE_TEXTS.obstacles,
  'BankLine.reason': LINE_REASON_WORDS,
  'StatementLine.reason': { ...LINE_REASON_WORDS, ...WAIT_REASON_WORDS },
  'BankLine.source': WAITING_TEXTS.sources,
  'BankLine.status': LIST_TEXTS.line_statuses,
  'BankLineAssign.difference_to': BANK_TEXTS.fields.bearers,
  'BankLineDecision.act': BANK_TEXTS.acts,
  'BankLineDecision.type': TYPE_NAMES,
  'BatchPayout.state': PAYOUT_TEXTS.attempts,
  'BatchPayout.trade_state': STATE_NAMES,
  'ChangeLineRule.act': RULE_TEXTS.acts,
  'ChangeLineRule.direction': RULE_TEXTS.directions,
  'ChangeOperatorToken.scopes': SETTINGS_TEXTS.scope_names,
  'ChangeScheduledReport.every': SCHEDULED_TEXTS.cycles,
  'ChangeScheduledReport.format': SCHEDULED_TEXTS.formats,
  'ChangedName.changes': batch.changes,
  'ClosedAct.act': ACTS_DONE,
  'CreateCallbackEndpoint.event_types': EVENT_NAMES,
  'CreatePayoutBatch.rail': batch.rails,
  'CustomerLimit.limit': MERCHANT_TEXTS.settings,
  'DayDifference.kind': DAY_TEXTS.kinds,
  'Debt.age': BANK_TEXTS.ages,
  'Delivery.status': LIST_TEXTS.delivery_statuses,
  'Dispute.basis': DISPUTE_TEXTS.bases,
  'Dispute.direction': DIRECTION_NAMES,
  'Dispute.outcome': DISPUTE_TEXTS.outcomes,
  'Dispute.state': LIST_TEXTS.dispute_states,
  'Dispute.type': LIST_TEXTS.dispute_types,
  'DisputeEffect.act': DISPUTE_TEXTS.acts,
  'DisputeEffect.effect': DISPUTE_TEXTS.effects,
  'DisputeNote.visibility': DISPUTE_TEXTS.seen_by,
  'EncryptedColumn.state': keys.column_states,
  'EncryptionKey.purpose': keys.purposes,
  'EncryptionKey.state': keys.states,
  'Endpoint.disabled_by': ENDPOINT_TEXTS.off,
  'Endpoint.status': ENDPOINT_TEXTS.statuses,
  'EndpointTest.outcome': ENDPOINT_TEXTS.test.outcomes,
  'Entry.act': ENTRY_WORDS,
  'FoundAccount.matched': SEARCH_TEXTS.readings,
  'InvitedPerson.second_factors': LIST_TEXTS.second_factors,
  'InvitedPerson.state': LIST_TEXTS.person_states,
  'IssueToken.mode': MERCHANT_TEXTS.tokens.modes,
  'IssueToken.scopes': MERCHANT_TEXTS.tokens.scope_names,
  'IssuedOperatorToken.role': ROLE_NAMES,
  'LayoutProblem.field': batch.fields,
  'LineCandidate.evidence': CANDIDATE_WORDS.evidence,
  'LineRule.state': RULE_TEXTS.states,
  'MerchantSettings.amount_policy': MERCHANT_TEXTS.policies,
  'NamedTarget.kind': TARGET_NAMES,
  'PayoutAnswer.effect': PAYOUT_TEXTS.answers.effects,
  'PayoutBatch.state': batch.states,
  'PossibleLine.evidence': EVIDENCE_WORDS,
  'PersonTie.way': PEOPLE_TEXTS.ties.ways,
  'Proposal.state': APPROVAL_TEXTS.states,
  'RefundPayee.source': refund.sources,
  'RefundResult.outcome': REFUND_LIST_TEXTS.outcomes,
  'RejectPayouts.reason': TRADE_SCREEN_TEXTS.reasons_of_states,
  'Report.split': REPORT_TEXTS.splits,
  'ReportMissedReason.reason': REPORT_TEXTS.reasons,
  'ResendEvents.which': CALLBACK_TEXTS.many.whiches,
  'Service.mode': SHELL_TEXTS.modes,
  'Settlement.state': LIST_TEXTS.settlement_states,
  'SettlementLine.kind': SETTLEMENT_TEXTS.kinds,
  'StatementLine.status': LIST_TEXTS.imported_statuses,
  'WaitingLine.reason': WAIT_REASON_WORDS,
  'WaitingLine.decision': WAITING_TEXTS.decided_as,
  'exportTradesCsv decimal': TRADE_SCREEN_TEXTS.export.decimals,
  'exportTradesCsv separator': TRADE_SCREEN_TEXTS.export.separators,
  'listPayoutWork stage': PAYOUT_TEXTS.tabs,
  'listAudit settings': AUDIT_SETTINGS,
  'listTrades sort': TRADE_SCREEN_TEXTS,
  'listWaitingLines state': WAITING_TEXTS.states,
};

/** Their words stand among other texts of the same screen. */
export const AMONG_OTHERS: ReadonlySet<string> = new Set([
  'AccountDay.opening_source',
  'CustomerLimit.limit',
  'DisputeEffect.act',
  'DisputeEffect.effect',
  'Report.split',
  'listPayoutWork stage',
  'listTrades sort',
]);

const SENTENCE = 'the answer has a sentence beside it, and that is shown';
const REMOVALS = 'the command line lists removals; who approves one sees the plan that was asked';
const ANSWER = 'the console says in its own words what the act did';
const PICKED = 'the console sends it, and no person chooses it';
const FORMAT = 'a form of files, which names itself';

/** What no screen shows as it is, and why not. */
export const NOT_SHOWN: Readonly<Record<string, string>> = {
  'Removal.state': REMOVALS,
  'Removal.copy': REMOVALS,
  'RemovedRows.kind': REMOVALS,
  'StayingRows.reason': REMOVALS,
  'Alert.state': 'alerts are listed by the command line; the console shows what waits',
  'Alert.subject_type': 'what it is about is shown by its name',
  'CustomerErasure.state': 'each is a sentence of its own, or the date of its end',
  'Erasure.state': 'each is a sentence of its own, or the date of the erasure',
  'AdoptedCopy.outcome': ANSWER,
  'ApprovalResult.outcome': ANSWER,
  'BankLineDecisionResult.outcome': ANSWER,
  'ChangedPassword.outcome': ANSWER,
  'ClosedAccountDay.outcome': ANSWER,
  'Debt.ways_out': 'the screen says once what can be done about a debt',
  'DecisionError.code': SENTENCE,
  'DecisionFieldError.code': SENTENCE,
  'DisputeFile.file_type': FORMAT,
  'DisconnectedOpenid.outcome': ANSWER,
  'EvidenceAccount.kind': 'decides whether lines or answers are told of',
  'ExportPayoutBatch.version': FORMAT,
  'FeedStatementResult.format': FORMAT,
  'FinishedOpenid.outcome': 'decides which step of the sign-in comes next',
  'Hold.kind': 'holds are listed by the command line; the console shows their sum',
  'IntakeLine.status': 'only programs of banks give single lines',
  'Logo.content_type': FORMAT,
  'MadeProof.outcome': ANSWER,
  'OpenedEnrolmentLink.outcome': ANSWER,
  'OpenedSession.outcome': ANSWER,
  'PasswordSet.outcome': ANSWER,
  'PersonLink.kind': 'the button that made the link says what it is for',
  'ProofKey.algorithm': 'the name of a method, the same in every language',
  'Report.by': 'the screen offers some of them, each under a name that the compiler asks for',
  'ResentDelivery.status': ANSWER,
  'RotatedEncryptionKey.outcome': ANSWER,
  'SharePresence.subject_type': PICKED,
  'SignedIn.outcome': 'decides which step of the sign-in comes next',
  'SignedIn.second_factors': 'decides which step of the sign-in comes next',
  'SignedOut.outcome': ANSWER,
  'StatementGuess.format': FORMAT,
  'TradeAct.outcome': PICKED,
  'WhoAmI.rights': 'decides what is offered; what is not says in a sentence why',
  'importPayoutAnswers format': FORMAT,
  'importStatement on_error': PICKED,
  'listAlerts state': 'alerts are listed by the command line; the console shows what waits',
  'listApprovals mine': 'chosen by the tab that it stands behind',
  'listMerchants balance': PICKED,
  'SavedView.list': 'views stand on the screen of their list',
};
