-- The core: merchants, trades, receiving accounts, bank lines, the ledger, events and
-- deliveries. Everything else stands on these.
--
-- merchant_id comes first in every primary key and stands in every unique index, except in the
-- global
-- tables: settings_versions, encryption_keys, operator_tokens, rates, receiving_accounts,
-- account_days,
-- reservations, bank_lines, bank_line_outcomes, utr_claims, audit_entries, audit_head.
-- Money is bigint minor units, times are timestamptz, percent and rate are numeric.

create table settings_versions (
  name text not null,
  version bigint not null default 0,
  constraint settings_versions_pk primary key (name)
);
insert into settings_versions (name) values ('settings');

create table encryption_keys (
  key_id integer not null,
  purpose text not null,
  wrapped bytea not null,
  created_at timestamptz not null,
  constraint encryption_keys_pk primary key (key_id),
  constraint encryption_keys_purpose check (purpose in ('data', 'lookup'))
);

create table operator_tokens (
  operator_token_id uuid not null,
  name text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  constraint operator_tokens_pk primary key (operator_token_id)
);

create table merchants (
  merchant_id uuid not null,
  name text not null,
  balance_currency text not null,
  settings jsonb not null,
  callback_url text,
  callback_secret bytea not null,
  previous_callback_secret bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  constraint merchants_pk primary key (merchant_id),
  constraint merchants_currency check (balance_currency ~ '^[A-Z]{3}$')
);

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
  constraint api_tokens_pk primary key (merchant_id, token_id),
  constraint api_tokens_mode check (mode in ('token', 'signature'))
);
create index api_tokens_hash on api_tokens (token_hash);

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

create table rates (
  trade_currency text not null,
  balance_currency text not null,
  rate numeric(23, 8) not null,
  source text not null,
  rate_at timestamptz not null,
  constraint rates_pk primary key (trade_currency, balance_currency),
  constraint rates_positive check (rate > 0)
);

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

create table account_days (
  receiving_account_id uuid not null,
  day integer not null,
  payin_count integer not null,
  amount_cents bigint not null,
  constraint account_days_pk primary key (receiving_account_id, day)
);

create table trades (
  merchant_id uuid not null,
  trade_id uuid not null,
  order_id text not null,
  direction text not null,
  type text not null,
  currency text not null,
  requested_amount_cents bigint not null,
  percent numeric(7, 4) not null,
  exchange_rate numeric(23, 8) not null,
  rate_source text,
  rate_at timestamptz,
  settlement_currency text not null,
  client_id text not null,
  callback_url text,
  return_url text,
  payee bytea,
  number_hash bytea,
  page_key bytea not null,
  fingerprint bytea not null,
  refund_of uuid,
  created_at timestamptz not null,
  state text not null,
  state_reason text,
  sequence integer not null,
  amount_cents bigint not null,
  received_amount_cents bigint not null,
  refunded_amount_cents bigint not null,
  fee_cents bigint not null,
  settlement_amount_cents bigint not null,
  receiving_account_id uuid,
  exclusive boolean not null,
  utr text,
  utr_claims smallint not null,
  disputed_from text,
  expires_at timestamptz,
  closed_at timestamptz,
  completed_at timestamptz,
  final_at timestamptz,
  changed_at timestamptz not null,
  last_command_id uuid not null,
  constraint trades_pk primary key (merchant_id, trade_id),
  constraint trades_order unique (merchant_id, order_id),
  constraint trades_direction check (direction in ('payin', 'payout')),
  constraint trades_state check (
    case direction
      when 'payin' then state in ('created', 'pending', 'verifying', 'completed', 'expired',
        'canceled', 'failed', 'disputed', 'reversed')
      else state in ('created', 'processing', 'completed', 'canceled', 'failed', 'disputed',
        'reversed')
    end
  ),
  constraint trades_amounts check (
    amount_cents >= 1 and requested_amount_cents between 1 and 1000000000000
    and received_amount_cents >= 0 and refunded_amount_cents >= 0 and fee_cents >= 0
    and settlement_amount_cents >= 0
  ),
  constraint trades_percent check (percent between 0 and 100),
  constraint trades_rate check (exchange_rate > 0),
  constraint trades_sequence check (sequence >= 1),
  constraint trades_account check (
    state <> 'pending' or receiving_account_id is not null
  ),
  constraint trades_payee check ((direction = 'payout') = (payee is not null)),
  constraint trades_payout_utr check (
    direction <> 'payout' or state <> 'completed' or utr is not null
  )
);
create index trades_expiry on trades (expires_at)
  where direction = 'payin' and state in ('created', 'pending');
create index trades_decisions on trades (merchant_id, state, trade_id)
  where state in ('verifying', 'processing', 'disputed')
    or (direction = 'payout' and state = 'created');
create index trades_payee_number on trades (merchant_id, number_hash)
  where number_hash is not null;

create table reservations (
  receiving_account_id uuid not null,
  amount_cents bigint not null,
  trade_id uuid not null,
  merchant_id uuid not null,
  reference text not null,
  exclusive boolean not null,
  free_at timestamptz,
  until timestamptz,
  constraint reservations_pk primary key (receiving_account_id, amount_cents, trade_id)
);
create unique index reservations_exclusive on reservations (receiving_account_id, amount_cents)
  where exclusive;
create index reservations_reference on reservations (reference);
create index reservations_until on reservations (until) where until is not null;

create table client_payins (
  merchant_id uuid not null,
  client_id text not null,
  trade_id uuid not null,
  constraint client_payins_pk primary key (merchant_id, client_id, trade_id)
);
create table clients (
  merchant_id uuid not null,
  client_id text not null,
  constraint clients_pk primary key (merchant_id, client_id)
);

create table utr_claims (
  utr text not null,
  trade_id uuid not null,
  merchant_id uuid not null,
  active boolean not null,
  claimed_at timestamptz not null,
  constraint utr_claims_pk primary key (utr, trade_id)
);

create table page_tries (
  merchant_id uuid not null,
  trade_id uuid not null,
  utr_tries integer not null,
  constraint page_tries_pk primary key (merchant_id, trade_id)
);

create table bank_lines (
  bank_line_id uuid not null,
  receiving_account_id uuid not null,
  currency text not null,
  amount_cents bigint not null,
  booked_at timestamptz not null,
  booked_exactly boolean not null,
  utr text,
  narration text,
  bank_id text,
  line_key text not null,
  received_at timestamptz not null,
  constraint bank_lines_pk primary key (bank_line_id),
  constraint bank_lines_once unique (receiving_account_id, line_key),
  constraint bank_lines_amount check (
    amount_cents <> 0 and amount_cents between -1000000000000 and 1000000000000
  )
);
create index bank_lines_utr on bank_lines (utr) where utr is not null;

-- One row per line: its primary key is what lets a line be consumed by one trade only. No
-- foreign key to
-- bank_lines: its check would lock rows there, for which the service's role lacks the right.
create table bank_line_outcomes (
  bank_line_id uuid not null,
  status text not null,
  merchant_id uuid,
  trade_id uuid,
  reason text not null,
  candidates jsonb not null,
  decided_at timestamptz not null,
  constraint bank_line_outcomes_pk primary key (bank_line_id),
  constraint bank_line_outcomes_status check (
    case status
      when 'matched' then merchant_id is not null and trade_id is not null
      when 'suspense' then merchant_id is null and trade_id is null
      else false
    end
  )
);
create index bank_line_outcomes_trade on bank_line_outcomes (merchant_id, trade_id)
  where trade_id is not null;
create index bank_line_outcomes_suspense on bank_line_outcomes (decided_at)
  where status = 'suspense';

-- An entry balances when the amounts of each currency sum to zero. Immutable, so that a check
-- may call it.
create function ledger_entry_balances(currencies text[], amounts bigint[]) returns boolean
  language plpgsql immutable parallel safe as $$
declare
  this integer;
  other integer;
  total numeric;
begin
  if coalesce(array_length(currencies, 1), 0) < 2
    or array_length(currencies, 1) <> array_length(amounts, 1) then
    return false;
  end if;
  for this in 1 .. array_length(currencies, 1) loop
    total := 0;
    for other in 1 .. array_length(currencies, 1) loop
      if currencies[other] = currencies[this] then
        total := total + amounts[other];
      end if;
    end loop;
    if total is distinct from 0 then
      return false;
    end if;
  end loop;
  return true;
end $$;

-- The head of each book's chain; its row lock orders all money of one book. The house's book is
-- the nil id.
create table ledger_books (
  merchant_id uuid not null,
  last_number bigint not null,
  last_hash bytea not null,
  constraint ledger_books_pk primary key (merchant_id)
);
insert into ledger_books (merchant_id, last_number, last_hash)
  values ('00000000-0000-0000-0000-000000000000', 0, decode(repeat('00', 32), 'hex'));

create table ledger_accounts (
  merchant_id uuid not null,
  account text not null,
  currency text not null,
  balance_cents bigint not null,
  -- How far below zero a reversal has let the account go; null where its sign is free.
  overdraft_cents bigint,
  constraint ledger_accounts_pk primary key (merchant_id, account, currency),
  constraint ledger_accounts_floor check (
    overdraft_cents is null or balance_cents >= -overdraft_cents
  ),
  constraint ledger_accounts_guarded check (
    account not in ('available', 'blocked') or overdraft_cents is not null
  )
);

create table ledger_entries (
  merchant_id uuid not null,
  entry_number bigint not null,
  act text not null,
  trade_id uuid,
  bank_line_id uuid,
  adjustment_id uuid,
  accounts text[] not null,
  currencies text[] not null,
  amounts bigint[] not null,
  entered_at timestamptz not null,
  hash bytea not null,
  constraint ledger_entries_pk primary key (merchant_id, entry_number),
  constraint ledger_entries_balance check (ledger_entry_balances(currencies, amounts)),
  constraint ledger_entries_accounts check (array_length(accounts, 1) = array_length(amounts, 1))
);
create index ledger_entries_trade on ledger_entries (merchant_id, trade_id)
  where trade_id is not null;

create table adjustments (
  merchant_id uuid not null,
  adjustment_id uuid not null,
  amount_cents bigint not null,
  currency text not null,
  reason text not null,
  actor_role text not null,
  actor_id text,
  adjusted_at timestamptz not null,
  constraint adjustments_pk primary key (merchant_id, adjustment_id),
  constraint adjustments_amount check (amount_cents <> 0)
);

-- What merchants are told. `number` is given after the commit by one sequencer; readers see
-- numbered events only.
create table events (
  merchant_id uuid not null,
  trade_id uuid not null,
  sequence integer not null,
  number bigint,
  type text not null,
  act text not null,
  actor_role text not null,
  actor_id text,
  note text,
  standing jsonb not null,
  happened_at timestamptz not null,
  constraint events_pk primary key (merchant_id, trade_id, sequence),
  constraint events_number unique (merchant_id, number)
);
create index events_unnumbered on events (happened_at, trade_id, sequence) where number is null;

create table event_heads (
  merchant_id uuid not null,
  last_number bigint not null,
  constraint event_heads_pk primary key (merchant_id)
);

create table deliveries (
  merchant_id uuid not null,
  trade_id uuid not null,
  sequence integer not null,
  number bigint not null,
  url text not null,
  host text not null,
  status text not null,
  -- No earlier delivery of its trade waits: only these are looked at when some are claimed.
  is_next boolean not null,
  attempts integer not null,
  -- Those before somebody asked for it once more: the schedule starts again after them.
  attempts_before integer not null,
  due_at timestamptz not null,
  leased_until timestamptz,
  finished_at timestamptz,
  constraint deliveries_pk primary key (merchant_id, trade_id, sequence),
  constraint deliveries_event foreign key (merchant_id, trade_id, sequence)
    references events (merchant_id, trade_id, sequence),
  constraint deliveries_status check (status in ('waiting', 'delivered', 'exhausted'))
);
-- By host, so that what waits for a dead one is never read to find what is due for the others.
create index deliveries_due on deliveries (host, due_at, number)
  where status = 'waiting' and is_next;

create table delivery_attempts (
  merchant_id uuid not null,
  trade_id uuid not null,
  sequence integer not null,
  attempt integer not null,
  attempted_at timestamptz not null,
  status integer,
  error text,
  duration_ms integer not null,
  reply_head text not null,
  constraint delivery_attempts_pk primary key (merchant_id, trade_id, sequence, attempt)
);

create table audit_entries (
  number bigint not null,
  at timestamptz not null,
  actor_role text not null,
  actor_id text,
  action text not null,
  target text not null,
  detail jsonb not null,
  hash bytea not null,
  constraint audit_entries_pk primary key (number)
);
create table audit_head (
  name text not null,
  last_number bigint not null,
  last_hash bytea not null,
  constraint audit_head_pk primary key (name)
);
insert into audit_head (name, last_number, last_hash)
  values ('audit', 0, decode(repeat('00', 32), 'hex'));

-- History cannot be changed by the service's own role; the hash chains show it if anybody else
-- does.
revoke update, delete, truncate
  on ledger_entries, bank_lines, adjustments, delivery_attempts, audit_entries
  from current_user;
