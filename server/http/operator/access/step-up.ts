// Which acts ask a session, or a token of a person's own, for a recent confirmation that it still
// is the person: one row per route that changes something, with the reason. A route without a row
// asks.
import type { OperatorRoute } from '../route/route.ts';

type Row = { readonly asked: boolean; readonly why: string };

const asked = (why: string): Row => ({ asked: true, why });
const open = (why: string): Row => ({ asked: false, why });

const CREDITS = asked('credits, debits or pays money');
const DECIDES = asked('decides whose money a line or a disputed pay-in is');
const EVIDENCE = asked('gives evidence by which money counts as arrived or paid');
const TERMS = asked('sets what the merchant is charged, credited or allowed');
const PLACE = asked('sets where money or callbacks go');
const ACCESS = asked('decides who may act, or as whom');
const SECRET = asked('shows a secret');
const FACTORS = asked('changes how the person proves who they are');
const APPROVES = asked('is the second person of an act');
const TOLD = asked('decides who is told of alerts');
const SENT = asked('decides who is sent trades');
const ENDS = open('only ends access, which never waits');
const HARMLESS = open('moves no money and opens nothing');
const NARROWS = open('only stops something');
const LOOKS = open('the look of payment pages');
const TRIES = open('changes nothing');
const OWN = open('asks for the password or a factor itself, or is one’s own thing');

/** By operation; a GET changes nothing and never asks. */
export const STEP_UP: Readonly<Record<string, Row>> = {
  createMerchant: TERMS,
  updateMerchant: TERMS,
  putTariffs: TERMS,
  putRates: TERMS,
  putCurrencies: HARMLESS,
  updateBranding: LOOKS,
  putLogo: LOOKS,
  removeLogo: LOOKS,
  issueToken: ACCESS,
  revokeToken: ENDS,
  createCallbackEndpoint: PLACE,
  updateCallbackEndpoint: PLACE,
  deleteCallbackEndpoint: PLACE,
  rotateCallbackSecret: SECRET,
  testCallbackEndpoint: HARMLESS,
  resendDelivery: HARMLESS,
  resendEvents: HARMLESS,
  addAdjustment: CREDITS,
  createReceivingAccount: PLACE,
  updateReceivingAccount: PLACE,
  takeBankLines: EVIDENCE,
  importStatement: EVIDENCE,
  guessStatement: TRIES,
  importPayoutAnswers: EVIDENCE,
  decideBankLines: DECIDES,
  assignBankLine: DECIDES,
  splitBankLine: DECIDES,
  feeBankLine: DECIDES,
  ownTransferBankLine: DECIDES,
  returnBankLine: DECIDES,
  undoBankLine: DECIDES,
  creditBankLine: DECIDES,
  keepBankLine: DECIDES,
  decideSameLine: DECIDES,
  decideOtherLine: EVIDENCE,
  createLineRule: open('a draft decides nothing'),
  changeLineRule: open('a draft decides nothing'),
  tryLineRule: TRIES,
  switchLineRuleOn: DECIDES,
  switchLineRuleOff: NARROWS,
  issueFeedToken: ACCESS,
  changeFeedToken: ACCESS,
  revokeFeedToken: ENDS,
  issueOperatorToken: ACCESS,
  changeOperatorToken: ACCESS,
  issueOwnToken: ACCESS,
  revokeOwnToken: ENDS,
  rotateOperatorToken: ACCESS,
  revokeOperatorToken: ENDS,
  confirmTrade: CREDITS,
  completeTrade: CREDITS,
  takeTrade: CREDITS,
  releaseTrade: CREDITS,
  failTrade: CREDITS,
  cancelTrade: open('before any money has moved'),
  reverseTrade: CREDITS,
  refundTrade: CREDITS,
  importRefunds: CREDITS,
  disputeTrade: DECIDES,
  resolveTrade: DECIDES,
  takePayouts: CREDITS,
  releasePayouts: CREDITS,
  completePayouts: CREDITS,
  rejectPayouts: CREDITS,
  createPayoutBatch: CREDITS,
  takeIntoPayoutBatch: CREDITS,
  releaseFromPayoutBatch: CREDITS,
  exportPayoutBatch: asked('gives the file by which the bank pays'),
  openDispute: DECIDES,
  decideDispute: DECIDES,
  acceptDispute: DECIDES,
  withdrawDispute: DECIDES,
  appealDispute: DECIDES,
  closeDispute: DECIDES,
  messageDispute: HARMLESS,
  askDispute: HARMLESS,
  assignDispute: HARMLESS,
  sendDisputeFile: HARMLESS,
  removeDisputeFile: open('daily work by the law of personal data; in the audit trail'),
  removeReceipt: open('daily work by the law of personal data; in the audit trail'),
  putSettlementAccount: PLACE,
  removeSettlementAccount: PLACE,
  draftSettlement: open('a draft pays nothing'),
  approveSettlement: CREDITS,
  discardSettlement: NARROWS,
  releaseHolds: CREDITS,
  closeAccountDay: HARMLESS,
  approveProposal: APPROVES,
  approveProposals: APPROVES,
  rejectProposal: NARROWS,
  withdrawProposal: NARROWS,
  collectSecrets: SECRET,
  setApprovalBands: ACCESS,
  setRetention: asked('ends data for good'),
  allowRemoval: asked('ends data for good'),
  erasePayer: asked('ends data for good'),
  eraseCustomer: asked('ends data for good'),
  acknowledgeAlert: HARMLESS,
  changeAlertSettings: HARMLESS,
  createAlertRecipient: TOLD,
  changeAlertRecipient: TOLD,
  removeAlertRecipient: TOLD,
  testAlertRecipient: HARMLESS,
  createScheduledReport: SENT,
  changeScheduledReport: SENT,
  removeScheduledReport: NARROWS,
  sendScheduledReport: open('only to those who get it anyway'),
  makeProof: HARMLESS,
  rotateProofKey: ACCESS,
  rotateEncryptionKey: ACCESS,
  adoptCopy: asked('lets the service send and change again'),
  createSavedView: OWN,
  removeSavedView: OWN,
  shareSavedView: OWN,
  sharePresence: HARMLESS,
  signOut: ENDS,
  revokeOtherSessions: ENDS,
  revokeOwnSession: ENDS,
  changeOwnPassword: OWN,
  confirmSession: OWN,
  askForConfirmingPasskey: OWN,
  offerTotp: FACTORS,
  activateTotp: FACTORS,
  removeTotp: FACTORS,
  renewRecoveryCodes: FACTORS,
  offerPasskey: FACTORS,
  addPasskey: FACTORS,
  renamePasskey: open('only a name'),
  removePasskey: FACTORS,
  startConnectingOpenid: FACTORS,
  disconnectOpenid: FACTORS,
  invitePerson: ACCESS,
  changePersonRole: ACCESS,
  disablePerson: ENDS,
  enablePerson: ACCESS,
  relinkPerson: ACCESS,
  untiePeople: ACCESS,
  resetFactors: ACCESS,
  revokeSessionsOfPerson: ENDS,
  revokeSession: ENDS,
  advanceSandboxClock: open('in a sandbox only'),
};

export const asksStepUp = ({
  method,
  operation_id,
}: Pick<OperatorRoute, 'method' | 'operation_id'>): boolean =>
  method !== 'GET' && STEP_UP[operation_id]?.asked !== false;
