-- Searches of bank lines by amount, day and status, and of trades by amount, UTR, reason and day:
-- none may read a whole table of a million rows.

create index bank_lines_amount on bank_lines (amount_cents, bank_line_id);
-- Lines come nearly in the order of their days, so a summary per block range is enough.
create index bank_lines_booked on bank_lines using brin (booked_at);
-- Most lines are matched: those are found in the order of their ids.
create index bank_line_outcomes_unmatched on bank_line_outcomes (status, bank_line_id)
  where status <> 'matched';

-- Without the trades that are as they were created, so that a create costs nothing more.
create index trades_amount on trades (amount_cents, trade_id)
  where state not in ('created', 'pending');
create index trades_utr on trades (utr, trade_id) where utr is not null;
create index trades_reason on trades (state_reason, trade_id) where state_reason is not null;
create index trades_created on trades using brin (created_at);
