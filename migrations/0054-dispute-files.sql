-- Files sent with messages about disputes, and messages that the customer does not see.

create table dispute_files (
  merchant_id uuid not null,
  file_id uuid not null,
  dispute_id uuid not null,
  -- Sealed; null once the file was removed.
  content bytea,
  given_at timestamptz not null,
  removed_at timestamptz,
  constraint dispute_files_pk primary key (merchant_id, file_id),
  constraint dispute_files_removed check ((content is null) = (removed_at is not null))
);
-- Sealed bytes do not get smaller.
alter table dispute_files alter column content set storage external;
create index dispute_files_kept on dispute_files (given_at) where removed_at is null;

alter table dispute_messages add column file_id uuid;
alter table dispute_messages add column file_type text;
alter table dispute_messages add column file_bytes integer;
create index dispute_messages_file_id on dispute_messages (merchant_id, file_id)
  where file_id is not null;
alter table dispute_messages add constraint dispute_messages_file
  check (num_nulls(file_id, file_type, file_bytes) in (0, 3));
alter table dispute_messages add constraint dispute_messages_file_type
  check (file_type in ('jpeg', 'png', 'webp'));
alter table dispute_messages drop constraint dispute_messages_visibility;
alter table dispute_messages add constraint dispute_messages_visibility
  check (visibility in ('shared', 'merchant', 'internal'));

alter table disputes add column files integer not null default 0;
