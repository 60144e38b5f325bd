-- A merchant's pages carry its name, colour and logo, and may be framed where it says. Logos stand
-- apart: every process keeps the brandings in memory, and reads a logo only where it is shown.

create table brandings (
  merchant_id uuid not null,
  display_name text,
  note text,
  color text,
  frame_ancestors text[] not null,
  changed_at timestamptz not null,
  constraint brandings_pk primary key (merchant_id),
  constraint brandings_color check (color ~ '^#[0-9a-f]{6}$'),
  constraint brandings_frame_ancestors check (cardinality(frame_ancestors) <= 10)
);

create table logos (
  merchant_id uuid not null,
  hash text not null,
  content_type text not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  changed_at timestamptz not null,
  constraint logos_pk primary key (merchant_id),
  constraint logos_hash check (hash ~ '^[0-9a-f]{64}$'),
  constraint logos_type check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  constraint logos_size check (
    octet_length(bytes) >= 1 and octet_length(bytes) <= 262144
    and width between 1 and 1024 and height between 1 and 1024
  )
);
