-- Evidence that a person gives is their claim: above a band a second person approves the whole
-- file, which is kept until then. Each line says for ever how it came.

-- `hand`: a person or their token gave it; `file`: an uploaded statement; `feed`: a feed. Null: it
-- came before this was noted, or the sandbox's bank made it.
alter table bank_lines add column source text;
alter table bank_lines add constraint bank_lines_source
  check (source in ('hand', 'file', 'feed')) not valid;

-- What somebody else has agreed to: its lines count, also if their import was cut off.
create table approved_evidence (
  -- A keyed hash of the lines.
  evidence_key bytea not null,
  proposal_id uuid not null,
  approved_at timestamptz not null,
  constraint approved_evidence_pk primary key (evidence_key)
);

revoke update, delete, truncate on approved_evidence from current_user;

-- Statements that wait for their approval, with their lines as they were read.
create table held_files (
  held_file_id uuid not null,
  -- Sealed.
  content bytea not null,
  held_at timestamptz not null,
  constraint held_files_pk primary key (held_file_id)
);

create index held_files_by_age on held_files (held_at);

-- Feeds whose lines are no person's claim any more, because somebody else approved the first ones.
create table trusted_feeds (
  operator_token_id uuid not null,
  -- Null: it had delivered lines before its first ones had to be approved.
  proposal_id uuid,
  trusted_at timestamptz not null,
  constraint trusted_feeds_pk primary key (operator_token_id)
);

insert into trusted_feeds (operator_token_id, trusted_at)
select distinct operator_token_id, now() from feed_days;

revoke update, delete, truncate on trusted_feeds from current_user;
