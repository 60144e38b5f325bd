-- The events of a trade are found by the trade's id alone, which no other merchant's trade has: the
-- merchant's id beside it was a third of the largest index.
-- Processes that know 0034 go on.
-- Unique before: a trade has one merchant, and events_pk is unique in each trade.
create unique index concurrently events_trade on events (trade_id, sequence);
