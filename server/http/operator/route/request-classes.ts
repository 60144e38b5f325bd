// How much one person and one merchant may ask for: each operation has a class, and each class its
// rate and the number of requests at once, for one caller, one merchant and the whole process.
// The number at once keeps one from slowing the others; the rates are above what a screen, a
// person's bulk act or a tool that works one by one asks for.
import type { PartLimits } from '../../../app/request/reads-apart.ts';

/** `at_once` counts requests that are under way, until their answers have been sent. */
export type ClassLimits = {
  readonly what: string;
  /** Requests of one caller per second, and after a pause; a program's token may ask for more. */
  readonly per_second: number;
  readonly burst: number;
  readonly at_once: {
    readonly caller: number;
    /** All people and tokens of one merchant together. */
    readonly merchant: number;
    readonly process: number;
  };
  /** Work that reads much: its share of the connections to the database, and its patience. */
  readonly apart?: PartLimits;
};

/**
 * All of them together use 10 of the 16 connections of a process, so that orders, callbacks and
 * bank lines keep the others.
 */
const apart = (sixteenths: number, statement_s: number): PartLimits => ({
  sixteenths,
  statement_ms: statement_s * 1_000,
  wait_ms: 15_000,
});

/** The operator's own programs, which work for many people. */
export const PROGRAM_FACTOR = 20;

export const REQUEST_CLASSES = {
  light: {
    what: 'reads of single settings',
    per_second: 100,
    burst: 400,
    at_once: { caller: 32, merchant: 64, process: 1_000 },
  },
  list: {
    what: 'lists and single objects',
    per_second: 50,
    burst: 200,
    at_once: { caller: 12, merchant: 24, process: 200 },
    apart: apart(4, 20),
  },
  // A screen of the console asks for several of them at once.
  report: {
    what: 'counts and reports',
    per_second: 20,
    burst: 100,
    at_once: { caller: 10, merchant: 12, process: 100 },
    apart: apart(2, 20),
  },
  search: {
    what: 'searches and checks of the books',
    per_second: 5,
    burst: 40,
    at_once: { caller: 2, merchant: 3, process: 8 },
    apart: apart(2, 15),
  },
  export: {
    what: 'exports',
    per_second: 1,
    burst: 20,
    at_once: { caller: 1, merchant: 2, process: 4 },
    apart: apart(2, 30),
  },
  upload: {
    what: 'files that are sent',
    per_second: 5,
    burst: 100,
    at_once: { caller: 2, merchant: 4, process: 8 },
  },
  act: {
    what: 'acts',
    per_second: 100,
    burst: 500,
    at_once: { caller: 32, merchant: 64, process: 1_000 },
  },
  // Bounded by the limits of open streams, which stay open for half an hour.
  stream: {
    what: 'streams',
    per_second: 5,
    burst: 40,
    at_once: { caller: 1_000, merchant: 1_000, process: 20_000 },
  },
} as const satisfies Readonly<Record<string, ClassLimits>>;
export type RequestClass = keyof typeof REQUEST_CLASSES;

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Every operation is in exactly one list. */
export const OPERATIONS_OF: Readonly<Record<RequestClass, readonly string[]>> = {
  light: words(`
    countDisputes getAlertSettings getApprovalBands getBranding getCurrencies getMerchant
    getMerchantBalance getReceivingAccount getService getTariffs listOwnFactors listOwnSessions
    listOwnTokens
    listPayoutLayouts listProofKeysForOperators listRates listSavedViews sharePresence
    showOwnOpenid showSandboxClock whoAmI
  `),
  list: words(`
    checkOpenidProvider downloadDisputeFile downloadReceipt getAccountDay getApproval getBankLine
    listRemovals
    getDelivery getDispute getRetention showErasure getPayoutBatch getPayoutCsv getPayoutFile
    getPerson getSettlement getSettlementAccount getSettlementCsv getSettlementDocument
    getSettlementWorkbook getTrade
    listAccountDays listAlertRecipients listAlerts listAllProofs listApprovals listAudit
    listBankLines listBatchPayouts listCallbackEndpoints listCells listDeliveries listDisputes
    listEncryptionKeys listFactors listFeedTokens listHolds listLedgerAccounts listLedgerEntries
    listLineRuleVersions listLineRules listMerchantEvents listMerchants listOperatorTokens
    listOwnAudit listPaidNotices listPayoutAttempts listPayoutBatches listPayoutQueue
    listPayoutWork listPeople listReceipts listReceivingAccounts listReportSendings
    listScheduledReports listSessions
    listSettlementLines listSettlements listStatements listTies listTokens listTrades
    listVerifyQueue listWaitingLines
  `),
  report: words(`
    checkCells countTrades listAttention listChangedNames listFileProblems listOwed
    listPossibleLines listSeries listSuspense showCustomer showCustomerErasure showMonth showReport
    showSince showWaysBack
  `),
  search: words(`
    getWholeProof search tryLineRule verifyBooks
  `),
  export: words(`
    exportAccessReview exportAccessReviewWorkbook exportAuditCsv exportAuditLines
    exportAuditWorkbook exportBankLines exportBankLinesWorkbook
    exportClosings exportClosingsWorkbook exportExceptions exportExceptionsWorkbook exportJournal
    exportJournalWorkbook exportReport exportReportWorkbook exportTally exportTradesCsv
    exportTradesWorkbook
  `),
  upload: words(`
    guessStatement importPayoutAnswers importRefunds importStatement putLogo sendDisputeFile
  `),
  act: words(`
    acceptDispute acknowledgeAlert activateTotp addAdjustment addPasskey adoptCopy
    advanceSandboxClock
    appealDispute approveProposal approveProposals approveSettlement askDispute
    askForConfirmingPasskey assignBankLine assignDispute cancelTrade changeAlertRecipient
    changeAlertSettings changeFeedToken changeLineRule changeOperatorToken changeOwnPassword
    changePersonRole changeScheduledReport closeAccountDay closeDispute collectSecrets
    completePayouts completeTrade eraseCustomer erasePayer
    confirmSession confirmTrade createAlertRecipient createCallbackEndpoint createLineRule
    createMerchant createPayoutBatch createReceivingAccount createSavedView
    createScheduledReport creditBankLine
    decideBankLines decideDispute decideOtherLine decideSameLine
    deleteCallbackEndpoint disablePerson discardSettlement disconnectOpenid
    disputeTrade draftSettlement enablePerson exportPayoutBatch failTrade feeBankLine
    invitePerson issueFeedToken issueOperatorToken issueOwnToken issueToken keepBankLine
    makeProof
    messageDispute offerPasskey offerTotp openDispute ownTransferBankLine
    putCurrencies putRates putSettlementAccount putTariffs refundTrade rejectPayouts
    rejectProposal releaseFromPayoutBatch releaseHolds releasePayouts releaseTrade relinkPerson
    removeAlertRecipient removeDisputeFile removeLogo removePasskey removeReceipt
    removeSavedView removeScheduledReport removeSettlementAccount removeTotp renamePasskey
    renewRecoveryCodes
    resendDelivery resendEvents resetFactors resolveTrade returnBankLine reverseTrade
    startConnectingOpenid
    revokeFeedToken revokeOperatorToken revokeOtherSessions revokeOwnSession revokeOwnToken
    revokeSession
    revokeSessionsOfPerson revokeToken rotateCallbackSecret rotateEncryptionKey
    allowRemoval
    rotateOperatorToken rotateProofKey sendScheduledReport setApprovalBands setRetention
    shareSavedView
    signOut splitBankLine
    switchLineRuleOff switchLineRuleOn takeBankLines takeIntoPayoutBatch takePayouts takeTrade
    testAlertRecipient testCallbackEndpoint undoBankLine untiePeople updateBranding
    updateCallbackEndpoint updateMerchant updateReceivingAccount withdrawDispute
    withdrawProposal
  `),
  stream: ['getLive'],
};

const CLASS_OF: ReadonlyMap<string, RequestClass> = new Map(
  (Object.keys(OPERATIONS_OF) as RequestClass[]).flatMap((name) =>
    OPERATIONS_OF[name].map((operation): [string, RequestClass] => [operation, name]),
  ),
);

const FILE = 'server/http/operator/route/request-classes.ts';

/** A route that nobody has put into a class is not served. */
export function classOf(operation_id: string): RequestClass {
  const found = CLASS_OF.get(operation_id);
  if (found === undefined) {
    throw new Error(`${operation_id} has no request class: name it in OPERATIONS_OF (${FILE})`);
  }
  return found;
}
