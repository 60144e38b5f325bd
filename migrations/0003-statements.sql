-- Statements of every format: what banks tell of a line beyond its money, the statements that
-- brought lines with the balances they name, and operator tokens that may only feed lines.

-- Nullable and without defaults: rows that are there already are not rewritten.
alter table bank_lines
  add column statement_id uuid,
  add column counterparty_name text,
  add column counterparty_number bytea,
  add column purpose text,
  add column end_to_end_id text,
  add column return_reason text;

-- One row per account and part of a file; the same file again finds the row of the first time.
create table statements (
  statement_id uuid not null,
  receiving_account_id uuid not null,
  statement_key text not null,
  format text not null,
  profile text,
  bank_reference text,
  currency text not null,
  first_day date,
  last_day date,
  line_count integer not null,
  in_cents bigint not null,
  out_cents bigint not null,
  actor_role text not null,
  actor_id text,
  imported_at timestamptz not null,
  constraint statements_pk primary key (statement_id),
  constraint statements_once unique (receiving_account_id, statement_key),
  constraint statements_sums check (line_count >= 0 and in_cents >= 0 and out_cents >= 0)
);

-- What the bank says was on the account before the first and after the last line of a day; null
-- where it says nothing.
create table statement_balances (
  statement_id uuid not null,
  receiving_account_id uuid not null,
  day date not null,
  opening_cents bigint,
  closing_cents bigint,
  constraint statement_balances_pk primary key (statement_id, day),
  constraint statement_balances_said check (
    opening_cents is not null or closing_cents is not null
  )
);
create index statement_balances_days on statement_balances (receiving_account_id, day);

-- What a token lets its holder do: everything, or only give bank lines and statements.
alter table operator_tokens
  add column role text not null default 'operator',
  add constraint operator_tokens_role check (role in ('operator', 'feed'));

-- As of the other tables that are history, the service's own role can change nothing.
revoke update, delete, truncate on statements, statement_balances from current_user;
