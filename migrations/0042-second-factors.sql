-- Second factors of people: secrets of authenticator apps, passkeys, recovery codes, the challenges
-- that passkeys sign, and the one-time links by which somebody whose factors were removed sets up
-- new ones. All are global tables.

-- At most one active secret per person, and one that was offered and waits for its first code.
create table totp_secrets (
  totp_secret_id uuid not null,
  person_id uuid not null,
  -- Sealed.
  secret bytea not null,
  created_at timestamptz not null,
  activated_at timestamptz,
  -- The step of the last code that was accepted: it and all before it never work again.
  last_step bigint,
  constraint totp_secrets_pk primary key (totp_secret_id),
  constraint totp_secrets_used check (activated_at is null or last_step is not null)
);
create unique index totp_secrets_active on totp_secrets (person_id) where activated_at is not null;
create unique index totp_secrets_offered on totp_secrets (person_id) where activated_at is null;

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
create index passkeys_by_person on passkeys (person_id, passkey_id);

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
create index passkey_challenges_by_end on passkey_challenges (expires_at);

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
