// Made by tools/generate.ts from the routes of the operator API: what becomes of a
// request that is sent twice.

/** With the same Idempotency-Key it is done once, and answers the same. */
export const DONE_ONCE = [
  'createCallbackEndpoint',
  'rotateCallbackSecret',
  'addAdjustment',
  'decideBankLines',
  'assignBankLine',
  'splitBankLine',
  'feeBankLine',
  'ownTransferBankLine',
  'returnBankLine',
  'undoBankLine',
  'creditBankLine',
  'keepBankLine',
  'confirmTrade',
  'completeTrade',
  'takeTrade',
  'releaseTrade',
  'failTrade',
  'cancelTrade',
  'disputeTrade',
  'resolveTrade',
  'reverseTrade',
  'refundTrade',
  'createPayoutBatch',
  'importRefunds',
  'openDispute',
  'messageDispute',
  'askDispute',
  'assignDispute',
  'acceptDispute',
  'withdrawDispute',
  'appealDispute',
  'closeDispute',
] as const;

/** Each makes another one. */
export const MAKES_ANOTHER = [
  'createMerchant',
  'issueToken',
  'createReceivingAccount',
  'createLineRule',
  'issueFeedToken',
  'issueOperatorToken',
  'rotateOperatorToken',
  'createScheduledReport',
  'draftSettlement',
  'createAlertRecipient',
  'createSavedView',
  'invitePerson',
] as const;
