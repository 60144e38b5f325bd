-- The data of a payer can be erased: which trades, and what keeps the digests of their records.
-- Processes that know 0020 go on.

create table erasures (
  merchant_id uuid not null,
  trade_id uuid not null,
  erasure_id uuid not null,
  asked_at timestamptz not null,
  -- Null: the job that erases has not come to it.
  erased_at timestamptz,
  constraint erasures_pk primary key (merchant_id, trade_id)
);

create index erasures_waiting on erasures (asked_at, trade_id) where erased_at is null;

-- The keyed hash of each value that is gone; it stands for the value in the digest of its record.
create table erased_values (
  place text not null,
  value_hash bytea not null,
  erasure_id uuid not null,
  erased_at timestamptz not null,
  constraint erased_values_pk primary key (place)
);

revoke update, delete, truncate on erased_values from current_user;
