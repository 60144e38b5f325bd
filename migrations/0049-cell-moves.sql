-- A whole cell moves to another server: how far that is, and where the cell is now.
-- Processes that know 0034 go on.

-- Not copied to the new place: each place says for itself what it is.
create table cell_moves (
  move_id uuid not null,
  -- The place that is left: copying, paused, moved. The new one: arriving, arrived.
  state text not null,
  -- The other place in words, without a password.
  place text not null,
  -- Of the place that is left: the new addresses of the service and of the owner of the tables,
  -- under ENCRYPTION_KEY.
  sealed_url bytea,
  sealed_owner_url bytea,
  -- A pause ends by itself if whoever began it has died.
  pause_ends_at timestamptz,
  begun_at timestamptz not null,
  changed_at timestamptz not null,
  constraint cell_moves_pk primary key (move_id),
  constraint cell_moves_state
    check (state in ('copying', 'paused', 'moved', 'arriving', 'arrived')),
  constraint cell_moves_addresses check ((sealed_url is null) = (sealed_owner_url is null))
);

-- The last row that is written in the place that is left: once the new place has it, it has all.
create table cell_marks (
  move_id uuid not null,
  mark uuid not null,
  constraint cell_marks_pk primary key (move_id)
);
