-- Searches of trades by currency, type or time of change, without reading all of them.

-- Only trades that have ended, so that creating one costs nothing more.
create index trades_kinds on trades (currency, type, trade_id)
  where state in ('completed', 'expired', 'canceled', 'failed', 'reversed');

-- The earliest and latest times of each part of the table.
create index trades_moments on trades using brin (created_at, changed_at)
  with (pages_per_range = 32);
drop index trades_created;
