-- Forms in which history takes less room, for reading only: 0030 lets them be written.
-- Processes that know 0026 go on.

-- The accounts and currencies of entries, which are the same again and again. The number follows
-- from them: the first eight bytes of their SHA-256.
create table ledger_layouts (
  merchant_id uuid not null,
  layout bigint not null,
  accounts text[] not null,
  currencies text[] not null,
  constraint ledger_layouts_pk primary key (merchant_id, layout),
  constraint ledger_layouts_currency check (currencies[1] = all (currencies)),
  constraint ledger_layouts_accounts check (
    cardinality(accounts) in (2, 3) and cardinality(currencies) = cardinality(accounts)
  )
);

revoke update, delete, truncate on ledger_layouts from current_user;

-- Instead of accounts and currencies.
alter table ledger_entries add column layout bigint;

alter table ledger_entries add constraint ledger_entries_layout check (
  (layout is null) = (accounts is not null) and (accounts is null) = (currencies is null)
) not valid;

-- What most deliveries have of attempts: one, which was accepted. Null if attempts are rows.
alter table deliveries add column told_at timestamptz;

alter table deliveries add column told_status integer;

alter table deliveries add column told_ms integer;

-- Encrypted, as in delivery_attempts; null if the answer had no text.
alter table deliveries add column told_head text;

-- Encrypted: where it was sent, without the query. Null once the attempt has ended by its age.
alter table deliveries add column told_url text;

alter table deliveries add column told_signed_at timestamptz;
