-- Receiving accounts: the operator's own accounts that pay-ins go to, what of each is reserved or
-- used up, and pay-ins that none could take. Global tables, except the merchants' counts.

-- The number is encrypted; its keyed hash finds it again.
create table receiving_accounts (
  receiving_account_id uuid not null,
  type text not null,
  currency text not null,
  name text not null,
  number bytea not null,
  number_hash bytea not null,
  bank_name text,
  min_amount_cents bigint,
  max_amount_cents bigint,
  daily_count_limit integer,
  daily_amount_limit_cents bigint,
  active_from_minute integer,
  active_to_minute integer,
  weight integer not null,
  exclusive_only boolean not null,
  enabled boolean not null,
  simulated boolean not null,
  created_at timestamptz not null,
  constraint receiving_accounts_pk primary key (receiving_account_id),
  constraint receiving_accounts_number unique (type, currency, number_hash),
  constraint receiving_accounts_weight check (weight between 1 and 1000)
);

-- Events show a receiving account under the names that it had then: a change of the names keeps
-- the earlier ones. An account that was never renamed has no row.
create table receiving_account_names (
  receiving_account_id uuid not null,
  -- Events before this moment show these names, if there is no row with an earlier moment.
  renamed_at timestamptz not null,
  name text not null,
  bank_name text,
  constraint receiving_account_names_pk primary key (receiving_account_id, renamed_at)
);

-- What pay-ins have used up of an account's day. It comes back if a pay-in ends without money.
create table account_days (
  receiving_account_id uuid not null,
  day integer not null,
  payin_count integer not null,
  amount_cents bigint not null,
  -- The day of an account without a limit is counted in several rows, one for each writer, so that
  -- batches do not wait for each other. With a limit only row 0 is used, which is locked.
  shard smallint not null default 0,
  constraint account_days_pk primary key (receiving_account_id, day, shard)
) with (fillfactor = 50);

-- What each merchant has used up of the day of an account with a daily limit.
create table merchant_account_days (
  merchant_id uuid not null,
  receiving_account_id uuid not null,
  day integer not null,
  payin_count integer not null,
  amount_cents bigint not null,
  constraint merchant_account_days_pk primary key (merchant_id, receiving_account_id, day)
);

-- How many lines of each size and hour of the day an account has got: an unusual line of a feed
-- waits for a person.
create table account_habits (
  receiving_account_id uuid not null,
  trait text not null,
  bucket smallint not null,
  line_count bigint not null,
  constraint account_habits_pk primary key (receiving_account_id, trait, bucket),
  constraint account_habits_trait check (trait in ('size', 'hour'))
) with (fillfactor = 50);

-- Which amounts are taken on an account. Account, amount and time decide a bank line alone if the
-- amount is exclusive; if it is shared, the UTR decides.
create table reservations (
  receiving_account_id uuid not null,
  amount_cents bigint not null,
  trade_id uuid not null,
  merchant_id uuid not null,
  reference text not null,
  exclusive boolean not null,
  free_at timestamptz,
  until timestamptz,
  constraint reservations_pk primary key (reference, trade_id)
);

-- Pay-ins that no receiving account took, by quarters of an hour in UTC and by type: demand that
-- was lost.
create table payin_miss_slots (
  merchant_id uuid not null,
  slot integer not null,
  currency text not null,
  type text not null,
  reason text not null,
  miss_count bigint not null,
  total_cents numeric not null,
  constraint payin_miss_slots_pk primary key (merchant_id, slot, currency, type, reason),
  constraint payin_miss_slots_reason check (reason in ('no_account', 'disabled', 'inactive_hours',
    'below_minimum', 'above_maximum', 'daily_count', 'daily_amount', 'amount_taken',
    'merchant_share'))
) with (fillfactor = 70);

create unique index reservations_exclusive on reservations (receiving_account_id, amount_cents)
  where exclusive;
create index reservations_until on reservations (until) where until is not null;
create index reservations_shared on reservations (receiving_account_id, amount_cents, trade_id)
  where not exclusive;

revoke update, delete, truncate on receiving_account_names from current_user;
