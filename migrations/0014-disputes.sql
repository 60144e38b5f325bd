-- Disputes: somebody contests a trade or a part of its amount, until it is decided and closed.

create table disputes (
  merchant_id uuid not null,
  dispute_id uuid not null,
  trade_id uuid not null,
  type text not null,
  currency text not null,
  -- The contested part of the trade's amount, and what it blocks of the merchant's balance.
  amount_cents bigint not null,
  blocked_cents bigint not null,
  settlement_currency text not null,
  contested_from text not null,
  opener_role text not null,
  opener_id text,
  state text not null,
  sequence integer not null,
  assigned_to text,
  deadline_at timestamptz not null,
  overdue_at timestamptz,
  outcome text,
  awarded_cents bigint,
  basis text,
  evidence_line_id uuid,
  decided_at timestamptz,
  executed_at timestamptz,
  appeal_until timestamptz,
  appealed_at timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  changed_at timestamptz not null,
  messages integer not null default 0,
  last_message_id uuid,
  files integer not null default 0,
  -- What the bank had taken back when the dispute was decided: a decision that waits for its appeal
  -- takes what it awarded, less what was taken back after it.
  recalled_when_decided_cents bigint,
  constraint disputes_pk primary key (merchant_id, dispute_id),
  constraint disputes_type check (type in ('not_received', 'paid_not_credited', 'wrong_amount',
    'duplicate', 'paid_after_cancel', 'recalled_by_bank', 'fraud', 'other')),
  constraint disputes_state check (state in ('open', 'waiting_for_merchant',
    'waiting_for_customer', 'waiting_for_operator', 'decided', 'appealed', 'closed')),
  constraint disputes_outcome check (outcome in ('upheld', 'partly_upheld', 'rejected', 'accepted',
    'withdrawn')),
  constraint disputes_basis check (basis in ('bank_line', 'utr', 'consent', 'two_people',
    'one_person')),
  constraint disputes_amounts check (amount_cents >= 0 and blocked_cents >= 0
    and awarded_cents >= 0),
  constraint disputes_closed check (closed_at is null or executed_at is not null),
  constraint disputes_recalled check (recalled_when_decided_cents >= 0)
);

-- The dispute as it was at each event that tells of it.
create table dispute_events (
  merchant_id uuid not null,
  trade_id uuid not null,
  sequence integer not null,
  dispute_id uuid not null,
  dispute json not null,
  constraint dispute_events_pk primary key (merchant_id, trade_id, sequence)
);

-- Messages about a dispute, between its merchant, its customer and operators, and operators' notes.
create table dispute_messages (
  merchant_id uuid not null,
  dispute_id uuid not null,
  number integer not null,
  author_role text not null,
  author_id text,
  visibility text not null,
  -- Encrypted: people write about people.
  content bytea not null,
  sent_at timestamptz not null,
  file_id uuid,
  file_type text,
  file_bytes integer,
  constraint dispute_messages_pk primary key (merchant_id, dispute_id, number),
  constraint dispute_messages_number check (number >= 1),
  constraint dispute_messages_file check (num_nulls(file_id, file_type, file_bytes) in (0, 3)),
  constraint dispute_messages_file_type check (file_type in ('jpeg', 'png', 'webp')),
  constraint dispute_messages_visibility check (visibility in ('shared', 'merchant', 'internal'))
);

-- Files sent with messages about disputes.
create table dispute_files (
  merchant_id uuid not null,
  file_id uuid not null,
  dispute_id uuid not null,
  -- Encrypted; null once the file was removed.
  content bytea,
  given_at timestamptz not null,
  removed_at timestamptz,
  constraint dispute_files_pk primary key (merchant_id, file_id),
  constraint dispute_files_removed check ((content is null) = (removed_at is not null))
);

-- A trade is disputed because of one dispute.
create unique index disputes_binding on disputes (merchant_id, trade_id)
  where executed_at is null;

create index disputes_trade on disputes (merchant_id, trade_id);
create index disputes_open on disputes (opened_at, dispute_id) where closed_at is null;
create index disputes_opened on disputes (opened_at, dispute_id);
create index disputes_deadline on disputes (deadline_at) where closed_at is null;

create index dispute_events_dispute on dispute_events (merchant_id, dispute_id, sequence);

create index dispute_messages_file_id on dispute_messages (merchant_id, file_id)
  where file_id is not null;

create index dispute_files_kept on dispute_files (given_at) where removed_at is null;

revoke delete, truncate on disputes from current_user;
revoke update, delete, truncate on dispute_events from current_user;
revoke update, delete, truncate on dispute_messages from current_user;
