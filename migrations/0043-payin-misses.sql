-- Pay-ins that no receiving account could take, by day and reason: demand that was lost.

create table payin_misses (
  merchant_id uuid not null,
  -- Days since 1970-01-01, in UTC.
  day integer not null,
  currency text not null,
  reason text not null,
  miss_count bigint not null,
  total_cents numeric not null,
  constraint payin_misses_pk primary key (merchant_id, day, currency, reason),
  constraint payin_misses_reason check (reason in ('no_account', 'disabled', 'inactive_hours',
    'below_minimum', 'above_maximum', 'daily_count', 'daily_amount', 'amount_taken',
    'merchant_share'))
);

create index payin_misses_days on payin_misses (day);
