-- A merchant may have several callback endpoints, each with its own secret, filter, limits and
-- health; an event has a delivery for each of them.

-- Number 0 is the merchant's default endpoint: its address and secrets stay in `merchants`, and it
-- has a row here only if something else of it is set. Numbers are not used again.
create table callback_endpoints (
  merchant_id uuid not null,
  number integer not null,
  -- Sealed: an address may have a key in its path or query.
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
    (url is null) = (number = 0 or removed_at is not null)),
  constraint callback_endpoints_secret check ((secret is null) = (url is null)),
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
create index callback_endpoint_health_failing on callback_endpoint_health (next_probe_at)
  where failing_since is not null;
create index callback_endpoint_health_held on callback_endpoint_health (merchant_id, number)
  where has_held;

-- Which of the merchant's endpoints: 0 also stands for the address that a trade gave in its stead.
alter table deliveries add column endpoint_number integer not null default 0;
alter table deliveries drop constraint deliveries_pk;
alter table deliveries
  add constraint deliveries_pk primary key (merchant_id, trade_id, sequence, endpoint_number);

-- `queue`: 3 for the probe of a failing endpoint; 4 what is held back meanwhile, or because the
-- endpoint is disabled. The numbers of `endpoint` up to 1,000,000 are those of the endpoints.
alter table deliveries drop constraint deliveries_queue;
alter table deliveries add constraint deliveries_queue check (queue between 0 and 4);
update deliveries set endpoint = endpoint + 4294967296
  where status = 'waiting' and endpoint between 1 and 1000000;

alter table delivery_attempts add column endpoint_number integer not null default 0;
-- Sealed: where it was sent, without the query. Empty of attempts before this version.
alter table delivery_attempts add column url text not null default '';
alter table delivery_attempts drop constraint delivery_attempts_pk;
alter table delivery_attempts add constraint delivery_attempts_pk
  primary key (merchant_id, trade_id, sequence, endpoint_number, attempt);
