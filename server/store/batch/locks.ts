// The order in which transactions lock rows. ARCHITECTURE.md's list is made from it, and
// test/store/batch/lock-order.test.ts compares it with the locks that PostgreSQL reports.

/** A step of the order. Rows of a table are locked in the order of their primary keys. */
export type LockStep = {
  /** Locked one after the other, in this order. */
  tables: readonly string[];
  /** Which rows, as an SQL condition; absent: all of the table. */
  only?: string;
  /** Which rows, in words. */
  rows: string;
  /** What the lock protects. */
  why: string;
};

/** A transaction that has locked rows of one step never locks rows of an earlier step. */
export const LOCK_ORDER: readonly LockStep[] = [
  {
    tables: ['proposals'],
    rows: 'proposals that are decided',
    why: 'two people at once, or the clock, never decide one proposal twice',
  },
  {
    tables: ['payout_batches'],
    rows: 'batches of pay-outs that are exported or filled',
    why: 'nothing is added to a batch during its export, and no more than fits into a file',
  },
  {
    tables: ['bank_line_outcomes'],
    rows: 'outcomes of bank lines that the commands may move',
    why: "one line completes one trade; claims and people's decisions move lines too",
  },
  {
    tables: ['trades'],
    rows: 'trades that commands and lines name',
    why: 'two acts on one trade are decided one after the other',
  },
  {
    tables: ['settlements'],
    rows: 'statements that are approved or discarded, or whose pay-out moves',
    why: 'a statement is either approved or discarded, and gets one pay-out',
  },
  {
    tables: ['holds'],
    rows: 'holds of credited pay-ins that are acted on or due',
    why: 'a release, a refund and a reversal do not use the same money twice',
  },
  {
    tables: ['act_sums'],
    rows: 'sums in which acts of one person alone count',
    why: 'two requests at once never both use the last free room of a sum',
  },
  {
    tables: ['clients'],
    rows: 'customers, if their merchant limits them',
    why: 'two orders of one customer count each other',
  },
  {
    tables: ['feed_days'],
    rows: 'days of the feeds that give the lines',
    why: 'two requests at once never both use the last free place of a day',
  },
  {
    tables: ['account_days'],
    only: 'shard = 0',
    rows: 'days of receiving accounts with a daily limit',
    why: 'the limit is checked against a counter that nobody else changes meanwhile',
  },
  {
    tables: ['ledger_books'],
    rows: 'heads of the books whose money moves',
    why: 'entries of a book form one chain, and the balance that was read stays true; books that only bank lines move are locked once everything else is written',
  },
  {
    tables: ['account_days'],
    only: 'shard > 0',
    rows: 'counters of accounts without a daily limit, a row per writer',
    why: 'counters are kept by the commit and never summed up per request',
  },
  {
    tables: ['merchant_account_days'],
    rows: "each merchant's part of an account's day",
    why: "counted as the account's day is",
  },
  {
    tables: ['account_habits'],
    rows: 'usual sizes and hours of the lines of an account',
    why: 'counted as the lines are written',
  },
  {
    tables: ['retention_progress'],
    rows: 'how far the walk through old callbacks has come; passed over if another process has it',
    why: 'two processes never count one page twice',
  },
  {
    tables: ['deliveries'],
    rows: 'callbacks that wait, of trades that have a new event',
    why: 'none ends or is sent again before the one that follows it is stored',
  },
  {
    tables: ['event_heads'],
    rows: 'event counters of merchants',
    why: 'numbers have no gaps and follow the order of the commits',
  },
  {
    tables: ['trade_count_heads'],
    rows: 'merchants whose new events are counted',
    why: 'each event is counted once',
  },
  {
    tables: ['trade_word_heads'],
    rows: 'merchants whose new pay-outs get the words of their payees',
    why: 'each event is read once',
  },
  {
    tables: [
      'merchants',
      'callback_endpoint_health',
      'api_tokens',
      'tariffs',
      'brandings',
      'logos',
      'settlement_accounts',
      'receiving_accounts',
      'people',
      'person_links',
      'sessions',
      'operator_tokens',
      'settings_versions',
      'currencies',
      'rates',
      'approval_bands',
      'approval_sums',
      'retention_periods',
      'removals',
      'sandbox_faults',
      'sandbox_clock',
      'saved_views',
      'scheduled_reports',
      'report_sendings',
    ],
    rows: "settings, a merchant's own row first; people, what they have; the version of all settings, and what is changed under its lock",
    why: 'a change starts from the settings as they are now, and every process sees it',
  },
  {
    tables: [
      'alert_settings',
      'attention_thresholds',
      'alerts',
      'alert_events',
      'alert_recipients',
      'alert_notices',
    ],
    rows: 'alert settings, alerts with their events, recipients with their notices',
    why: 'one process at a time looks for alerts, and each event is told of once',
  },
  {
    tables: ['dispute_files', 'receipt_files', 'receipts'],
    rows: 'files about disputes, files that payers sent, and what stays of them',
    why: 'a file is removed once, by an operator or by its age',
  },
  {
    tables: ['sign_in_tries'],
    rows: 'counters of failed sign-ins, of an account and an address',
    why: 'of many tries at once only as many are checked as are free',
  },
  {
    tables: ['audit_head'],
    rows: 'the head of the audit trail',
    why: 'its entries form one chain; locked last, by every transaction that notes something',
  },
];

/** Rows that are changed only after locking the row of the other table that they belong to. */
export const LOCKED_UNDER: Readonly<Record<string, string>> = {
  callback_endpoints: 'merchants',
  enrolment_links: 'people',
  delivery_attempts: 'deliveries',
  disputes: 'trades',
  ledger_accounts: 'ledger_books',
  passkeys: 'people',
  payout_attempts: 'trades',
  person_ties: 'people',
  recovery_codes: 'people',
  reservations: 'trades',
  settlement_lines: 'settlements',
  trade_counts: 'trade_count_heads',
  trade_days: 'trade_count_heads',
  trade_slots: 'trade_count_heads',
  totp_secrets: 'people',
  utr_claims: 'trades',
};

/** Statements that lock rows outside the order, by name: which rows, and the consequence. */
export const OUT_OF_ORDER: Readonly<Record<string, string>> = {
  'release-amounts':
    'reservations of ended pay-ins whose amount somebody else gets: if such a pay-in is acted on at the same moment, PostgreSQL may abort one of the two batches, which is then decided again',
  'decide-waiting-line':
    'the line that a person decides about, in the turn of its account: nobody else wants its lock',
};

/** Tables whose rows no transaction locks together with rows of the order, and the reason. */
export const LOCKED_ALONE: Readonly<Record<string, string>> = {
  presences: 'what a person looks at: only their own row, which nothing else depends on',
  bank_line_words: 'only inserted',
  book_checks: 'one row by one statement',
  cell_identity: 'one row by one statement',
  client_payins: 'only inserted',
  customer_erasures:
    'one row, skipped if another process has it; then erasures are inserted in the order of trades',
  customer_erasure_trades: 'only inserted',
  database_mode: 'written at the first start',
  encryption_keys: 'rotations insert and delete; a start may wrap all of them again',
  erasures:
    'one row, skipped if another process has it; its erasure then locks rows in the order above',
  events: 'only inserted',
  held_files: 'one row by one statement; old ones deleted by one',
  installation: 'one row by one statement',
  known_cells: 'only inserted',
  openid_requests:
    'inserted and taken by one statement each; expired ones deleted with `skip locked`',
  passkey_challenges:
    'inserted and taken by one statement each; expired ones deleted with `skip locked`',
  payin_miss_slots: 'added to by one statement, in the order of its keys',
  page_tries: 'one row by one statement, before the act that it counts',
  reseal_progress: 'one row, skipped if another process has it',
  sandbox_answers: 'taken with `skip locked`, and moved one by one statement',
  statement_imports: 'inserted after all else; updated by one statement, in the order of its keys',
  trade_words: 'only inserted',
  used_signatures: 'inserted by one statement, deleted with `skip locked`',
  verify_positions: 'one row by one statement',
  waiting_lines: 'of accounts whose turn it is: see decide-waiting-line',
  wordless_lines: 'inserted with their lines, deleted with `skip locked`',
  write_probes: 'one row by one statement',
};
