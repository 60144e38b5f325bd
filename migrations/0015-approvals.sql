-- Approvals: from which amounts an act needs a second person, the acts that wait for one, and the
-- evidence that people give. Global tables.

-- From which amount an act needs a second person.
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

-- From which sum it does: of what one person does alone, and of what is done alone to one payee,
-- merchant or receiving account, within a day.
create table approval_sums (
  act text not null,
  -- `*`: every currency without a sum of its own.
  currency text not null,
  -- 0: always; null: never. Without a row it follows from the band.
  from_cents bigint,
  changed_at timestamptz not null,
  constraint approval_sums_pk primary key (act, currency),
  constraint approval_sums_from check (from_cents >= 0)
);

-- What one person did alone, as long as its act has a sum.
create table counted_acts (
  counted_act_id uuid not null,
  -- `person:ID`, or `token:ID` for a token that belongs to nobody.
  identity_key text not null,
  act text not null,
  currency text not null,
  amount_cents bigint not null,
  merchant_id uuid,
  receiving_account_id uuid,
  -- A keyed hash of the payee's number.
  payee_hash bytea,
  target text not null,
  counted_at timestamptz not null,
  constraint counted_acts_pk primary key (counted_act_id),
  constraint counted_acts_amount check (amount_cents > 0)
);

-- Locked by whoever counts an act, before the acts are added up.
create table act_sums (
  -- Its kind, whose it is (of a payee the hash), and the currency.
  sum_key text not null,
  constraint act_sums_pk primary key (sum_key)
);

-- Acts that wait for a second person, or waited.
create table proposals (
  proposal_id uuid not null,
  act text not null,
  currency text,
  amount_cents bigint,
  merchant_id uuid,
  target text not null,
  -- Encrypted: the request that is carried out, and everything that it is bound to.
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
  -- What an approved act shows once (a link, a token), encrypted. It goes to the maker, never to
  -- the checker, and is kept until the maker collects it, for three days at most.
  secret bytea,
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

-- What somebody else has agreed to: its lines count, also if their import was cut off.
create table approved_evidence (
  -- A keyed hash of the lines.
  evidence_key bytea not null,
  proposal_id uuid not null,
  approved_at timestamptz not null,
  constraint approved_evidence_pk primary key (evidence_key)
);

-- Feeds whose lines are no person's claim any more, because somebody else approved the first ones.
create table trusted_feeds (
  operator_token_id uuid not null,
  proposal_id uuid,
  trusted_at timestamptz not null,
  constraint trusted_feeds_pk primary key (operator_token_id)
);

-- Statements that wait for their approval, with their lines as they were read.
create table held_files (
  held_file_id uuid not null,
  -- Encrypted.
  content bytea not null,
  held_at timestamptz not null,
  constraint held_files_pk primary key (held_file_id)
);

create index counted_acts_by_person on counted_acts (identity_key, currency, counted_at);
create index counted_acts_by_merchant on counted_acts (merchant_id, currency, counted_at)
  where merchant_id is not null;
create index counted_acts_by_account on counted_acts (receiving_account_id, currency, counted_at)
  where receiving_account_id is not null;
create index counted_acts_by_payee on counted_acts (payee_hash, currency, counted_at)
  where payee_hash is not null;

create unique index proposals_request on proposals (maker_key, request_hash)
  where state = 'waiting';
create index proposals_waiting on proposals (proposal_id) where state = 'waiting';
create index proposals_expiry on proposals (expires_at) where state = 'waiting';
create index proposals_by_target on proposals (target, proposal_id);
create index proposals_with_secret on proposals (decided_at) where secret is not null;

create index held_files_by_age on held_files (held_at);

revoke update, delete, truncate on counted_acts from current_user;
revoke update, delete, truncate on approved_evidence from current_user;
revoke update, delete, truncate on trusted_feeds from current_user;
