-- Reports that come by themselves: when each is due, and its files on their way. Global tables.

create table scheduled_reports (
  scheduled_report_id uuid not null,
  -- Of a merchant's people. Null: of the operator's.
  merchant_id uuid,
  -- Encrypted: its name, the view's name and filters, and where its callbacks go, with the secret.
  content bytea not null,
  every text not null,
  -- On the clocks of the time zone.
  hour integer not null,
  time_zone text not null,
  format text not null,
  -- People.
  recipients uuid[] not null,
  enabled boolean not null,
  created_at timestamptz not null,
  next_at timestamptz not null,
  constraint scheduled_reports_pk primary key (scheduled_report_id),
  constraint scheduled_reports_every check (every in ('day', 'week', 'month')),
  constraint scheduled_reports_hour check (hour between 0 and 23),
  constraint scheduled_reports_format check (format in ('xlsx', 'csv'))
);

-- One report of some days on its way to one recipient: the file is made when it is sent.
create table report_sendings (
  report_sending_id uuid not null,
  scheduled_report_id uuid not null,
  -- Null: to the report's address for callbacks.
  person_id uuid,
  -- Days since 1970-01-01, and the moments in the report's time zone at which they begin.
  first_day integer not null,
  end_day integer not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- Somebody asked for it.
  by_hand boolean not null,
  created_at timestamptz not null,
  status text not null,
  attempts integer not null,
  due_at timestamptz not null,
  leased_until timestamptz,
  finished_at timestamptz,
  last_status integer,
  last_problem text,
  -- Of the last attempt; null: not counted, or more than a report has.
  trades integer,
  has_file boolean not null,
  constraint report_sendings_pk primary key (report_sending_id),
  constraint report_sendings_status check (status in ('waiting', 'delivered', 'exhausted')),
  constraint report_sendings_finished check ((status = 'waiting') = (finished_at is null))
);

create index scheduled_reports_due on scheduled_reports (next_at) where enabled;

-- Whatever finds out that it is due, and how often: each recipient gets it once.
create unique index report_sendings_once
  on report_sendings (scheduled_report_id, from_at, person_id) nulls not distinct
  where not by_hand;
create index report_sendings_by_report on report_sendings (scheduled_report_id, report_sending_id);
create index report_sendings_by_days
  on report_sendings (scheduled_report_id, from_at, person_id, report_sending_id);
create index report_sendings_waiting on report_sendings (report_sending_id)
  where status = 'waiting';
create index report_sendings_old on report_sendings (finished_at) where status <> 'waiting';
