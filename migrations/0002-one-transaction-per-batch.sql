-- Orders cost less: events get their number and deliveries in the batch that makes them, what no
-- reader needs is no longer written, and rows that change often keep room for their next version.

-- What was committed by the version before without a number gets it now, with its delivery.
insert into event_heads (merchant_id, last_number)
  select distinct merchant_id, 0 from events where number is null
  on conflict (merchant_id) do nothing;
update events e set number = n.number
  from (
    select u.merchant_id, u.trade_id, u.sequence, h.last_number + row_number() over (
      partition by u.merchant_id order by u.at, u.trade_id, u.sequence) as number
    from (
      -- Two processes act on a trade in its order, but each by its own look at the clock.
      select merchant_id, trade_id, sequence, max(happened_at) over (
        partition by merchant_id, trade_id order by sequence) as at
      from events where number is null
    ) u join event_heads h using (merchant_id)
  ) n
  where e.merchant_id = n.merchant_id and e.trade_id = n.trade_id and e.sequence = n.sequence;
insert into deliveries (merchant_id, trade_id, sequence, number, url, host, status, is_next,
    attempts, attempts_before, due_at)
  select e.merchant_id, e.trade_id, e.sequence, e.number, u.url,
    coalesce(substring(lower(u.url) from '^https?://([^/?#]+)'), u.url), 'waiting',
    not exists (
      select from events o join event_heads oh using (merchant_id)
      where o.merchant_id = e.merchant_id and o.trade_id = e.trade_id and o.sequence < e.sequence
        and (o.number > oh.last_number or exists (
          select from deliveries d where d.merchant_id = o.merchant_id
            and d.trade_id = o.trade_id and d.sequence = o.sequence and d.status = 'waiting'))
    ), 0, 0, e.happened_at
  from events e
  join event_heads h using (merchant_id)
  join trades t on t.merchant_id = e.merchant_id and t.trade_id = e.trade_id
  join merchants m on m.merchant_id = e.merchant_id
  cross join lateral (select coalesce(t.callback_url, m.callback_url) as url) u
  where e.number > h.last_number and u.url is not null;
update event_heads h set last_number = n.last_number
  from (select merchant_id, max(number) as last_number from events group by merchant_id) n
  where n.merchant_id = h.merchant_id and n.last_number > h.last_number;

drop index events_unnumbered;
alter table events alter column number set not null;
-- Read as a whole or not at all: text that is checked once, where jsonb is taken apart.
alter table events alter column standing type json using standing::json;
-- Both rows are written by one statement after the other, in one transaction, from one list; the
-- check cost more than the row, and locked each event a second time.
alter table deliveries drop constraint deliveries_event;

-- Rows that every batch changes: a new version fits beside the old one, so that no index changes.
alter table event_heads set (fillfactor = 50);
alter table account_days set (fillfactor = 50);
alter table ledger_books set (fillfactor = 50);
alter table ledger_accounts set (fillfactor = 50);

-- A lease changes no index, where there is room beside it.
alter table deliveries set (fillfactor = 60);

-- The day of an account without a limit is counted in several rows, one for each who writes, so
-- that batches do not wait for each other there; with a limit it is row 0, which is locked.
alter table account_days add column shard smallint not null default 0;
alter table account_days drop constraint account_days_pk;
alter table account_days
  add constraint account_days_pk primary key (receiving_account_id, day, shard);

-- One index a row less: an amount on an account is found through the exclusive index where it is
-- exclusive, and through its own where it is shared; the key is the reference that lines name.
alter table reservations drop constraint reservations_pk;
drop index reservations_reference;
alter table reservations
  add constraint reservations_pk primary key (reference, trade_id);
create index reservations_shared on reservations (receiving_account_id, amount_cents, trade_id)
  where not exclusive;

-- Nearly all entries have two or three postings in one currency: these need no loop.
alter table ledger_entries drop constraint ledger_entries_balance;
alter table ledger_entries add constraint ledger_entries_balance check (
  case
    when cardinality(currencies) = 2 and currencies[1] = currencies[2] then
      cardinality(amounts) = 2 and coalesce(amounts[1] + amounts[2] = 0, false)
    when cardinality(currencies) = 3 and currencies[1] = currencies[2]
        and currencies[2] = currencies[3] then
      cardinality(amounts) = 3 and coalesce(amounts[1] + amounts[2] + amounts[3] = 0, false)
    else ledger_entry_balances(currencies, amounts)
  end
);
