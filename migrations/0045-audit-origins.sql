-- The audit trail keeps from where an act came, and is searched by it and by the words of its
-- reason. Entries without an origin keep the form of their hash.

alter table audit_entries
  add column address text,
  add column request_id text,
  add column session_id uuid,
  add column operator_token_id uuid;

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
