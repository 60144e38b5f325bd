-- Tokens that people make for themselves, beside those of the operators' programs: their rights are
-- the person's at each moment, and dangerous acts ask for a second factor as a session does.

alter table operator_tokens add column is_own boolean not null default false;
-- When the person last gave a second factor with this token; only for tokens of their own.
alter table operator_tokens add column confirmed_at timestamptz;
-- Keyed hash of the address from where they gave it: elsewhere it does not count.
alter table operator_tokens add column confirmed_from bytea;

alter table operator_tokens add constraint operator_tokens_own check (
  not is_own or (
    person_id is not null and expires_at is not null
    and expires_at <= created_at + interval '2160 hours'
  )
);
alter table operator_tokens add constraint operator_tokens_confirmed check (
  (confirmed_at is null) = (confirmed_from is null) and (is_own or confirmed_at is null)
);
