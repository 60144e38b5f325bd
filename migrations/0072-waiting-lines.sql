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

revoke delete, truncate on waiting_lines from current_user;

create index waiting_lines_open on waiting_lines (waiting_line_id) where decision is null;
create index waiting_lines_days on waiting_lines (receiving_account_id, booked_at);

-- Several sources may confirm one line, a collected entry stands for several, and a feed's line has
-- no statement.
alter table line_confirmations drop constraint line_confirmations_pk;
alter table line_confirmations drop constraint line_confirmations_once;
alter table line_confirmations
  add constraint line_confirmations_pk primary key (receiving_account_id, line_key, bank_line_id);
alter table line_confirmations alter column statement_id drop not null;
-- Each line of a feed is compared with the equal lines that statements have brought.
create index bank_lines_of_statements on bank_lines (receiving_account_id, amount_cents, booked_at)
  where statement_id is not null;
create index line_confirmations_line on line_confirmations (bank_line_id);
