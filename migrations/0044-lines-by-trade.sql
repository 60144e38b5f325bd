-- The bank lines of a trade are found by the trade's id alone.
-- Processes that know 0034 go on.
create index concurrently bank_line_outcomes_by_trade on bank_line_outcomes (trade_id)
  where trade_id is not null;
