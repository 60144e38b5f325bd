-- Reports by days of any time zone, by type, and over all merchants: counters of quarter hours and
-- of days in UTC, a row for each merchant and one for all of them together.

drop table trade_days;

-- Null: nothing of this. Totals are minor units, of `duration` milliseconds. The merchant_id of all
-- merchants together is that of the house's book.
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

create table trade_days (
  merchant_id uuid not null,
  -- Days since 1970-01-01, in UTC.
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

-- All events are counted again. An older process cannot count meanwhile: it misses its columns.
delete from trade_counts;
update trade_count_heads set counted_number = 0;

-- Pay-ins that no receiving account took, by the same quarters of an hour and by type.
create table payin_miss_slots (
  merchant_id uuid not null,
  slot integer not null,
  currency text not null,
  -- Empty: counted by an earlier version, which did not keep it.
  type text not null,
  reason text not null,
  miss_count bigint not null,
  total_cents numeric not null,
  constraint payin_miss_slots_pk primary key (merchant_id, slot, currency, type, reason),
  constraint payin_miss_slots_reason check (reason in ('no_account', 'disabled', 'inactive_hours',
    'below_minimum', 'above_maximum', 'daily_count', 'daily_amount', 'amount_taken',
    'merchant_share'))
) with (fillfactor = 70);

-- Of a day of an earlier version only the day in UTC is known: its middle stands for it.
insert into payin_miss_slots
select merchant_id, day * 96 + 48, currency, '', reason, miss_count, total_cents from payin_misses
union all
select '00000000-0000-0000-0000-000000000000', day * 96 + 48, currency, '', reason,
  sum(miss_count)::bigint, sum(total_cents)
from payin_misses group by day, currency, reason;

drop table payin_misses;
