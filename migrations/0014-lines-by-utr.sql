-- A line that takes another back is found by UTR, account and amount together: as two indexes,
-- PostgreSQL may read all lines of the account for it.

drop index bank_lines_utr;
create index bank_lines_utr on bank_lines (utr, receiving_account_id, amount_cents)
  where utr is not null;
