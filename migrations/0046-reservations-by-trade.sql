-- Ended reservations are found in the order of their trades. An index on their end would be written
-- when a pay-in ends, and with it every other index of the row.
-- Processes that know 0034 go on.
create index concurrently reservations_trade on reservations (trade_id);
