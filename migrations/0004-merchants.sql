-- Merchants: their terms, their API tokens, how their pages look, and their customers.

create table merchants (
  merchant_id uuid not null,
  name text not null,
  balance_currency text not null,
  settings jsonb not null,
  created_at timestamptz not null,
  -- Merchants of the operator's own, one per currency: returns to senders are pay-outs of theirs.
  is_house boolean not null default false,
  constraint merchants_pk primary key (merchant_id),
  constraint merchants_currency check (balance_currency ~ '^[A-Z]{3}$')
);

-- What a merchant's pages carry, and where they may be framed. Logos are in a table of their own:
-- every process keeps the brandings in memory, and reads a logo only when it is shown.
create table brandings (
  merchant_id uuid not null,
  display_name text,
  note text,
  color text,
  frame_ancestors text[] not null,
  changed_at timestamptz not null,
  -- How payers reach the merchant.
  contact_email text,
  contact_phone text,
  contact_url text,
  constraint brandings_pk primary key (merchant_id),
  constraint brandings_color check (color ~ '^#[0-9a-f]{6}$'),
  constraint brandings_frame_ancestors check (cardinality(frame_ancestors) <= 10)
);

create table logos (
  merchant_id uuid not null,
  hash text not null,
  content_type text not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  changed_at timestamptz not null,
  constraint logos_pk primary key (merchant_id),
  constraint logos_hash check (hash ~ '^[0-9a-f]{64}$'),
  constraint logos_type check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  constraint logos_size check (
    octet_length(bytes) >= 1 and octet_length(bytes) <= 262144
    and width between 1 and 1024 and height between 1 and 1024
  )
);

-- Only a hash of each token; a secret that signs requests must be read again, so it is encrypted.
create table api_tokens (
  merchant_id uuid not null,
  token_id uuid not null,
  mode text not null,
  token_hash bytea not null,
  signing_secret bytea not null,
  scopes text[] not null,
  allowed_ips text[] not null,
  require_signature boolean not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  service_mode text not null,
  -- Null: the service's own limit; 0: none.
  rate_limit_per_second integer,
  constraint api_tokens_pk primary key (merchant_id, token_id),
  constraint api_tokens_mode check (mode in ('token', 'signature')),
  constraint api_tokens_service_mode check (service_mode in ('sandbox', 'live')),
  constraint api_tokens_rate_limit check (rate_limit_per_second between 0 and 1000000)
);

-- Signatures of requests that were let through, kept for longer than they are fresh.
create table used_signatures (
  merchant_id uuid not null,
  token_id uuid not null,
  signature bytea not null,
  expires_at timestamptz not null,
  constraint used_signatures_pk primary key (merchant_id, token_id, signature)
);

-- A global table: the currencies that the operator enabled; without a row, the mode's default.
create table currencies (
  currency text not null,
  constraint currencies_pk primary key (currency),
  constraint currencies_currency check (currency ~ '^[A-Z]{3}$')
);

-- A global table: trade-currency units per unit of the balance currency.
create table rates (
  trade_currency text not null,
  balance_currency text not null,
  rate numeric(23, 8) not null,
  source text not null,
  rate_at timestamptz not null,
  constraint rates_pk primary key (trade_currency, balance_currency),
  constraint rates_positive check (rate > 0)
);

-- The merchant's fee in percent, which a trade keeps from its creation on.
create table tariffs (
  merchant_id uuid not null,
  direction text not null,
  type text not null,
  currency text not null,
  percent numeric(7, 4) not null,
  constraint tariffs_pk primary key (merchant_id, direction, type, currency),
  constraint tariffs_direction check (direction in ('payin', 'payout')),
  constraint tariffs_percent check (percent between 0 and 100)
);

-- A customer of a merchant that limits them, locked while their pay-ins are counted; the keyed hash
-- of the merchant and its client_id, so that nobody can tell who it is.
create table clients (
  merchant_id uuid not null,
  client_hash bytea not null,
  constraint clients_pk primary key (merchant_id, client_hash)
);

-- The pay-ins of these customers.
create table client_payins (
  merchant_id uuid not null,
  client_hash bytea not null,
  trade_id uuid not null,
  constraint client_payins_pk primary key (merchant_id, client_hash, trade_id)
);

create index api_tokens_hash on api_tokens (token_hash);

create index used_signatures_by_expiry on used_signatures (expires_at);
