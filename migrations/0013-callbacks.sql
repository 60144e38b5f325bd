-- Events, callbacks and callback endpoints: what merchants are told, written in the transaction of
-- the change.

-- The number of a merchant's last event; its row lock keeps the numbers without a gap. The open
-- pay-ins are counted here because every batch has the lock already.
create table event_heads (
  merchant_id uuid not null,
  last_number bigint not null,
  open_payins integer not null default 0,
  constraint event_heads_pk primary key (merchant_id)
) with (fillfactor = 50);

-- What merchants are told. `standing` is json, not jsonb: it is read as a whole or not at all.
create table events (
  merchant_id uuid not null,
  trade_id uuid not null,
  sequence integer not null,
  number bigint not null,
  type text not null,
  act text not null,
  actor_role text not null,
  actor_id text,
  note text,
  standing json not null,
  happened_at timestamptz not null,
  constraint events_pk primary key (merchant_id, trade_id, sequence),
  constraint events_number unique (merchant_id, number)
);

-- Number 0 is the merchant's default endpoint, made with the merchant: it stays, and it alone may
-- be without an address. Numbers are not used again.
create table callback_endpoints (
  merchant_id uuid not null,
  number integer not null,
  -- Encrypted: an address may have a key in its path or query.
  url text,
  secret bytea,
  previous_secret bytea,
  previous_secret_until timestamptz,
  description text not null,
  -- `deposit.completed`, `deposit.*`; empty: all.
  event_types text[] not null,
  -- Attempts at once, and attempts per second; null: none of its own.
  max_concurrent integer,
  max_per_second integer,
  disabled_at timestamptz,
  disabled_by text,
  created_at timestamptz not null,
  removed_at timestamptz,
  constraint callback_endpoints_pk primary key (merchant_id, number),
  constraint callback_endpoints_number check (number between 0 and 1000000),
  constraint callback_endpoints_address check (
    case when removed_at is null then url is not null or number = 0 else url is null end),
  constraint callback_endpoints_secret check ((secret is null) = (removed_at is not null)),
  constraint callback_endpoints_default check (number > 0 or removed_at is null),
  constraint callback_endpoints_limits check (max_concurrent > 0 and max_per_second > 0),
  constraint callback_endpoints_disabled check ((disabled_at is null) = (disabled_by is null)),
  constraint callback_endpoints_disabled_by check (disabled_by in ('person', 'gone'))
);

-- How an endpoint has answered. Without a row nothing was sent to it.
create table callback_endpoint_health (
  merchant_id uuid not null,
  number integer not null,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_status integer,
  last_error text,
  -- Failed attempts since the last one that succeeded, and when the first of them was made.
  failures integer not null default 0,
  failures_since timestamptz,
  failing_since timestamptz,
  recovered_at timestamptz,
  -- Failed probes in a row, and when the next is due.
  probes integer not null default 0,
  next_probe_at timestamptz,
  -- Deliveries may be held back, in queue 4.
  has_held boolean not null default false,
  -- Attempts that were started in the present second, if their number per second is limited.
  second_at timestamptz,
  started integer not null default 0,
  constraint callback_endpoint_health_pk primary key (merchant_id, number)
);

-- The address is the host alone: path and query may hold secrets. Where a delivery goes is decided
-- at each attempt.
create table deliveries (
  merchant_id uuid not null,
  trade_id uuid not null,
  sequence integer not null,
  number bigint not null,
  url text not null,
  status text not null,
  -- No earlier delivery of its trade waits: only these are looked at when some are claimed.
  is_next boolean not null,
  attempts integer not null,
  -- Those before somebody asked to send it again: the schedule starts again after them.
  attempts_before integer not null,
  due_at timestamptz not null,
  leased_until timestamptz,
  finished_at timestamptz,
  -- Up to 1,000,000 the number of the merchant's endpoint; else it stands for an address that a
  -- trade gave.
  endpoint bigint not null default 0,
  -- 0 before the first attempt; 1 after one; 2 behind an endpoint that answers slowly or not at
  -- all; 3 the probe of a failing endpoint; 4 held back meanwhile, or because the endpoint is
  -- disabled.
  queue smallint not null default 0,
  -- Which of the merchant's endpoints; 0 also stands for the address that a trade gave instead.
  endpoint_number integer not null default 0,
  -- Limits of endpoints hold over all processes: a lease for an endpoint that has limits is counted
  -- while it lasts. Other deliveries are not in the index, so their leases stay cheap.
  is_limited boolean not null default false,
  constraint deliveries_status check (status in ('waiting', 'delivered', 'exhausted')),
  constraint deliveries_pk primary key (merchant_id, trade_id, sequence, endpoint_number),
  constraint deliveries_queue check (queue between 0 and 4)
) with (fillfactor = 60);

-- `reply_head` is encrypted: it may repeat what was sent.
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
  endpoint_number integer not null default 0,
  -- Encrypted: where it was sent, without the query. Empty if nothing was sent.
  url text not null default '',
  -- The time in the header `webhook-timestamp`: the one part of the request that cannot be made
  -- again from the event. Null if nothing was signed.
  signed_at timestamptz,
  constraint delivery_attempts_pk
    primary key (merchant_id, trade_id, sequence, endpoint_number, attempt)
);

create index callback_endpoint_health_failing on callback_endpoint_health (next_probe_at)
  where failing_since is not null;
create index callback_endpoint_health_held on callback_endpoint_health (merchant_id, number)
  where has_held;

create index deliveries_due on deliveries (queue, merchant_id, endpoint, due_at, number)
  where status = 'waiting' and is_next;
create index deliveries_failing on deliveries (merchant_id, number)
  where status = 'waiting' and is_next and attempts > attempts_before;
create index deliveries_exhausted on deliveries (finished_at) where status = 'exhausted';
create index deliveries_limited on deliveries (merchant_id, endpoint) where is_limited;

revoke update, delete, truncate on delivery_attempts from current_user;
