-- A service is ready if a write passes, standby included: each process writes a row of its own to
-- find out.

create table write_probes (
  slot smallint not null,
  written_at timestamptz not null,
  constraint write_probes_pk primary key (slot),
  constraint write_probes_slot check (slot between 0 and 255)
);
