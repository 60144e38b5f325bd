-- Which cell of which installation a schema is, and which cells the control cell knows.
-- Processes that know 0029 go on.

-- Without a row: the only schema of an installation. One row, written when the schema becomes a
-- cell; it names the cell for ever.
create table cell_identity (
  only_row boolean not null,
  -- The same in all cells of an installation, and in no other.
  installation_id uuid not null,
  name text not null,
  is_control boolean not null,
  joined_at timestamptz not null,
  -- The version of the control cell's settings that this cell has a copy of.
  copied_version bigint not null default 0,
  constraint cell_identity_pk primary key (only_row),
  constraint cell_identity_only check (only_row)
);

-- In the control cell: a start that leaves out one of them is refused.
create table known_cells (
  name text not null,
  known_since timestamptz not null,
  constraint known_cells_pk primary key (name)
);
