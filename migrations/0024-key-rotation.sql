-- The keys that encrypt the rows are changed while the service runs.

-- A new key is there for a while before anybody seals with it, so that every process has it.
alter table encryption_keys add column use_from timestamp with time zone;
update encryption_keys set use_from = created_at;
alter table encryption_keys alter column use_from set not null;

-- How far the rows of each encrypted column have come on their way to the newest key.
create table reseal_progress (
  sealed_column text not null,
  key_id integer not null,
  after_key text[],
  rows_seen bigint not null,
  rows_resealed bigint not null,
  rows_unreadable bigint not null,
  finished_at timestamp with time zone,
  constraint reseal_progress_pk primary key (sealed_column)
);
