-- Proofs that leave the house: every day the heads of all books go into one signed document, so
-- that history cannot be written anew unseen. Global tables, except proof_heads.

-- Ed25519. The private half is encrypted, like every secret.
create table proof_keys (
  key_id integer not null,
  public_key bytea not null,
  private_key bytea not null,
  created_at timestamptz not null,
  constraint proof_keys_pk primary key (key_id),
  constraint proof_keys_public_key check (octet_length(public_key) = 32)
);

-- What is signed or hashed is a text, kept exactly as it was.
create table proofs (
  proof_number bigint not null,
  day date not null,
  key_id integer not null,
  statement text not null,
  proof_hash bytea not null,
  signature bytea not null,
  totals text not null,
  -- The hashes of the leaves in order, 32 bytes each: the totals' first, then one per book.
  leaves bytea not null,
  made_at timestamptz not null,
  constraint proofs_pk primary key (proof_number),
  constraint proofs_day unique (day),
  constraint proofs_number check (proof_number >= 1),
  constraint proofs_leaves check (octet_length(leaves) % 32 = 0)
);

-- Each book as it stood in each proof.
create table proof_heads (
  merchant_id uuid not null,
  proof_number bigint not null,
  position integer not null,
  book_number bigint not null,
  book_hash bytea not null,
  head text not null,
  constraint proof_heads_pk primary key (merchant_id, proof_number)
);

-- A run of one book's entries, of one merchant's events, or of the audit trail, with digests of the
-- records beside it: lines, trades, attempts, holds, statements. Each hash includes the one before.
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

-- The last check of the books.
create table book_checks (
  -- Who checked: a request to verify, or the daily proof.
  source text not null,
  checked_at timestamptz not null,
  problem_count integer not null,
  -- Since when every check has found problems.
  failing_since timestamptz,
  constraint book_checks_problems
  check (problem_count >= 0 and (problem_count = 0) = (failing_since is null)),
  constraint book_checks_pk primary key (source),
  constraint book_checks_source check (source in ('verify', 'proof'))
);

-- The leaves of one proof in their order.
create index proof_heads_leaves on proof_heads (proof_number, position);

-- Where the next run of a stream begins, and all runs in order.
create index proof_digests_runs on proof_digests (stream, book, to_number);

revoke update, delete, truncate on proof_keys from current_user;
revoke update, delete, truncate on proofs from current_user;
revoke update, delete, truncate on proof_heads from current_user;
revoke update, delete, truncate on proof_digests from current_user;
