-- Trades of archived months that were removed: as they were in trades, and found by id, order id,
-- UTR and customer only. Only the owner of the tables moves a trade here.
-- Processes that know 0034 go on.

-- The columns of trades, in their order; two more follow them.
create table past_trades (
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
  client_id bytea not null,
  client_hash bytea not null,
  callback_url text,
  return_url text,
  description text,
  payee bytea,
  number_hash bytea,
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
  final_at timestamptz not null,
  changed_at timestamptz not null,
  last_command_id uuid not null,
  settlement_id uuid,
  order_id_as_sent text,
  page_key_id smallint not null,
  account_day integer,
  recalled_amount_cents bigint not null,
  trace_context bytea,
  metadata text,
  metadata_hashes bigint[],
  -- The month whose archive has it.
  archived_month text not null,
  -- UTRs of the bank lines that paid it, which are gone; null: none but its own one.
  line_utrs text[],
  constraint past_trades_pk primary key (merchant_id, trade_id),
  constraint past_trades_order unique (merchant_id, order_id),
  constraint past_trades_direction check (direction in ('payin', 'payout')),
  constraint past_trades_state
    check (state in ('completed', 'expired', 'canceled', 'failed', 'reversed')),
  constraint past_trades_month check (archived_month ~ '^\d{4}-\d{2}$')
);

create index past_trades_utr on past_trades (utr) where utr is not null;

-- Few have others than their own UTR.
create index past_trades_line_utrs on past_trades using gin (line_utrs)
  where line_utrs is not null;

-- A customer's data are erased from all of their trades.
create index past_trades_customer on past_trades (client_hash, trade_id);

-- Few are refunds: the refunds of a pay-in are shown with it.
create index past_trades_refunds on past_trades (merchant_id, refund_of, trade_id)
  where refund_of is not null;

-- How far the removal of a month has come: noted, behind (answers come from its sums, its rows
-- begin to go), removed (nothing more of it will go).
alter table archived_months add column stage text not null default 'noted';
alter table archived_months add constraint archived_months_stage
  check (stage in ('noted', 'behind', 'removed'));

revoke insert, update, delete, truncate on past_trades from current_user;
