-- Statements of banks: what was imported, the balances in it, lines that a second source confirms
-- or that wait for a person, and the days that people have closed. Global tables.

-- One row per account and part of a file; the same file again finds the row of the first time.
create table statements (
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
  imported_at timestamptz not null,
  constraint statements_pk primary key (statement_id),
  constraint statements_once unique (receiving_account_id, statement_key),
  constraint statements_sums check (line_count >= 0 and in_cents >= 0 and out_cents >= 0)
);

-- What the bank says was on the account before the first and after the last line of a day; null if
-- it does not say it.
create table statement_balances (
  statement_id uuid not null,
  receiving_account_id uuid not null,
  day date not null,
  opening_cents bigint,
  closing_cents bigint,
  constraint statement_balances_pk primary key (statement_id, day),
  constraint statement_balances_said
    check (opening_cents is not null or closing_cents is not null)
);

-- How far the import of a statement has come, so that one that was cut off says so.
create table statement_imports (
  statement_id uuid not null,
  -- As the operator named it, to find the file again.
  file_name text,
  taken_lines integer not null,
  progress_at timestamptz not null,
  completed_at timestamptz,
  constraint statement_imports_pk primary key (statement_id),
  constraint statement_imports_lines check (taken_lines >= 0)
);

-- A report within the day and the day's statement show the same movements with different ids.
-- Whichever is imported first brings the line; the other confirms it. Several sources may confirm
-- one line, and a collected entry confirms several.
create table line_confirmations (
  bank_line_id uuid not null,
  receiving_account_id uuid not null,
  -- Of the line that was not taken: by it the line is recognised if its file comes again.
  line_key text not null,
  -- Null: the line of a feed.
  statement_id uuid,
  confirmed_at timestamptz not null,
  constraint line_confirmations_pk primary key (receiving_account_id, line_key, bank_line_id)
);

-- Two files of one day in different formats must not count twice. A line that a stored line may
-- already stand for waits here, outside the books, until a person has compared the two.
create table waiting_lines (
  waiting_line_id uuid not null,
  receiving_account_id uuid not null,
  -- Null: a feed or a person gave the line without a statement.
  statement_id uuid,
  -- By it the line is recognised if it is given again.
  line_key text not null,
  amount_cents bigint not null,
  booked_at timestamptz not null,
  booked_exactly boolean not null,
  utr text,
  bank_id text,
  purpose text,
  return_reason text,
  -- Text, counterparty and the payer's own id, encrypted.
  sealed bytea not null,
  -- How it came, as bank_lines.source: whoever decides about it did not give it.
  source text,
  reason text not null,
  -- The ids of the stored lines that it may repeat.
  beside jsonb not null,
  received_at timestamptz not null,
  -- Null: it waits. `same`: the lines in bank_line_ids are this movement. `other`: it was taken
  -- as a bank line with the id of this row.
  decision text,
  bank_line_ids jsonb,
  note text,
  actor_role text,
  actor_id uuid,
  decided_at timestamptz,
  constraint waiting_lines_pk primary key (waiting_line_id),
  constraint waiting_lines_once unique (receiving_account_id, line_key),
  constraint waiting_lines_source check (source in ('hand', 'file', 'feed')),
  constraint waiting_lines_reason check (
    reason in ('day_reached', 'day_differs', 'day_closed', 'maybe_stored')
  ),
  constraint waiting_lines_decision check (decision in ('same', 'other')),
  constraint waiting_lines_decided check (
    (decision is null) = (decided_at is null) and (decision is null) = (note is null)
    and (decision is null) = (bank_line_ids is null) and (decision is null) = (actor_role is null)
  )
);

-- What was found when somebody closed a day of a receiving account. Closing it again adds a row.
create table account_day_closings (
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
  closed_at timestamptz not null,
  constraint account_day_closings_pk primary key (receiving_account_id, day, revision),
  constraint account_day_closings_revision check (revision >= 1)
);

create index statement_balances_days on statement_balances (receiving_account_id, day);

create index statement_imports_open on statement_imports (progress_at)
  where completed_at is null;

-- The daily proof reads the confirmations of each imported statement.
create index line_confirmations_statement on line_confirmations (statement_id);

create index line_confirmations_line on line_confirmations (bank_line_id);

create index waiting_lines_open on waiting_lines (waiting_line_id) where decision is null;
create index waiting_lines_days on waiting_lines (receiving_account_id, booked_at);

revoke update, delete, truncate on statements from current_user;
revoke update, delete, truncate on statement_balances from current_user;
revoke update, delete, truncate on line_confirmations from current_user;
revoke delete, truncate on waiting_lines from current_user;
revoke update, delete, truncate on account_day_closings from current_user;
