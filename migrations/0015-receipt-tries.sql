-- Files that were no receipts count as tries, per pay-in: reading each of them costs more than
-- sending it.

alter table page_tries add column receipt_tries integer not null default 0;
