-- Callbacks are shared out by merchant and endpoint instead of by host: what waits for receivers
-- that do not answer is neither read nor waited for by anybody else.

-- `endpoint`: 0 is the merchant's own, any other number stands for an address that a trade gave.
-- `queue`: 0 before the first attempt, 1 after one, 2 behind an endpoint that answers slowly or
-- not at all.
alter table deliveries add column endpoint bigint not null default 0;
alter table deliveries add column queue smallint not null default 0;
alter table deliveries
  add constraint deliveries_queue check (queue between 0 and 2);

-- Any number does that is the same for the same address; new ones are made by the service.
update deliveries set endpoint = hashtextextended(url, 0),
    queue = case when attempts > attempts_before then 1 else 0 end
  where status = 'waiting';

-- Nothing reads it any more; a process of the version before still writes it.
alter table deliveries alter column host drop not null;

drop index deliveries_due;
create index deliveries_due on deliveries (queue, merchant_id, endpoint, due_at, number)
  where status = 'waiting' and is_next;
