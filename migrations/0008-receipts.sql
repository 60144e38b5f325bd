-- What payers give beside a UTR: their word that they have paid, and receipts. Neither moves money
-- or a state; people look at them.

create table paid_notices (
  merchant_id uuid not null,
  trade_id uuid not null,
  said_at timestamptz not null,
  constraint paid_notices_pk primary key (merchant_id, trade_id)
);
create index paid_notices_said on paid_notices (said_at, merchant_id, trade_id);

-- The row stays when the file goes, so that a trade takes no more files than its slots. The hash
-- is keyed: the same file twice is one receipt, and nobody else can tell what it was.
create table receipts (
  merchant_id uuid not null,
  receipt_id uuid not null,
  trade_id uuid not null,
  slot smallint not null,
  file_type text not null,
  size_bytes integer not null,
  content_hash bytea not null,
  given_at timestamptz not null,
  removed_at timestamptz,
  constraint receipts_pk primary key (merchant_id, receipt_id),
  constraint receipts_slot unique (merchant_id, trade_id, slot),
  constraint receipts_once unique (merchant_id, trade_id, content_hash),
  constraint receipts_limit check (slot between 1 and 5),
  constraint receipts_type check (file_type in ('jpeg', 'png', 'webp', 'pdf')),
  constraint receipts_size check (size_bytes between 1 and 10485760)
);
create index receipts_given on receipts (receipt_id);
create index receipts_kept on receipts (given_at) where removed_at is null;

-- Sealed by the service. No foreign key: deleting a file must not look at anything else.
create table receipt_files (
  merchant_id uuid not null,
  receipt_id uuid not null,
  content bytea not null,
  constraint receipt_files_pk primary key (merchant_id, receipt_id)
);
-- Sealed bytes do not get smaller.
alter table receipt_files alter column content set storage external;

revoke update, delete, truncate on paid_notices from current_user;
revoke delete, truncate on receipts from current_user;
