// The routes that change something and take no version of a setting, each with its reason.

/** Why nobody replaces by it what they never saw. */
const REASONS = {
  new: 'what it makes was not there before',
  ends: 'it ends something, whatever that says',
  whole: 'the request says all of it, and either of two people gets what they see',
  own: 'only the person themselves may do it',
  numbered: 'the record has a version of its own, which the act checks',
  record: 'no setting: a command decides it by the record as it is under its lock',
  nothing: 'it changes no setting: it reads, sends or tries something',
} as const;
type Reason = keyof typeof REASONS;

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const ROWS: Readonly<Record<Reason, readonly string[]>> = {
  new: words(`
    createMerchant issueToken createCallbackEndpoint rotateCallbackSecret createReceivingAccount
    createLineRule issueFeedToken issueOperatorToken rotateOperatorToken createAlertRecipient
    createSavedView createScheduledReport invitePerson
    relinkPerson rotateProofKey rotateEncryptionKey adoptCopy
    advanceSandboxClock`),
  ends: words(`
    revokeToken removeLogo deleteCallbackEndpoint revokeFeedToken revokeOperatorToken
    removeSettlementAccount removeAlertRecipient removeSavedView removeScheduledReport
    disablePerson untiePeople
    revokeSessionsOfPerson revokeSession resetFactors`),
  whole: words('putLogo enablePerson shareSavedView'),
  own: words(`
    collectSecrets signOut revokeOtherSessions revokeOwnSession issueOwnToken revokeOwnToken
    changeOwnPassword confirmSession startConnectingOpenid disconnectOpenid
    askForConfirmingPasskey offerTotp activateTotp removeTotp renewRecoveryCodes offerPasskey
    addPasskey renamePasskey removePasskey sharePresence`),
  numbered: words('tryLineRule switchLineRuleOn switchLineRuleOff'),
  record: words(`
    addAdjustment takeBankLines decideBankLines assignBankLine splitBankLine feeBankLine
    ownTransferBankLine returnBankLine undoBankLine creditBankLine keepBankLine decideSameLine
    decideOtherLine importStatement confirmTrade completeTrade takeTrade releaseTrade failTrade
    cancelTrade disputeTrade resolveTrade reverseTrade refundTrade importRefunds
    takePayouts releasePayouts
    completePayouts rejectPayouts createPayoutBatch takeIntoPayoutBatch releaseFromPayoutBatch
    exportPayoutBatch importPayoutAnswers openDispute decideDispute messageDispute askDispute
    assignDispute acceptDispute withdrawDispute appealDispute closeDispute sendDisputeFile
    removeDisputeFile draftSettlement approveSettlement discardSettlement releaseHolds
    approveProposal approveProposals rejectProposal withdrawProposal removeReceipt erasePayer
    eraseCustomer allowRemoval closeAccountDay
    acknowledgeAlert makeProof`),
  nothing: words(`
    testCallbackEndpoint guessStatement resendDelivery resendEvents testAlertRecipient
    sendScheduledReport`),
};

/** By operation: the reason. */
export const UNVERSIONED: ReadonlyMap<string, string> = new Map(
  (Object.keys(ROWS) as Reason[]).flatMap((reason) =>
    ROWS[reason].map((operation) => [operation, REASONS[reason]] as const),
  ),
);
