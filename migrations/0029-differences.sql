-- A bank line of another amount than its trade: the part by which they differ is a line of its own,
-- which names the trade, and which the house or the trade's merchant bears.
alter table bank_line_outcomes drop constraint bank_line_outcomes_status;
alter table bank_line_outcomes add constraint bank_line_outcomes_status check (
  case status
    when 'matched' then merchant_id is not null and trade_id is not null
    when 'difference' then merchant_id is not null and trade_id is not null
    -- Sent back by a pay-out, or taken back by the bank itself.
    when 'returned' then (merchant_id is null) = (trade_id is null)
    else status in ('suspense', 'split', 'fee', 'own_transfer', 'withdrawn')
      and merchant_id is null and trade_id is null
  end
);
