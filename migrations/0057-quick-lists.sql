-- Indexes for what operators ask most often, so that the cost does not grow with the tables.

-- Where people confirm pay-ins by hand, most completed ones have no bank line. With the whole
-- condition in the index they are counted without reading them.
create index trades_without_line on trades (receiving_account_id, completed_at)
  where direction = 'payin' and state in ('completed', 'disputed')
    and received_amount_cents < amount_cents - recalled_amount_cents;
drop index trades_unbacked;

-- Lines of a day, newest first, whenever they were imported.
create index bank_lines_booking_days on bank_lines
  (((booked_at at time zone 'UTC')::date), bank_line_id);
