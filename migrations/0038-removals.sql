-- Which archived months are removed, with whose approval, and what has to be known of them
-- afterwards. Global tables, except removed_events.
-- Processes that know 0034 go on.

-- One row for each month that somebody wants removed.
create table removals (
  month text not null,
  -- SHA-256 of the file that everything is compared with.
  file_hash bytea not null,
  -- How the second file is known: read by the command, or told by a person.
  copy text not null,
  -- What would go, and what stays, by kind: what the owners see.
  plan jsonb not null,
  planned_at timestamptz not null,
  -- When owners allowed it, for this file and this plan.
  allowed_at timestamptz,
  -- What has gone so far, by kind.
  removed jsonb not null,
  ended_at timestamptz,
  constraint removals_pk primary key (month),
  constraint removals_month check (month ~ '^\d{4}-\d{2}$'),
  constraint removals_hash check (octet_length(file_hash) = 32),
  constraint removals_copy check (copy in ('read', 'told')),
  constraint removals_order check (ended_at is null or allowed_at is not null)
);

-- Lines of an account that are booked on this day or before may have been removed.
create table removed_days (
  receiving_account_id uuid not null,
  last_day date not null,
  constraint removed_days_pk primary key (receiving_account_id)
);

-- Up to which number the events of a merchant may have been removed: its feed begins after it.
create table removed_events (
  merchant_id uuid not null,
  last_number bigint not null,
  constraint removed_events_pk primary key (merchant_id),
  constraint removed_events_number check (last_number >= 1)
);

revoke delete, truncate on removals from current_user;
revoke insert, update, delete, truncate on removed_days from current_user;
revoke insert, update, delete, truncate on removed_events from current_user;

-- A reason more: the day of the line was removed.
alter table waiting_lines drop constraint waiting_lines_reason;
alter table waiting_lines add constraint waiting_lines_reason check (
  reason in ('day_reached', 'day_differs', 'day_closed', 'maybe_stored', 'day_removed')
);
