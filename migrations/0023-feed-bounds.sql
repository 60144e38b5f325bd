-- What a feed may do is bound: to accounts, addresses, an end, so many lines an hour and so much a
-- day; and what lines an account usually gets is counted, so that a far-off one waits for a person.
--
-- feed_days and account_habits are global tables: receiving accounts are.

alter table operator_tokens add column receiving_account_ids uuid[] not null default '{}';
alter table operator_tokens add column allowed_ips text[] not null default '{}';
alter table operator_tokens add column expires_at timestamptz;
alter table operator_tokens add column lines_per_hour integer not null default 10000;
alter table operator_tokens add column daily_cents bigint not null default 1000000000;
alter table operator_tokens add constraint operator_tokens_bounds check (
  lines_per_hour >= 1 and lines_per_hour <= 1000000
  and daily_cents >= 1 and daily_cents <= 9000000000000000
);

-- A feed of before is bound to the accounts that it has given lines or statements for; one that
-- never gave any opens nothing until a person names its accounts.
update operator_tokens t set receiving_account_ids = given.ids
from (
  select s.id, array_agg(distinct a.receiving_account_id order by a.receiving_account_id) as ids
  from (
    select actor_id as id, substr(target, length('receiving_accounts/') + 1) as account
    from audit_entries
    where actor_role = 'feed' and action in ('bank_lines_taken', 'statement_imported')
      and target like 'receiving\_accounts/%'
    union
    select actor_id, receiving_account_id::text from statements where actor_role = 'feed'
  ) s
  join receiving_accounts a on a.receiving_account_id::text = s.account
  group by s.id
) given
where t.role = 'feed' and t.operator_token_id::text = given.id;

-- What a feed has given for an account: the day's sum, and the lines of the newest hour.
create table feed_days (
  operator_token_id uuid not null,
  receiving_account_id uuid not null,
  day integer not null,
  hour integer not null,
  hour_lines integer not null,
  amount_cents bigint not null,
  constraint feed_days_pk primary key (operator_token_id, receiving_account_id, day)
) with (fillfactor = 50);

-- How many lines of each size and hour of the day an account has got.
create table account_habits (
  receiving_account_id uuid not null,
  trait text not null,
  bucket smallint not null,
  line_count bigint not null,
  constraint account_habits_pk primary key (receiving_account_id, trait, bucket),
  constraint account_habits_trait check (trait in ('size', 'hour'))
) with (fillfactor = 50);
