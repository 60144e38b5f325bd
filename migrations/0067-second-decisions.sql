-- A decision about a dispute that waits for its appeal takes what it awarded, less what the bank
-- took back meanwhile: so it keeps what had been taken back when it was decided.
alter table disputes add column recalled_when_decided_cents bigint;
alter table disputes add constraint disputes_recalled check (recalled_when_decided_cents >= 0);
