-- How far the import of a statement has come, so that one that was cut off says so.

create table statement_imports (
  statement_id uuid not null,
  -- As the operator named it, to find the file again.
  file_name text,
  taken_lines integer not null,
  progress_at timestamptz not null,
  completed_at timestamptz,
  constraint statement_imports_pk primary key (statement_id),
  constraint statement_imports_lines check (taken_lines >= 0)
);
