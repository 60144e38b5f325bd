// Watches the operator API in tests: every successful change over HTTP is in the audit trail, with
// who, from where and, if something that existed was changed, what was there before.
import assert from 'node:assert/strict';
import type { App } from '../../../server/app/process/app.ts';
import { OPERATOR_ROUTES } from '../../../server/http/operator/routes.ts';
import { selectAudit } from '../../../server/store/access/audit-search.ts';

/** `changed`: its entry has before and after. `made`: the record is new. `none`: see the reason. */
type Row =
  | { readonly kind: 'changed' | 'made'; readonly actions: RegExp }
  | { readonly kind: 'none'; readonly why: string };

const made = (actions: RegExp): Row => ({ kind: 'made', actions });
const changed = (actions: RegExp): Row => ({ kind: 'changed', actions });
const none = (why: string): Row => ({ kind: 'none', why });
const TRADE = changed(/^trade_/);
const LINE = changed(/^bank_line_/);

const FILE = 'test/http/operator/audited-routes.ts';

/** By operation; every route that is no GET needs a row. */
export const AUDITED: Readonly<Record<string, Row>> = {
  createMerchant: made(/^merchant_created$/),
  updateMerchant: changed(/^merchant_changed$/),
  issueToken: made(/^token_issued$/),
  revokeToken: changed(/^token_revoked$/),
  approveProposal: made(/^proposal_(?:approved|taken_over)$/),
  approveProposals: made(/^proposal_(?:approved|taken_over)$/),
  rejectProposal: made(/^proposal_rejected$/),
  collectSecrets: made(/^proposal_secret_collected$/),
  withdrawProposal: made(/^proposal_withdrawn$/),
  setRetention: changed(/^retention_changed$/),
  allowRemoval: made(/^removal_allowed$/),
  eraseCustomer: made(/^customer_erased$/),
  erasePayer: made(/^payer_erased$/),
  setApprovalBands: changed(/^approval_bands_(set|off)$/),
  sharePresence: none('who looks at what is forgotten within a minute'),
  putTariffs: changed(/^tariffs_set$/),
  putRates: changed(/^rates_set$/),
  putCurrencies: changed(/^currencies_set$/),
  adoptCopy: made(/^copy_adopted$/),
  advanceSandboxClock: made(/^sandbox_clock_advanced$/),
  updateBranding: changed(/^branding_changed$/),
  putLogo: changed(/^logo_set$/),
  removeLogo: changed(/^logo_removed$/),
  createCallbackEndpoint: made(/^callback_endpoint_added$/),
  updateCallbackEndpoint: changed(/^callback_endpoint_changed$/),
  rotateCallbackSecret: made(/^callback_secret_rotated$/),
  testCallbackEndpoint: made(/^callback_endpoint_tested$/),
  deleteCallbackEndpoint: made(/^callback_endpoint_removed$/),
  addAdjustment: made(/^balance_adjusted$/),
  createReceivingAccount: made(/^receiving_account_created$/),
  updateReceivingAccount: changed(/^receiving_account_changed$/),
  takeBankLines: made(/^bank_lines_taken$/),
  decideBankLines: LINE,
  assignBankLine: LINE,
  splitBankLine: LINE,
  feeBankLine: LINE,
  ownTransferBankLine: LINE,
  returnBankLine: LINE,
  undoBankLine: LINE,
  creditBankLine: LINE,
  keepBankLine: LINE,
  createLineRule: made(/^line_rule_changed$/),
  changeLineRule: made(/^line_rule_changed$/),
  tryLineRule: none('changes nothing'),
  switchLineRuleOn: made(/^line_rule_changed$/),
  switchLineRuleOff: made(/^line_rule_changed$/),
  importStatement: made(/^statement_imported$/),
  decideSameLine: made(/^waiting_line_decided$/),
  decideOtherLine: made(/^waiting_line_decided$/),
  guessStatement: none('changes nothing'),
  issueFeedToken: made(/^feed_token_issued$/),
  changeFeedToken: changed(/^feed_token_changed$/),
  revokeFeedToken: changed(/^feed_token_revoked$/),
  issueOperatorToken: made(/^operator_token_issued$/),
  changeOperatorToken: changed(/^operator_token_changed$/),
  rotateOperatorToken: made(/^operator_token_/),
  revokeOperatorToken: made(/^operator_token_revoked$/),
  confirmTrade: TRADE,
  completeTrade: TRADE,
  takeTrade: TRADE,
  releaseTrade: TRADE,
  failTrade: TRADE,
  cancelTrade: TRADE,
  disputeTrade: TRADE,
  resolveTrade: TRADE,
  reverseTrade: TRADE,
  refundTrade: made(/^payin_refunded$/),
  importRefunds: made(/^payin_refunded$/),
  takePayouts: TRADE,
  releasePayouts: TRADE,
  completePayouts: TRADE,
  rejectPayouts: TRADE,
  createPayoutBatch: made(/^(?:payout_batch_created|trade_take)$/),
  takeIntoPayoutBatch: TRADE,
  releaseFromPayoutBatch: TRADE,
  exportPayoutBatch: made(/^payout_batch_exported$/),
  importPayoutAnswers: made(/^payout_answers_(?:received|imported)$/),
  putSettlementAccount: made(/^settlement_account_set$/),
  removeSettlementAccount: changed(/^settlement_account_removed$/),
  draftSettlement: made(/^settlement_drafted$/),
  approveSettlement: changed(/^settlement_approved$/),
  discardSettlement: changed(/^settlement_discarded$/),
  openDispute: made(/^dispute_opened$/),
  decideDispute: changed(/^dispute_decided$/),
  askDispute: changed(/^dispute_asked$/),
  assignDispute: changed(/^dispute_assigned$/),
  acceptDispute: changed(/^dispute_accepted$/),
  withdrawDispute: changed(/^dispute_withdrawn$/),
  appealDispute: changed(/^dispute_appealed$/),
  closeDispute: changed(/^dispute_closed$/),
  messageDispute: made(/^dispute_message_sent$/),
  sendDisputeFile: made(/^dispute_message_sent$/),
  removeDisputeFile: made(/^dispute_file_removed$/),
  releaseHolds: made(/^holds_released$/),
  removeReceipt: made(/^receipt_removed$/),
  resendDelivery: made(/^callback_resent$/),
  resendEvents: made(/^callback_resent$/),
  closeAccountDay: made(/^account_day_closed$/),
  acknowledgeAlert: made(/^alert_acknowledged$/),
  changeAlertSettings: made(/^alert_settings_changed$/),
  createAlertRecipient: made(/^alert_recipient_created$/),
  changeAlertRecipient: made(/^alert_recipient_changed$/),
  removeAlertRecipient: made(/^alert_recipient_removed$/),
  testAlertRecipient: made(/^alert_recipient_tested$/),
  makeProof: made(/^proof_signed$/),
  rotateProofKey: made(/^proof_key_rotated$/),
  rotateEncryptionKey: made(/^encryption_key_rotated$/),
  createSavedView: none('a bookmark of one’s own, of which nobody else knows'),
  removeSavedView: none('a bookmark of one’s own; sharing it is in the trail'),
  shareSavedView: changed(/^saved_view_shared$/),
  createScheduledReport: made(/^scheduled_report_created$/),
  changeScheduledReport: made(/^scheduled_report_changed$/),
  removeScheduledReport: made(/^scheduled_report_removed$/),
  sendScheduledReport: made(/^scheduled_report_sent$/),
  signOut: made(/^signed_out$/),
  revokeOtherSessions: made(/^sessions_revoked$/),
  revokeOwnSession: made(/^session_revoked$/),
  issueOwnToken: made(/^own_token_issued$/),
  revokeOwnToken: made(/^own_token_revoked$/),
  changeOwnPassword: made(/^password_changed$/),
  confirmSession: made(/^session_confirmed$/),
  askForConfirmingPasskey: none('makes a challenge, which opens nothing'),
  offerTotp: none('nothing changes until the first code of the new secret'),
  activateTotp: made(/^totp_activated$/),
  removeTotp: made(/^totp_removed$/),
  renewRecoveryCodes: made(/^recovery_codes_made$/),
  offerPasskey: none('makes a challenge, which opens nothing'),
  addPasskey: made(/^passkey_added$/),
  renamePasskey: made(/^passkey_renamed$/),
  removePasskey: made(/^passkey_removed$/),
  startConnectingOpenid: none('the account is connected once the provider has answered'),
  disconnectOpenid: made(/^openid_disconnected$/),
  resetFactors: made(/^factors_reset$/),
  invitePerson: made(/^person_invited$/),
  changePersonRole: changed(/^person_role_changed$/),
  disablePerson: changed(/^person_disabled$/),
  enablePerson: changed(/^person_enabled$/),
  relinkPerson: made(/^person_link_made$/),
  untiePeople: changed(/^people_untied$/),
  revokeSessionsOfPerson: made(/^sessions_revoked$/),
  revokeSession: made(/^session_revoked$/),
};

/** A request that waits for a second person, whatever it asks. */
const WAITING = 'waiting';
const PROPOSED = made(/^proposal_made$/);

export const CHANGING_ROUTES = OPERATOR_ROUTES.filter(({ method }) => method !== 'GET');

const ANY = {
  ...{ role: null, actor_id: null, action: null, target: null, address: null, session_id: null },
  ...{ operator_token_id: null, note: null, own: null, from: null, to: null },
  ...{ actions: null, except: null },
};

type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
};

/** Requests about many records answer 200 although none was changed: each has its code. */
function areAllRefused(body: Answer['body']): boolean {
  // A day with differences that nobody accepted stays open, and a closed one stays closed.
  if (body.outcome === 'refused' || body.outcome === 'found') return true;
  // An empty queue leaves nothing to take.
  if (Array.isArray(body.payouts) && body.payouts.length === 0) return true;
  const items = Object.values(body).find(Array.isArray) ?? [];
  const isRefused = (item: Record<string, unknown> | null) =>
    typeof item?.code === 'string' || typeof item?.proposal_id === 'string';
  return items.length > 0 && items.every(isRefused);
}

/** `note`: the reason that the request gave, if the route takes one. */
type Watched = {
  readonly operation_id: string;
  readonly request_id: string;
  readonly note: string | null;
};

function noteOf(query: string, body: unknown): string | null {
  const given: unknown = new URLSearchParams(query).get('note') ?? Object(body).note;
  return typeof given === 'string' ? given : null;
}

export class AuditWatch {
  readonly #app: App;
  readonly #done: Watched[] = [];

  constructor(app: App) {
    this.#app = app;
  }

  note(method: string, path: string, { status, headers, body }: Answer, sent?: unknown): void {
    const [pathname = '', query = ''] = path.split('?');
    if (
      status >= 300 ||
      body.removed === false ||
      // A day that is closed already, or may not be; a database that is no copy.
      ['found', 'refused', 'own'].includes(String(body.outcome)) ||
      query.includes('dry_run=true') ||
      areAllRefused(body)
    )
      return;
    const route = CHANGING_ROUTES.find(
      (one) =>
        one.method === method &&
        new RegExp(`^${one.url.replace(/:\w+/g, '[^/]+')}$`).test(pathname),
    );
    const request_id = headers.get('x-request-id');
    if (route === undefined || request_id === null) return;
    const operation_id = status === 202 ? WAITING : route.operation_id;
    const note = route.takes_note === true ? noteOf(query, sent) : null;
    this.#done.push({ operation_id, request_id, note });
  }

  /**
   * A repeated request changes nothing and needs no entry, so of the requests of one operation at
   * least one must have its entry.
   */
  async check(): Promise<void> {
    const found = new Map<string, boolean>();
    for (const { operation_id, request_id, note } of this.#done) {
      const row = operation_id === WAITING ? PROPOSED : AUDITED[operation_id];
      assert.ok(row !== undefined, `${operation_id} has no row in AUDITED (${FILE})`);
      if (row.kind === 'none') continue;
      const is_found = await this.#isNoted(row, request_id, note);
      found.set(operation_id, found.get(operation_id) === true || is_found);
    }
    const missing = [...found].flatMap(([operation_id, is_found]) =>
      is_found ? [] : operation_id,
    );
    assert.deepEqual(missing, [], 'changed something without a whole entry in the audit trail');
  }

  async #isNoted(
    row: Exclude<Row, { kind: 'none' }>,
    request_id: string,
    note: string | null,
  ): Promise<boolean> {
    const search = { ...ANY, request_id };
    const entries = await selectAudit(this.#app.store.db, search, { before: null, limit: 50 });
    return entries.some(
      ({ action, actor, target, origin, detail }) =>
        row.actions.test(action) &&
        actor.id !== null &&
        target !== '' &&
        (note === null || detail.note === note) &&
        origin?.address === '127.0.0.1' &&
        (origin.operator_token_id !== null || origin.session_id !== null) &&
        (row.kind === 'made' || ('before' in detail && 'after' in detail)),
    );
  }
}
