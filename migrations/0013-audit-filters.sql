-- The audit trail is read by filters, and a rare value is found without reading the whole trail.

create index audit_entries_by_action on audit_entries (action, number);

create index audit_entries_by_role on audit_entries (actor_role, number);

create index audit_entries_by_actor on audit_entries (actor_id, number)
  where actor_id is not null;

-- One thing with all below it is a range, in the order of bytes whatever the database's locale is.
create index audit_entries_by_target on audit_entries (target text_pattern_ops);

create index audit_entries_by_time on audit_entries (at);
