-- The id of a trade finds its bank lines without the merchant's.
-- Processes that know 0034 go on.
-- Served by bank_line_outcomes_by_trade.
drop index concurrently bank_line_outcomes_trade;
