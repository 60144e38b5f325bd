-- How far the sandbox's clock is ahead of the database's; a live database never has the row.

create table sandbox_clock (
  only_row boolean not null,
  ahead_ms bigint not null,
  constraint sandbox_clock_pk primary key (only_row),
  constraint sandbox_clock_only_row check (only_row),
  -- 800 days.
  constraint sandbox_clock_ahead_ms_range check (ahead_ms between 0 and 69120000000)
);
