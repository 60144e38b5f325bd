// The columns of a trade, live or past, as the proof covers them.

/** What the request of a trade gave: it never changes. */
export const TRADE_TERMS = [
  'merchant_id',
  'trade_id',
  'order_id',
  'order_id_as_sent',
  'direction',
  'type',
  'currency',
  'requested_amount_cents',
  'percent',
  'exchange_rate',
  'rate_source',
  'rate_at',
  'settlement_currency',
  'client_hash',
  'number_hash',
  'fingerprint',
  'refund_of',
  'settlement_id',
  'created_at',
] as const;

/** Of a trade that cannot change any more. */
export const PAST_STANDING = [
  'state',
  'state_reason',
  'sequence',
  'amount_cents',
  'received_amount_cents',
  'refunded_amount_cents',
  'recalled_amount_cents',
  'fee_cents',
  'settlement_amount_cents',
  'receiving_account_id',
  'exclusive',
  'utr',
  'utr_claims',
  'disputed_from',
  'expires_at',
  'closed_at',
  'completed_at',
  'final_at',
  'changed_at',
] as const;

export const BESIDE_TRADE = {
  last_command_id: 'recognises a repeated command, moves no money',
  account_day: 'the day of a counter',
  page_key_id: 'the key of a page, which rotates',
  trace_context: 'where its trace is found, decides nothing',
  metadata_hashes: 'finds the trade by its metadata, decides nothing',
} as const;
