-- The data of a customer can be erased in one act: who was asked for, and what became of each of
-- their orders.
-- Processes that know 0029 go on.

create table customer_erasures (
  merchant_id uuid not null,
  erasure_id uuid not null,
  client_hash bytea not null,
  -- Also what the law still asks for: the reason is in the audit trail.
  is_early boolean not null,
  asked_at timestamptz not null,
  -- The last order that was looked at; orders are looked at in the order of their ids.
  position uuid,
  looked_through_at timestamptz,
  -- Null: orders wait to be looked at, or to be erased.
  ended_at timestamptz,
  constraint customer_erasures_pk primary key (merchant_id, erasure_id)
);

-- One at a time for each customer.
create unique index customer_erasures_open on customer_erasures (merchant_id, client_hash)
  where ended_at is null;

create index customer_erasures_latest on customer_erasures (merchant_id, client_hash, asked_at);

create table customer_erasure_trades (
  merchant_id uuid not null,
  erasure_id uuid not null,
  trade_id uuid not null,
  made_at timestamptz not null,
  outcome text not null,
  -- Of an order that was put aside: why, and until when if that is known.
  reason text,
  reason_until timestamptz,
  constraint customer_erasure_trades_pk primary key (merchant_id, erasure_id, trade_id),
  constraint customer_erasure_trades_outcome
    check (outcome in ('erase', 'nothing_left', 'put_aside'))
);
