-- Money that nobody is credited with has two more ways out: it is credited to a merchant without a
-- trade, or kept in suspense for the next line.
alter table bank_line_outcomes drop constraint bank_line_outcomes_status;
alter table bank_line_outcomes add constraint bank_line_outcomes_status check (
  case status
    when 'matched' then merchant_id is not null and trade_id is not null
    when 'difference' then merchant_id is not null and trade_id is not null
    when 'credited' then merchant_id is not null and trade_id is null
    -- Sent back by a pay-out, or taken back by the bank itself.
    when 'returned' then (merchant_id is null) = (trade_id is null)
    else status in ('suspense', 'split', 'fee', 'own_transfer', 'withdrawn')
      and merchant_id is null and trade_id is null
  end
);
alter table bank_line_acts drop constraint bank_line_acts_act;
alter table bank_line_acts add constraint bank_line_acts_act check (
  act in ('assign', 'split', 'fee', 'own_transfer', 'return', 'undo', 'credit', 'keep')
);
