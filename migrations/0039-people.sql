-- People who work with the service: who they are, the links by which they set a password, their
-- sessions, and the counted tries that lock a sign-in for a while. All four are global tables.

create table people (
  person_id uuid not null,
  -- Sealed, and the address too.
  name bytea not null,
  email bytea not null,
  -- Keyed hash of the address in its canonical form.
  email_hash bytea not null,
  role text not null,
  -- The merchant whose person it is; null for the operator's own people.
  merchant_id uuid,
  state text not null,
  -- Argon2id in PHC form; null until a link was used.
  password_hash text,
  password_set_at timestamptz,
  -- The kinds that a sign-in may ask for; empty: the password alone.
  second_factors text[] not null default '{}',
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint people_pk primary key (person_id),
  constraint people_email unique (email_hash),
  constraint people_role check (
    role in ('owner', 'operator', 'finance', 'viewer', 'merchant_admin', 'merchant_viewer')
  ),
  constraint people_merchant check (
    (role in ('merchant_admin', 'merchant_viewer')) = (merchant_id is not null)
  ),
  constraint people_state check (state in ('invited', 'active', 'disabled')),
  constraint people_password check (
    (password_hash is null) = (password_set_at is null)
    and (state <> 'active' or password_hash is not null)
    and (state <> 'invited' or password_hash is null)
  ),
  constraint people_second_factors check (second_factors <@ array['totp', 'passkey'])
);

-- At most one per person; deleted when it is used.
create table person_links (
  person_id uuid not null,
  kind text not null,
  -- SHA-256 of 256 random bits.
  link_hash bytea not null,
  -- Who made it: a person, a token, or nobody if it was made on the machine.
  created_by text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint person_links_pk primary key (person_id),
  constraint person_links_hash unique (link_hash),
  constraint person_links_kind check (kind in ('invitation', 'password_reset')),
  constraint person_links_life check (expires_at > created_at)
);

create table sessions (
  session_id uuid not null,
  person_id uuid not null,
  -- SHA-256 of the 256 random bits in the cookie.
  session_hash bytea not null,
  stage text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When the person last gave everything that a sign-in asks for.
  confirmed_at timestamptz,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  address text not null,
  user_agent text not null,
  constraint sessions_pk primary key (session_id),
  constraint sessions_hash unique (session_hash),
  constraint sessions_stage check (stage in ('second_factor', 'open')),
  constraint sessions_confirmed check ((stage = 'open') = (confirmed_at is not null)),
  constraint sessions_life check (expires_at > created_at and last_seen_at >= created_at),
  constraint sessions_user_agent check (length(user_agent) <= 200)
);
create index sessions_by_person on sessions (person_id, session_id);
create index sessions_by_end on sessions (expires_at);

-- Tries of passwords, codes and links: per account, per address, and per account at an address.
create table sign_in_tries (
  scope text not null,
  -- Keyed hash of the account or the address.
  key_hash bytea not null,
  failed integer not null,
  last_failed_at timestamptz,
  locked_until timestamptz,
  succeeded_at timestamptz,
  kept_until timestamptz not null,
  constraint sign_in_tries_pk primary key (scope, key_hash),
  constraint sign_in_tries_scope check (
    scope in (
      'password_account', 'password_address', 'password_pair', 'factor_account',
      'factor_address', 'link_address'
    )
  ),
  constraint sign_in_tries_failed check (failed >= 0)
);
create index sign_in_tries_by_end on sign_in_tries (kept_until);
