-- Which file is the archive of a month, and what its entries moved: so that reports, and later the
-- checks of the books, need not read them again. Global tables, except archived_sums.
-- Processes that know 0034 go on.

create table archived_months (
  month text not null,
  -- The month lies between these proofs; 0: from the first entry on.
  after_proof bigint not null,
  proof_number bigint not null,
  -- SHA-256 of the file, of its manifest, and of the sums that are kept.
  file_hash bytea not null,
  manifest_hash bytea not null,
  sums_hash bytea not null,
  noted_at timestamptz not null,
  constraint archived_months_pk primary key (month),
  constraint archived_months_proof unique (proof_number),
  constraint archived_months_month check (month ~ '^\d{4}-\d{2}$'),
  constraint archived_months_range check (after_proof >= 0 and proof_number > after_proof),
  constraint archived_months_hashes check (octet_length(file_hash) = 32
    and octet_length(manifest_hash) = 32 and octet_length(sums_hash) = 32)
);

-- What each act moved on each account of a book, up to a month's last proof from the one before.
create table archived_sums (
  merchant_id uuid not null,
  proof_number bigint not null,
  account text not null,
  currency text not null,
  act text not null,
  -- Postings of the act.
  entries bigint not null,
  amount_cents bigint not null,
  constraint archived_sums_pk primary key (merchant_id, proof_number, account, currency, act),
  constraint archived_sums_entries check (entries >= 1)
);

revoke update, delete, truncate on archived_months from current_user;
revoke update, delete, truncate on archived_sums from current_user;
