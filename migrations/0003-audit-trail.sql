-- The audit trail: who did what and from where, as one chain of hashes. Global tables.

create table audit_entries (
  number bigint not null,
  at timestamptz not null,
  actor_role text not null,
  actor_id text,
  action text not null,
  target text not null,
  detail jsonb not null,
  hash bytea not null,
  -- From where: null for what the service does by itself.
  address text,
  request_id text,
  session_id uuid,
  operator_token_id uuid,
  constraint audit_entries_pk primary key (number)
);

-- The last entry: its row lock orders the chain.
create table audit_head (
  name text not null,
  last_number bigint not null,
  last_hash bytea not null,
  constraint audit_head_pk primary key (name)
);

insert into audit_head (name, last_number, last_hash)
  values ('audit', 0, decode(repeat('00', 32), 'hex'));

-- The audit trail is read by filters, and a rare value is found without reading the whole trail.
create index audit_entries_by_action on audit_entries (action, number);

create index audit_entries_by_role on audit_entries (actor_role, number);
create index audit_entries_by_actor on audit_entries (actor_id, number)
  where actor_id is not null;

-- One thing with all below it is a range, in the order of bytes whatever the database's locale is.
create index audit_entries_by_target on audit_entries (target text_pattern_ops);

create index audit_entries_by_time on audit_entries (at);
create index audit_entries_by_address on audit_entries (address, number)
  where address is not null;
create index audit_entries_by_request on audit_entries (request_id, number)
  where request_id is not null;
create index audit_entries_by_session on audit_entries (session_id, number)
  where session_id is not null;
create index audit_entries_by_token on audit_entries (operator_token_id, number)
  where operator_token_id is not null;

-- Without a language, because reasons are written in several.
create index audit_entries_by_words on audit_entries using gin (
  to_tsvector('simple', coalesce(detail ->> 'note', '') || ' ' || coalesce(detail ->> 'reason', ''))
);

revoke update, delete, truncate on audit_entries from current_user;
