-- Sign-in by OpenID Connect: the account at the provider by which a person signs in, and the
-- sign-ins that wait for the provider's answer.
-- Processes that know 0020 go on.

-- Encrypted: issuer and subject.
alter table people add column openid_account bytea;
-- Keyed hash of both.
alter table people add column openid_hash bytea;
alter table people add column openid_connected_at timestamptz;

alter table people add constraint people_openid unique (openid_hash);

alter table people drop constraint people_password;
alter table people add constraint people_password check (
  (password_hash is null) = (password_set_at is null)
  and (openid_account is null) = (openid_hash is null)
  and (openid_account is null) = (openid_connected_at is null)
  and (state <> 'active' or password_hash is not null or openid_hash is not null)
  and (state <> 'invited' or (password_hash is null and openid_hash is null))
);

alter table sign_in_tries drop constraint sign_in_tries_scope;
alter table sign_in_tries add constraint sign_in_tries_scope check (
  scope in (
    'password_account', 'password_address', 'password_pair', 'factor_account',
    'factor_address', 'link_address', 'openid_address'
  )
);

-- Deleted by the first answer.
create table openid_requests (
  -- SHA-256 of the secret in the browser's cookie: state, nonce and PKCE verifier follow from it.
  request_hash bytea not null,
  purpose text not null,
  -- The link that is accepted with the account.
  link_hash bytea,
  -- The session that asked to connect the account.
  session_id uuid,
  expires_at timestamptz not null,
  constraint openid_requests_pk primary key (request_hash),
  constraint openid_requests_purpose check (purpose in ('sign_in', 'accept_link', 'connect')),
  constraint openid_requests_link check ((link_hash is null) = (purpose <> 'accept_link')),
  constraint openid_requests_session check ((session_id is null) = (purpose <> 'connect'))
);

create index openid_requests_by_end on openid_requests (expires_at);
