-- How many trades each merchant has in each state, and what happened to them each day: lists and
-- charts read these counters, which follow the events, and never count trades.

create table trade_counts (
  merchant_id uuid not null,
  direction text not null,
  currency text not null,
  state text not null,
  trade_count bigint not null,
  -- Numeric: no number of large orders may make a later one fail.
  amount_cents numeric not null,
  constraint trade_counts_pk primary key (merchant_id, direction, currency, state),
  constraint trade_counts_direction check (direction in ('payin', 'payout')),
  constraint trade_counts_state check (state in ('created', 'pending', 'verifying', 'processing',
    'completed', 'expired', 'canceled', 'failed', 'disputed', 'reversed'))
) with (fillfactor = 50);

create table trade_days (
  merchant_id uuid not null,
  -- Days since 1970-01-01, in UTC.
  day integer not null,
  direction text not null,
  currency text not null,
  measure text not null,
  trade_count bigint not null,
  -- Minor units, or milliseconds of the measure `duration`.
  total numeric not null,
  constraint trade_days_pk primary key (merchant_id, day, direction, currency, measure),
  constraint trade_days_direction check (direction in ('payin', 'payout')),
  constraint trade_days_measure check (measure in ('created', 'completed', 'matched', 'fees',
    'duration', 'within_1m', 'within_5m', 'within_15m', 'within_1h', 'within_1d', 'expired',
    'canceled', 'failed', 'disputed', 'reversed'))
) with (fillfactor = 50);

create index trade_days_days on trade_days (day);

-- The event up to which a merchant's trades are in these counters.
create table trade_count_heads (
  merchant_id uuid not null,
  counted_number bigint not null,
  constraint trade_count_heads_pk primary key (merchant_id)
) with (fillfactor = 50);

-- Whether a person assigned the line that completed a pay-in.
create index bank_line_acts_trade on bank_line_acts (merchant_id, trade_id)
  where trade_id is not null;
