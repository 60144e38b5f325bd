-- Messages about a dispute, between its merchant, its customer and operators, and operators' notes.

create table dispute_messages (
  merchant_id uuid not null,
  dispute_id uuid not null,
  number integer not null,
  author_role text not null,
  author_id text,
  visibility text not null,
  -- Sealed: people write about people.
  content bytea not null,
  sent_at timestamptz not null,
  constraint dispute_messages_pk primary key (merchant_id, dispute_id, number),
  constraint dispute_messages_number check (number >= 1),
  constraint dispute_messages_visibility check (visibility in ('shared', 'internal'))
);

alter table disputes add column messages integer not null default 0;
alter table disputes add column last_message_id uuid;

revoke update, delete, truncate on dispute_messages from current_user;
