-- A bank may take back a part of a credited pay-in: the pay-in shows how much it has taken.

alter table trades add column recalled_amount_cents bigint not null default 0;
alter table trades add constraint trades_recalled
  check (recalled_amount_cents >= 0 and recalled_amount_cents <= amount_cents);
