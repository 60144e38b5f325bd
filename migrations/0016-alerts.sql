-- Alerts and the attention list: thresholds, what is over them, and who is told. Global tables.

-- Only kinds whose default was changed have a row.
create table attention_thresholds (
  kind text not null,
  threshold integer not null,
  enabled boolean not null,
  changed_at timestamptz not null,
  constraint attention_thresholds_pk primary key (kind),
  constraint attention_thresholds_threshold check (threshold between 1 and 1000000)
);

-- One row.
create table alert_settings (
  only_row boolean not null,
  looked_at timestamptz not null,
  quiet_from_minute smallint not null,
  quiet_to_minute smallint not null,
  time_zone text not null,
  raise_after_minutes integer not null,
  recover_after_minutes integer not null,
  remind_after_minutes integer not null,
  changed_at timestamptz not null,
  constraint alert_settings_pk primary key (only_row),
  constraint alert_settings_only_row check (only_row),
  constraint alert_settings_bounds check (
    quiet_from_minute >= 0 and quiet_from_minute <= 1439
    and quiet_to_minute >= 0 and quiet_to_minute <= 1439
    and raise_after_minutes >= 0 and raise_after_minutes <= 1440
    and recover_after_minutes >= 0 and recover_after_minutes <= 1440
    and remind_after_minutes >= 10 and remind_after_minutes <= 20160
  )
);

insert into alert_settings (only_row, looked_at, quiet_from_minute, quiet_to_minute, time_zone,
  raise_after_minutes, recover_after_minutes, remind_after_minutes, changed_at)
values (true, 'epoch', 0, 0, 'UTC', 1, 5, 360, statement_timestamp());

-- What is over its threshold is raised once, repeated, and said to have recovered.
create table alerts (
  alert_id uuid not null,
  kind text not null,
  -- The receiving account, merchant or recipient that it is about; empty: nothing in particular.
  subject_id text not null,
  state text not null,
  severity text not null,
  -- As last seen.
  item_count integer not null,
  has_more boolean not null,
  oldest_at timestamptz,
  value integer not null,
  threshold integer not null,
  over_since timestamptz not null,
  clear_since timestamptz,
  raised_at timestamptz,
  recovered_at timestamptz,
  last_event_at timestamptz,
  last_noticed_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_role text,
  acknowledged_id text,
  acknowledged_note text,
  constraint alerts_pk primary key (alert_id),
  constraint alerts_state check (state in ('rising', 'raised', 'recovered')),
  constraint alerts_severity check (severity in ('warning', 'critical')),
  constraint alerts_times check (
    (state = 'rising') = (raised_at is null) and (state = 'recovered') = (recovered_at is not null)
  )
);

-- An event that may not be told yet (quiet hours) waits in its row until it goes into a notice.
create table alert_events (
  alert_id uuid not null,
  event_number integer not null,
  event text not null,
  happened_at timestamptz not null,
  -- When it went into the notices; null: it waits for the end of the quiet hours.
  noticed_at timestamptz,
  constraint alert_events_pk primary key (alert_id, event_number),
  constraint alert_events_event check (event in ('raised', 'reminder', 'recovered'))
);

-- Who is told of alerts.
create table alert_recipients (
  alert_recipient_id uuid not null,
  channel text not null,
  name text not null,
  -- Encrypted: an address may have a key in it, and an e-mail address is somebody's.
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
  -- A merchant's recipient is told if one of its callback endpoints fails. Null: the house's, which
  -- is told of everything.
  merchant_id uuid,
  constraint alert_recipients_pk primary key (alert_recipient_id),
  constraint alert_recipients_channel check (channel in ('callback', 'email')),
  constraint alert_recipients_severity check (min_severity in ('warning', 'critical')),
  constraint alert_recipients_secret check ((channel = 'callback') = (secret is not null))
);

-- Notices on their way: each is written in the transaction that marks its events as told, and sent
-- from its row.
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

-- One open alert for each cause.
create unique index alerts_open on alerts (kind, subject_id) where recovered_at is null;

create index alert_events_waiting on alert_events (happened_at) where noticed_at is null;

create index alert_notices_waiting on alert_notices (alert_recipient_id, alert_notice_id)
  where status = 'waiting';
create index alert_notices_old on alert_notices (finished_at) where status <> 'waiting';
