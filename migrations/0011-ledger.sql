-- The ledger: double entry in minor units, one book per merchant and one of the house. Corrections
-- are new entries.

-- The last entry of each book's chain; its row lock orders all money of one book. The house's book
-- has the nil id.
create table ledger_books (
  merchant_id uuid not null,
  last_number bigint not null,
  last_hash bytea not null,
  constraint ledger_books_pk primary key (merchant_id)
) with (fillfactor = 50);

insert into ledger_books (merchant_id, last_number, last_hash)
  values ('00000000-0000-0000-0000-000000000000', 0, decode(repeat('00', 32), 'hex'));

-- What the entries of each account add up to, kept by whoever writes an entry.
create table ledger_accounts (
  merchant_id uuid not null,
  account text not null,
  currency text not null,
  balance_cents bigint not null,
  -- How far below zero a reversal has let the account go; null if it may have any sign.
  overdraft_cents bigint,
  constraint ledger_accounts_pk primary key (merchant_id, account, currency),
  constraint ledger_accounts_floor check (
    overdraft_cents is null or balance_cents >= -overdraft_cents
  ),
  constraint ledger_accounts_guarded check (
    account not in ('available', 'blocked') or overdraft_cents is not null
  ),
  -- A merchant's balances go out as JSON numbers, exact below 2^53; all others stay inside bigint.
  constraint ledger_accounts_bound check (
    case when account in ('available', 'blocked')
      then balance_cents between -9000000000000000 and 9000000000000000
      else balance_cents between -9000000000000000000 and 9000000000000000000
    end
  )
) with (fillfactor = 50);

-- An entry balances when the amounts of each currency sum to zero. Immutable, so that a check
-- may call it.
create function ledger_entry_balances(currencies text[], amounts bigint[]) returns boolean
  language plpgsql immutable parallel safe as $$
declare
  this integer;
  other integer;
  total numeric;
begin
  if coalesce(array_length(currencies, 1), 0) < 2
    or array_length(currencies, 1) <> array_length(amounts, 1) then
    return false;
  end if;
  for this in 1 .. array_length(currencies, 1) loop
    total := 0;
    for other in 1 .. array_length(currencies, 1) loop
      if currencies[other] = currencies[this] then
        total := total + amounts[other];
      end if;
    end loop;
    if total is distinct from 0 then
      return false;
    end if;
  end loop;
  return true;
end $$;

-- The check of the sums writes out entries of two and three postings, which nearly all are: calling
-- the function costs more.
create table ledger_entries (
  merchant_id uuid not null,
  entry_number bigint not null,
  act text not null,
  trade_id uuid,
  bank_line_id uuid,
  adjustment_id uuid,
  accounts text[] not null,
  currencies text[] not null,
  amounts bigint[] not null,
  entered_at timestamptz not null,
  hash bytea not null,
  constraint ledger_entries_pk primary key (merchant_id, entry_number),
  constraint ledger_entries_accounts check (array_length(accounts, 1) = array_length(amounts, 1)),
  constraint ledger_entries_balance check (
    case
      when cardinality(currencies) = 2 and currencies[1] = currencies[2] then
        cardinality(amounts) = 2 and coalesce(amounts[1] + amounts[2] = 0, false)
      when cardinality(currencies) = 3 and currencies[1] = currencies[2]
          and currencies[2] = currencies[3] then
        cardinality(amounts) = 3 and coalesce(amounts[1] + amounts[2] + amounts[3] = 0, false)
      else ledger_entry_balances(currencies, amounts)
    end
  )
);

-- Corrections of a merchant's balance by hand, with their reason.
create table adjustments (
  merchant_id uuid not null,
  adjustment_id uuid not null,
  amount_cents bigint not null,
  currency text not null,
  reason text not null,
  actor_role text not null,
  actor_id text,
  adjusted_at timestamptz not null,
  constraint adjustments_pk primary key (merchant_id, adjustment_id),
  constraint adjustments_amount check (amount_cents <> 0)
);

-- What stays blocked of a pay-in's credit, and until when.
create table holds (
  merchant_id uuid not null,
  trade_id uuid not null,
  kind text not null,
  currency text not null,
  amount_cents bigint not null,
  -- What is still blocked by it: less after a refund, 0 after its release.
  remaining_cents bigint not null,
  -- What refunds took of it: blocked again if they come to nothing before the release.
  used_cents bigint not null,
  -- While a dispute blocks the whole credit, the hold does not count.
  suspended boolean not null,
  release_at timestamptz not null,
  placed_at timestamptz not null,
  released_at timestamptz,
  constraint holds_pk primary key (merchant_id, trade_id, kind),
  constraint holds_kind check (kind in ('delay', 'reserve')),
  constraint holds_amounts check (
    amount_cents >= 1 and remaining_cents >= 0 and used_cents >= 0
    and remaining_cents + used_cents <= amount_cents
  ),
  constraint holds_released check ((remaining_cents = 0) = (released_at is not null))
);

create index ledger_entries_trade on ledger_entries (merchant_id, trade_id)
  where trade_id is not null;
create index ledger_entries_lines on ledger_entries (bank_line_id) where act = 'bank_line';

create index holds_due on holds (release_at, merchant_id, trade_id, kind)
  where released_at is null;
create index holds_open on holds (merchant_id, release_at, trade_id, kind)
  where released_at is null;

revoke update, delete, truncate on ledger_entries from current_user;
revoke update, delete, truncate on adjustments from current_user;
