// Where each operation is carried out if the service has several cells. An operation that cannot be
// answered over all of them is refused by name, never answered by one of them.

export const CELL_SCOPES = {
  control: 'in the control cell: people, tokens, bands, rates and what else all cells share',
  named: 'in the cell of the merchant or account that the request names, or that X-Cell names',
  merged: 'as `named`, and over all cells if the request names none, with one cursor',
  combined: 'as `named`, and over all cells if the request names none, as one answer',
  placed: 'in the cell that X-Cell names, otherwise in the one with the fewest orders',
  refused: 'not yet with several cells',
} as const;
export type CellScope = keyof typeof CELL_SCOPES;

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Every operation is in exactly one list. */
export const OPERATIONS_IN: Readonly<Record<CellScope, readonly string[]>> = {
  control: words(`
    activateTotp addPasskey askForConfirmingPasskey changeAlertRecipient changeAlertSettings
    changeFeedToken changeOperatorToken changeOwnPassword changePersonRole checkCells
    checkOpenidProvider
    confirmSession createAlertRecipient createSavedView disablePerson
    disconnectOpenid enablePerson exportAccessReview exportAccessReviewWorkbook getAlertSettings
    approveProposals getApprovalBands getCurrencies getPerson
    getRetention getService invitePerson issueFeedToken issueOperatorToken issueOwnToken
    listAlertRecipients listCells listFactors listFeedTokens listOperatorTokens
    listOwnFactors listOwnSessions listOwnTokens listPayoutLayouts listPeople listRates
    listSavedViews listSessions listTies offerPasskey offerTotp putCurrencies putRates
    relinkPerson removeAlertRecipient removePasskey removeSavedView removeTotp
    renamePasskey renewRecoveryCodes resetFactors revokeFeedToken revokeOperatorToken
    revokeOtherSessions revokeOwnSession revokeOwnToken revokeSession revokeSessionsOfPerson
    rotateOperatorToken setApprovalBands setRetention sharePresence shareSavedView showOwnOpenid
    signOut startConnectingOpenid testAlertRecipient untiePeople whoAmI
  `),
  named: words(`
    acceptDispute acknowledgeAlert addAdjustment adoptCopy advanceSandboxClock allowRemoval
    appealDispute listRemovals
    approveProposal approveSettlement askDispute assignBankLine assignDispute cancelTrade
    changeLineRule closeAccountDay closeDispute collectSecrets completePayouts completeTrade
    confirmTrade createCallbackEndpoint createLineRule createPayoutBatch createReceivingAccount
    creditBankLine decideBankLines decideDispute decideOtherLine decideSameLine
    deleteCallbackEndpoint discardSettlement disputeTrade downloadDisputeFile downloadReceipt
    draftSettlement eraseCustomer erasePayer exportAuditLines exportClosings
    exportClosingsWorkbook exportPayoutBatch exportTally failTrade feeBankLine getAccountDay
    getApproval getBankLine getBranding getDelivery getDispute getMerchant getMerchantBalance
    getPayoutBatch getPayoutCsv getPayoutFile getReceivingAccount getSettlement
    getSettlementAccount getSettlementCsv getSettlementDocument getSettlementWorkbook getTariffs
    getTrade getWholeProof guessStatement importPayoutAnswers importRefunds importStatement
    issueToken keepBankLine listAccountDays listBatchPayouts listCallbackEndpoints
    listChangedNames listEncryptionKeys listFileProblems listLineRuleVersions listMerchantEvents
    listPayoutAttempts listPossibleLines listProofKeysForOperators listSettlementLines listTokens
    makeProof messageDispute openDispute ownTransferBankLine putLogo putSettlementAccount
    putTariffs refundTrade rejectPayouts rejectProposal releaseFromPayoutBatch releaseHolds
    releasePayouts releaseTrade removeDisputeFile removeLogo removeReceipt removeSettlementAccount
    resendDelivery resendEvents resolveTrade returnBankLine reverseTrade revokeToken
    rotateCallbackSecret rotateEncryptionKey rotateProofKey sendDisputeFile showCustomer
    showCustomerErasure showErasure showMonth showSandboxClock showWaysBack splitBankLine
    switchLineRuleOff switchLineRuleOn takeBankLines takeIntoPayoutBatch takePayouts takeTrade
    testCallbackEndpoint tryLineRule undoBankLine updateBranding updateCallbackEndpoint
    updateMerchant updateReceivingAccount withdrawDispute withdrawProposal
  `),
  // How each is merged: MERGED_LISTS in merged-lists.ts.
  merged: words(`
    listAlerts listAllProofs listApprovals listAudit listBankLines listDeliveries listDisputes
    listHolds listLedgerAccounts listLedgerEntries listMerchants listOwed listOwnAudit
    listPaidNotices listPayoutBatches listPayoutQueue listPayoutWork listReceipts
    listReceivingAccounts listSettlements listStatements listTrades listVerifyQueue
    listWaitingLines
  `),
  // How each is combined stands in its route.
  combined: words(`
    countDisputes countTrades exportAuditCsv exportAuditWorkbook exportBankLines
    exportBankLinesWorkbook exportExceptions exportExceptionsWorkbook exportJournal
    exportJournalWorkbook exportReport exportReportWorkbook exportTradesCsv exportTradesWorkbook
    getLive listAttention listLineRules listSeries listSuspense search showReport showSince
    verifyBooks
  `),
  placed: ['createMerchant'],
  // The reports that they send are those of one cell.
  refused: words(`
    changeScheduledReport createScheduledReport listReportSendings listScheduledReports
    removeScheduledReport sendScheduledReport
  `),
};

const SCOPE_OF: ReadonlyMap<string, CellScope> = new Map(
  (Object.keys(OPERATIONS_IN) as CellScope[]).flatMap((scope) =>
    OPERATIONS_IN[scope].map((operation): [string, CellScope] => [operation, scope]),
  ),
);

const FILE = 'server/http/operator/route/cell-scopes.ts';

/** A route that nobody has given a scope is not served. */
export function cellScopeOf(operation_id: string): CellScope {
  const found = SCOPE_OF.get(operation_id);
  if (found === undefined) {
    throw new Error(`${operation_id} has no cell scope: name it in OPERATIONS_IN (${FILE})`);
  }
  return found;
}
