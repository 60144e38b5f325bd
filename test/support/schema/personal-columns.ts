// What each free text column may tell of a person, and how it is stored then: one entry for every
// column, so that nobody adds one without a decision.

export const PERSONAL_KINDS = {
  none: 'Words, numbers and ids of the service, and what companies say of themselves.',
  digest: 'A hash or an authentication code, from which nobody reads the text.',
  sealed: 'Encrypted; it is in the list of encrypted columns.',
  clear: 'May tell of a person, and is stored as it is, for the reason beside it.',
} as const;
export type PersonalKind = keyof typeof PERSONAL_KINDS;

/** The names of columns by table. */
type Tables = Readonly<Record<string, string>>;

const COLUMNS: Readonly<Record<Exclude<PersonalKind, 'clear'>, Tables>> = {
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
    archived_months: 'month',
    removals: 'month',
    audit_entries: 'actor_id target request_id',
    audit_head: 'name',
    bank_line_acts: 'actor_id',
    bank_lines: 'currency utr bank_id purpose return_reason',
    archived_sums: 'currency',
    brandings: 'display_name color frame_ancestors contact_url',
    callback_endpoint_health: 'last_error',
    callback_endpoints: 'description event_types',
    counted_acts: 'identity_key currency target',
    currencies: 'currency',
    deliveries: 'url',
    delivery_attempts: 'error',
    dispute_messages: 'author_id',
    disputes: 'currency settlement_currency opener_id assigned_to',
    erased_values: 'place',
    events: 'actor_id utr',
    cell_identity: 'name',
    cell_moves: 'place',
    known_cells: 'name',
    installation: 'name public_url place system_id database_id',
    holds: 'currency',
    ledger_accounts: 'currency',
    ledger_entries: 'accounts currencies',
    ledger_layouts: 'accounts currencies',
    line_rules: 'name actor_id',
    merchants: 'name balance_currency',
    operator_tokens: 'allowed_ips',
    passkeys: 'transports',
    past_trades: 'currency rate_source settlement_currency utr line_utrs archived_month',
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
    report_sendings: 'last_problem',
    reseal_progress: 'sealed_column after_key',
    retention_progress: 'after_key',
    reservations: 'reference',
    scheduled_reports: 'time_zone',
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
    deliveries: 'told_head told_url',
    delivery_attempts: 'reply_head url',
    events: 'note',
    passkeys: 'name',
    past_trades: 'callback_url return_url description metadata',
    payout_attempts: 'bank_text',
    sessions: 'address user_agent',
    statement_imports: 'file_name',
    trades: 'callback_url return_url description metadata',
  },
};

/** Why these are readable; docs/operate/keys.md says the same to those who run the service. */
const CLEAR: readonly { why: string; tables: Tables }[] = [
  {
    why:
      'A reason that staff give for their own act. The audit trail has it too, where it is ' +
      'hashed with its entry and found by its words: hiding it here alone would hide nothing.',
    tables: {
      account_day_closings: 'note',
      adjustments: 'reason',
      alerts: 'acknowledged_note',
      bank_line_acts: 'note',
      line_rules: 'note',
      payout_batches: 'note',
      proposals: 'note decision_note',
      settlement_lines: 'note',
      waiting_lines: 'note',
    },
  },
  {
    why:
      'From where staff or a merchant’s server sent a request: hashed with its entry, and ' +
      'searched by after an attack. The trail has no address of a payer.',
    tables: { audit_entries: 'address' },
  },
  {
    why:
      'The number of an order, by which requests are repeated and people find it. It names no ' +
      'person, and the guide tells merchants to keep it so.',
    tables: {
      past_trades: 'order_id order_id_as_sent',
      settlement_lines: 'order_id',
      trades: 'order_id order_id_as_sent',
    },
  },
  {
    why: 'What a merchant publishes about itself on each of its payment pages.',
    tables: { brandings: 'note contact_email contact_phone' },
  },
  {
    why: 'The name of an account, which every payer is shown for the transfer.',
    tables: { receiving_account_names: 'name', receiving_accounts: 'name' },
  },
  {
    why: 'What the operator calls a token or a channel of its own; the audit trail has it too.',
    tables: { alert_recipients: 'name', operator_tokens: 'name' },
  },
];

const columnsIn = (tables: Tables, kind: PersonalKind) =>
  Object.entries(tables).flatMap(([table, names]) =>
    names.split(' ').map((name) => [`${table}.${name}`, kind] as const),
  );

export const PERSONAL_COLUMNS: readonly (readonly [name: string, kind: PersonalKind])[] = [
  ...Object.keys(COLUMNS).flatMap((kind) =>
    columnsIn(COLUMNS[kind as keyof typeof COLUMNS], kind as PersonalKind),
  ),
  ...CLEAR.flatMap(({ tables }) => columnsIn(tables, 'clear')),
];

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
