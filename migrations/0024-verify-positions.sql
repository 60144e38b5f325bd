-- How far a check of all books has come that was interrupted: one row, removed when a check ends.
-- Processes that know 0020 go on.

create table verify_positions (
  only_row boolean not null,
  started_at timestamptz not null,
  -- Everything up to this proof was read and is in order.
  proof_number bigint not null,
  -- How many ledger entries that were.
  entries bigint not null,
  -- A keyed hash of the other columns, so that nobody else shortens a check.
  seal bytea not null,
  constraint verify_positions_pk primary key (only_row),
  constraint verify_positions_only check (only_row),
  constraint verify_positions_number check (proof_number >= 1)
);
