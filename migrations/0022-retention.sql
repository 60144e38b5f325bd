-- How long each kind of data is kept, and what the job that ends them has done.
-- Processes that know 0020 go on.

-- Kinds without a row have their usual days.
create table retention_periods (
  kind text not null,
  -- Null: without an end.
  days integer,
  changed_at timestamptz not null,
  constraint retention_periods_pk primary key (kind),
  constraint retention_periods_days check (days between 1 and 3653)
);

create table retention_progress (
  kind text not null,
  rows_ended bigint not null default 0,
  last_ended_at timestamptz,
  looked_at timestamptz,
  constraint retention_progress_pk primary key (kind)
);
