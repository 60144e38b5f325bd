-- The id of a trade finds its entries without the merchant's.
-- Processes that know 0034 go on.
-- Served by ledger_entries_by_trade.
drop index concurrently ledger_entries_trade;
