-- What a database must know of itself so that live money never meets a sandbox's data: its mode,
-- and that of each token. Beside it each token's own rate, the enabled currencies, and the
-- signatures that have opened a request.
--
-- database_mode and currencies are global tables.

-- One row, written at the first start and never changed.
create table database_mode (
  only_row boolean not null,
  mode text not null,
  known_since timestamptz not null,
  constraint database_mode_pk primary key (only_row),
  constraint database_mode_only_row check (only_row),
  constraint database_mode_known check (mode in ('sandbox', 'live'))
);

-- Null where an older version issued the token: the next start writes the database's mode.
alter table api_tokens add column service_mode text;
alter table api_tokens add constraint api_tokens_service_mode
  check (service_mode in ('sandbox', 'live'));
alter table operator_tokens add column service_mode text;
alter table operator_tokens add constraint operator_tokens_service_mode
  check (service_mode in ('sandbox', 'live'));

-- Null: the service's own limit; 0: none.
alter table api_tokens add column rate_limit_per_second integer;
alter table api_tokens add constraint api_tokens_rate_limit
  check (rate_limit_per_second between 0 and 1000000);

-- Those that the operator enabled; no row: the default of the mode.
create table currencies (
  currency text not null,
  constraint currencies_pk primary key (currency),
  constraint currencies_currency check (currency ~ '^[A-Z]{3}$')
);

-- Signatures of requests that were let through, kept for longer than they are fresh.
create table used_signatures (
  merchant_id uuid not null,
  token_id uuid not null,
  signature bytea not null,
  expires_at timestamptz not null,
  constraint used_signatures_pk primary key (merchant_id, token_id, signature)
);
create index used_signatures_by_expiry on used_signatures (expires_at);
