-- A bank line may be larger than an order: operators move the money of many trades at once, and
-- the minor units of some currencies are worth very little.

alter table bank_lines drop constraint bank_lines_amount;
alter table bank_lines add constraint bank_lines_amount check (
  amount_cents <> 0 and amount_cents between -1000000000000000 and 1000000000000000
);
