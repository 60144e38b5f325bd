-- Two pairs of eyes: from which amounts an act needs a second person, and the acts that wait for
-- one.

create table approval_bands (
  act text not null,
  -- `*`: every currency without a band of its own.
  currency text not null,
  -- 0: always; null: never.
  from_cents bigint,
  changed_at timestamptz not null,
  constraint approval_bands_pk primary key (act, currency),
  constraint approval_bands_from check (from_cents >= 0)
);

create table proposals (
  proposal_id uuid not null,
  act text not null,
  currency text,
  amount_cents bigint,
  merchant_id uuid,
  target text not null,
  -- Sealed: the request that is carried out, and everything that it is bound to.
  content bytea not null,
  -- A keyed hash of the request: a repeated request finds the waiting proposal.
  request_hash bytea not null,
  note text not null,
  state text not null default 'waiting',
  -- The maker, `person:ID`, or `token:ID` for a token that belongs to nobody.
  maker_key text not null,
  maker_person_id uuid,
  maker_token_id uuid,
  maker_session_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Who decided, if not the clock.
  checker_person_id uuid,
  checker_token_id uuid,
  checker_session_id uuid,
  decided_at timestamptz,
  decision_note text,
  constraint proposals_pk primary key (proposal_id),
  constraint proposals_state check (state in (
    'waiting', 'approved', 'rejected', 'withdrawn', 'expired', 'void'
  )),
  -- Never one person alone, and never a token that belongs to nobody.
  constraint proposals_second_person check (checker_person_id <> maker_person_id),
  constraint proposals_approved check (
    state <> 'approved' or (maker_person_id is not null and checker_person_id is not null)
  ),
  constraint proposals_decided check ((state = 'waiting') = (decided_at is null))
);

create unique index proposals_request on proposals (maker_key, request_hash)
  where state = 'waiting';
create index proposals_waiting on proposals (proposal_id) where state = 'waiting';
create index proposals_expiry on proposals (expires_at) where state = 'waiting';
create index proposals_by_target on proposals (target, proposal_id);
