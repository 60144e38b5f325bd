-- What merchants share is capped per merchant: open pay-ins, and the part of an account's day. A
-- pay-in that ended without money no longer counts on its account's day.

-- The day on which a pay-in got its account, if that is not the day on which it was made.
alter table trades add column account_day integer;

-- What a merchant has of the day of an account with a daily limit.
create table merchant_account_days (
  merchant_id uuid not null,
  receiving_account_id uuid not null,
  day integer not null,
  payin_count integer not null,
  amount_cents bigint not null,
  constraint merchant_account_days_pk primary key (merchant_id, receiving_account_id, day)
);

alter table event_heads add column open_payins integer not null default 0;
update event_heads h set open_payins = o.open_payins
  from (
    select merchant_id, count(*)::integer as open_payins from trades
    where direction = 'payin' and state in ('created', 'pending', 'verifying')
    group by merchant_id
  ) o
  where o.merchant_id = h.merchant_id;

-- Of pay-ins that may still be paid late and then count again, what they count for is given back.
insert into account_days as d (receiving_account_id, day, shard, payin_count, amount_cents)
  select t.receiving_account_id, floor(extract(epoch from t.created_at) / 86400)::integer, 1,
    -count(*)::integer, -sum(t.amount_cents)::bigint
  from trades t
  where t.direction = 'payin' and t.receiving_account_id is not null
    and t.state in ('expired', 'canceled', 'failed') and t.received_amount_cents = 0
    and t.created_at > now() - interval '8 days'
  group by 1, 2
  order by 1, 2
  on conflict (receiving_account_id, day, shard) do update
    set payin_count = d.payin_count + excluded.payin_count,
      amount_cents = d.amount_cents + excluded.amount_cents;
