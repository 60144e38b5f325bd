-- Bands count sums, too: what one person does alone, and what is done alone to one payee, merchant
-- or receiving account, within a day.

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

create index counted_acts_by_person on counted_acts (identity_key, currency, counted_at);
create index counted_acts_by_merchant on counted_acts (merchant_id, currency, counted_at)
  where merchant_id is not null;
create index counted_acts_by_account on counted_acts (receiving_account_id, currency, counted_at)
  where receiving_account_id is not null;
create index counted_acts_by_payee on counted_acts (payee_hash, currency, counted_at)
  where payee_hash is not null;

revoke update, delete, truncate on counted_acts from current_user;

-- Locked by whoever counts an act, before the acts are added up.
create table act_sums (
  -- Its kind, whose it is (of a payee the hash), and the currency.
  sum_key text not null,
  constraint act_sums_pk primary key (sum_key)
);
