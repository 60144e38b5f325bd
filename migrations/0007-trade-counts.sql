-- Counters of trades, which follow the events: lists and charts never count trades. The merchant_id
-- of all merchants together is that of the house's book.

-- The event up to which a merchant's trades are in these counters.
create table trade_count_heads (
  merchant_id uuid not null,
  counted_number bigint not null,
  constraint trade_count_heads_pk primary key (merchant_id)
) with (fillfactor = 50);

-- How many trades each merchant has in each state.
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

-- What happened in each quarter of an hour, for reports by the days of any time zone. Null: nothing
-- of this kind. Totals are minor units; those of `duration` are milliseconds.
create table trade_slots (
  merchant_id uuid not null,
  -- Quarters of an hour since 1970-01-01 in UTC: every time zone begins its days with one.
  slot integer not null,
  direction text not null,
  currency text not null,
  type text not null,
  created_count bigint,
  created_total numeric,
  completed_count bigint,
  completed_total numeric,
  matched_count bigint,
  matched_total numeric,
  fees_count bigint,
  fees_total numeric,
  duration_count bigint,
  duration_total numeric,
  within_1m_count bigint,
  within_1m_total numeric,
  within_5m_count bigint,
  within_5m_total numeric,
  within_15m_count bigint,
  within_15m_total numeric,
  within_1h_count bigint,
  within_1h_total numeric,
  within_1d_count bigint,
  within_1d_total numeric,
  expired_count bigint,
  expired_total numeric,
  canceled_count bigint,
  canceled_total numeric,
  failed_count bigint,
  failed_total numeric,
  disputed_count bigint,
  disputed_total numeric,
  reversed_count bigint,
  reversed_total numeric,
  constraint trade_slots_pk primary key (merchant_id, slot, direction, currency, type),
  constraint trade_slots_direction check (direction in ('payin', 'payout'))
) with (fillfactor = 70);

-- The same by days in UTC.
create table trade_days (
  merchant_id uuid not null,
  -- Days since 1970-01-01.
  day integer not null,
  direction text not null,
  currency text not null,
  type text not null,
  created_count bigint,
  created_total numeric,
  completed_count bigint,
  completed_total numeric,
  matched_count bigint,
  matched_total numeric,
  fees_count bigint,
  fees_total numeric,
  duration_count bigint,
  duration_total numeric,
  within_1m_count bigint,
  within_1m_total numeric,
  within_5m_count bigint,
  within_5m_total numeric,
  within_15m_count bigint,
  within_15m_total numeric,
  within_1h_count bigint,
  within_1h_total numeric,
  within_1d_count bigint,
  within_1d_total numeric,
  expired_count bigint,
  expired_total numeric,
  canceled_count bigint,
  canceled_total numeric,
  failed_count bigint,
  failed_total numeric,
  disputed_count bigint,
  disputed_total numeric,
  reversed_count bigint,
  reversed_total numeric,
  constraint trade_days_pk primary key (merchant_id, day, direction, currency, type),
  constraint trade_days_direction check (direction in ('payin', 'payout'))
) with (fillfactor = 70);
