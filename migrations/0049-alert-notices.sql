-- Who is told of alerts, and the notices on their way: each is written in the transaction that
-- marks its events as told, and sent from its row.

create table alert_recipients (
  alert_recipient_id uuid not null,
  channel text not null,
  name text not null,
  -- Sealed: an address may have a key in it, and an e-mail address is somebody's.
  address text not null,
  secret bytea,
  previous_secret bytea,
  previous_secret_until timestamptz,
  min_severity text not null,
  -- Empty: all.
  kinds text[] not null,
  enabled boolean not null,
  created_at timestamptz not null,
  -- Since when nothing has arrived; null: the last notice did.
  failing_since timestamptz,
  last_problem text,
  last_delivered_at timestamptz,
  constraint alert_recipients_pk primary key (alert_recipient_id),
  constraint alert_recipients_channel check (channel in ('callback', 'email')),
  constraint alert_recipients_severity check (min_severity in ('warning', 'critical')),
  constraint alert_recipients_secret check ((channel = 'callback') = (secret is not null))
);

create table alert_notices (
  alert_notice_id uuid not null,
  alert_recipient_id uuid not null,
  purpose text not null,
  content jsonb not null,
  created_at timestamptz not null,
  status text not null,
  attempts integer not null,
  due_at timestamptz not null,
  leased_until timestamptz,
  finished_at timestamptz,
  last_status integer,
  last_problem text,
  constraint alert_notices_pk primary key (alert_notice_id),
  constraint alert_notices_purpose check (purpose in ('alerts', 'test')),
  constraint alert_notices_status check (status in ('waiting', 'delivered', 'exhausted')),
  constraint alert_notices_finished check ((status = 'waiting') = (finished_at is null))
);

create index alert_notices_waiting on alert_notices (alert_recipient_id, alert_notice_id)
  where status = 'waiting';
create index alert_notices_old on alert_notices (finished_at) where status <> 'waiting';
