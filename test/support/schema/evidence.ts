// What tells verify that a column is a lie, for every column of the schema: a digest of its record,
// a check that compares it, or a chain of hashes; or why the column is no evidence of money or of a
// decision.
import type { GapName } from '../../../server/store/proof/book-gaps.ts';
import { COVERED } from '../../../server/store/proof/record-columns.ts';

export type Proof =
  | { by: 'digest' }
  | { by: 'check'; check: GapName }
  /** The chains of entries, audit entries, digests and proofs, which verify walks. */
  | { by: 'chain' }
  | { by: 'nothing'; why: string };

const CHAIN: Proof = { by: 'chain' };
const DIGEST: Proof = { by: 'digest' };
const check = (name: GapName): Proof => ({ by: 'check', check: name });
const nothing = (why: string): Proof => ({ by: 'nothing', why });

const columns = (proof: Proof, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, proof]));

/** Tables whose columns tell of money or of a decision, beside those with digests. */
const BESIDE: Readonly<Record<string, Readonly<Record<string, Proof>>>> = {
  ledger_entries: columns(CHAIN, [
    'merchant_id',
    'entry_number',
    'act',
    'trade_id',
    'bank_line_id',
    'adjustment_id',
    'accounts',
    'currencies',
    'amounts',
    'entered_at',
    'hash',
    'layout',
  ]),
  // What an entry takes from its layout is in the entry's hash.
  ledger_layouts: columns(CHAIN, ['merchant_id', 'layout', 'accounts', 'currencies']),
  ledger_books: columns(CHAIN, ['merchant_id', 'last_number', 'last_hash']),
  ledger_accounts: {
    ...columns(CHAIN, ['merchant_id', 'account', 'currency', 'balance_cents']),
    overdraft_cents: nothing('how far the next act may go below zero: what happened is in entries'),
  },
  bank_line_outcomes: {
    bank_line_id: check('placeless'),
    status: check('house'),
    merchant_id: check('house'),
    trade_id: check('homeless'),
    reason: nothing('the words of the present outcome: each act on the line has a digest'),
    candidates: nothing('what a person may choose among'),
    decided_at: nothing('of the present outcome: entries and acts on the line have their times'),
  },
  utr_claims: {
    utr: check('claims'),
    trade_id: check('claims'),
    merchant_id: check('claims'),
    active: check('claims'),
    claimed_at: nothing('the event of the claim has its time'),
  },
  event_heads: {
    merchant_id: check('numbers'),
    last_number: check('numbers'),
    open_payins: nothing('a counter for a limit: each pay-in has its state'),
  },
  audit_entries: columns(CHAIN, [
    'number',
    'at',
    'actor_role',
    'actor_id',
    'action',
    'target',
    'detail',
    'hash',
    'address',
    'request_id',
    'session_id',
    'operator_token_id',
  ]),
  audit_head: {
    name: nothing('the key of its only row: without it the service writes nothing'),
    last_number: CHAIN,
    last_hash: CHAIN,
  },
  proof_digests: {
    ...columns(CHAIN, ['group_number', 'stream', 'book', 'after_number', 'to_number', 'digests']),
    hash: CHAIN,
    made_at: nothing('the next signed proof has its time'),
  },
  proofs: {
    ...columns(CHAIN, ['proof_number', 'day', 'statement', 'proof_hash', 'key_id', 'signature']),
    ...columns(CHAIN, ['totals', 'leaves']),
    made_at: nothing('the signed statement has the time'),
  },
  archived_months: {
    ...columns(check('archived_months'), ['month', 'after_proof', 'proof_number', 'file_hash']),
    ...columns(check('archived_months'), ['manifest_hash', 'sums_hash']),
    noted_at: nothing('the audit trail has the time'),
    stage: check('removed_months'),
  },
  removals: {
    ...columns(check('removals'), ['month', 'file_hash', 'copy', 'plan', 'removed']),
    ...columns(check('removals'), ['allowed_at', 'ended_at']),
    planned_at: nothing('the audit trail has when owners allowed it'),
  },
  removed_days: columns(check('removed_months'), ['receiving_account_id', 'last_day']),
  removed_events: columns(check('removed_months'), ['merchant_id', 'last_number']),
  archived_sums: columns(check('archived_sums'), [
    'merchant_id',
    'proof_number',
    'account',
    'currency',
    'act',
    'entries',
    'amount_cents',
  ]),
  proof_heads: columns(CHAIN, [
    'proof_number',
    'merchant_id',
    'position',
    'book_number',
    'book_hash',
    'head',
  ]),
};

const COUNTS = 'counters for lists and charts: verify compares them with the trades';
const SETTING = 'a setting: its changes are in the audit trail, each trade has its own terms';
const ACCESS = 'who may act: what they did is in the audit trail';
const DELIVERY = 'what was told to merchants: the events have digests';
const WORK = 'work of the service in progress, which moves no money';
const LOOKUP = 'an index of other rows';
const TABLES_WITHOUT: Readonly<Record<string, string>> = {
  account_days: COUNTS,
  account_habits: COUNTS,
  act_sums: WORK,
  alert_events: WORK,
  alert_notices: WORK,
  alert_recipients: SETTING,
  alert_settings: SETTING,
  alerts: WORK,
  api_tokens: ACCESS,
  approval_bands: SETTING,
  retention_periods: SETTING,
  retention_progress: 'what was ended by its age, for a list',
  approval_sums: SETTING,
  approved_evidence: 'a second person’s approval: it is in the audit trail',
  attention_thresholds: SETTING,
  bank_line_words: LOOKUP,
  book_checks: 'the result of verify itself',
  brandings: SETTING,
  callback_endpoint_health: DELIVERY,
  callback_endpoints: SETTING,
  client_payins: LOOKUP,
  clients: LOOKUP,
  counted_acts: 'sums of a day that ask for a second person: the acts are in the audit trail',
  currencies: SETTING,
  cell_identity: 'which cell of which installation it is; every start compares it with CELLS',
  cell_marks: 'the end of a copy, which is compared with its original',
  cell_moves: 'where the cell is; the owner of the tables alone writes it, in a command',
  known_cells: 'a start is refused that leaves out one of them',
  installation: 'by what a copy of the database is known; who adopts one is in the audit trail',
  database_mode: 'the first start wrote it, and every start compares it',
  deliveries: DELIVERY,
  delivery_attempts: DELIVERY,
  dispute_files: 'its message has its type and size; a file that is replaced does not decrypt',
  encryption_keys: ACCESS,
  enrolment_links: ACCESS,
  erased_values: 'keyed hashes: one that is replaced makes the digest of its record differ',
  customer_erasures: 'what was asked for: who asked for it is in the audit trail',
  customer_erasure_trades: 'what became of it: how many of each is in the audit trail',
  erasures: 'whose data were erased: who asked for it is in the audit trail',
  feed_days: COUNTS,
  held_files: 'a file that waits for its approval: one that is replaced does not decrypt',
  line_rules: SETTING,
  logos: SETTING,
  merchant_account_days: COUNTS,
  merchants: SETTING,
  operator_tokens: ACCESS,
  page_tries: WORK,
  openid_requests: ACCESS,
  paid_notices: WORK,
  passkey_challenges: ACCESS,
  passkeys: ACCESS,
  payin_miss_slots: COUNTS,
  people: ACCESS,
  person_links: ACCESS,
  person_ties: ACCESS,
  presences: WORK,
  proof_keys: 'the audit trail has each key, and proofs are checked with it',
  rates: SETTING,
  receipt_files: 'a file that is replaced does not decrypt',
  receipts: 'what payers sent, on which nothing is decided but by an act of a person',
  receiving_account_names: LOOKUP,
  receiving_accounts: SETTING,
  recovery_codes: ACCESS,
  reseal_progress: WORK,
  verify_positions: 'a row that the service has not sealed is ignored',
  reservations: WORK,
  sandbox_answers: WORK,
  sandbox_clock: SETTING,
  sandbox_faults: SETTING,
  saved_views: SETTING,
  scheduled_reports: SETTING,
  report_sendings: WORK,
  schema_migrations: 'every start compares it',
  sessions: ACCESS,
  settings_versions: WORK,
  sign_in_tries: ACCESS,
  statement_imports: WORK,
  tariffs: SETTING,
  totp_secrets: ACCESS,
  trade_count_heads: COUNTS,
  trade_counts: COUNTS,
  trade_days: COUNTS,
  trade_slots: COUNTS,
  trade_word_heads: LOOKUP,
  trade_words: LOOKUP,
  trusted_feeds: 'feeds that a second person approved: the approvals are in the audit trail',
  used_signatures: ACCESS,
  wordless_lines: LOOKUP,
  write_probes: WORK,
};

/** By table: its columns, or why none of them is evidence. */
export const EVIDENCE: Readonly<Record<string, string | Readonly<Record<string, Proof>>>> = {
  ...TABLES_WITHOUT,
  ...BESIDE,
  ...Object.fromEntries(
    Object.entries(COVERED).map(([table, { fixed, others, ...rest }]) => [
      table,
      {
        ...columns(DIGEST, [...fixed, ...('sealed' in rest ? rest.sealed : [])]),
        ...Object.fromEntries(
          Object.entries(others).map(([name, instead]: [string, string | { check: GapName }]) => [
            name,
            typeof instead === 'string' ? nothing(instead) : check(instead.check),
          ]),
        ),
      },
    ]),
  ),
};
