-- The service itself: what its processes share, the keys that encrypt the rows, and the sandbox's
-- clock and bank. The schema of release 0.1.0 is 0001 to 0017, one file per noun.
--
-- In all of them: money is bigint in minor units, percentages and rates are numeric, times are
-- timestamptz and given by the service. merchant_id comes first in every primary key and stands in
-- every unique index, except in the global tables (test/support/schema/global-tables.ts). There are
-- no foreign keys between merchants' tables and global ones: their checks would lock rows that the
-- service's role may not change. Tables of history take no update and no delete: their owner gives
-- up these rights at the end of each file.

-- Grows with every change of a setting, so that every process reads its settings again; the other
-- rows tell what was done once.
create table settings_versions (
  name text not null,
  version bigint not null default 0,
  constraint settings_versions_pk primary key (name)
);

insert into settings_versions (name) values ('settings');

-- One row, written at the first start and never changed.
create table database_mode (
  only_row boolean not null,
  mode text not null,
  known_since timestamptz not null,
  constraint database_mode_pk primary key (only_row),
  constraint database_mode_only_row check (only_row),
  constraint database_mode_known check (mode in ('sandbox', 'live'))
);

-- Each key is wrapped by the master key, which is never in the database. A page's address is
-- computed with a key of the purpose `page`, so that a copy of the database opens no page.
create table encryption_keys (
  key_id integer not null,
  purpose text not null,
  wrapped bytea not null,
  created_at timestamptz not null,
  -- Later than created_at, so that every process has the key before any encrypts with it.
  use_from timestamptz not null,
  constraint encryption_keys_pk primary key (key_id),
  constraint encryption_keys_purpose check (purpose in ('data', 'lookup', 'page'))
);

-- How many rows of each encrypted column are already encrypted with the newest key.
create table reseal_progress (
  sealed_column text not null,
  key_id integer not null,
  after_key text[],
  rows_seen bigint not null,
  rows_resealed bigint not null,
  rows_unreadable bigint not null,
  finished_at timestamptz,
  constraint reseal_progress_pk primary key (sealed_column)
);

-- A service is ready if a write passes, standby included: each process tries with its own row.
create table write_probes (
  slot smallint not null,
  written_at timestamptz not null,
  constraint write_probes_pk primary key (slot),
  constraint write_probes_slot check (slot between 0 and 255)
);

-- How far the sandbox's clock is ahead of the database's; a live database never has the row.
create table sandbox_clock (
  only_row boolean not null,
  ahead_ms bigint not null,
  constraint sandbox_clock_pk primary key (only_row),
  constraint sandbox_clock_only_row check (only_row),
  -- 800 days.
  constraint sandbox_clock_ahead_ms_range check (ahead_ms between 0 and 69120000000)
);

-- Orders that the simulated bank answers by itself; a live database has no rows here.
create table sandbox_answers (
  merchant_id uuid not null,
  trade_id uuid not null,
  -- How many steps of its script are done.
  steps_done smallint not null,
  due_at timestamptz not null,
  constraint sandbox_answers_pk primary key (merchant_id, trade_id)
);

-- Faults that a merchant's developer has asked for, and how often each still happens; a live
-- database has no rows here.
create table sandbox_faults (
  merchant_id uuid not null,
  token_id uuid not null,
  fault text not null,
  times_left integer not null,
  constraint sandbox_faults_pk primary key (merchant_id, token_id, fault),
  constraint sandbox_faults_fault_known check (fault in ('api_unavailable', 'callbacks_fail')),
  constraint sandbox_faults_times_left_range check (times_left between 1 and 1000)
);

create index sandbox_answers_due on sandbox_answers (due_at);
