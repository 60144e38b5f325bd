// Made by tools/generate.ts from openapi/operator.json: bounds of the fields of requests.

/** Of every note and reason that a person writes. */
export const NOTE = { maxLength: 500 } as const;

/** Of the files that are sent. */
export const FILE_MAX_BYTES = { logo: 262144, picture: 10485760, statement: 268435456 } as const;

export const BOUNDS = {
  createMerchant: {
    name: { required: true, maxLength: 128 },
    'settings.payin_life_minutes': { min: 5, max: 60 },
    'settings.tolerance_cents': { min: 0, max: 1000000000000 },
    'settings.max_open_payins': { min: 1, max: 1000000000 },
    'settings.max_account_day_percent': { min: 1, max: 100 },
    'settings.client_max_open_payins': { min: 1, max: 10000 },
    'settings.client_max_count_per_hour': { min: 1, max: 1000000 },
    'settings.client_max_count_per_day': { min: 1, max: 1000000 },
    'settings.client_max_sum_cents_per_hour': { min: 1, max: 1000000000000 },
    'settings.client_max_sum_cents_per_day': { min: 1, max: 1000000000000 },
    'settings.settlement_delay_days': { min: 0, max: 366 },
    'settings.reserve_percent': { min: 0, max: 100 },
    'settings.reserve_days': { min: 0, max: 366 },
    note: { maxLength: 500 },
  },
  listMerchants: {
    q: { maxLength: 100 },
    limit: { min: 1, max: 200 },
  },
  updateMerchant: {
    name: { maxLength: 128 },
    'settings.payin_life_minutes': { min: 5, max: 60 },
    'settings.tolerance_cents': { min: 0, max: 1000000000000 },
    'settings.max_open_payins': { min: 1, max: 1000000000 },
    'settings.max_account_day_percent': { min: 1, max: 100 },
    'settings.client_max_open_payins': { min: 1, max: 10000 },
    'settings.client_max_count_per_hour': { min: 1, max: 1000000 },
    'settings.client_max_count_per_day': { min: 1, max: 1000000 },
    'settings.client_max_sum_cents_per_hour': { min: 1, max: 1000000000000 },
    'settings.client_max_sum_cents_per_day': { min: 1, max: 1000000000000 },
    'settings.settlement_delay_days': { min: 0, max: 366 },
    'settings.reserve_percent': { min: 0, max: 100 },
    'settings.reserve_days': { min: 0, max: 366 },
    note: { maxLength: 500 },
    expected_version: { maxLength: 1000 },
  },
  getMerchantBalance: {
    at: { maxLength: 40 },
  },
  issueToken: {
    scopes: { minItems: 1, maxItems: 100 },
    allowed_ips: { maxItems: 100 },
    expires_at: { maxLength: 40 },
    rate_limit_per_second: { min: 0, max: 1000000 },
    note: { maxLength: 500 },
  },
  revokeToken: {
    note: { maxLength: 500 },
  },
  putTariffs: {
    tariffs: { maxItems: 1000 },
    note: { maxLength: 500 },
    expected_version: { maxLength: 1000 },
  },
  putRates: {
    rates: { maxItems: 1000 },
    'rates.source': { maxLength: 64 },
    note: { maxLength: 500 },
    expected_version: { maxLength: 1000 },
  },
  putCurrencies: {
    currencies: { minItems: 1, maxItems: 165 },
    note: { maxLength: 500 },
    expected_version: { maxLength: 1000 },
  },
  updateBranding: {
    display_name: { maxLength: 128 },
    footer: { maxLength: 500 },
    color: { pattern: "#[0-9a-fA-F]{6}" },
    frame_ancestors: { maxItems: 10 },
    contact_email: { maxLength: 128 },
    contact_phone: { maxLength: 128 },
    contact_url: { maxLength: 2048 },
    note: { maxLength: 500 },
    expected_version: { maxLength: 1000 },
  },
  removeLogo: {
    note: { maxLength: 500 },
  },
  putLogo: {
    note: { maxLength: 500 },
  },
  createCallbackEndpoint: {
    url: { required: true, maxLength: 2048 },
    description: { maxLength: 128 },
    event_types: { maxItems: 24 },
    max_concurrent: { min: 1, max: 64 },
    max_per_second: { min: 1, max: 1000 },
    note: { maxLength: 500 },
  },
  updateCallbackEndpoint: {
    url: { maxLength: 2048 },
    description: { maxLength: 128 },
    event_types: { maxItems: 24 },
    max_concurrent: { min: 1, max: 64 },
    max_per_second: { min: 1, max: 1000 },
    note: { maxLength: 500 },
    expected_version: { maxLength: 1000 },
  },
  deleteCallbackEndpoint: {
    note: { maxLength: 500 },
  },
  rotateCallbackSecret: {
    note: { maxLength: 500 },
  },
  testCallbackEndpoint: {
    note: { maxLength: 500 },
  },
  addAdjustment: {
    amount_cents: { required: true, min: -1000000000000, max: 1000000000000 },
    reason: { required: true, maxLength: 500 },
  },
  createReceivingAccount: {
    name: { required: true, maxLength: 128 },
    number: { required: true, maxLength: 128 },
    bank_name: { maxLength: 128 },
    min_amount_cents: { min: 1, max: 1000000000000 },
    max_amount_cents: { min: 1, max: 1000000000000 },
    daily_count_limit: { min: 1, max: 1000000000 },
    daily_amount_limit_cents: { min: 1, max: 1000000000000000 },
    active_from_minute: { min: 0, max: 1439 },
    active_to_minute: { min: 0, max: 1439 },
    weight: { min: 1, max: 1000 },
    note: { maxLength: 500 },
  },
  listReceivingAccounts: {
    q: { maxLength: 100 },
    limit: { min: 1, max: 200 },
  },
  updateReceivingAccount: {
    type: { maxLength: 128 },
    currency: { maxLength: 128 },
    name: { maxLength: 128 },
    number: { maxLength: 128 },
    bank_name: { maxLength: 128 },
    min_amount_cents: { min: 1, max: 1000000000000 },
    max_amount_cents: { min: 1, max: 1000000000000 },
    daily_count_limit: { min: 1, max: 1000000000 },
    daily_amount_limit_cents: { min: 1, max: 1000000000000000 },
    active_from_minute: { min: 0, max: 1439 },
    active_to_minute: { min: 0, max: 1439 },
    weight: { min: 1, max: 1000 },
    note: { maxLength: 500 },
    expected_version: { maxLength: 1000 },
  },
  takeBankLines: {
    lines: { minItems: 1, maxItems: 1000 },
    'lines.amount_cents': { required: true, min: -1000000000000000, max: 1000000000000000 },
    'lines.booked_at': { required: true, maxLength: 32 },
    'lines.utr': { maxLength: 100 },
    'lines.text': { maxLength: 1000 },
    'lines.bank_id': { maxLength: 128 },
    'lines.counterparty_name': { maxLength: 128 },
    'lines.counterparty_number': { maxLength: 64 },
    'lines.purpose': { maxLength: 64 },
    'lines.end_to_end_id': { maxLength: 64 },
    'lines.return_reason': { maxLength: 16 },
    note: { maxLength: 500 },
  },
  listBankLines: {
    utr: { maxLength: 100 },
    text: { maxLength: 500 },
    counterparty: { maxLength: 500 },
    from: { maxLength: 40 },
    to: { maxLength: 40 },
    day: { maxLength: 40 },
    limit: { min: 1, max: 200 },
  },
  decideBankLines: {
    decisions: { minItems: 1, maxItems: 200 },
    'decisions.note': { maxLength: 500 },
    'decisions.expected_decided_at': { maxLength: 40 },
    'decisions.parts': { minItems: 2, maxItems: 50 },
    'decisions.number': { maxLength: 128 },
    'decisions.name': { maxLength: 128 },
    'decisions.payment_data_bank_name': { maxLength: 128 },
    'decisions.customer_phone_number': { maxLength: 128 },
    note: { maxLength: 500 },
  },
  exportBankLines: {
    utr: { maxLength: 100 },
    text: { maxLength: 500 },
    counterparty: { maxLength: 500 },
    from: { maxLength: 40 },
    to: { maxLength: 40 },
    day: { maxLength: 40 },
  },
  exportBankLinesWorkbook: {
    utr: { maxLength: 100 },
    text: { maxLength: 500 },
    counterparty: { maxLength: 500 },
    from: { maxLength: 40 },
    to: { maxLength: 40 },
    day: { maxLength: 40 },
  },
  assignBankLine: {
    note: { required: true, maxLength: 500 },
    expected_decided_at: { maxLength: 40 },
  },
  splitBankLine: {
    parts: { minItems: 2, maxItems: 50 },
    note: { required: true, maxLength: 500 },
    expected_decided_at: { maxLength: 40 },
  },
  feeBankLine: {
    note: { required: true, maxLength: 500 },
    expected_decided_at: { maxLength: 40 },
  },
  ownTransferBankLine: {
    note: { required: true, maxLength: 500 },
    expected_decided_at: { maxLength: 40 },
  },
  returnBankLine: {
    number: { maxLength: 128 },
    name: { maxLength: 128 },
    payment_data_bank_name: { maxLength: 128 },
    customer_phone_number: { maxLength: 128 },
    note: { required: true, maxLength: 500 },
    expected_decided_at: { maxLength: 40 },
  },
  undoBankLine: {
    note: { required: true, maxLength: 500 },
    expected_decided_at: { maxLength: 40 },
  },
  creditBankLine: {
    note: { required: true, maxLength: 500 },
    expected_decided_at: { maxLength: 40 },
  },
  keepBankLine: {
    note: { required: true, maxLength: 500 },
    expected_decided_at: { maxLength: 40 },
  },
  createLineRule: {
    name: { required: true, maxLength: 100 },
    text: { maxLength: 200 },
    counterparty: { maxLength: 200 },
    min_amount_cents: { min: 1, max: 1000000000000000 },
    max_amount_cents: { min: 1, max: 1000000000000000 },
    note: { required: true, maxLength: 500 },
  },
  changeLineRule: {
    name: { required: true, maxLength: 100 },
    text: { maxLength: 200 },
    counterparty: { maxLength: 200 },
    min_amount_cents: { min: 1, max: 1000000000000000 },
    max_amount_cents: { min: 1, max: 1000000000000000 },
    note: { required: true, maxLength: 500 },
    expected_version: { maxLength: 1000 },
  },
  switchLineRuleOn: {
    note: { required: true, maxLength: 500 },
  },
  switchLineRuleOff: {
    note: { required: true, maxLength: 500 },
  },
  listWaitingLines: {
    limit: { min: 1, max: 200 },
  },
  decideSameLine: {
    bank_line_ids: { maxItems: 200 },
    note: { required: true, maxLength: 500 },
  },
  decideOtherLine: {
    note: { required: true, maxLength: 500 },
  },
  listOwed: {
    limit: { min: 1, max: 200 },
  },
  listStatements: {
    limit: { min: 1, max: 200 },
  },
  importStatement: {
    mapping: { maxLength: 8192 },
    sheet: { maxLength: 255 },
    file_name: { maxLength: 255 },
  },
  issueFeedToken: {
    name: { required: true, maxLength: 128 },
    receiving_account_ids: { minItems: 1, maxItems: 100 },
    allowed_ips: { maxItems: 100 },
    expires_at: { maxLength: 40 },
    lines_per_hour: { min: 1, max: 1000000 },
    daily_cents: { min: 1, max: 9000000000000000 },
    note: { maxLength: 500 },
  },
  listFeedTokens: {
    limit: { min: 1, max: 200 },
  },
  changeFeedToken: {
    receiving_account_ids: { minItems: 1, maxItems: 100 },
    allowed_ips: { maxItems: 100 },
    expires_at: { maxLength: 40 },
    lines_per_hour: { min: 1, max: 1000000 },
    daily_cents: { min: 1, max: 9000000000000000 },
    note: { maxLength: 500 },
    expected_version: { maxLength: 1000 },
  },
  revokeFeedToken: {
    note: { maxLength: 500 },
  },
  issueOperatorToken: {
    name: { required: true, maxLength: 128 },
    scopes: { minItems: 1, maxItems: 100 },
    allowed_ips: { maxItems: 100 },
    expires_at: { maxLength: 40 },
    note: { maxLength: 500 },
  },
  listOperatorTokens: {
    limit: { min: 1, max: 200 },
  },
  changeOperatorToken: {
    name: { maxLength: 128 },
    scopes: { minItems: 1, maxItems: 100 },
    allowed_ips: { maxItems: 100 },
    expires_at: { maxLength: 40 },
    note: { maxLength: 500 },
    expected_version: { maxLength: 1000 },
  },
  revokeOperatorToken: {
    note: { maxLength: 500 },
  },
  rotateOperatorToken: {
    overlap_hours: { min: 0, max: 168 },
    note: { maxLength: 500 },
  },
  listTrades: {
    order_id: { maxLength: 128 },
    utr: { maxLength: 100 },
    client_id: { maxLength: 128 },
    from: { maxLength: 40 },
    to: { maxLength: 40 },
    day: { maxLength: 40 },
    changed_from: { maxLength: 40 },
    changed_to: { maxLength: 40 },
    completed_from: { maxLength: 40 },
    completed_to: { maxLength: 40 },
    ended_from: { maxLength: 40 },
    ended_to: { maxLength: 40 },
    limit: { min: 1, max: 200 },
  },
  confirmTrade: {
    utr: { maxLength: 100 },
    amount_cents: { min: 1, max: 1000000000000 },
    note: { maxLength: 500 },
    expected_sequence: { min: 1, max: 2147483647 },
  },
  completeTrade: {
    utr: { maxLength: 100 },
    amount_cents: { min: 1, max: 1000000000000 },
    note: { maxLength: 500 },
    expected_sequence: { min: 1, max: 2147483647 },
  },
  takeTrade: {
    utr: { maxLength: 100 },
    amount_cents: { min: 1, max: 1000000000000 },
    note: { maxLength: 500 },
    expected_sequence: { min: 1, max: 2147483647 },
  },
  releaseTrade: {
    utr: { maxLength: 100 },
    amount_cents: { min: 1, max: 1000000000000 },
    note: { maxLength: 500 },
    expected_sequence: { min: 1, max: 2147483647 },
  },
  failTrade: {
    utr: { maxLength: 100 },
    amount_cents: { min: 1, max: 1000000000000 },
    note: { maxLength: 500 },
    expected_sequence: { min: 1, max: 2147483647 },
  },
  cancelTrade: {
    utr: { maxLength: 100 },
    amount_cents: { min: 1, max: 1000000000000 },
    note: { maxLength: 500 },
    expected_sequence: { min: 1, max: 2147483647 },
  },
  disputeTrade: {
    utr: { maxLength: 100 },
    amount_cents: { min: 1, max: 1000000000000 },
    note: { maxLength: 500 },
    expected_sequence: { min: 1, max: 2147483647 },
  },
  resolveTrade: {
    utr: { maxLength: 100 },
    amount_cents: { min: 1, max: 1000000000000 },
    note: { maxLength: 500 },
    expected_sequence: { min: 1, max: 2147483647 },
  },
  reverseTrade: {
    utr: { maxLength: 100 },
    amount_cents: { min: 1, max: 1000000000000 },
    note: { maxLength: 500 },
    expected_sequence: { min: 1, max: 2147483647 },
  },
  refundTrade: {
    amount_cents: { min: 1, max: 1000000000000 },
    number: { maxLength: 128 },
    name: { maxLength: 128 },
    payment_data_bank_name: { maxLength: 128 },
    customer_phone_number: { maxLength: 128 },
    callback_url: { maxLength: 2048 },
    note: { required: true, maxLength: 500 },
    expected_sequence: { min: 1, max: 2147483647 },
  },
  showCustomer: {
    client_id: { required: true, maxLength: 128 },
  },
  exportTradesCsv: {
    order_id: { maxLength: 128 },
    utr: { maxLength: 100 },
    client_id: { maxLength: 128 },
    from: { maxLength: 40 },
    to: { maxLength: 40 },
    day: { maxLength: 40 },
    changed_from: { maxLength: 40 },
    changed_to: { maxLength: 40 },
    completed_from: { maxLength: 40 },
    completed_to: { maxLength: 40 },
    ended_from: { maxLength: 40 },
    ended_to: { maxLength: 40 },
  },
  exportTradesWorkbook: {
    order_id: { maxLength: 128 },
    utr: { maxLength: 100 },
    client_id: { maxLength: 128 },
    from: { maxLength: 40 },
    to: { maxLength: 40 },
    day: { maxLength: 40 },
    changed_from: { maxLength: 40 },
    changed_to: { maxLength: 40 },
    completed_from: { maxLength: 40 },
    completed_to: { maxLength: 40 },
    ended_from: { maxLength: 40 },
    ended_to: { maxLength: 40 },
  },
  listVerifyQueue: {
    limit: { min: 1, max: 200 },
  },
  search: {
    q: { required: true, maxLength: 500 },
  },
  listSeries: {
    from: { maxLength: 40 },
    to: { maxLength: 40 },
    metrics: { maxLength: 1000 },
  },
  showReport: {
    from: { maxLength: 10 },
    to: { maxLength: 10 },
    time_zone: { maxLength: 64 },
    until: { maxLength: 5 },
  },
  exportReport: {
    from: { maxLength: 10 },
    to: { maxLength: 10 },
    time_zone: { maxLength: 64 },
    until: { maxLength: 5 },
  },
  exportReportWorkbook: {
    from: { maxLength: 10 },
    to: { maxLength: 10 },
    time_zone: { maxLength: 64 },
    until: { maxLength: 5 },
  },
  createScheduledReport: {
    name: { required: true, maxLength: 60 },
    hour: { min: 0, max: 23 },
    time_zone: { maxLength: 64 },
    recipients: { maxItems: 20 },
    callback_url: { maxLength: 2048 },
    note: { maxLength: 500 },
  },
  changeScheduledReport: {
    name: { maxLength: 60 },
    hour: { min: 0, max: 23 },
    time_zone: { maxLength: 64 },
    recipients: { maxItems: 20 },
    callback_url: { maxLength: 2048 },
    note: { maxLength: 500 },
    expected_version: { maxLength: 1000 },
  },
  removeScheduledReport: {
    note: { maxLength: 500 },
  },
  sendScheduledReport: {
    note: { maxLength: 500 },
  },
  listPayoutQueue: {
    limit: { min: 1, max: 200 },
  },
  takePayouts: {
    payouts: { minItems: 1, maxItems: 400 },
    'payouts.expected_sequence': { min: 1, max: 2147483647 },
    note: { maxLength: 500 },
  },
  releasePayouts: {
    payouts: { minItems: 1, maxItems: 400 },
    'payouts.expected_sequence': { min: 1, max: 2147483647 },
    note: { maxLength: 500 },
  },
  completePayouts: {
    payouts: { minItems: 1, maxItems: 400 },
    'payouts.expected_sequence': { min: 1, max: 2147483647 },
    'payouts.utr': { required: true, maxLength: 100 },
    note: { maxLength: 500 },
  },
  rejectPayouts: {
    payouts: { minItems: 1, maxItems: 400 },
    'payouts.expected_sequence': { min: 1, max: 2147483647 },
    note: { maxLength: 500 },
  },
  listPayoutWork: {
    limit: { min: 1, max: 200 },
  },
  createPayoutBatch: {
    count: { min: 1, max: 1000 },
    max_amount_cents: { min: 1, max: 1000000000000 },
    payouts: { minItems: 1, maxItems: 400 },
    'payouts.expected_sequence': { min: 1, max: 2147483647 },
    note: { maxLength: 500 },
  },
  listPayoutBatches: {
    limit: { min: 1, max: 200 },
  },
  listBatchPayouts: {
    limit: { min: 1, max: 200 },
  },
  takeIntoPayoutBatch: {
    count: { min: 1, max: 1000 },
    max_amount_cents: { min: 1, max: 1000000000000 },
    payouts: { minItems: 1, maxItems: 400 },
    'payouts.expected_sequence': { min: 1, max: 2147483647 },
    note: { maxLength: 500 },
  },
  releaseFromPayoutBatch: {
    payouts: { minItems: 1, maxItems: 400 },
    'payouts.expected_sequence': { min: 1, max: 2147483647 },
    note: { required: true, maxLength: 500 },
  },
  exportPayoutBatch: {
    mapping: { maxLength: 8192 },
    note: { maxLength: 500 },
  },
  getPayoutCsv: {
    mapping: { maxLength: 8192 },
  },
  listChangedNames: {
    mapping: { maxLength: 8192 },
  },
  listFileProblems: {
    mapping: { maxLength: 8192 },
  },
  listDisputes: {
    assigned_to: { maxLength: 64 },
    client_id: { maxLength: 128 },
    opened_from: { maxLength: 40 },
    opened_to: { maxLength: 40 },
    due_before: { maxLength: 40 },
    limit: { min: 1, max: 200 },
  },
  openDispute: {
    amount_cents: { min: 1, max: 1000000000000 },
    note: { required: true, maxLength: 500 },
  },
  decideDispute: {
    amount_cents: { min: 1, max: 1000000000000 },
    evidence_utr: { maxLength: 100 },
    utr: { maxLength: 100 },
    note: { required: true, maxLength: 500 },
    expected_sequence: { min: 1, max: 2147483647 },
  },
  messageDispute: {
    text: { required: true, maxLength: 2000 },
    note: { maxLength: 500 },
  },
  askDispute: {
    deadline_at: { maxLength: 40 },
    note: { maxLength: 500 },
    expected_sequence: { min: 1, max: 2147483647 },
  },
  assignDispute: {
    to: { maxLength: 64 },
    note: { maxLength: 500 },
    expected_sequence: { min: 1, max: 2147483647 },
  },
  acceptDispute: {
    note: { maxLength: 500 },
    expected_sequence: { min: 1, max: 2147483647 },
  },
  withdrawDispute: {
    note: { maxLength: 500 },
    expected_sequence: { min: 1, max: 2147483647 },
  },
  appealDispute: {
    note: { maxLength: 500 },
    expected_sequence: { min: 1, max: 2147483647 },
  },
  closeDispute: {
    note: { maxLength: 500 },
    expected_sequence: { min: 1, max: 2147483647 },
  },
  removeDisputeFile: {
    reason: { required: true, maxLength: 500 },
  },
  putSettlementAccount: {
    number: { required: true, maxLength: 128 },
    name: { required: true, maxLength: 128 },
    bank_name: { maxLength: 128 },
    note: { maxLength: 500 },
    expected_version: { maxLength: 1000 },
  },
  removeSettlementAccount: {
    note: { maxLength: 500 },
  },
  draftSettlement: {
    period_to: { maxLength: 40 },
    note: { maxLength: 500 },
  },
  approveSettlement: {
    amount_cents: { min: 0 },
    note: { maxLength: 500 },
  },
  discardSettlement: {
    note: { maxLength: 500 },
  },
  listSettlements: {
    limit: { min: 1, max: 200 },
  },
  listSettlementLines: {
    limit: { min: 1, max: 200 },
  },
  listHolds: {
    limit: { min: 1, max: 200 },
  },
  releaseHolds: {
    note: { required: true, maxLength: 500 },
  },
  listApprovals: {
    limit: { min: 1, max: 200 },
  },
  approveProposal: {
    note: { maxLength: 500 },
  },
  approveProposals: {
    proposals: { minItems: 1, maxItems: 200 },
    note: { maxLength: 500 },
  },
  rejectProposal: {
    note: { required: true, maxLength: 500 },
  },
  withdrawProposal: {
    note: { maxLength: 500 },
  },
  collectSecrets: {
    note: { maxLength: 500 },
  },
  setApprovalBands: {
    bands: { minItems: 1, maxItems: 1000 },
    'bands.from_cents': { min: 0, max: 1000000000000 },
    'bands.sum_from_cents': { min: 0, max: 1000000000000 },
    note: { maxLength: 500 },
    expected_version: { maxLength: 1000 },
  },
  listReceipts: {
    limit: { min: 1, max: 200 },
  },
  removeReceipt: {
    reason: { required: true, maxLength: 500 },
  },
  listPaidNotices: {
    limit: { min: 1, max: 200 },
  },
  listMerchantEvents: {
    after: { min: 0, max: 999999999999999 },
    limit: { min: 1, max: 200 },
  },
  listDeliveries: {
    endpoint: { pattern: "[0-9]{1,7}" },
    type: { pattern: "[a-z]+\\.(?:[a-z]+|\\*)" },
    failing_from: { maxLength: 40 },
    limit: { min: 1, max: 200 },
  },
  resendDelivery: {
    sequence: { required: true, min: 1, max: 2147483647 },
    endpoint: { min: 0, max: 1000000 },
    note: { maxLength: 500 },
  },
  resendEvents: {
    endpoint: { min: 0, max: 1000000 },
    types: { maxItems: 50 },
    from: { maxLength: 40 },
    to: { maxLength: 40 },
    after: { min: 0 },
    as_of: { maxLength: 40 },
    note: { maxLength: 500 },
  },
  listLedgerAccounts: {
    q: { maxLength: 100 },
    limit: { min: 1, max: 200 },
  },
  listLedgerEntries: {
    account: { maxLength: 200 },
    limit: { min: 1, max: 200 },
  },
  showMonth: {
    time_zone: { maxLength: 64 },
  },
  exportJournal: {
    time_zone: { maxLength: 64 },
    columns: { maxLength: 1000 },
  },
  exportJournalWorkbook: {
    time_zone: { maxLength: 64 },
    columns: { maxLength: 1000 },
  },
  exportTally: {
    time_zone: { maxLength: 64 },
    ledgers: { maxLength: 4000 },
    voucher_type: { maxLength: 60 },
    company: { maxLength: 100 },
  },
  listAccountDays: {
    limit: { min: 1, max: 200 },
  },
  getAccountDay: {
    zone_offset_minutes: { min: -840, max: 840 },
  },
  closeAccountDay: {
    zone_offset_minutes: { min: -840, max: 840 },
    note: { maxLength: 500 },
  },
  showSince: {
    since: { maxLength: 40 },
  },
  adoptCopy: {
    reason: { required: true, maxLength: 500 },
  },
  setRetention: {
    periods: { minItems: 1, maxItems: 9 },
    'periods.days': { required: true, min: 1, max: 3653 },
    note: { maxLength: 500 },
    expected_version: { maxLength: 1000 },
  },
  allowRemoval: {
    file_sha256: { required: true, pattern: "[0-9a-f]{64}" },
    trades: { required: true, min: 0, max: 1000000000 },
    reason: { required: true, maxLength: 500 },
  },
  erasePayer: {
    reason: { required: true, maxLength: 500 },
    early_reason: { maxLength: 500 },
  },
  eraseCustomer: {
    reason: { required: true, maxLength: 500 },
    early_reason: { maxLength: 500 },
  },
  listAlerts: {
    limit: { min: 1, max: 200 },
  },
  acknowledgeAlert: {
    note: { maxLength: 500 },
  },
  changeAlertSettings: {
    quiet_from: { maxLength: 5 },
    quiet_to: { maxLength: 5 },
    time_zone: { maxLength: 64 },
    raise_after_minutes: { min: 0, max: 1440 },
    recover_after_minutes: { min: 0, max: 1440 },
    remind_after_minutes: { min: 10, max: 20160 },
    kinds: { maxItems: 23 },
    'kinds.threshold': { min: 1, max: 129600 },
    note: { maxLength: 500 },
    expected_version: { maxLength: 1000 },
  },
  createAlertRecipient: {
    name: { required: true, maxLength: 100 },
    address: { required: true, maxLength: 2048 },
    kinds: { maxItems: 23 },
    note: { maxLength: 500 },
  },
  changeAlertRecipient: {
    name: { maxLength: 100 },
    address: { maxLength: 2048 },
    kinds: { maxItems: 23 },
    note: { maxLength: 500 },
    expected_version: { maxLength: 1000 },
  },
  removeAlertRecipient: {
    note: { maxLength: 500 },
  },
  testAlertRecipient: {
    note: { maxLength: 500 },
  },
  listAudit: {
    actor: { maxLength: 64 },
    action: { maxLength: 64 },
    target: { maxLength: 200 },
    address: { maxLength: 64 },
    request_id: { maxLength: 64 },
    note: { maxLength: 200 },
    from: { maxLength: 40 },
    to: { maxLength: 40 },
    limit: { min: 1, max: 200 },
  },
  listOwnAudit: {
    actor: { maxLength: 64 },
    action: { maxLength: 64 },
    target: { maxLength: 200 },
    address: { maxLength: 64 },
    request_id: { maxLength: 64 },
    note: { maxLength: 200 },
    from: { maxLength: 40 },
    to: { maxLength: 40 },
    limit: { min: 1, max: 200 },
  },
  exportAuditCsv: {
    actor: { maxLength: 64 },
    action: { maxLength: 64 },
    target: { maxLength: 200 },
    address: { maxLength: 64 },
    request_id: { maxLength: 64 },
    note: { maxLength: 200 },
    from: { maxLength: 40 },
    to: { maxLength: 40 },
  },
  exportAuditWorkbook: {
    actor: { maxLength: 64 },
    action: { maxLength: 64 },
    target: { maxLength: 200 },
    address: { maxLength: 64 },
    request_id: { maxLength: 64 },
    note: { maxLength: 200 },
    from: { maxLength: 40 },
    to: { maxLength: 40 },
  },
  exportAuditLines: {
    actor: { maxLength: 64 },
    action: { maxLength: 64 },
    target: { maxLength: 200 },
    address: { maxLength: 64 },
    request_id: { maxLength: 64 },
    note: { maxLength: 200 },
    from: { maxLength: 40 },
    to: { maxLength: 40 },
  },
  listAllProofs: {
    limit: { min: 1, max: 200 },
  },
  rotateProofKey: {
    note: { required: true, maxLength: 500 },
  },
  rotateEncryptionKey: {
    reason: { required: true, maxLength: 500 },
  },
  createSavedView: {
    name: { required: true, maxLength: 60 },
    address: { required: true, maxLength: 2000 },
    columns: { maxItems: 40 },
  },
  signIn: {
    email: { required: true, maxLength: 254 },
    password: { required: true, maxLength: 512 },
  },
  listOwnSessions: {
    limit: { min: 1, max: 200 },
  },
  changeOwnPassword: {
    old_password: { required: true, maxLength: 512 },
    password: { required: true, maxLength: 512 },
  },
  issueOwnToken: {
    name: { required: true, maxLength: 64 },
    days: { min: 1, max: 90 },
    scopes: { minItems: 1, maxItems: 100 },
  },
  listOwnTokens: {
    limit: { min: 1, max: 200 },
  },
  confirmSession: {
    password: { maxLength: 512 },
    code: { maxLength: 64 },
  },
  activateTotp: {
    code: { required: true, maxLength: 16 },
  },
  addPasskey: {
    name: { required: true, maxLength: 64 },
  },
  renamePasskey: {
    name: { required: true, maxLength: 64 },
  },
  listPeople: {
    q: { maxLength: 100 },
    limit: { min: 1, max: 200 },
  },
  invitePerson: {
    name: { required: true, maxLength: 128 },
    email: { required: true, maxLength: 254 },
    note: { maxLength: 500 },
  },
  changePersonRole: {
    reason: { required: true, maxLength: 500 },
    expected_version: { maxLength: 1000 },
  },
  disablePerson: {
    reason: { required: true, maxLength: 500 },
  },
  enablePerson: {
    reason: { required: true, maxLength: 500 },
  },
  relinkPerson: {
    note: { maxLength: 500 },
  },
  untiePeople: {
    reason: { required: true, maxLength: 500 },
  },
  revokeSessionsOfPerson: {
    note: { maxLength: 500 },
  },
  listSessions: {
    limit: { min: 1, max: 200 },
  },
  revokeSession: {
    note: { maxLength: 500 },
  },
  resetFactors: {
    reason: { required: true, maxLength: 500 },
  },
  advanceSandboxClock: {
    seconds: { required: true, min: 1, max: 69120000 },
    note: { maxLength: 500 },
  },
  guessStatement: {
    sheet: { maxLength: 255 },
  },
  importRefunds: {
    note: { maxLength: 500 },
    seen: { maxLength: 128 },
  },
  sendDisputeFile: {
    text: { maxLength: 2000 },
  },
  signInByLink: {
    link: { required: true, maxLength: 2100 },
  },
  setPasswordByLink: {
    link: { required: true, maxLength: 2100 },
    password: { required: true, maxLength: 512 },
  },
  finishOpenid: {
    answer: { required: true, maxLength: 8192 },
  },
  startOpenid: {
    link: { maxLength: 2100 },
  },
  giveSecondFactor: {
    code: { maxLength: 64 },
    recovery_code: { maxLength: 64 },
  },
  openEnrolmentLink: {
    link: { required: true, maxLength: 2100 },
  },
  activateFirstTotp: {
    code: { required: true, maxLength: 16 },
  },
  addFirstPasskey: {
    name: { required: true, maxLength: 64 },
  },
} as const;

/** Of what merchants ask, with their own token. */
export const MERCHANT_BOUNDS = {
  createPayin: {
    order_id: { required: true, maxLength: 128 },
    amount_cents: { required: true, min: 1, max: 1000000000000 },
    client_id: { required: true, maxLength: 128 },
    callback_url: { maxLength: 2048 },
    return_url: { maxLength: 2048 },
    description: { maxLength: 128 },
  },
  attachUtr: {
    utr: { required: true, maxLength: 100 },
  },
  createPayout: {
    order_id: { required: true, maxLength: 128 },
    amount_cents: { required: true, min: 1, max: 1000000000000 },
    number: { required: true, maxLength: 128 },
    name: { maxLength: 128 },
    client_id: { required: true, maxLength: 128 },
    callback_url: { maxLength: 2048 },
    customer_phone_number: { maxLength: 128 },
    payment_data_bank_name: { maxLength: 128 },
  },
  createRefund: {
    order_id: { required: true, maxLength: 128 },
    amount_cents: { min: 1, max: 1000000000000 },
    number: { maxLength: 128 },
    name: { maxLength: 128 },
    payment_data_bank_name: { maxLength: 128 },
    customer_phone_number: { maxLength: 128 },
    callback_url: { maxLength: 2048 },
    note: { maxLength: 500 },
  },
  listOrders: {
    order_id: { maxLength: 128 },
    utr: { maxLength: 100 },
    client_id: { maxLength: 128 },
    from: { maxLength: 40 },
    to: { maxLength: 40 },
    day: { maxLength: 40 },
    changed_from: { maxLength: 40 },
    changed_to: { maxLength: 40 },
    limit: { min: 1, max: 200 },
  },
  findOrder: {
    order_id: { required: true, maxLength: 128 },
  },
  compareOrders: {
    orders: { minItems: 1, maxItems: 1000 },
    'orders.order_id': { maxLength: 128 },
  },
  getBalance: {
    at: { maxLength: 40 },
  },
  listSettlements: {
    limit: { min: 1, max: 200 },
  },
  listSettlementLines: {
    limit: { min: 1, max: 200 },
  },
  listDisputes: {
    limit: { min: 1, max: 200 },
  },
  openDispute: {
    amount_cents: { min: 1, max: 1000000000000 },
    idempotency_key: { maxLength: 255 },
  },
  messageDispute: {
    text: { required: true, maxLength: 2000 },
    idempotency_key: { maxLength: 255 },
  },
  listEvents: {
    after: { min: 0, max: 999999999999999 },
    limit: { min: 1, max: 200 },
    wait: { min: 0, max: 999999999999999 },
  },
  resendEvents: {
    endpoint: { min: 0, max: 1000000 },
    types: { maxItems: 50 },
    from: { maxLength: 40 },
    to: { maxLength: 40 },
    after: { min: 0 },
    as_of: { maxLength: 40 },
  },
  listProofs: {
    limit: { min: 1, max: 200 },
  },
  listBookEntries: {
    after: { min: 0, max: 999999999999999 },
    limit: { min: 1, max: 200 },
  },
  playOrder: {
    amount_cents: { min: 1, max: 1000000000000 },
  },
  setSandboxFault: {
    times: { min: 0, max: 1000 },
  },
  sendDisputeFile: {
    text: { maxLength: 2000 },
  },
} as const;
