-- The entries of a trade are found by the trade's id alone.
-- Processes that know 0034 go on.
create index concurrently ledger_entries_by_trade on ledger_entries (trade_id)
  where trade_id is not null;
