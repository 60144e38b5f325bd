// What each free text column may tell of a person, and how it is stored then: one entry for every
// column, so that nobody adds one without a decision.

export const PERSONAL_KINDS = {
  none: 'Words, numbers and ids of the service, and what companies say of themselves.',
  digest: 'A hash or an authentication code, from which nobody reads the text.',
  sealed: 'Encrypted; it is in the list of encrypted columns.',
  clear: 'May tell of a person, and is stored as it is: it is looked up, sorted or audited.',
} as const;
export type PersonalKind = keyof typeof PERSONAL_KINDS;

const COLUMNS: Readonly<Record<PersonalKind, Readonly<Record<string, string>>>> = {
  none: {
    account_day_closings: 'actor_id',
    act_sums: 'sum_key',
    adjustments: 'currency actor_id',
    alert_notices: 'last_problem',
    alert_recipients: 'last_problem',
    alert_settings: 'time_zone',
    alerts: 'subject_id acknowledged_id',
    api_tokens: 'allowed_ips',
    approval_bands: 'currency',
    approval_sums: 'currency',
    audit_entries: 'actor_id target request_id',
    audit_head: 'name',
    bank_line_acts: 'actor_id',
    bank_lines: 'currency utr bank_id purpose return_reason',
    brandings: 'display_name color frame_ancestors contact_url',
    callback_endpoint_health: 'last_error',
    callback_endpoints: 'description event_types',
    counted_acts: 'identity_key currency target',
    currencies: 'currency',
    deliveries: 'url',
    delivery_attempts: 'error',
    dispute_messages: 'author_id',
    disputes: 'currency settlement_currency opener_id assigned_to',
    events: 'actor_id',
    holds: 'currency',
    ledger_accounts: 'currency',
    ledger_entries: 'accounts currencies',
    line_rules: 'name actor_id',
    merchants: 'name balance_currency',
    operator_tokens: 'allowed_ips',
    passkeys: 'transports',
    payin_miss_slots: 'currency type',
    payout_attempts: 'currency end_to_end_id utr bank_status bank_reason',
    payout_batches: 'currency message_id request_key',
    person_links: 'created_by',
    proof_heads: 'head',
    proofs: 'statement totals',
    proposals: 'currency target maker_key',
    rates: 'trade_currency balance_currency source',
    receiving_account_names: 'bank_name',
    receiving_accounts: 'currency bank_name',
    reseal_progress: 'sealed_column after_key',
    reservations: 'reference',
    schema_migrations: 'name checksum',
    settings_versions: 'name',
    settlement_lines: 'utr trade_currency',
    settlements: 'merchant_name currency',
    statements: 'profile bank_reference currency actor_id',
    tariffs: 'currency',
    trade_counts: 'currency',
    trade_days: 'currency',
    trade_slots: 'currency',
    trades: 'currency rate_source settlement_currency utr',
    utr_claims: 'utr',
    waiting_lines: 'utr bank_id purpose return_reason',
  },
  digest: {
    bank_lines: 'line_key',
    line_confirmations: 'line_key',
    logos: 'hash',
    people: 'password_hash',
    statements: 'statement_key',
    waiting_lines: 'line_key',
  },
  sealed: {
    alert_recipients: 'address',
    callback_endpoints: 'url',
    delivery_attempts: 'reply_head url',
    trades: 'callback_url return_url description',
  },
  clear: {
    account_day_closings: 'note',
    adjustments: 'reason',
    alert_recipients: 'name',
    alerts: 'acknowledged_note',
    audit_entries: 'address',
    bank_line_acts: 'note',
    brandings: 'note contact_email contact_phone',
    events: 'note',
    line_rules: 'note',
    operator_tokens: 'name',
    passkeys: 'name',
    payout_attempts: 'bank_text',
    payout_batches: 'note',
    proposals: 'note decision_note',
    receiving_account_names: 'name',
    receiving_accounts: 'name',
    sessions: 'address user_agent',
    settlement_lines: 'order_id note',
    statement_imports: 'file_name',
    trades: 'order_id order_id_as_sent',
    waiting_lines: 'note',
  },
};

export const PERSONAL_COLUMNS: readonly (readonly [name: string, kind: PersonalKind])[] = (
  Object.keys(PERSONAL_KINDS) as PersonalKind[]
).flatMap((kind) =>
  Object.entries(COLUMNS[kind]).flatMap(([table, names]) =>
    names.split(' ').map((name) => [`${table}.${name}`, kind] as const),
  ),
);

/** Columns that are in no list or in two, and entries without a column. */
export function judgePersonal(columns: readonly string[]): string[] {
  const told = PERSONAL_COLUMNS.map(([name]) => name);
  const repeated = told.filter((name, index) => told.indexOf(name) !== index);
  return [
    ...columns.filter((name) => !told.includes(name)).map((name) => `${name}: of a person?`),
    ...told.filter((name) => !columns.includes(name)).map((name) => `${name}: no such column`),
    ...repeated.map((name) => `${name}: told twice`),
  ];
}
