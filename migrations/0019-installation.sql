-- Which installation the database belongs to, so that a service that finds itself on a copy of it
-- sends nothing until somebody adopts the copy.

-- One row, written at the first start; a later start notes what has changed since without making
-- the database a copy. A copy keeps the row of its original.
create table installation (
  only_row boolean not null,
  -- INSTALLATION and PUBLIC_URL, if they were given.
  name text,
  public_url text,
  -- Made once for each DATA_DIR; null with DATABASE_URL.
  place text,
  -- PostgreSQL's own identifier of the cluster, which standbys share and a restored dump does not;
  -- null if the role may not read it.
  system_id text,
  -- The database's number within the cluster.
  database_id text not null,
  -- When the server last seen here was started.
  server_started_at timestamptz not null,
  noted_at timestamptz not null,
  -- Set by `restore`, removed by `adopt`.
  restored_at timestamptz,
  constraint installation_pk primary key (only_row),
  constraint installation_only_row check (only_row)
);
