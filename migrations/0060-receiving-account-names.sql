-- Events show a receiving account under the names that it had then: a change of the names keeps
-- the earlier ones. An account that was never renamed has no row.
create table receiving_account_names (
  receiving_account_id uuid not null,
  -- Events before this moment show these names, if there is no row with an earlier moment.
  until_at timestamptz not null,
  name text not null,
  bank_name text,
  constraint receiving_account_names_pk primary key (receiving_account_id, until_at)
);

revoke update, delete, truncate on receiving_account_names from current_user;
