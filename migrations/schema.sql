-- The whole schema as the migrations leave it: generated, never edited.

-- tables

create table public.account_day_closings (
  receiving_account_id uuid not null,
  day date not null,
  revision integer not null,
  opening_cents bigint,
  closing_cents bigint,
  line_count integer not null,
  lines_cents bigint not null,
  ledger_cents bigint not null,
  differences jsonb not null,
  note text,
  actor_role text not null,
  actor_id text,
  closed_at timestamp with time zone not null
);

create table public.account_days (
  receiving_account_id uuid not null,
  day integer not null,
  payin_count integer not null,
  amount_cents bigint not null,
  shard smallint not null default 0
) with (fillfactor=50);

create table public.account_habits (
  receiving_account_id uuid not null,
  trait text not null,
  bucket smallint not null,
  line_count bigint not null
) with (fillfactor=50);

create table public.act_sums (
  sum_key text not null
);

create table public.adjustments (
  merchant_id uuid not null,
  adjustment_id uuid not null,
  amount_cents bigint not null,
  currency text not null,
  reason text not null,
  actor_role text not null,
  actor_id text,
  adjusted_at timestamp with time zone not null
);

create table public.alert_events (
  alert_id uuid not null,
  event_number integer not null,
  event text not null,
  happened_at timestamp with time zone not null,
  noticed_at timestamp with time zone
);

create table public.alert_notices (
  alert_notice_id uuid not null,
  alert_recipient_id uuid not null,
  purpose text not null,
  content jsonb not null,
  created_at timestamp with time zone not null,
  status text not null,
  attempts integer not null,
  due_at timestamp with time zone not null,
  leased_until timestamp with time zone,
  finished_at timestamp with time zone,
  last_status integer,
  last_problem text
);

create table public.alert_recipients (
  alert_recipient_id uuid not null,
  channel text not null,
  name text not null,
  address text not null,
  secret bytea,
  previous_secret bytea,
  previous_secret_until timestamp with time zone,
  min_severity text not null,
  kinds text[] not null,
  enabled boolean not null,
  created_at timestamp with time zone not null,
  failing_since timestamp with time zone,
  last_problem text,
  last_delivered_at timestamp with time zone,
  merchant_id uuid
);

create table public.alert_settings (
  only_row boolean not null,
  looked_at timestamp with time zone not null,
  quiet_from_minute smallint not null,
  quiet_to_minute smallint not null,
  time_zone text not null,
  raise_after_minutes integer not null,
  recover_after_minutes integer not null,
  remind_after_minutes integer not null,
  changed_at timestamp with time zone not null
);

create table public.alerts (
  alert_id uuid not null,
  kind text not null,
  subject_id text not null,
  state text not null,
  severity text not null,
  item_count integer not null,
  has_more boolean not null,
  oldest_at timestamp with time zone,
  value integer not null,
  threshold integer not null,
  over_since timestamp with time zone not null,
  clear_since timestamp with time zone,
  raised_at timestamp with time zone,
  recovered_at timestamp with time zone,
  last_event_at timestamp with time zone,
  last_noticed_at timestamp with time zone,
  acknowledged_at timestamp with time zone,
  acknowledged_role text,
  acknowledged_id text,
  acknowledged_note text
);

create table public.api_tokens (
  merchant_id uuid not null,
  token_id uuid not null,
  mode text not null,
  token_hash bytea not null,
  signing_secret bytea not null,
  scopes text[] not null,
  allowed_ips text[] not null,
  require_signature boolean not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null,
  service_mode text not null,
  rate_limit_per_second integer,
  last_used_at timestamp with time zone
);

create table public.approval_bands (
  act text not null,
  currency text not null,
  from_cents bigint,
  changed_at timestamp with time zone not null
);

create table public.approval_sums (
  act text not null,
  currency text not null,
  from_cents bigint,
  changed_at timestamp with time zone not null
);

create table public.approved_evidence (
  evidence_key bytea not null,
  proposal_id uuid not null,
  approved_at timestamp with time zone not null
);

create table public.archived_months (
  month text not null,
  after_proof bigint not null,
  proof_number bigint not null,
  file_hash bytea not null,
  manifest_hash bytea not null,
  sums_hash bytea not null,
  noted_at timestamp with time zone not null,
  stage text not null default 'noted'::text
);

create table public.archived_sums (
  merchant_id uuid not null,
  proof_number bigint not null,
  account text not null,
  currency text not null,
  act text not null,
  entries bigint not null,
  amount_cents bigint not null
);

create table public.attention_thresholds (
  kind text not null,
  threshold integer not null,
  enabled boolean not null,
  changed_at timestamp with time zone not null
);

create table public.audit_entries (
  number bigint not null,
  at timestamp with time zone not null,
  actor_role text not null,
  actor_id text,
  action text not null,
  target text not null,
  detail jsonb not null,
  hash bytea not null,
  address text,
  request_id text,
  session_id uuid,
  operator_token_id uuid
);

create table public.audit_head (
  name text not null,
  last_number bigint not null,
  last_hash bytea not null
);

create table public.bank_line_acts (
  bank_line_id uuid not null,
  command_id uuid not null,
  act text not null,
  from_status text not null,
  to_status text not null,
  merchant_id uuid,
  trade_id uuid,
  actor_role text not null,
  actor_id text,
  note text not null,
  acted_at timestamp with time zone not null
);

create table public.bank_line_outcomes (
  bank_line_id uuid not null,
  status text not null,
  merchant_id uuid,
  trade_id uuid,
  reason text not null,
  candidates jsonb not null,
  decided_at timestamp with time zone not null
);

create table public.bank_line_words (
  bank_line_id uuid not null,
  words bigint[] not null
);

create table public.bank_lines (
  bank_line_id uuid not null,
  receiving_account_id uuid not null,
  currency text not null,
  amount_cents bigint not null,
  booked_at timestamp with time zone not null,
  booked_exactly boolean not null,
  utr text,
  bank_id text,
  line_key text not null,
  received_at timestamp with time zone not null,
  statement_id uuid,
  purpose text,
  return_reason text,
  parent_line_id uuid,
  sealed bytea not null,
  text_hash bytea,
  source text
);

create table public.book_checks (
  source text not null,
  checked_at timestamp with time zone not null,
  problem_count integer not null,
  failing_since timestamp with time zone
);

create table public.brandings (
  merchant_id uuid not null,
  display_name text,
  note text,
  color text,
  frame_ancestors text[] not null,
  changed_at timestamp with time zone not null,
  contact_email text,
  contact_phone text,
  contact_url text
);

create table public.callback_endpoint_health (
  merchant_id uuid not null,
  number integer not null,
  last_success_at timestamp with time zone,
  last_failure_at timestamp with time zone,
  last_status integer,
  last_error text,
  failures integer not null default 0,
  failures_since timestamp with time zone,
  failing_since timestamp with time zone,
  recovered_at timestamp with time zone,
  probes integer not null default 0,
  next_probe_at timestamp with time zone,
  has_held boolean not null default false,
  second_at timestamp with time zone,
  started integer not null default 0
);

create table public.callback_endpoints (
  merchant_id uuid not null,
  number integer not null,
  url text,
  secret bytea,
  previous_secret bytea,
  previous_secret_until timestamp with time zone,
  description text not null,
  event_types text[] not null,
  max_concurrent integer,
  max_per_second integer,
  disabled_at timestamp with time zone,
  disabled_by text,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone
);

create table public.cell_identity (
  only_row boolean not null,
  installation_id uuid not null,
  name text not null,
  is_control boolean not null,
  joined_at timestamp with time zone not null,
  copied_version bigint not null default 0
);

create table public.cell_marks (
  move_id uuid not null,
  mark uuid not null
);

create table public.cell_moves (
  move_id uuid not null,
  state text not null,
  place text not null,
  sealed_url bytea,
  sealed_owner_url bytea,
  pause_ends_at timestamp with time zone,
  begun_at timestamp with time zone not null,
  changed_at timestamp with time zone not null
);

create table public.client_payins (
  merchant_id uuid not null,
  client_hash bytea not null,
  trade_id uuid not null
);

create table public.clients (
  merchant_id uuid not null,
  client_hash bytea not null
);

create table public.counted_acts (
  counted_act_id uuid not null,
  identity_key text not null,
  act text not null,
  currency text not null,
  amount_cents bigint not null,
  merchant_id uuid,
  receiving_account_id uuid,
  payee_hash bytea,
  target text not null,
  counted_at timestamp with time zone not null
);

create table public.currencies (
  currency text not null
);

create table public.customer_erasure_trades (
  merchant_id uuid not null,
  erasure_id uuid not null,
  trade_id uuid not null,
  made_at timestamp with time zone not null,
  outcome text not null,
  reason text,
  reason_until timestamp with time zone
);

create table public.customer_erasures (
  merchant_id uuid not null,
  erasure_id uuid not null,
  client_hash bytea not null,
  is_early boolean not null,
  asked_at timestamp with time zone not null,
  "position" uuid,
  looked_through_at timestamp with time zone,
  ended_at timestamp with time zone
);

create table public.database_mode (
  only_row boolean not null,
  mode text not null,
  known_since timestamp with time zone not null
);

create table public.deliveries (
  merchant_id uuid not null,
  trade_id uuid not null,
  sequence integer not null,
  number bigint not null,
  url text not null,
  status text not null,
  is_next boolean not null,
  attempts integer not null,
  attempts_before integer not null,
  due_at timestamp with time zone not null,
  leased_until timestamp with time zone,
  finished_at timestamp with time zone,
  endpoint bigint not null default 0,
  queue smallint not null default 0,
  endpoint_number integer not null default 0,
  is_limited boolean not null default false,
  told_at timestamp with time zone,
  told_status integer,
  told_ms integer,
  told_head text,
  told_url text,
  told_signed_at timestamp with time zone
) with (fillfactor=75);

create table public.delivery_attempts (
  merchant_id uuid not null,
  trade_id uuid not null,
  sequence integer not null,
  attempt integer not null,
  attempted_at timestamp with time zone not null,
  status integer,
  error text,
  duration_ms integer not null,
  reply_head text not null,
  endpoint_number integer not null default 0,
  url text not null default ''::text,
  signed_at timestamp with time zone,
  first_attempted_at timestamp with time zone
);

create table public.dispute_events (
  merchant_id uuid not null,
  trade_id uuid not null,
  sequence integer not null,
  dispute_id uuid not null,
  dispute json not null
);

create table public.dispute_files (
  merchant_id uuid not null,
  file_id uuid not null,
  dispute_id uuid not null,
  content bytea,
  given_at timestamp with time zone not null,
  removed_at timestamp with time zone
);

create table public.dispute_messages (
  merchant_id uuid not null,
  dispute_id uuid not null,
  number integer not null,
  author_role text not null,
  author_id text,
  visibility text not null,
  content bytea not null,
  sent_at timestamp with time zone not null,
  file_id uuid,
  file_type text,
  file_bytes integer
);

create table public.disputes (
  merchant_id uuid not null,
  dispute_id uuid not null,
  trade_id uuid not null,
  type text not null,
  currency text not null,
  amount_cents bigint not null,
  blocked_cents bigint not null,
  settlement_currency text not null,
  contested_from text not null,
  opener_role text not null,
  opener_id text,
  state text not null,
  sequence integer not null,
  assigned_to text,
  deadline_at timestamp with time zone not null,
  overdue_at timestamp with time zone,
  outcome text,
  awarded_cents bigint,
  basis text,
  evidence_line_id uuid,
  decided_at timestamp with time zone,
  executed_at timestamp with time zone,
  appeal_until timestamp with time zone,
  appealed_at timestamp with time zone,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  changed_at timestamp with time zone not null,
  messages integer not null default 0,
  last_message_id uuid,
  files integer not null default 0,
  recalled_when_decided_cents bigint
);

create table public.encryption_keys (
  key_id integer not null,
  purpose text not null,
  wrapped bytea not null,
  created_at timestamp with time zone not null,
  use_from timestamp with time zone not null
);

create table public.enrolment_links (
  person_id uuid not null,
  link_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  session_id uuid
);

create table public.erased_values (
  place text not null,
  value_hash bytea not null,
  erasure_id uuid not null,
  erased_at timestamp with time zone not null
);

create table public.erasures (
  merchant_id uuid not null,
  trade_id uuid not null,
  erasure_id uuid not null,
  asked_at timestamp with time zone not null,
  erased_at timestamp with time zone
);

create table public.event_heads (
  merchant_id uuid not null,
  last_number bigint not null,
  open_payins integer not null default 0
) with (fillfactor=50);

create table public.events (
  merchant_id uuid not null,
  trade_id uuid not null,
  sequence integer not null,
  number bigint not null,
  type text not null,
  act text not null,
  actor_role text not null,
  actor_id text,
  note text,
  standing json,
  happened_at timestamp with time zone not null,
  amount_cents bigint,
  received_amount_cents bigint,
  refunded_amount_cents bigint,
  recalled_amount_cents bigint,
  fee_cents bigint,
  settlement_amount_cents bigint,
  expires_at timestamp with time zone,
  closed_at timestamp with time zone,
  completed_at timestamp with time zone,
  final_at timestamp with time zone,
  utr_claims integer,
  receiving_account_id uuid,
  exclusive boolean,
  state text,
  state_reason text,
  utr text,
  disputed_from text
);

create table public.feed_days (
  operator_token_id uuid not null,
  receiving_account_id uuid not null,
  day integer not null,
  hour integer not null,
  hour_lines integer not null,
  amount_cents bigint not null
) with (fillfactor=50);

create table public.held_files (
  held_file_id uuid not null,
  content bytea not null,
  held_at timestamp with time zone not null
);

create table public.holds (
  merchant_id uuid not null,
  trade_id uuid not null,
  kind text not null,
  currency text not null,
  amount_cents bigint not null,
  remaining_cents bigint not null,
  used_cents bigint not null,
  suspended boolean not null,
  release_at timestamp with time zone not null,
  placed_at timestamp with time zone not null,
  released_at timestamp with time zone
);

create table public.installation (
  only_row boolean not null,
  name text,
  public_url text,
  place text,
  system_id text,
  database_id text not null,
  server_started_at timestamp with time zone not null,
  noted_at timestamp with time zone not null,
  restored_at timestamp with time zone
);

create table public.known_cells (
  name text not null,
  known_since timestamp with time zone not null
);

create table public.ledger_accounts (
  merchant_id uuid not null,
  account text not null,
  currency text not null,
  balance_cents bigint not null,
  overdraft_cents bigint
) with (fillfactor=50);

create table public.ledger_books (
  merchant_id uuid not null,
  last_number bigint not null,
  last_hash bytea not null
) with (fillfactor=50);

create table public.ledger_entries (
  merchant_id uuid not null,
  entry_number bigint not null,
  act text not null,
  trade_id uuid,
  bank_line_id uuid,
  adjustment_id uuid,
  accounts text[],
  currencies text[],
  amounts bigint[] not null,
  entered_at timestamp with time zone not null,
  hash bytea not null,
  layout bigint
);

create table public.ledger_layouts (
  merchant_id uuid not null,
  layout bigint not null,
  accounts text[] not null,
  currencies text[] not null
);

create table public.line_confirmations (
  bank_line_id uuid not null,
  receiving_account_id uuid not null,
  line_key text not null,
  statement_id uuid,
  confirmed_at timestamp with time zone not null
);

create table public.line_rules (
  line_rule_id uuid not null,
  version integer not null,
  receiving_account_id uuid not null,
  name text not null,
  conditions bytea not null,
  act text not null,
  state text not null,
  note text not null,
  actor_role text not null,
  actor_id text,
  changed_at timestamp with time zone not null
);

create table public.logos (
  merchant_id uuid not null,
  hash text not null,
  content_type text not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  changed_at timestamp with time zone not null
);

create table public.merchant_account_days (
  merchant_id uuid not null,
  receiving_account_id uuid not null,
  day integer not null,
  payin_count integer not null,
  amount_cents bigint not null
);

create table public.merchants (
  merchant_id uuid not null,
  name text not null,
  balance_currency text not null,
  settings jsonb not null,
  created_at timestamp with time zone not null,
  is_house boolean not null default false
);

create table public.openid_requests (
  request_hash bytea not null,
  purpose text not null,
  link_hash bytea,
  session_id uuid,
  expires_at timestamp with time zone not null
);

create table public.operator_tokens (
  operator_token_id uuid not null,
  name text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  role text not null,
  service_mode text not null,
  receiving_account_ids uuid[] not null default '{}'::uuid[],
  allowed_ips text[] not null default '{}'::text[],
  expires_at timestamp with time zone,
  lines_per_hour integer not null default 10000,
  daily_cents bigint not null default 1000000000,
  scopes text[],
  person_id uuid,
  merchant_id uuid,
  last_used_at timestamp with time zone,
  is_own boolean not null default false,
  confirmed_at timestamp with time zone,
  confirmed_from bytea
);

create table public.page_tries (
  merchant_id uuid not null,
  trade_id uuid not null,
  utr_tries integer not null,
  receipt_tries integer not null default 0
);

create table public.paid_notices (
  merchant_id uuid not null,
  trade_id uuid not null,
  said_at timestamp with time zone not null
);

create table public.passkey_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  session_id uuid,
  expires_at timestamp with time zone not null
);

create table public.passkeys (
  passkey_id uuid not null,
  person_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  is_backed_up boolean not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone
);

create table public.past_trades (
  merchant_id uuid not null,
  trade_id uuid not null,
  order_id text not null,
  direction text not null,
  type text not null,
  currency text not null,
  requested_amount_cents bigint not null,
  percent numeric(7,4) not null,
  exchange_rate numeric(23,8) not null,
  rate_source text,
  rate_at timestamp with time zone,
  settlement_currency text not null,
  client_id bytea not null,
  client_hash bytea not null,
  callback_url text,
  return_url text,
  description text,
  payee bytea,
  number_hash bytea,
  fingerprint bytea not null,
  refund_of uuid,
  created_at timestamp with time zone not null,
  state text not null,
  state_reason text,
  sequence integer not null,
  amount_cents bigint not null,
  received_amount_cents bigint not null,
  refunded_amount_cents bigint not null,
  fee_cents bigint not null,
  settlement_amount_cents bigint not null,
  receiving_account_id uuid,
  exclusive boolean not null,
  utr text,
  utr_claims smallint not null,
  disputed_from text,
  expires_at timestamp with time zone,
  closed_at timestamp with time zone,
  completed_at timestamp with time zone,
  final_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  last_command_id uuid not null,
  settlement_id uuid,
  order_id_as_sent text,
  page_key_id smallint not null,
  account_day integer,
  recalled_amount_cents bigint not null,
  trace_context bytea,
  metadata text,
  metadata_hashes bigint[],
  archived_month text not null,
  line_utrs text[]
);

create table public.payin_miss_slots (
  merchant_id uuid not null,
  slot integer not null,
  currency text not null,
  type text not null,
  reason text not null,
  miss_count bigint not null,
  total_cents numeric not null
) with (fillfactor=70);

create table public.payout_attempts (
  merchant_id uuid not null,
  trade_id uuid not null,
  payout_attempt_id uuid not null,
  payout_batch_id uuid,
  receiving_account_id uuid,
  currency text not null,
  amount_cents bigint not null,
  end_to_end_id text not null,
  state text not null,
  utr text,
  debit_line_id uuid,
  return_line_id uuid,
  bank_status text,
  bank_reason text,
  bank_text text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  changed_at timestamp with time zone not null,
  told_by_line text[] not null default '{}'::text[],
  charged_cents bigint
);

create table public.payout_batches (
  payout_batch_id uuid not null,
  rail text not null,
  receiving_account_id uuid not null,
  currency text not null,
  message_id text not null,
  request_key text,
  note text,
  created_at timestamp with time zone not null,
  exported_at timestamp with time zone,
  handed_at timestamp with time zone,
  debtor bytea,
  payout_count integer,
  total_cents bigint
);

create table public.payout_files (
  payout_batch_id uuid not null,
  format text not null,
  content bytea not null,
  hash bytea not null,
  made_at timestamp with time zone not null
);

create table public.people (
  person_id uuid not null,
  name bytea not null,
  email bytea not null,
  email_hash bytea not null,
  role text not null,
  merchant_id uuid,
  state text not null,
  password_hash text,
  password_set_at timestamp with time zone,
  second_factors text[] not null default '{}'::text[],
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  openid_account bytea,
  openid_hash bytea,
  openid_connected_at timestamp with time zone
);

create table public.person_links (
  person_id uuid not null,
  kind text not null,
  link_hash bytea not null,
  created_by text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null
);

create table public.person_ties (
  tie_id uuid not null,
  person_id uuid not null,
  tied_to uuid,
  way text not null,
  made_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_by uuid
);

create unlogged table public.presences (
  person_id uuid not null,
  subject_type text not null,
  subject_id uuid not null,
  since_at timestamp with time zone not null,
  until_at timestamp with time zone not null
);

create table public.proof_digests (
  group_number bigint not null,
  stream text not null,
  book uuid not null,
  after_number bigint not null,
  to_number bigint not null,
  digests bytea not null,
  hash bytea not null,
  made_at timestamp with time zone not null
);

create table public.proof_heads (
  merchant_id uuid not null,
  proof_number bigint not null,
  "position" integer not null,
  book_number bigint not null,
  book_hash bytea not null,
  head text not null
);

create table public.proof_keys (
  key_id integer not null,
  public_key bytea not null,
  private_key bytea not null,
  created_at timestamp with time zone not null
);

create table public.proofs (
  proof_number bigint not null,
  day date not null,
  key_id integer not null,
  statement text not null,
  proof_hash bytea not null,
  signature bytea not null,
  totals text not null,
  leaves bytea not null,
  made_at timestamp with time zone not null
);

create table public.proposals (
  proposal_id uuid not null,
  act text not null,
  currency text,
  amount_cents bigint,
  merchant_id uuid,
  target text not null,
  content bytea not null,
  request_hash bytea not null,
  note text not null,
  state text not null default 'waiting'::text,
  maker_key text not null,
  maker_person_id uuid,
  maker_token_id uuid,
  maker_session_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  checker_person_id uuid,
  checker_token_id uuid,
  checker_session_id uuid,
  decided_at timestamp with time zone,
  decision_note text,
  secret bytea
);

create table public.rates (
  trade_currency text not null,
  balance_currency text not null,
  rate numeric(23,8) not null,
  source text not null,
  rate_at timestamp with time zone not null
);

create table public.receipt_files (
  merchant_id uuid not null,
  receipt_id uuid not null,
  content bytea not null
);

create table public.receipts (
  merchant_id uuid not null,
  receipt_id uuid not null,
  trade_id uuid not null,
  slot smallint not null,
  file_type text not null,
  size_bytes integer not null,
  content_hash bytea not null,
  given_at timestamp with time zone not null,
  removed_at timestamp with time zone
);

create table public.receiving_account_names (
  receiving_account_id uuid not null,
  renamed_at timestamp with time zone not null,
  name text not null,
  bank_name text
);

create table public.receiving_accounts (
  receiving_account_id uuid not null,
  type text not null,
  currency text not null,
  name text not null,
  number bytea not null,
  number_hash bytea not null,
  bank_name text,
  min_amount_cents bigint,
  max_amount_cents bigint,
  daily_count_limit integer,
  daily_amount_limit_cents bigint,
  active_from_minute integer,
  active_to_minute integer,
  weight integer not null,
  exclusive_only boolean not null,
  enabled boolean not null,
  simulated boolean not null,
  created_at timestamp with time zone not null
);

create table public.recovery_codes (
  person_id uuid not null,
  number smallint not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table public.removals (
  month text not null,
  file_hash bytea not null,
  copy text not null,
  plan jsonb not null,
  planned_at timestamp with time zone not null,
  allowed_at timestamp with time zone,
  removed jsonb not null,
  ended_at timestamp with time zone
);

create table public.removed_days (
  receiving_account_id uuid not null,
  last_day date not null
);

create table public.removed_events (
  merchant_id uuid not null,
  last_number bigint not null
);

create table public.report_sendings (
  report_sending_id uuid not null,
  scheduled_report_id uuid not null,
  person_id uuid,
  first_day integer not null,
  end_day integer not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  by_hand boolean not null,
  created_at timestamp with time zone not null,
  status text not null,
  attempts integer not null,
  due_at timestamp with time zone not null,
  leased_until timestamp with time zone,
  finished_at timestamp with time zone,
  last_status integer,
  last_problem text,
  trades integer,
  has_file boolean not null
);

create table public.reseal_progress (
  sealed_column text not null,
  key_id integer not null,
  after_key text[],
  rows_seen bigint not null,
  rows_resealed bigint not null,
  rows_unreadable bigint not null,
  finished_at timestamp with time zone
);

create table public.reservations (
  receiving_account_id uuid not null,
  amount_cents bigint not null,
  trade_id uuid not null,
  merchant_id uuid not null,
  reference text not null,
  exclusive boolean not null,
  free_at timestamp with time zone,
  until timestamp with time zone
) with (fillfactor=60);

create table public.retention_periods (
  kind text not null,
  days integer,
  changed_at timestamp with time zone not null
);

create table public.retention_progress (
  kind text not null,
  rows_ended bigint not null default 0,
  last_ended_at timestamp with time zone,
  looked_at timestamp with time zone,
  oldest_at timestamp with time zone,
  ended_before timestamp with time zone,
  after_key text[],
  round_started_at timestamp with time zone,
  round_oldest_at timestamp with time zone
);

create table public.sandbox_answers (
  merchant_id uuid not null,
  trade_id uuid not null,
  steps_done smallint not null,
  due_at timestamp with time zone not null
);

create table public.sandbox_clock (
  only_row boolean not null,
  ahead_ms bigint not null
);

create table public.sandbox_faults (
  merchant_id uuid not null,
  token_id uuid not null,
  fault text not null,
  times_left integer not null
);

create table public.saved_views (
  saved_view_id uuid not null,
  owner_id uuid not null,
  merchant_id uuid,
  content bytea not null,
  is_shared boolean not null,
  created_at timestamp with time zone not null
);

create table public.scheduled_reports (
  scheduled_report_id uuid not null,
  merchant_id uuid,
  content bytea not null,
  every text not null,
  hour integer not null,
  time_zone text not null,
  format text not null,
  recipients uuid[] not null,
  enabled boolean not null,
  created_at timestamp with time zone not null,
  next_at timestamp with time zone not null
);

create table public.schema_migrations (
  version integer not null,
  name text not null,
  checksum text not null,
  needs integer not null,
  applied_at timestamp with time zone not null
);

create table public.sessions (
  session_id uuid not null,
  person_id uuid not null,
  session_hash bytea not null,
  stage text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  address text not null,
  user_agent text not null
);

create table public.settings_versions (
  name text not null,
  version bigint not null default 0
);

create table public.settlement_accounts (
  merchant_id uuid not null,
  type text not null,
  payee bytea not null,
  changed_at timestamp with time zone not null
);

create table public.settlement_lines (
  merchant_id uuid not null,
  entry_number bigint not null,
  settlement_id uuid not null,
  kind text not null,
  act text not null,
  entered_at timestamp with time zone not null,
  trade_id uuid,
  order_id text,
  utr text,
  adjustment_id uuid,
  note text,
  trade_currency text,
  trade_amount_cents bigint,
  gross_cents bigint not null,
  fee_cents bigint not null,
  net_cents bigint not null
);

create table public.settlements (
  merchant_id uuid not null,
  settlement_id uuid not null,
  number integer not null,
  state text not null,
  merchant_name text not null,
  currency text not null,
  period_from timestamp with time zone not null,
  period_to timestamp with time zone not null,
  first_entry_number bigint not null,
  last_entry_number bigint not null,
  line_count integer not null,
  opening_cents bigint not null,
  payins_cents bigint not null,
  payouts_cents bigint not null,
  refunds_cents bigint not null,
  reversals_cents bigint not null,
  adjustments_cents bigint not null,
  fees_cents bigint not null,
  holds_cents bigint not null,
  net_cents bigint not null,
  paid_cents bigint not null,
  returned_cents bigint not null,
  closing_cents bigint not null,
  carried_cents bigint not null,
  payable_cents bigint not null,
  approved_cents bigint,
  trade_id uuid,
  drafted_at timestamp with time zone not null,
  approved_at timestamp with time zone,
  changed_at timestamp with time zone not null,
  last_command_id uuid not null
);

create table public.sign_in_tries (
  scope text not null,
  key_hash bytea not null,
  failed integer not null,
  last_failed_at timestamp with time zone,
  locked_until timestamp with time zone,
  succeeded_at timestamp with time zone,
  kept_until timestamp with time zone not null
);

create table public.statement_balances (
  statement_id uuid not null,
  receiving_account_id uuid not null,
  day date not null,
  opening_cents bigint,
  closing_cents bigint
);

create table public.statement_imports (
  statement_id uuid not null,
  file_name text,
  taken_lines integer not null,
  progress_at timestamp with time zone not null,
  completed_at timestamp with time zone
);

create table public.statements (
  statement_id uuid not null,
  receiving_account_id uuid not null,
  statement_key text not null,
  format text not null,
  profile text,
  bank_reference text,
  currency text not null,
  first_day date,
  last_day date,
  line_count integer not null,
  in_cents bigint not null,
  out_cents bigint not null,
  actor_role text not null,
  actor_id text,
  imported_at timestamp with time zone not null
);

create table public.tariffs (
  merchant_id uuid not null,
  direction text not null,
  type text not null,
  currency text not null,
  percent numeric(7,4) not null
);

create table public.totp_secrets (
  totp_secret_id uuid not null,
  person_id uuid not null,
  secret bytea not null,
  created_at timestamp with time zone not null,
  activated_at timestamp with time zone,
  last_step bigint
);

create table public.trade_count_heads (
  merchant_id uuid not null,
  counted_number bigint not null
) with (fillfactor=50);

create table public.trade_counts (
  merchant_id uuid not null,
  direction text not null,
  currency text not null,
  state text not null,
  trade_count bigint not null,
  amount_cents numeric not null
) with (fillfactor=50);

create table public.trade_days (
  merchant_id uuid not null,
  day integer not null,
  direction text not null,
  currency text not null,
  type text not null,
  created_count bigint,
  created_total numeric,
  completed_count bigint,
  completed_total numeric,
  matched_count bigint,
  matched_total numeric,
  fees_count bigint,
  fees_total numeric,
  duration_count bigint,
  duration_total numeric,
  within_1m_count bigint,
  within_1m_total numeric,
  within_5m_count bigint,
  within_5m_total numeric,
  within_15m_count bigint,
  within_15m_total numeric,
  within_1h_count bigint,
  within_1h_total numeric,
  within_1d_count bigint,
  within_1d_total numeric,
  expired_count bigint,
  expired_total numeric,
  canceled_count bigint,
  canceled_total numeric,
  failed_count bigint,
  failed_total numeric,
  disputed_count bigint,
  disputed_total numeric,
  reversed_count bigint,
  reversed_total numeric
) with (fillfactor=70);

create table public.trade_slots (
  merchant_id uuid not null,
  slot integer not null,
  direction text not null,
  currency text not null,
  type text not null,
  created_count bigint,
  created_total numeric,
  completed_count bigint,
  completed_total numeric,
  matched_count bigint,
  matched_total numeric,
  fees_count bigint,
  fees_total numeric,
  duration_count bigint,
  duration_total numeric,
  within_1m_count bigint,
  within_1m_total numeric,
  within_5m_count bigint,
  within_5m_total numeric,
  within_15m_count bigint,
  within_15m_total numeric,
  within_1h_count bigint,
  within_1h_total numeric,
  within_1d_count bigint,
  within_1d_total numeric,
  expired_count bigint,
  expired_total numeric,
  canceled_count bigint,
  canceled_total numeric,
  failed_count bigint,
  failed_total numeric,
  disputed_count bigint,
  disputed_total numeric,
  reversed_count bigint,
  reversed_total numeric
) with (fillfactor=70);

create table public.trade_word_heads (
  merchant_id uuid not null,
  read_number bigint not null
) with (fillfactor=50);

create table public.trade_words (
  merchant_id uuid not null,
  trade_id uuid not null,
  words bigint[] not null
);

create table public.trades (
  merchant_id uuid not null,
  trade_id uuid not null,
  order_id text not null,
  direction text not null,
  type text not null,
  currency text not null,
  requested_amount_cents bigint not null,
  percent numeric(7,4) not null,
  exchange_rate numeric(23,8) not null,
  rate_source text,
  rate_at timestamp with time zone,
  settlement_currency text not null,
  client_id bytea not null,
  client_hash bytea not null,
  callback_url text,
  return_url text,
  description text,
  payee bytea,
  number_hash bytea,
  fingerprint bytea not null,
  refund_of uuid,
  created_at timestamp with time zone not null,
  state text not null,
  state_reason text,
  sequence integer not null,
  amount_cents bigint not null,
  received_amount_cents bigint not null,
  refunded_amount_cents bigint not null,
  fee_cents bigint not null,
  settlement_amount_cents bigint not null,
  receiving_account_id uuid,
  exclusive boolean not null,
  utr text,
  utr_claims smallint not null,
  disputed_from text,
  expires_at timestamp with time zone,
  closed_at timestamp with time zone,
  completed_at timestamp with time zone,
  final_at timestamp with time zone,
  changed_at timestamp with time zone not null,
  last_command_id uuid not null,
  settlement_id uuid,
  order_id_as_sent text,
  page_key_id smallint not null,
  account_day integer,
  recalled_amount_cents bigint not null default 0,
  trace_context bytea,
  metadata text,
  metadata_hashes bigint[]
);

create table public.trusted_feeds (
  operator_token_id uuid not null,
  proposal_id uuid,
  trusted_at timestamp with time zone not null
);

create table public.used_signatures (
  merchant_id uuid not null,
  token_id uuid not null,
  signature bytea not null,
  expires_at timestamp with time zone not null
);

create table public.utr_claims (
  utr text not null,
  trade_id uuid not null,
  merchant_id uuid not null,
  active boolean not null,
  claimed_at timestamp with time zone not null
);

create table public.verify_positions (
  only_row boolean not null,
  started_at timestamp with time zone not null,
  proof_number bigint not null,
  entries bigint not null,
  seal bytea not null
);

create table public.waiting_lines (
  waiting_line_id uuid not null,
  receiving_account_id uuid not null,
  statement_id uuid,
  line_key text not null,
  amount_cents bigint not null,
  booked_at timestamp with time zone not null,
  booked_exactly boolean not null,
  utr text,
  bank_id text,
  purpose text,
  return_reason text,
  sealed bytea not null,
  source text,
  reason text not null,
  beside jsonb not null,
  received_at timestamp with time zone not null,
  decision text,
  bank_line_ids jsonb,
  note text,
  actor_role text,
  actor_id uuid,
  decided_at timestamp with time zone
);

create table public.wordless_lines (
  first_line_id uuid not null,
  bank_line_ids uuid[] not null
);

create table public.write_probes (
  slot smallint not null,
  written_at timestamp with time zone not null
);

-- functions

CREATE OR REPLACE FUNCTION public.ledger_entry_balances(currencies text[], amounts bigint[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  this integer;
  other integer;
  total numeric;
begin
  if coalesce(array_length(currencies, 1), 0) < 2
    or array_length(currencies, 1) <> array_length(amounts, 1) then
    return false;
  end if;
  for this in 1 .. array_length(currencies, 1) loop
    total := 0;
    for other in 1 .. array_length(currencies, 1) loop
      if currencies[other] = currencies[this] then
        total := total + amounts[other];
      end if;
    end loop;
    if total is distinct from 0 then
      return false;
    end if;
  end loop;
  return true;
end $function$;

-- constraints

alter table public.account_day_closings add constraint account_day_closings_pk
  PRIMARY KEY (receiving_account_id, day, revision);

alter table public.account_days add constraint account_days_pk
  PRIMARY KEY (receiving_account_id, day, shard);

alter table public.account_habits add constraint account_habits_pk
  PRIMARY KEY (receiving_account_id, trait, bucket);

alter table public.act_sums add constraint act_sums_pk
  PRIMARY KEY (sum_key);

alter table public.adjustments add constraint adjustments_pk
  PRIMARY KEY (merchant_id, adjustment_id);

alter table public.alert_events add constraint alert_events_pk
  PRIMARY KEY (alert_id, event_number);

alter table public.alert_notices add constraint alert_notices_pk
  PRIMARY KEY (alert_notice_id);

alter table public.alert_recipients add constraint alert_recipients_pk
  PRIMARY KEY (alert_recipient_id);

alter table public.alert_settings add constraint alert_settings_pk
  PRIMARY KEY (only_row);

alter table public.alerts add constraint alerts_pk
  PRIMARY KEY (alert_id);

alter table public.api_tokens add constraint api_tokens_pk
  PRIMARY KEY (merchant_id, token_id);

alter table public.approval_bands add constraint approval_bands_pk
  PRIMARY KEY (act, currency);

alter table public.approval_sums add constraint approval_sums_pk
  PRIMARY KEY (act, currency);

alter table public.approved_evidence add constraint approved_evidence_pk
  PRIMARY KEY (evidence_key);

alter table public.archived_months add constraint archived_months_pk
  PRIMARY KEY (month);

alter table public.archived_sums add constraint archived_sums_pk
  PRIMARY KEY (merchant_id, proof_number, account, currency, act);

alter table public.attention_thresholds add constraint attention_thresholds_pk
  PRIMARY KEY (kind);

alter table public.audit_entries add constraint audit_entries_pk
  PRIMARY KEY (number);

alter table public.audit_head add constraint audit_head_pk
  PRIMARY KEY (name);

alter table public.bank_line_acts add constraint bank_line_acts_pk
  PRIMARY KEY (bank_line_id, command_id);

alter table public.bank_line_outcomes add constraint bank_line_outcomes_pk
  PRIMARY KEY (bank_line_id);

alter table public.bank_line_words add constraint bank_line_words_pk
  PRIMARY KEY (bank_line_id);

alter table public.bank_lines add constraint bank_lines_pk
  PRIMARY KEY (bank_line_id);

alter table public.book_checks add constraint book_checks_pk
  PRIMARY KEY (source);

alter table public.brandings add constraint brandings_pk
  PRIMARY KEY (merchant_id);

alter table public.callback_endpoint_health add constraint callback_endpoint_health_pk
  PRIMARY KEY (merchant_id, number);

alter table public.callback_endpoints add constraint callback_endpoints_pk
  PRIMARY KEY (merchant_id, number);

alter table public.cell_identity add constraint cell_identity_pk
  PRIMARY KEY (only_row);

alter table public.cell_marks add constraint cell_marks_pk
  PRIMARY KEY (move_id);

alter table public.cell_moves add constraint cell_moves_pk
  PRIMARY KEY (move_id);

alter table public.client_payins add constraint client_payins_pk
  PRIMARY KEY (merchant_id, client_hash, trade_id);

alter table public.clients add constraint clients_pk
  PRIMARY KEY (merchant_id, client_hash);

alter table public.counted_acts add constraint counted_acts_pk
  PRIMARY KEY (counted_act_id);

alter table public.currencies add constraint currencies_pk
  PRIMARY KEY (currency);

alter table public.customer_erasure_trades add constraint customer_erasure_trades_pk
  PRIMARY KEY (merchant_id, erasure_id, trade_id);

alter table public.customer_erasures add constraint customer_erasures_pk
  PRIMARY KEY (merchant_id, erasure_id);

alter table public.database_mode add constraint database_mode_pk
  PRIMARY KEY (only_row);

alter table public.deliveries add constraint deliveries_pk
  PRIMARY KEY (merchant_id, trade_id, sequence, endpoint_number);

alter table public.delivery_attempts add constraint delivery_attempts_pk
  PRIMARY KEY (merchant_id, trade_id, sequence, endpoint_number, attempt);

alter table public.dispute_events add constraint dispute_events_pk
  PRIMARY KEY (merchant_id, trade_id, sequence);

alter table public.dispute_files add constraint dispute_files_pk
  PRIMARY KEY (merchant_id, file_id);

alter table public.dispute_messages add constraint dispute_messages_pk
  PRIMARY KEY (merchant_id, dispute_id, number);

alter table public.disputes add constraint disputes_pk
  PRIMARY KEY (merchant_id, dispute_id);

alter table public.encryption_keys add constraint encryption_keys_pk
  PRIMARY KEY (key_id);

alter table public.enrolment_links add constraint enrolment_links_pk
  PRIMARY KEY (person_id);

alter table public.erased_values add constraint erased_values_pk
  PRIMARY KEY (place);

alter table public.erasures add constraint erasures_pk
  PRIMARY KEY (merchant_id, trade_id);

alter table public.event_heads add constraint event_heads_pk
  PRIMARY KEY (merchant_id);

alter table public.events add constraint events_pk
  PRIMARY KEY (merchant_id, number);

alter table public.feed_days add constraint feed_days_pk
  PRIMARY KEY (operator_token_id, receiving_account_id, day);

alter table public.held_files add constraint held_files_pk
  PRIMARY KEY (held_file_id);

alter table public.holds add constraint holds_pk
  PRIMARY KEY (merchant_id, trade_id, kind);

alter table public.installation add constraint installation_pk
  PRIMARY KEY (only_row);

alter table public.known_cells add constraint known_cells_pk
  PRIMARY KEY (name);

alter table public.ledger_accounts add constraint ledger_accounts_pk
  PRIMARY KEY (merchant_id, account, currency);

alter table public.ledger_books add constraint ledger_books_pk
  PRIMARY KEY (merchant_id);

alter table public.ledger_entries add constraint ledger_entries_pk
  PRIMARY KEY (merchant_id, entry_number);

alter table public.ledger_layouts add constraint ledger_layouts_pk
  PRIMARY KEY (merchant_id, layout);

alter table public.line_confirmations add constraint line_confirmations_pk
  PRIMARY KEY (receiving_account_id, line_key, bank_line_id);

alter table public.line_rules add constraint line_rules_pk
  PRIMARY KEY (line_rule_id, version);

alter table public.logos add constraint logos_pk
  PRIMARY KEY (merchant_id);

alter table public.merchant_account_days add constraint merchant_account_days_pk
  PRIMARY KEY (merchant_id, receiving_account_id, day);

alter table public.merchants add constraint merchants_pk
  PRIMARY KEY (merchant_id);

alter table public.openid_requests add constraint openid_requests_pk
  PRIMARY KEY (request_hash);

alter table public.operator_tokens add constraint operator_tokens_pk
  PRIMARY KEY (operator_token_id);

alter table public.page_tries add constraint page_tries_pk
  PRIMARY KEY (merchant_id, trade_id);

alter table public.paid_notices add constraint paid_notices_pk
  PRIMARY KEY (merchant_id, trade_id);

alter table public.passkey_challenges add constraint passkey_challenges_pk
  PRIMARY KEY (challenge_hash);

alter table public.passkeys add constraint passkeys_pk
  PRIMARY KEY (passkey_id);

alter table public.past_trades add constraint past_trades_pk
  PRIMARY KEY (merchant_id, trade_id);

alter table public.payin_miss_slots add constraint payin_miss_slots_pk
  PRIMARY KEY (merchant_id, slot, currency, type, reason);

alter table public.payout_attempts add constraint payout_attempts_pk
  PRIMARY KEY (merchant_id, trade_id, payout_attempt_id);

alter table public.payout_batches add constraint payout_batches_pk
  PRIMARY KEY (payout_batch_id);

alter table public.payout_files add constraint payout_files_pk
  PRIMARY KEY (payout_batch_id, format);

alter table public.people add constraint people_pk
  PRIMARY KEY (person_id);

alter table public.person_links add constraint person_links_pk
  PRIMARY KEY (person_id);

alter table public.person_ties add constraint person_ties_pk
  PRIMARY KEY (tie_id);

alter table public.presences add constraint presences_pk
  PRIMARY KEY (person_id, subject_type, subject_id);

alter table public.proof_digests add constraint proof_digests_pk
  PRIMARY KEY (group_number);

alter table public.proof_heads add constraint proof_heads_pk
  PRIMARY KEY (merchant_id, proof_number);

alter table public.proof_keys add constraint proof_keys_pk
  PRIMARY KEY (key_id);

alter table public.proofs add constraint proofs_pk
  PRIMARY KEY (proof_number);

alter table public.proposals add constraint proposals_pk
  PRIMARY KEY (proposal_id);

alter table public.rates add constraint rates_pk
  PRIMARY KEY (trade_currency, balance_currency);

alter table public.receipt_files add constraint receipt_files_pk
  PRIMARY KEY (merchant_id, receipt_id);

alter table public.receipts add constraint receipts_pk
  PRIMARY KEY (merchant_id, receipt_id);

alter table public.receiving_account_names add constraint receiving_account_names_pk
  PRIMARY KEY (receiving_account_id, renamed_at);

alter table public.receiving_accounts add constraint receiving_accounts_pk
  PRIMARY KEY (receiving_account_id);

alter table public.recovery_codes add constraint recovery_codes_pk
  PRIMARY KEY (person_id, number);

alter table public.removals add constraint removals_pk
  PRIMARY KEY (month);

alter table public.removed_days add constraint removed_days_pk
  PRIMARY KEY (receiving_account_id);

alter table public.removed_events add constraint removed_events_pk
  PRIMARY KEY (merchant_id);

alter table public.report_sendings add constraint report_sendings_pk
  PRIMARY KEY (report_sending_id);

alter table public.reseal_progress add constraint reseal_progress_pk
  PRIMARY KEY (sealed_column);

alter table public.reservations add constraint reservations_pk
  PRIMARY KEY (reference, trade_id);

alter table public.retention_periods add constraint retention_periods_pk
  PRIMARY KEY (kind);

alter table public.retention_progress add constraint retention_progress_pk
  PRIMARY KEY (kind);

alter table public.sandbox_answers add constraint sandbox_answers_pk
  PRIMARY KEY (merchant_id, trade_id);

alter table public.sandbox_clock add constraint sandbox_clock_pk
  PRIMARY KEY (only_row);

alter table public.sandbox_faults add constraint sandbox_faults_pk
  PRIMARY KEY (merchant_id, token_id, fault);

alter table public.saved_views add constraint saved_views_pk
  PRIMARY KEY (saved_view_id);

alter table public.scheduled_reports add constraint scheduled_reports_pk
  PRIMARY KEY (scheduled_report_id);

alter table public.schema_migrations add constraint schema_migrations_pkey
  PRIMARY KEY (version);

alter table public.sessions add constraint sessions_pk
  PRIMARY KEY (session_id);

alter table public.settings_versions add constraint settings_versions_pk
  PRIMARY KEY (name);

alter table public.settlement_accounts add constraint settlement_accounts_pk
  PRIMARY KEY (merchant_id);

alter table public.settlement_lines add constraint settlement_lines_pk
  PRIMARY KEY (merchant_id, entry_number);

alter table public.settlements add constraint settlements_pk
  PRIMARY KEY (merchant_id, settlement_id);

alter table public.sign_in_tries add constraint sign_in_tries_pk
  PRIMARY KEY (scope, key_hash);

alter table public.statement_balances add constraint statement_balances_pk
  PRIMARY KEY (statement_id, day);

alter table public.statement_imports add constraint statement_imports_pk
  PRIMARY KEY (statement_id);

alter table public.statements add constraint statements_pk
  PRIMARY KEY (statement_id);

alter table public.tariffs add constraint tariffs_pk
  PRIMARY KEY (merchant_id, direction, type, currency);

alter table public.totp_secrets add constraint totp_secrets_pk
  PRIMARY KEY (totp_secret_id);

alter table public.trade_count_heads add constraint trade_count_heads_pk
  PRIMARY KEY (merchant_id);

alter table public.trade_counts add constraint trade_counts_pk
  PRIMARY KEY (merchant_id, direction, currency, state);

alter table public.trade_days add constraint trade_days_pk
  PRIMARY KEY (merchant_id, day, direction, currency, type);

alter table public.trade_slots add constraint trade_slots_pk
  PRIMARY KEY (merchant_id, slot, direction, currency, type);

alter table public.trade_word_heads add constraint trade_word_heads_pk
  PRIMARY KEY (merchant_id);

alter table public.trade_words add constraint trade_words_pk
  PRIMARY KEY (merchant_id, trade_id);

alter table public.trades add constraint trades_pk
  PRIMARY KEY (merchant_id, trade_id);

alter table public.trusted_feeds add constraint trusted_feeds_pk
  PRIMARY KEY (operator_token_id);

alter table public.used_signatures add constraint used_signatures_pk
  PRIMARY KEY (merchant_id, token_id, signature);

alter table public.utr_claims add constraint utr_claims_pk
  PRIMARY KEY (utr, trade_id);

alter table public.verify_positions add constraint verify_positions_pk
  PRIMARY KEY (only_row);

alter table public.waiting_lines add constraint waiting_lines_pk
  PRIMARY KEY (waiting_line_id);

alter table public.wordless_lines add constraint wordless_lines_pk
  PRIMARY KEY (first_line_id);

alter table public.write_probes add constraint write_probes_pk
  PRIMARY KEY (slot);

alter table public.archived_months add constraint archived_months_proof
  UNIQUE (proof_number);

alter table public.bank_lines add constraint bank_lines_once
  UNIQUE (receiving_account_id, line_key);

alter table public.enrolment_links add constraint enrolment_links_hash
  UNIQUE (link_hash);

alter table public.passkeys add constraint passkeys_credential
  UNIQUE (credential_id);

alter table public.past_trades add constraint past_trades_order
  UNIQUE (merchant_id, order_id);

alter table public.payout_attempts add constraint payout_attempts_end_to_end_id
  UNIQUE (end_to_end_id);

alter table public.payout_batches add constraint payout_batches_message
  UNIQUE (message_id);

alter table public.payout_batches add constraint payout_batches_request
  UNIQUE (request_key);

alter table public.people add constraint people_email
  UNIQUE (email_hash);

alter table public.people add constraint people_openid
  UNIQUE (openid_hash);

alter table public.person_links add constraint person_links_hash
  UNIQUE (link_hash);

alter table public.proofs add constraint proofs_day
  UNIQUE (day);

alter table public.receipts add constraint receipts_once
  UNIQUE (merchant_id, trade_id, content_hash);

alter table public.receipts add constraint receipts_slot
  UNIQUE (merchant_id, trade_id, slot);

alter table public.receiving_accounts add constraint receiving_accounts_number
  UNIQUE (type, currency, number_hash);

alter table public.recovery_codes add constraint recovery_codes_hash
  UNIQUE (person_id, code_hash);

alter table public.sessions add constraint sessions_hash
  UNIQUE (session_hash);

alter table public.settlements add constraint settlements_number
  UNIQUE (merchant_id, number);

alter table public.statements add constraint statements_once
  UNIQUE (receiving_account_id, statement_key);

alter table public.trades add constraint trades_order
  UNIQUE (merchant_id, order_id);

alter table public.waiting_lines add constraint waiting_lines_once
  UNIQUE (receiving_account_id, line_key);

alter table public.account_day_closings add constraint account_day_closings_revision
  CHECK ((revision >= 1));

alter table public.account_habits add constraint account_habits_trait
  CHECK ((trait = ANY (ARRAY['size'::text, 'hour'::text])));

alter table public.adjustments add constraint adjustments_amount
  CHECK ((amount_cents <> 0));

alter table public.alert_events add constraint alert_events_event
  CHECK ((event = ANY (ARRAY['raised'::text, 'reminder'::text, 'recovered'::text])));

alter table public.alert_notices add constraint alert_notices_finished
  CHECK (((status = 'waiting'::text) = (finished_at IS NULL)));

alter table public.alert_notices add constraint alert_notices_purpose
  CHECK ((purpose = ANY (ARRAY['alerts'::text, 'test'::text])));

alter table public.alert_notices add constraint alert_notices_status
  CHECK ((status = ANY (ARRAY['waiting'::text, 'delivered'::text, 'exhausted'::text])));

alter table public.alert_recipients add constraint alert_recipients_channel
  CHECK ((channel = ANY (ARRAY['callback'::text, 'email'::text])));

alter table public.alert_recipients add constraint alert_recipients_secret
  CHECK (((channel = 'callback'::text) = (secret IS NOT NULL)));

alter table public.alert_recipients add constraint alert_recipients_severity
  CHECK ((min_severity = ANY (ARRAY['warning'::text, 'critical'::text])));

alter table public.alert_settings add constraint alert_settings_bounds
  CHECK (((quiet_from_minute >= 0) AND (quiet_from_minute <= 1439) AND (quiet_to_minute >= 0) AND (quiet_to_minute <= 1439) AND (raise_after_minutes >= 0) AND (raise_after_minutes <= 1440) AND (recover_after_minutes >= 0) AND (recover_after_minutes <= 1440) AND (remind_after_minutes >= 10) AND (remind_after_minutes <= 20160)));

alter table public.alert_settings add constraint alert_settings_only_row
  CHECK (only_row);

alter table public.alerts add constraint alerts_severity
  CHECK ((severity = ANY (ARRAY['warning'::text, 'critical'::text])));

alter table public.alerts add constraint alerts_state
  CHECK ((state = ANY (ARRAY['rising'::text, 'raised'::text, 'recovered'::text])));

alter table public.alerts add constraint alerts_times
  CHECK ((((state = 'rising'::text) = (raised_at IS NULL)) AND ((state = 'recovered'::text) = (recovered_at IS NOT NULL))));

alter table public.api_tokens add constraint api_tokens_mode
  CHECK ((mode = ANY (ARRAY['token'::text, 'signature'::text])));

alter table public.api_tokens add constraint api_tokens_rate_limit
  CHECK (((rate_limit_per_second >= 0) AND (rate_limit_per_second <= 1000000)));

alter table public.api_tokens add constraint api_tokens_service_mode
  CHECK ((service_mode = ANY (ARRAY['sandbox'::text, 'live'::text])));

alter table public.approval_bands add constraint approval_bands_from
  CHECK ((from_cents >= 0));

alter table public.approval_sums add constraint approval_sums_from
  CHECK ((from_cents >= 0));

alter table public.archived_months add constraint archived_months_hashes
  CHECK (((octet_length(file_hash) = 32) AND (octet_length(manifest_hash) = 32) AND (octet_length(sums_hash) = 32)));

alter table public.archived_months add constraint archived_months_month
  CHECK ((month ~ '^\d{4}-\d{2}$'::text));

alter table public.archived_months add constraint archived_months_range
  CHECK (((after_proof >= 0) AND (proof_number > after_proof)));

alter table public.archived_months add constraint archived_months_stage
  CHECK ((stage = ANY (ARRAY['noted'::text, 'behind'::text, 'removed'::text])));

alter table public.archived_sums add constraint archived_sums_entries
  CHECK ((entries >= 1));

alter table public.attention_thresholds add constraint attention_thresholds_threshold
  CHECK (((threshold >= 1) AND (threshold <= 1000000)));

alter table public.bank_line_acts add constraint bank_line_acts_act
  CHECK ((act = ANY (ARRAY['assign'::text, 'split'::text, 'fee'::text, 'own_transfer'::text, 'return'::text, 'undo'::text, 'credit'::text, 'keep'::text])));

alter table public.bank_line_outcomes add constraint bank_line_outcomes_status
  CHECK (
CASE status
    WHEN 'matched'::text THEN ((merchant_id IS NOT NULL) AND (trade_id IS NOT NULL))
    WHEN 'difference'::text THEN ((merchant_id IS NOT NULL) AND (trade_id IS NOT NULL))
    WHEN 'credited'::text THEN ((merchant_id IS NOT NULL) AND (trade_id IS NULL))
    WHEN 'returned'::text THEN ((merchant_id IS NULL) = (trade_id IS NULL))
    ELSE ((status = ANY (ARRAY['suspense'::text, 'split'::text, 'fee'::text, 'own_transfer'::text, 'withdrawn'::text])) AND (merchant_id IS NULL) AND (trade_id IS NULL))
END);

alter table public.bank_lines add constraint bank_lines_amount
  CHECK (((amount_cents <> 0) AND ((amount_cents >= '-1000000000000000'::bigint) AND (amount_cents <= '1000000000000000'::bigint))));

alter table public.bank_lines add constraint bank_lines_source
  CHECK ((source = ANY (ARRAY['hand'::text, 'file'::text, 'feed'::text])));

alter table public.book_checks add constraint book_checks_problems
  CHECK (((problem_count >= 0) AND ((problem_count = 0) = (failing_since IS NULL))));

alter table public.book_checks add constraint book_checks_source
  CHECK ((source = ANY (ARRAY['verify'::text, 'proof'::text])));

alter table public.brandings add constraint brandings_color
  CHECK ((color ~ '^#[0-9a-f]{6}$'::text));

alter table public.brandings add constraint brandings_frame_ancestors
  CHECK ((cardinality(frame_ancestors) <= 10));

alter table public.callback_endpoints add constraint callback_endpoints_address
  CHECK (
CASE
    WHEN (removed_at IS NULL) THEN ((url IS NOT NULL) OR (number = 0))
    ELSE (url IS NULL)
END);

alter table public.callback_endpoints add constraint callback_endpoints_default
  CHECK (((number > 0) OR (removed_at IS NULL)));

alter table public.callback_endpoints add constraint callback_endpoints_disabled
  CHECK (((disabled_at IS NULL) = (disabled_by IS NULL)));

alter table public.callback_endpoints add constraint callback_endpoints_disabled_by
  CHECK ((disabled_by = ANY (ARRAY['person'::text, 'gone'::text])));

alter table public.callback_endpoints add constraint callback_endpoints_limits
  CHECK (((max_concurrent > 0) AND (max_per_second > 0)));

alter table public.callback_endpoints add constraint callback_endpoints_number
  CHECK (((number >= 0) AND (number <= 1000000)));

alter table public.callback_endpoints add constraint callback_endpoints_secret
  CHECK (((secret IS NULL) = (removed_at IS NOT NULL)));

alter table public.cell_identity add constraint cell_identity_only
  CHECK (only_row);

alter table public.cell_moves add constraint cell_moves_addresses
  CHECK (((sealed_url IS NULL) = (sealed_owner_url IS NULL)));

alter table public.cell_moves add constraint cell_moves_state
  CHECK ((state = ANY (ARRAY['copying'::text, 'paused'::text, 'moved'::text, 'arriving'::text, 'arrived'::text])));

alter table public.counted_acts add constraint counted_acts_amount
  CHECK ((amount_cents > 0));

alter table public.currencies add constraint currencies_currency
  CHECK ((currency ~ '^[A-Z]{3}$'::text));

alter table public.customer_erasure_trades add constraint customer_erasure_trades_outcome
  CHECK ((outcome = ANY (ARRAY['erase'::text, 'nothing_left'::text, 'put_aside'::text])));

alter table public.database_mode add constraint database_mode_known
  CHECK ((mode = ANY (ARRAY['sandbox'::text, 'live'::text])));

alter table public.database_mode add constraint database_mode_only_row
  CHECK (only_row);

alter table public.deliveries add constraint deliveries_queue
  CHECK (((queue >= 0) AND (queue <= 4)));

alter table public.deliveries add constraint deliveries_status
  CHECK ((status = ANY (ARRAY['waiting'::text, 'delivered'::text, 'exhausted'::text])));

alter table public.dispute_files add constraint dispute_files_removed
  CHECK (((content IS NULL) = (removed_at IS NOT NULL)));

alter table public.dispute_messages add constraint dispute_messages_file
  CHECK ((num_nulls(file_id, file_type, file_bytes) = ANY (ARRAY[0, 3])));

alter table public.dispute_messages add constraint dispute_messages_file_type
  CHECK ((file_type = ANY (ARRAY['jpeg'::text, 'png'::text, 'webp'::text])));

alter table public.dispute_messages add constraint dispute_messages_number
  CHECK ((number >= 1));

alter table public.dispute_messages add constraint dispute_messages_visibility
  CHECK ((visibility = ANY (ARRAY['shared'::text, 'merchant'::text, 'internal'::text])));

alter table public.disputes add constraint disputes_amounts
  CHECK (((amount_cents >= 0) AND (blocked_cents >= 0) AND (awarded_cents >= 0)));

alter table public.disputes add constraint disputes_basis
  CHECK ((basis = ANY (ARRAY['bank_line'::text, 'utr'::text, 'consent'::text, 'two_people'::text, 'one_person'::text])));

alter table public.disputes add constraint disputes_closed
  CHECK (((closed_at IS NULL) OR (executed_at IS NOT NULL)));

alter table public.disputes add constraint disputes_outcome
  CHECK ((outcome = ANY (ARRAY['upheld'::text, 'partly_upheld'::text, 'rejected'::text, 'accepted'::text, 'withdrawn'::text])));

alter table public.disputes add constraint disputes_recalled
  CHECK ((recalled_when_decided_cents >= 0));

alter table public.disputes add constraint disputes_state
  CHECK ((state = ANY (ARRAY['open'::text, 'waiting_for_merchant'::text, 'waiting_for_customer'::text, 'waiting_for_operator'::text, 'decided'::text, 'appealed'::text, 'closed'::text])));

alter table public.disputes add constraint disputes_type
  CHECK ((type = ANY (ARRAY['not_received'::text, 'paid_not_credited'::text, 'wrong_amount'::text, 'duplicate'::text, 'paid_after_cancel'::text, 'recalled_by_bank'::text, 'fraud'::text, 'other'::text])));

alter table public.encryption_keys add constraint encryption_keys_purpose
  CHECK ((purpose = ANY (ARRAY['data'::text, 'lookup'::text, 'page'::text])));

alter table public.enrolment_links add constraint enrolment_links_life
  CHECK ((expires_at > created_at));

alter table public.events add constraint events_standing
  CHECK (((standing IS NULL) = (state IS NOT NULL))) NOT VALID;

alter table public.holds add constraint holds_amounts
  CHECK (((amount_cents >= 1) AND (remaining_cents >= 0) AND (used_cents >= 0) AND ((remaining_cents + used_cents) <= amount_cents)));

alter table public.holds add constraint holds_kind
  CHECK ((kind = ANY (ARRAY['delay'::text, 'reserve'::text])));

alter table public.holds add constraint holds_released
  CHECK (((remaining_cents = 0) = (released_at IS NOT NULL)));

alter table public.installation add constraint installation_only_row
  CHECK (only_row);

alter table public.ledger_accounts add constraint ledger_accounts_bound
  CHECK (
CASE
    WHEN (account = ANY (ARRAY['available'::text, 'blocked'::text])) THEN ((balance_cents >= '-9000000000000000'::bigint) AND (balance_cents <= '9000000000000000'::bigint))
    ELSE ((balance_cents >= '-9000000000000000000'::bigint) AND (balance_cents <= '9000000000000000000'::bigint))
END);

alter table public.ledger_accounts add constraint ledger_accounts_floor
  CHECK (((overdraft_cents IS NULL) OR (balance_cents >= (- overdraft_cents))));

alter table public.ledger_accounts add constraint ledger_accounts_guarded
  CHECK (((account <> ALL (ARRAY['available'::text, 'blocked'::text])) OR (overdraft_cents IS NOT NULL)));

alter table public.ledger_entries add constraint ledger_entries_accounts
  CHECK ((array_length(accounts, 1) = array_length(amounts, 1)));

alter table public.ledger_entries add constraint ledger_entries_balance
  CHECK (
CASE
    WHEN (layout IS NOT NULL) THEN
    CASE cardinality(amounts)
        WHEN 2 THEN COALESCE(((amounts[1] + amounts[2]) = 0), false)
        WHEN 3 THEN COALESCE((((amounts[1] + amounts[2]) + amounts[3]) = 0), false)
        ELSE false
    END
    WHEN ((cardinality(currencies) = 2) AND (currencies[1] = currencies[2])) THEN ((cardinality(amounts) = 2) AND COALESCE(((amounts[1] + amounts[2]) = 0), false))
    WHEN ((cardinality(currencies) = 3) AND (currencies[1] = currencies[2]) AND (currencies[2] = currencies[3])) THEN ((cardinality(amounts) = 3) AND COALESCE((((amounts[1] + amounts[2]) + amounts[3]) = 0), false))
    ELSE public.ledger_entry_balances(currencies, amounts)
END) NOT VALID;

alter table public.ledger_entries add constraint ledger_entries_layout
  CHECK ((((layout IS NULL) = (accounts IS NOT NULL)) AND ((accounts IS NULL) = (currencies IS NULL)))) NOT VALID;

alter table public.ledger_layouts add constraint ledger_layouts_accounts
  CHECK (((cardinality(accounts) = ANY (ARRAY[2, 3])) AND (cardinality(currencies) = cardinality(accounts))));

alter table public.ledger_layouts add constraint ledger_layouts_currency
  CHECK ((currencies[1] = ALL (currencies)));

alter table public.line_rules add constraint line_rules_act
  CHECK ((act = ANY (ARRAY['fee'::text, 'own_transfer'::text])));

alter table public.line_rules add constraint line_rules_state
  CHECK ((state = ANY (ARRAY['draft'::text, 'tried'::text, 'on'::text, 'off'::text])));

alter table public.line_rules add constraint line_rules_version
  CHECK ((version >= 1));

alter table public.logos add constraint logos_hash
  CHECK ((hash ~ '^[0-9a-f]{64}$'::text));

alter table public.logos add constraint logos_size
  CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 262144) AND ((width >= 1) AND (width <= 1024)) AND ((height >= 1) AND (height <= 1024))));

alter table public.logos add constraint logos_type
  CHECK ((content_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text])));

alter table public.merchants add constraint merchants_currency
  CHECK ((balance_currency ~ '^[A-Z]{3}$'::text));

alter table public.openid_requests add constraint openid_requests_link
  CHECK (((link_hash IS NULL) = (purpose <> 'accept_link'::text)));

alter table public.openid_requests add constraint openid_requests_purpose
  CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'accept_link'::text, 'connect'::text])));

alter table public.openid_requests add constraint openid_requests_session
  CHECK (((session_id IS NULL) = (purpose <> 'connect'::text)));

alter table public.operator_tokens add constraint operator_tokens_bounds
  CHECK (((lines_per_hour >= 1) AND (lines_per_hour <= 1000000) AND (daily_cents >= 1) AND (daily_cents <= '9000000000000000'::bigint)));

alter table public.operator_tokens add constraint operator_tokens_confirmed
  CHECK ((((confirmed_at IS NULL) = (confirmed_from IS NULL)) AND (is_own OR (confirmed_at IS NULL))));

alter table public.operator_tokens add constraint operator_tokens_feed
  CHECK (((role <> 'feed'::text) OR (person_id IS NULL)));

alter table public.operator_tokens add constraint operator_tokens_merchant
  CHECK (((role = ANY (ARRAY['merchant_admin'::text, 'merchant_viewer'::text])) = (merchant_id IS NOT NULL)));

alter table public.operator_tokens add constraint operator_tokens_own
  CHECK (((NOT is_own) OR ((person_id IS NOT NULL) AND (expires_at IS NOT NULL) AND (expires_at <= (created_at + '2160:00:00'::interval)))));

alter table public.operator_tokens add constraint operator_tokens_role
  CHECK ((role = ANY (ARRAY['owner'::text, 'operator'::text, 'finance'::text, 'viewer'::text, 'feed'::text, 'merchant_admin'::text, 'merchant_viewer'::text])));

alter table public.operator_tokens add constraint operator_tokens_scopes
  CHECK ((array_length(scopes, 1) >= 1));

alter table public.operator_tokens add constraint operator_tokens_service_mode
  CHECK ((service_mode = ANY (ARRAY['sandbox'::text, 'live'::text])));

alter table public.passkey_challenges add constraint passkey_challenges_purpose
  CHECK ((purpose = ANY (ARRAY['register'::text, 'sign_in'::text, 'second_factor'::text, 'confirm'::text])));

alter table public.passkey_challenges add constraint passkey_challenges_session
  CHECK (((session_id IS NULL) = (purpose = 'sign_in'::text)));

alter table public.passkeys add constraint passkeys_credential_length
  CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023) AND (octet_length(public_key) <= 4096)));

alter table public.passkeys add constraint passkeys_sign_count
  CHECK ((sign_count >= 0));

alter table public.past_trades add constraint past_trades_direction
  CHECK ((direction = ANY (ARRAY['payin'::text, 'payout'::text])));

alter table public.past_trades add constraint past_trades_month
  CHECK ((archived_month ~ '^\d{4}-\d{2}$'::text));

alter table public.past_trades add constraint past_trades_state
  CHECK ((state = ANY (ARRAY['completed'::text, 'expired'::text, 'canceled'::text, 'failed'::text, 'reversed'::text])));

alter table public.payin_miss_slots add constraint payin_miss_slots_reason
  CHECK ((reason = ANY (ARRAY['no_account'::text, 'disabled'::text, 'inactive_hours'::text, 'below_minimum'::text, 'above_maximum'::text, 'daily_count'::text, 'daily_amount'::text, 'amount_taken'::text, 'merchant_share'::text])));

alter table public.payout_attempts add constraint payout_attempts_amount
  CHECK ((amount_cents >= 1));

alter table public.payout_attempts add constraint payout_attempts_charged
  CHECK (((charged_cents IS NULL) OR ((charged_cents >= 0) AND (state = 'paid'::text))));

alter table public.payout_attempts add constraint payout_attempts_sent
  CHECK (((state <> 'sent'::text) OR (sent_at IS NOT NULL)));

alter table public.payout_attempts add constraint payout_attempts_state
  CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'accepted'::text, 'unknown'::text, 'paid'::text, 'rejected'::text, 'returned'::text, 'released'::text])));

alter table public.payout_attempts add constraint payout_attempts_told
  CHECK ((told_by_line <@ ARRAY['utr'::text, 'account'::text, 'return'::text]));

alter table public.payout_batches add constraint payout_batches_exported
  CHECK ((((exported_at IS NULL) = (debtor IS NULL)) AND ((exported_at IS NULL) = (payout_count IS NULL)) AND ((exported_at IS NULL) = (total_cents IS NULL))));

alter table public.payout_batches add constraint payout_batches_rail
  CHECK ((rail = ANY (ARRAY['files'::text, 'simulated_bank'::text])));

alter table public.payout_files add constraint payout_files_format
  CHECK ((split_part(format, ':'::text, 1) = ANY (ARRAY['pain001'::text, 'pain001_v03'::text, 'csv'::text, 'layout'::text])));

alter table public.people add constraint people_merchant
  CHECK (((role = ANY (ARRAY['merchant_admin'::text, 'merchant_viewer'::text])) = (merchant_id IS NOT NULL)));

alter table public.people add constraint people_password
  CHECK ((((password_hash IS NULL) = (password_set_at IS NULL)) AND ((openid_account IS NULL) = (openid_hash IS NULL)) AND ((openid_account IS NULL) = (openid_connected_at IS NULL)) AND ((state <> 'active'::text) OR (password_hash IS NOT NULL) OR (openid_hash IS NOT NULL)) AND ((state <> 'invited'::text) OR ((password_hash IS NULL) AND (openid_hash IS NULL)))));

alter table public.people add constraint people_role
  CHECK ((role = ANY (ARRAY['owner'::text, 'operator'::text, 'finance'::text, 'viewer'::text, 'merchant_admin'::text, 'merchant_viewer'::text])));

alter table public.people add constraint people_second_factors
  CHECK ((second_factors <@ ARRAY['totp'::text, 'passkey'::text]));

alter table public.people add constraint people_state
  CHECK ((state = ANY (ARRAY['invited'::text, 'active'::text, 'disabled'::text])));

alter table public.person_links add constraint person_links_kind
  CHECK ((kind = ANY (ARRAY['invitation'::text, 'password_reset'::text, 'sign_in'::text])));

alter table public.person_links add constraint person_links_life
  CHECK ((expires_at > created_at));

alter table public.person_ties add constraint person_ties_ended
  CHECK (((ended_at IS NULL) = (ended_by IS NULL)));

alter table public.person_ties add constraint person_ties_third
  CHECK (((ended_by <> person_id) AND (ended_by <> tied_to)));

alter table public.person_ties add constraint person_ties_two
  CHECK ((tied_to <> person_id));

alter table public.person_ties add constraint person_ties_way
  CHECK ((way = ANY (ARRAY['invitation'::text, 'invitation_link'::text, 'password_link'::text, 'factors_removed'::text, 'person_enabled'::text, 'role_raised'::text])));

alter table public.presences add constraint presences_subject_type
  CHECK ((subject_type = ANY (ARRAY['trade'::text, 'bank_line'::text, 'dispute'::text, 'proposal'::text, 'payout_batch'::text])));

alter table public.proof_digests add constraint proof_digests_run
  CHECK ((to_number > after_number));

alter table public.proof_digests add constraint proof_digests_stream
  CHECK ((stream = ANY (ARRAY['audit'::text, 'entries'::text, 'events'::text])));

alter table public.proof_keys add constraint proof_keys_public_key
  CHECK ((octet_length(public_key) = 32));

alter table public.proofs add constraint proofs_leaves
  CHECK (((octet_length(leaves) % 32) = 0));

alter table public.proofs add constraint proofs_number
  CHECK ((proof_number >= 1));

alter table public.proposals add constraint proposals_approved
  CHECK (((state <> 'approved'::text) OR ((maker_person_id IS NOT NULL) AND (checker_person_id IS NOT NULL))));

alter table public.proposals add constraint proposals_decided
  CHECK (((state = 'waiting'::text) = (decided_at IS NULL)));

alter table public.proposals add constraint proposals_second_person
  CHECK ((checker_person_id <> maker_person_id));

alter table public.proposals add constraint proposals_state
  CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text, 'expired'::text, 'void'::text])));

alter table public.rates add constraint rates_positive
  CHECK ((rate > (0)::numeric));

alter table public.receipts add constraint receipts_limit
  CHECK (((slot >= 1) AND (slot <= 5)));

alter table public.receipts add constraint receipts_size
  CHECK (((size_bytes >= 1) AND (size_bytes <= 10485760)));

alter table public.receipts add constraint receipts_type
  CHECK ((file_type = ANY (ARRAY['jpeg'::text, 'png'::text, 'webp'::text])));

alter table public.receiving_accounts add constraint receiving_accounts_weight
  CHECK (((weight >= 1) AND (weight <= 1000)));

alter table public.recovery_codes add constraint recovery_codes_number
  CHECK (((number >= 1) AND (number <= 10)));

alter table public.removals add constraint removals_copy
  CHECK ((copy = ANY (ARRAY['read'::text, 'told'::text])));

alter table public.removals add constraint removals_hash
  CHECK ((octet_length(file_hash) = 32));

alter table public.removals add constraint removals_month
  CHECK ((month ~ '^\d{4}-\d{2}$'::text));

alter table public.removals add constraint removals_order
  CHECK (((ended_at IS NULL) OR (allowed_at IS NOT NULL)));

alter table public.removed_events add constraint removed_events_number
  CHECK ((last_number >= 1));

alter table public.report_sendings add constraint report_sendings_finished
  CHECK (((status = 'waiting'::text) = (finished_at IS NULL)));

alter table public.report_sendings add constraint report_sendings_status
  CHECK ((status = ANY (ARRAY['waiting'::text, 'delivered'::text, 'exhausted'::text])));

alter table public.retention_periods add constraint retention_periods_days
  CHECK (((days >= 1) AND (days <= 3653)));

alter table public.sandbox_clock add constraint sandbox_clock_ahead_ms_range
  CHECK (((ahead_ms >= 0) AND (ahead_ms <= '69120000000'::bigint)));

alter table public.sandbox_clock add constraint sandbox_clock_only_row
  CHECK (only_row);

alter table public.sandbox_faults add constraint sandbox_faults_fault_known
  CHECK ((fault = ANY (ARRAY['api_unavailable'::text, 'callbacks_fail'::text])));

alter table public.sandbox_faults add constraint sandbox_faults_times_left_range
  CHECK (((times_left >= 1) AND (times_left <= 1000)));

alter table public.scheduled_reports add constraint scheduled_reports_every
  CHECK ((every = ANY (ARRAY['day'::text, 'week'::text, 'month'::text])));

alter table public.scheduled_reports add constraint scheduled_reports_format
  CHECK ((format = ANY (ARRAY['xlsx'::text, 'csv'::text])));

alter table public.scheduled_reports add constraint scheduled_reports_hour
  CHECK (((hour >= 0) AND (hour <= 23)));

alter table public.sessions add constraint sessions_confirmed
  CHECK (((stage = 'open'::text) = (confirmed_at IS NOT NULL)));

alter table public.sessions add constraint sessions_life
  CHECK (((expires_at > created_at) AND (last_seen_at >= created_at)));

alter table public.sessions add constraint sessions_stage
  CHECK ((stage = ANY (ARRAY['second_factor'::text, 'open'::text])));

alter table public.sessions add constraint sessions_user_agent
  CHECK ((length(user_agent) <= 200));

alter table public.settlement_lines add constraint settlement_lines_kind
  CHECK ((kind = ANY (ARRAY['payin'::text, 'payout'::text, 'refund'::text, 'reversal'::text, 'adjustment'::text, 'hold'::text, 'settlement'::text])));

alter table public.settlement_lines add constraint settlement_lines_net
  CHECK ((net_cents = (gross_cents + fee_cents)));

alter table public.settlements add constraint settlements_approval
  CHECK ((((state = ANY (ARRAY['draft'::text, 'discarded'::text])) = (approved_cents IS NULL)) AND ((approved_cents IS NULL) = (approved_at IS NULL)) AND ((COALESCE(approved_cents, (0)::bigint) > 0) = (trade_id IS NOT NULL)) AND ((approved_cents >= 0) AND (approved_cents <= GREATEST(payable_cents, (0)::bigint)))));

alter table public.settlements add constraint settlements_entries
  CHECK (((first_entry_number >= 1) AND (last_entry_number >= (first_entry_number - 1)) AND (line_count >= 0)));

alter table public.settlements add constraint settlements_movement
  CHECK ((closing_cents = (((opening_cents + net_cents) + paid_cents) + returned_cents)));

alter table public.settlements add constraint settlements_net
  CHECK ((net_cents = ((((((payins_cents + payouts_cents) + refunds_cents) + reversals_cents) + adjustments_cents) + fees_cents) + holds_cents)));

alter table public.settlements add constraint settlements_payable
  CHECK ((payable_cents = ((carried_cents + net_cents) + returned_cents)));

alter table public.settlements add constraint settlements_period
  CHECK ((period_from < period_to));

alter table public.settlements add constraint settlements_state
  CHECK ((state = ANY (ARRAY['draft'::text, 'discarded'::text, 'approved'::text, 'sent'::text, 'settled'::text, 'returned'::text])));

alter table public.sign_in_tries add constraint sign_in_tries_failed
  CHECK ((failed >= 0));

alter table public.sign_in_tries add constraint sign_in_tries_scope
  CHECK ((scope = ANY (ARRAY['password_account'::text, 'password_address'::text, 'password_pair'::text, 'factor_account'::text, 'factor_address'::text, 'link_address'::text, 'openid_address'::text])));

alter table public.statement_balances add constraint statement_balances_said
  CHECK (((opening_cents IS NOT NULL) OR (closing_cents IS NOT NULL)));

alter table public.statement_imports add constraint statement_imports_lines
  CHECK ((taken_lines >= 0));

alter table public.statements add constraint statements_sums
  CHECK (((line_count >= 0) AND (in_cents >= 0) AND (out_cents >= 0)));

alter table public.tariffs add constraint tariffs_direction
  CHECK ((direction = ANY (ARRAY['payin'::text, 'payout'::text])));

alter table public.tariffs add constraint tariffs_percent
  CHECK (((percent >= (0)::numeric) AND (percent <= (100)::numeric)));

alter table public.totp_secrets add constraint totp_secrets_used
  CHECK (((activated_at IS NULL) OR (last_step IS NOT NULL)));

alter table public.trade_counts add constraint trade_counts_direction
  CHECK ((direction = ANY (ARRAY['payin'::text, 'payout'::text])));

alter table public.trade_counts add constraint trade_counts_state
  CHECK ((state = ANY (ARRAY['created'::text, 'pending'::text, 'verifying'::text, 'processing'::text, 'completed'::text, 'expired'::text, 'canceled'::text, 'failed'::text, 'disputed'::text, 'reversed'::text])));

alter table public.trade_days add constraint trade_days_direction
  CHECK ((direction = ANY (ARRAY['payin'::text, 'payout'::text])));

alter table public.trade_slots add constraint trade_slots_direction
  CHECK ((direction = ANY (ARRAY['payin'::text, 'payout'::text])));

alter table public.trades add constraint trades_account
  CHECK (((state <> 'pending'::text) OR (receiving_account_id IS NOT NULL)));

alter table public.trades add constraint trades_amounts
  CHECK (((amount_cents >= 1) AND ((requested_amount_cents >= 1) AND (requested_amount_cents <= '1000000000000'::bigint)) AND (received_amount_cents >= 0) AND (refunded_amount_cents >= 0) AND (fee_cents >= 0) AND (settlement_amount_cents >= 0)));

alter table public.trades add constraint trades_direction
  CHECK ((direction = ANY (ARRAY['payin'::text, 'payout'::text])));

alter table public.trades add constraint trades_order_id_canonical
  CHECK (((octet_length(order_id) = char_length(order_id)) OR (order_id IS NFC NORMALIZED)));

alter table public.trades add constraint trades_payee
  CHECK (((direction = 'payout'::text) = (payee IS NOT NULL)));

alter table public.trades add constraint trades_payout_utr
  CHECK (((direction <> 'payout'::text) OR (state <> 'completed'::text) OR (utr IS NOT NULL) OR (receiving_account_id IS NOT NULL)));

alter table public.trades add constraint trades_percent
  CHECK (((percent >= (0)::numeric) AND (percent <= (100)::numeric)));

alter table public.trades add constraint trades_rate
  CHECK ((exchange_rate > (0)::numeric));

alter table public.trades add constraint trades_recalled
  CHECK (((recalled_amount_cents >= 0) AND (recalled_amount_cents <= amount_cents)));

alter table public.trades add constraint trades_refunded
  CHECK ((refunded_amount_cents <= amount_cents));

alter table public.trades add constraint trades_sequence
  CHECK ((sequence >= 1));

alter table public.trades add constraint trades_state
  CHECK (
CASE direction
    WHEN 'payin'::text THEN (state = ANY (ARRAY['created'::text, 'pending'::text, 'verifying'::text, 'completed'::text, 'expired'::text, 'canceled'::text, 'failed'::text, 'disputed'::text, 'reversed'::text]))
    ELSE (state = ANY (ARRAY['created'::text, 'processing'::text, 'completed'::text, 'canceled'::text, 'failed'::text, 'disputed'::text, 'reversed'::text]))
END);

alter table public.trades add constraint trades_trace_context
  CHECK ((octet_length(trace_context) = 25));

alter table public.verify_positions add constraint verify_positions_number
  CHECK ((proof_number >= 1));

alter table public.verify_positions add constraint verify_positions_only
  CHECK (only_row);

alter table public.waiting_lines add constraint waiting_lines_decided
  CHECK ((((decision IS NULL) = (decided_at IS NULL)) AND ((decision IS NULL) = (note IS NULL)) AND ((decision IS NULL) = (bank_line_ids IS NULL)) AND ((decision IS NULL) = (actor_role IS NULL))));

alter table public.waiting_lines add constraint waiting_lines_decision
  CHECK ((decision = ANY (ARRAY['same'::text, 'other'::text])));

alter table public.waiting_lines add constraint waiting_lines_reason
  CHECK ((reason = ANY (ARRAY['day_reached'::text, 'day_differs'::text, 'day_closed'::text, 'maybe_stored'::text, 'day_removed'::text])));

alter table public.waiting_lines add constraint waiting_lines_source
  CHECK ((source = ANY (ARRAY['hand'::text, 'file'::text, 'feed'::text])));

alter table public.write_probes add constraint write_probes_slot
  CHECK (((slot >= 0) AND (slot <= 255)));

-- indexes

CREATE INDEX alert_events_waiting ON public.alert_events USING btree (happened_at) WHERE (noticed_at IS NULL);

CREATE INDEX alert_notices_old ON public.alert_notices USING btree (finished_at) WHERE (status <> 'waiting'::text);

CREATE INDEX alert_notices_waiting ON public.alert_notices USING btree (alert_recipient_id, alert_notice_id) WHERE (status = 'waiting'::text);

CREATE UNIQUE INDEX alerts_open ON public.alerts USING btree (kind, subject_id) WHERE (recovered_at IS NULL);

CREATE INDEX api_tokens_hash ON public.api_tokens USING btree (token_hash);

CREATE INDEX audit_entries_by_action ON public.audit_entries USING btree (action, number);

CREATE INDEX audit_entries_by_actor ON public.audit_entries USING btree (actor_id, number) WHERE (actor_id IS NOT NULL);

CREATE INDEX audit_entries_by_address ON public.audit_entries USING btree (address, number) WHERE (address IS NOT NULL);

CREATE INDEX audit_entries_by_request ON public.audit_entries USING btree (request_id, number) WHERE (request_id IS NOT NULL);

CREATE INDEX audit_entries_by_role ON public.audit_entries USING btree (actor_role, number);

CREATE INDEX audit_entries_by_session ON public.audit_entries USING btree (session_id, number) WHERE (session_id IS NOT NULL);

CREATE INDEX audit_entries_by_target ON public.audit_entries USING btree (target text_pattern_ops);

CREATE INDEX audit_entries_by_time ON public.audit_entries USING btree (at);

CREATE INDEX audit_entries_by_token ON public.audit_entries USING btree (operator_token_id, number) WHERE (operator_token_id IS NOT NULL);

CREATE INDEX audit_entries_by_words ON public.audit_entries USING gin (to_tsvector('simple'::regconfig, ((COALESCE((detail ->> 'note'::text), ''::text) || ' '::text) || COALESCE((detail ->> 'reason'::text), ''::text))));

CREATE INDEX bank_line_acts_returns ON public.bank_line_acts USING btree (merchant_id, trade_id) WHERE (act = 'return'::text);

CREATE INDEX bank_line_acts_trade ON public.bank_line_acts USING btree (merchant_id, trade_id) WHERE (trade_id IS NOT NULL);

CREATE INDEX bank_line_outcomes_by_trade ON public.bank_line_outcomes USING btree (trade_id) WHERE (trade_id IS NOT NULL);

CREATE INDEX bank_line_outcomes_suspense ON public.bank_line_outcomes USING btree (decided_at) WHERE (status = 'suspense'::text);

CREATE INDEX bank_line_outcomes_unmatched ON public.bank_line_outcomes USING btree (status, bank_line_id) WHERE (status <> 'matched'::text);

CREATE INDEX bank_line_words_words ON public.bank_line_words USING gin (words);

CREATE INDEX bank_lines_amount ON public.bank_lines USING btree (amount_cents, bank_line_id);

CREATE INDEX bank_lines_booked ON public.bank_lines USING brin (booked_at);

CREATE INDEX bank_lines_booking_days ON public.bank_lines USING btree ((((booked_at AT TIME ZONE 'UTC'::text))::date), bank_line_id);

CREATE INDEX bank_lines_days ON public.bank_lines USING btree (receiving_account_id, booked_at);

CREATE INDEX bank_lines_of_statements ON public.bank_lines USING btree (receiving_account_id, amount_cents, booked_at) WHERE (statement_id IS NOT NULL);

CREATE INDEX bank_lines_parts ON public.bank_lines USING btree (parent_line_id) WHERE (parent_line_id IS NOT NULL);

CREATE INDEX bank_lines_utr ON public.bank_lines USING btree (utr, receiving_account_id, amount_cents) WHERE (utr IS NOT NULL);

CREATE INDEX callback_endpoint_health_failing ON public.callback_endpoint_health USING btree (next_probe_at) WHERE (failing_since IS NOT NULL);

CREATE INDEX callback_endpoint_health_held ON public.callback_endpoint_health USING btree (merchant_id, number) WHERE has_held;

CREATE INDEX counted_acts_by_account ON public.counted_acts USING btree (receiving_account_id, currency, counted_at) WHERE (receiving_account_id IS NOT NULL);

CREATE INDEX counted_acts_by_merchant ON public.counted_acts USING btree (merchant_id, currency, counted_at) WHERE (merchant_id IS NOT NULL);

CREATE INDEX counted_acts_by_payee ON public.counted_acts USING btree (payee_hash, currency, counted_at) WHERE (payee_hash IS NOT NULL);

CREATE INDEX counted_acts_by_person ON public.counted_acts USING btree (identity_key, currency, counted_at);

CREATE INDEX customer_erasures_latest ON public.customer_erasures USING btree (merchant_id, client_hash, asked_at);

CREATE UNIQUE INDEX customer_erasures_open ON public.customer_erasures USING btree (merchant_id, client_hash) WHERE (ended_at IS NULL);

CREATE INDEX deliveries_due ON public.deliveries USING btree (queue, merchant_id, endpoint, due_at, number) WHERE ((status = 'waiting'::text) AND is_next);

CREATE INDEX deliveries_exhausted ON public.deliveries USING btree (finished_at) WHERE (status = 'exhausted'::text);

CREATE INDEX deliveries_failing ON public.deliveries USING btree (merchant_id, number) WHERE ((status = 'waiting'::text) AND is_next AND (attempts > attempts_before));

CREATE INDEX deliveries_limited ON public.deliveries USING btree (merchant_id, endpoint) WHERE is_limited;

CREATE INDEX dispute_events_dispute ON public.dispute_events USING btree (merchant_id, dispute_id, sequence);

CREATE INDEX dispute_files_kept ON public.dispute_files USING btree (given_at) WHERE (removed_at IS NULL);

CREATE INDEX dispute_messages_file_id ON public.dispute_messages USING btree (merchant_id, file_id) WHERE (file_id IS NOT NULL);

CREATE UNIQUE INDEX disputes_binding ON public.disputes USING btree (merchant_id, trade_id) WHERE (executed_at IS NULL);

CREATE INDEX disputes_deadline ON public.disputes USING btree (deadline_at) WHERE (closed_at IS NULL);

CREATE INDEX disputes_open ON public.disputes USING btree (opened_at, dispute_id) WHERE (closed_at IS NULL);

CREATE INDEX disputes_opened ON public.disputes USING btree (opened_at, dispute_id);

CREATE INDEX disputes_trade ON public.disputes USING btree (merchant_id, trade_id);

CREATE INDEX erasures_waiting ON public.erasures USING btree (asked_at, trade_id) WHERE (erased_at IS NULL);

CREATE UNIQUE INDEX events_trade ON public.events USING btree (trade_id, sequence);

CREATE INDEX held_files_by_age ON public.held_files USING btree (held_at);

CREATE INDEX holds_due ON public.holds USING btree (release_at, merchant_id, trade_id, kind) WHERE (released_at IS NULL);

CREATE INDEX holds_open ON public.holds USING btree (merchant_id, release_at, trade_id, kind) WHERE (released_at IS NULL);

CREATE INDEX ledger_entries_by_trade ON public.ledger_entries USING btree (trade_id) WHERE (trade_id IS NOT NULL);

CREATE INDEX ledger_entries_lines ON public.ledger_entries USING btree (bank_line_id) WHERE (act = 'bank_line'::text);

CREATE INDEX line_confirmations_line ON public.line_confirmations USING btree (bank_line_id);

CREATE INDEX line_confirmations_statement ON public.line_confirmations USING btree (statement_id);

CREATE INDEX openid_requests_by_end ON public.openid_requests USING btree (expires_at);

CREATE INDEX paid_notices_said ON public.paid_notices USING btree (said_at, merchant_id, trade_id);

CREATE INDEX passkey_challenges_by_end ON public.passkey_challenges USING btree (expires_at);

CREATE INDEX passkeys_by_person ON public.passkeys USING btree (person_id, passkey_id);

CREATE INDEX past_trades_customer ON public.past_trades USING btree (client_hash, trade_id);

CREATE INDEX past_trades_line_utrs ON public.past_trades USING gin (line_utrs) WHERE (line_utrs IS NOT NULL);

CREATE INDEX past_trades_refunds ON public.past_trades USING btree (merchant_id, refund_of, trade_id) WHERE (refund_of IS NOT NULL);

CREATE INDEX past_trades_utr ON public.past_trades USING btree (utr) WHERE (utr IS NOT NULL);

CREATE INDEX payout_attempts_batch ON public.payout_attempts USING btree (payout_batch_id, payout_attempt_id) WHERE (payout_batch_id IS NOT NULL);

CREATE INDEX payout_attempts_ended ON public.payout_attempts USING btree (changed_at DESC, payout_attempt_id DESC) WHERE (state = ANY (ARRAY['paid'::text, 'rejected'::text, 'returned'::text]));

CREATE UNIQUE INDEX payout_attempts_open ON public.payout_attempts USING btree (merchant_id, trade_id) WHERE (state = ANY (ARRAY['pending'::text, 'sent'::text, 'accepted'::text, 'unknown'::text]));

CREATE INDEX payout_attempts_unbacked ON public.payout_attempts USING btree (receiving_account_id, changed_at) WHERE ((debit_line_id IS NULL) AND (state = 'paid'::text));

CREATE INDEX payout_attempts_under_way ON public.payout_attempts USING btree (payout_attempt_id) WHERE (state = ANY (ARRAY['pending'::text, 'sent'::text, 'accepted'::text, 'unknown'::text]));

CREATE INDEX payout_attempts_unseen ON public.payout_attempts USING btree (receiving_account_id, amount_cents, payout_attempt_id) WHERE ((debit_line_id IS NULL) AND (state <> ALL (ARRAY['released'::text, 'rejected'::text])));

CREATE INDEX payout_attempts_utr ON public.payout_attempts USING btree (utr) WHERE (utr IS NOT NULL);

CREATE INDEX payout_attempts_utr_ending ON public.payout_attempts USING btree ("right"(utr, 4)) WHERE (utr IS NOT NULL);

CREATE UNIQUE INDEX person_ties_open ON public.person_ties USING btree (person_id, tied_to) NULLS NOT DISTINCT WHERE (ended_at IS NULL);

CREATE INDEX presences_subject ON public.presences USING btree (subject_type, subject_id);

CREATE INDEX presences_until ON public.presences USING btree (until_at);

CREATE INDEX proof_digests_runs ON public.proof_digests USING btree (stream, book, to_number);

CREATE INDEX proof_heads_leaves ON public.proof_heads USING btree (proof_number, "position");

CREATE INDEX proposals_by_target ON public.proposals USING btree (target, proposal_id);

CREATE INDEX proposals_expiry ON public.proposals USING btree (expires_at) WHERE (state = 'waiting'::text);

CREATE UNIQUE INDEX proposals_request ON public.proposals USING btree (maker_key, request_hash) WHERE (state = 'waiting'::text);

CREATE INDEX proposals_waiting ON public.proposals USING btree (proposal_id) WHERE (state = 'waiting'::text);

CREATE INDEX proposals_with_secret ON public.proposals USING btree (decided_at) WHERE (secret IS NOT NULL);

CREATE INDEX receipts_given ON public.receipts USING btree (receipt_id);

CREATE INDEX receipts_kept ON public.receipts USING btree (given_at) WHERE (removed_at IS NULL);

CREATE INDEX report_sendings_by_days ON public.report_sendings USING btree (scheduled_report_id, from_at, person_id, report_sending_id);

CREATE INDEX report_sendings_by_report ON public.report_sendings USING btree (scheduled_report_id, report_sending_id);

CREATE INDEX report_sendings_old ON public.report_sendings USING btree (finished_at) WHERE (status <> 'waiting'::text);

CREATE UNIQUE INDEX report_sendings_once ON public.report_sendings USING btree (scheduled_report_id, from_at, person_id) NULLS NOT DISTINCT WHERE (NOT by_hand);

CREATE INDEX report_sendings_waiting ON public.report_sendings USING btree (report_sending_id) WHERE (status = 'waiting'::text);

CREATE UNIQUE INDEX reservations_exclusive ON public.reservations USING btree (receiving_account_id, amount_cents) WHERE exclusive;

CREATE INDEX reservations_shared ON public.reservations USING btree (receiving_account_id, amount_cents, trade_id) WHERE (NOT exclusive);

CREATE INDEX reservations_trade ON public.reservations USING btree (trade_id);

CREATE INDEX sandbox_answers_due ON public.sandbox_answers USING btree (due_at);

CREATE INDEX saved_views_owner ON public.saved_views USING btree (owner_id, saved_view_id);

CREATE INDEX saved_views_shared ON public.saved_views USING btree (merchant_id, saved_view_id) WHERE is_shared;

CREATE INDEX scheduled_reports_due ON public.scheduled_reports USING btree (next_at) WHERE enabled;

CREATE INDEX sessions_by_end ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_by_person ON public.sessions USING btree (person_id, session_id);

CREATE UNIQUE INDEX settlements_first_entry ON public.settlements USING btree (merchant_id, first_entry_number) WHERE ((state <> 'discarded'::text) AND (last_entry_number >= first_entry_number));

CREATE INDEX settlements_recent ON public.settlements USING btree (settlement_id);

CREATE UNIQUE INDEX settlements_start ON public.settlements USING btree (merchant_id, period_from) WHERE (state <> 'discarded'::text);

CREATE INDEX settlements_waiting ON public.settlements USING btree (state, changed_at) WHERE (state = ANY (ARRAY['draft'::text, 'approved'::text, 'sent'::text]));

CREATE INDEX sign_in_tries_by_end ON public.sign_in_tries USING btree (kept_until);

CREATE INDEX statement_balances_days ON public.statement_balances USING btree (receiving_account_id, day);

CREATE INDEX statement_imports_open ON public.statement_imports USING btree (progress_at) WHERE (completed_at IS NULL);

CREATE UNIQUE INDEX totp_secrets_active ON public.totp_secrets USING btree (person_id) WHERE (activated_at IS NOT NULL);

CREATE UNIQUE INDEX totp_secrets_offered ON public.totp_secrets USING btree (person_id) WHERE (activated_at IS NULL);

CREATE INDEX trade_words_words ON public.trade_words USING gin (words);

CREATE INDEX trades_amount ON public.trades USING btree (amount_cents, trade_id) WHERE (state <> ALL (ARRAY['created'::text, 'pending'::text]));

CREATE INDEX trades_by_metadata ON public.trades USING gin (metadata_hashes) WHERE (metadata_hashes IS NOT NULL);

CREATE INDEX trades_customer ON public.trades USING btree (client_hash, trade_id) WHERE (state = ANY (ARRAY['completed'::text, 'expired'::text, 'canceled'::text, 'failed'::text, 'reversed'::text]));

CREATE INDEX trades_decisions ON public.trades USING btree (merchant_id, state, trade_id) WHERE ((state = ANY (ARRAY['verifying'::text, 'processing'::text, 'disputed'::text])) OR ((direction = 'payout'::text) AND (state = 'created'::text)));

CREATE INDEX trades_expiry ON public.trades USING btree (expires_at) WHERE ((direction = 'payin'::text) AND (state = ANY (ARRAY['created'::text, 'pending'::text])));

CREATE INDEX trades_kinds ON public.trades USING btree (currency, type, trade_id) WHERE (state = ANY (ARRAY['completed'::text, 'expired'::text, 'canceled'::text, 'failed'::text, 'reversed'::text]));

CREATE INDEX trades_moments ON public.trades USING brin (created_at, changed_at) WITH (pages_per_range='32');

CREATE INDEX trades_payee_number ON public.trades USING btree (merchant_id, number_hash) WHERE (number_hash IS NOT NULL);

CREATE INDEX trades_payout_queue ON public.trades USING btree (currency, trade_id) WHERE ((direction = 'payout'::text) AND (state = 'created'::text));

CREATE INDEX trades_payouts ON public.trades USING btree (merchant_id, trade_id) WHERE ((direction = 'payout'::text) AND (state = ANY (ARRAY['completed'::text, 'canceled'::text, 'failed'::text, 'reversed'::text])));

CREATE INDEX trades_rare ON public.trades USING btree (state, trade_id) WHERE (state = ANY (ARRAY['canceled'::text, 'failed'::text, 'reversed'::text]));

CREATE INDEX trades_reason ON public.trades USING btree (state_reason, trade_id) WHERE (state_reason IS NOT NULL);

CREATE INDEX trades_receiving ON public.trades USING btree (receiving_account_id, trade_id) WHERE (state = ANY (ARRAY['completed'::text, 'expired'::text, 'canceled'::text, 'failed'::text, 'reversed'::text]));

CREATE INDEX trades_refunds ON public.trades USING btree (merchant_id, refund_of, trade_id) WHERE (refund_of IS NOT NULL);

CREATE INDEX trades_utr ON public.trades USING btree (utr, trade_id) WHERE (utr IS NOT NULL);

CREATE INDEX trades_utr_ending ON public.trades USING btree ("right"(utr, 4), trade_id) WHERE (utr IS NOT NULL);

CREATE INDEX trades_verifying ON public.trades USING btree (changed_at) WHERE (state = 'verifying'::text);

CREATE INDEX trades_without_line ON public.trades USING btree (receiving_account_id, completed_at) WHERE ((direction = 'payin'::text) AND (state = ANY (ARRAY['completed'::text, 'disputed'::text])) AND (received_amount_cents < (amount_cents - recalled_amount_cents)));

CREATE INDEX used_signatures_by_expiry ON public.used_signatures USING btree (expires_at);

CREATE INDEX waiting_lines_days ON public.waiting_lines USING btree (receiving_account_id, booked_at);

CREATE INDEX waiting_lines_open ON public.waiting_lines USING btree (waiting_line_id) WHERE (decision IS NULL);

-- revoked rights

revoke delete, truncate, update on public.account_day_closings from current_user;

revoke delete, truncate, update on public.adjustments from current_user;

revoke delete, truncate, update on public.approved_evidence from current_user;

revoke delete, truncate, update on public.archived_months from current_user;

revoke delete, truncate, update on public.archived_sums from current_user;

revoke delete, truncate, update on public.audit_entries from current_user;

revoke delete, truncate, update on public.bank_line_acts from current_user;

revoke delete, truncate, update on public.bank_lines from current_user;

revoke delete, truncate, update on public.counted_acts from current_user;

revoke truncate, update on public.delivery_attempts from current_user;

revoke delete, truncate, update on public.dispute_events from current_user;

revoke delete, truncate, update on public.dispute_messages from current_user;

revoke delete, truncate on public.disputes from current_user;

revoke delete, truncate, update on public.erased_values from current_user;

revoke delete, truncate, update on public.ledger_entries from current_user;

revoke delete, truncate, update on public.ledger_layouts from current_user;

revoke delete, truncate, update on public.line_confirmations from current_user;

revoke delete, truncate, update on public.line_rules from current_user;

revoke delete, truncate, update on public.paid_notices from current_user;

revoke delete, insert, truncate, update on public.past_trades from current_user;

revoke delete, truncate, update on public.payout_files from current_user;

revoke delete, truncate, update on public.proof_digests from current_user;

revoke delete, truncate, update on public.proof_heads from current_user;

revoke delete, truncate, update on public.proof_keys from current_user;

revoke delete, truncate, update on public.proofs from current_user;

revoke delete, truncate on public.receipts from current_user;

revoke delete, truncate, update on public.receiving_account_names from current_user;

revoke delete, truncate on public.removals from current_user;

revoke delete, insert, truncate, update on public.removed_days from current_user;

revoke delete, insert, truncate, update on public.removed_events from current_user;

revoke truncate, update on public.settlement_lines from current_user;

revoke delete, truncate, update on public.statement_balances from current_user;

revoke delete, truncate, update on public.statements from current_user;

revoke delete, truncate, update on public.trusted_feeds from current_user;

revoke delete, truncate on public.waiting_lines from current_user;
