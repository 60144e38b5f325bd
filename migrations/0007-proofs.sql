-- Proofs that leave the house: every day the heads of all books go into one signed document, so
-- that history cannot be written anew unseen; and each account's day is closed by a person.
--
-- proof_keys, proofs and account_day_closings are global tables.

-- Ed25519. The private half is encrypted like every other secret.
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

-- The leaves of one proof in their order.
create index proof_heads_leaves on proof_heads (proof_number, position);

-- What was found when somebody closed a day of a receiving account; closed again, one row more.
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

-- The lines of a day, the entry that booked each, and pay-ins of an account that were credited
-- beyond what lines show, which are few.
create index bank_lines_days on bank_lines (receiving_account_id, booked_at);
create index ledger_entries_lines on ledger_entries (bank_line_id) where act = 'bank_line';
create index trades_unbacked on trades (receiving_account_id, completed_at)
  where direction = 'payin' and state in ('completed', 'disputed')
    and received_amount_cents < amount_cents;

revoke update, delete, truncate on proof_keys, proofs, proof_heads, account_day_closings
  from current_user;
