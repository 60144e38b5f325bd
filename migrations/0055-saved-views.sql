-- Saved views: addresses of the console under a name, of one person or shared with colleagues.

create table saved_views (
  saved_view_id uuid not null,
  -- The person, or the token of nobody, to whom it belongs.
  owner_id uuid not null,
  -- Of a merchant's people: shared with these only. Null: with the operator's people.
  merchant_id uuid,
  -- Sealed: name and address; an address may have the id or the number of a customer in it.
  content bytea not null,
  is_shared boolean not null,
  created_at timestamptz not null,
  constraint saved_views_pk primary key (saved_view_id)
);

create index saved_views_owner on saved_views (owner_id, saved_view_id);
create index saved_views_shared on saved_views (merchant_id, saved_view_id) where is_shared;
