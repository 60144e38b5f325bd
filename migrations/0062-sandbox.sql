-- The sandbox's simulated bank and its scripted faults; a live database never has rows here.

-- Orders that the simulated bank answers by itself.
create table sandbox_answers (
  merchant_id uuid not null,
  trade_id uuid not null,
  -- How many steps of its script are done.
  steps_done smallint not null,
  due_at timestamptz not null,
  constraint sandbox_answers_pk primary key (merchant_id, trade_id)
);

create index sandbox_answers_due on sandbox_answers (due_at);

-- Faults that a merchant's developer has asked for, and how often each still happens.
create table sandbox_faults (
  merchant_id uuid not null,
  token_id uuid not null,
  fault text not null,
  times_left integer not null,
  constraint sandbox_faults_pk primary key (merchant_id, token_id, fault),
  constraint sandbox_faults_fault_known check (fault in ('api_unavailable', 'callbacks_fail')),
  constraint sandbox_faults_times_left_range check (times_left between 1 and 1000)
);
