-- People who work with the service: their links, sessions and second factors, the tokens of
-- operators, and what the console keeps for each person. All are global tables.

create table people (
  person_id uuid not null,
  -- Encrypted, and the address too.
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
  constraint person_links_life check (expires_at > created_at),
  constraint person_links_kind check (kind in ('invitation', 'password_reset', 'sign_in'))
);

-- Whoever makes or sees a way by which somebody signs in could act as them. Both count as one
-- person until an owner who is tied to neither says that they are two.
create table person_ties (
  tie_id uuid not null,
  person_id uuid not null,
  -- Null: a token that belongs to nobody.
  tied_to uuid,
  way text not null,
  made_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid,
  constraint person_ties_pk primary key (tie_id),
  constraint person_ties_way check (way in ('invitation', 'invitation_link', 'password_link',
    'factors_removed', 'person_enabled', 'role_raised')),
  constraint person_ties_two check (tied_to <> person_id),
  constraint person_ties_ended check ((ended_at is null) = (ended_by is null)),
  constraint person_ties_third check (ended_by <> person_id and ended_by <> tied_to)
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

-- At most one active secret per person, and one that was offered and waits for its first code.
create table totp_secrets (
  totp_secret_id uuid not null,
  person_id uuid not null,
  -- Encrypted.
  secret bytea not null,
  created_at timestamptz not null,
  activated_at timestamptz,
  -- The step of the last code that was accepted: it and all before it never work again.
  last_step bigint,
  constraint totp_secrets_pk primary key (totp_secret_id),
  constraint totp_secrets_used check (activated_at is null or last_step is not null)
);

-- What a passkey's sign-in is checked with.
create table passkeys (
  passkey_id uuid not null,
  person_id uuid not null,
  credential_id bytea not null,
  -- In COSE form.
  public_key bytea not null,
  -- As the authenticator counts; 0 for ever if it does not count.
  sign_count bigint not null,
  is_backed_up boolean not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_pk primary key (passkey_id),
  constraint passkeys_credential unique (credential_id),
  constraint passkeys_sign_count check (sign_count >= 0),
  constraint passkeys_credential_length check (
    octet_length(credential_id) >= 1 and octet_length(credential_id) <= 1023
    and octet_length(public_key) <= 4096
  )
);

-- Deleted by the first answer.
create table passkey_challenges (
  -- SHA-256 of the challenge.
  challenge_hash bytea not null,
  purpose text not null,
  -- The session that asked; null for a sign-in without a password.
  session_id uuid,
  expires_at timestamptz not null,
  constraint passkey_challenges_pk primary key (challenge_hash),
  constraint passkey_challenges_purpose check (
    purpose in ('register', 'sign_in', 'second_factor', 'confirm')
  ),
  constraint passkey_challenges_session check ((session_id is null) = (purpose = 'sign_in'))
);

create table recovery_codes (
  person_id uuid not null,
  number smallint not null,
  -- Keyed hash of the person and the code.
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint recovery_codes_pk primary key (person_id, number),
  constraint recovery_codes_hash unique (person_id, code_hash),
  constraint recovery_codes_number check (number between 1 and 10)
);

-- Made with a removal of all factors. While the row is there, the password alone is not enough to
-- set up the first factor; it is deleted when that factor is active.
create table enrolment_links (
  person_id uuid not null,
  -- SHA-256 of 256 random bits.
  link_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The half-signed-in session that opened the link; no other one can open it any more.
  session_id uuid,
  constraint enrolment_links_pk primary key (person_id),
  constraint enrolment_links_hash unique (link_hash),
  constraint enrolment_links_life check (expires_at > created_at)
);

-- A token may have less than its role: some groups of rights, one merchant, the life of the person
-- who issued it. A feed's token is bound to receiving accounts, addresses, an end, so many lines an
-- hour and so much money a day.
create table operator_tokens (
  operator_token_id uuid not null,
  name text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  role text not null,
  service_mode text not null,
  receiving_account_ids uuid[] not null default '{}',
  allowed_ips text[] not null default '{}',
  expires_at timestamptz,
  lines_per_hour integer not null default 10000,
  daily_cents bigint not null default 1000000000,
  scopes text[],
  person_id uuid,
  merchant_id uuid,
  -- Shows which tokens nobody needs.
  last_used_at timestamptz,
  constraint operator_tokens_pk primary key (operator_token_id),
  constraint operator_tokens_service_mode check (service_mode in ('sandbox', 'live')),
  constraint operator_tokens_bounds check (
    lines_per_hour >= 1 and lines_per_hour <= 1000000
    and daily_cents >= 1 and daily_cents <= 9000000000000000
  ),
  constraint operator_tokens_role check (role in (
    'owner', 'operator', 'finance', 'viewer', 'feed', 'merchant_admin', 'merchant_viewer'
  )),
  constraint operator_tokens_scopes check (array_length(scopes, 1) >= 1),
  constraint operator_tokens_merchant check (
    (role in ('merchant_admin', 'merchant_viewer')) = (merchant_id is not null)
  ),
  -- Feeds are bound to receiving accounts instead, and to nobody.
  constraint operator_tokens_feed check (role <> 'feed' or person_id is null)
);

-- Who looks at what, kept for a minute, so that two operators on one thing see each other.
-- Unlogged: it is in no archive of the log, and an unclean stop may empty it.
create unlogged table presences (
  person_id uuid not null,
  subject_type text not null,
  subject_id uuid not null,
  since_at timestamptz not null,
  until_at timestamptz not null,
  constraint presences_pk primary key (person_id, subject_type, subject_id),
  constraint presences_subject_type check (subject_type in ('trade', 'bank_line', 'dispute',
    'proposal', 'payout_batch'))
);

-- Saved views: addresses of the console under a name, of one person or shared with colleagues.
create table saved_views (
  saved_view_id uuid not null,
  -- The person, or the token of nobody, to whom it belongs.
  owner_id uuid not null,
  -- Of a merchant's people: shared with these only. Null: with the operator's people.
  merchant_id uuid,
  -- Encrypted: name, address and columns; an address may have a customer's id or number in it.
  content bytea not null,
  is_shared boolean not null,
  created_at timestamptz not null,
  constraint saved_views_pk primary key (saved_view_id)
);

create unique index person_ties_open on person_ties (person_id, tied_to) nulls not distinct
  where ended_at is null;

create index sessions_by_person on sessions (person_id, session_id);
create index sessions_by_end on sessions (expires_at);

create index sign_in_tries_by_end on sign_in_tries (kept_until);

create unique index totp_secrets_active on totp_secrets (person_id) where activated_at is not null;
create unique index totp_secrets_offered on totp_secrets (person_id) where activated_at is null;

create index passkeys_by_person on passkeys (person_id, passkey_id);

create index passkey_challenges_by_end on passkey_challenges (expires_at);

create index presences_subject on presences (subject_type, subject_id);
create index presences_until on presences (until_at);

create index saved_views_owner on saved_views (owner_id, saved_view_id);
create index saved_views_shared on saved_views (merchant_id, saved_view_id) where is_shared;
