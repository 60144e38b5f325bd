-- Digests of what stands beside the ledger, so that the daily proof also covers bank lines, trades,
-- events, attempts, holds and statements.
--
-- proof_digests is a global table, as proofs is.

-- A run of one book's entries, of one merchant's events, or of the audit trail, and the digests of
-- the records that hang on it. Each hash includes that of the group before.
create table proof_digests (
  group_number bigint not null,
  stream text not null,
  book uuid not null,
  after_number bigint not null,
  to_number bigint not null,
  digests bytea not null,
  hash bytea not null,
  made_at timestamptz not null,
  constraint proof_digests_pk primary key (group_number),
  constraint proof_digests_run check (to_number > after_number),
  constraint proof_digests_stream check (stream in ('audit', 'entries', 'events'))
);

-- Where the next run of a stream begins, and all runs in order.
create index proof_digests_runs on proof_digests (stream, book, to_number);

revoke update, delete, truncate on proof_digests from current_user;
