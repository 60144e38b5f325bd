-- A batch of pay-outs is also stored as pain.001.001.03 and in the layouts of banks: after the word
-- `layout` comes the name of a built-in one, or the hash of an operator's own.
alter table payout_files drop constraint payout_files_format;
alter table payout_files add constraint payout_files_format
  check (split_part(format, ':', 1) in ('pain001', 'pain001_v03', 'csv', 'layout'));
