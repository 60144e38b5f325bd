-- The line that a pay-out was made to send back is found by the pay-out: charging it takes the line
-- along.

create index bank_line_acts_returns on bank_line_acts (merchant_id, trade_id)
  where act = 'return';
