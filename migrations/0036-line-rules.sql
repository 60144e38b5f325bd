-- Rules of the house: lines that the matching leaves in suspense and whose text says what they are,
-- such as the bank's charges, are booked without a person. Each change adds a version.

create table line_rules (
  line_rule_id uuid not null,
  version integer not null,
  receiving_account_id uuid not null,
  name text not null,
  -- Sealed: the words may name a person.
  conditions bytea not null,
  act text not null,
  state text not null,
  note text not null,
  actor_role text not null,
  actor_id text,
  changed_at timestamptz not null,
  constraint line_rules_pk primary key (line_rule_id, version),
  constraint line_rules_version check (version >= 1),
  constraint line_rules_act check (act in ('fee', 'own_transfer')),
  constraint line_rules_state check (state in ('draft', 'tried', 'on', 'off'))
);

revoke update, delete, truncate on line_rules from current_user;
