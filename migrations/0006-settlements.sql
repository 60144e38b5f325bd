-- Settlements: numbered statements per merchant and period, the account they are paid to, and the
-- part of a pay-in's credit that stays blocked for some days.

-- The statement that a pay-out pays; null on all other trades.
alter table trades add column settlement_id uuid;

-- Where a merchant's settlements go: one account, encrypted as payees are.
create table settlement_accounts (
  merchant_id uuid not null,
  type text not null,
  payee bytea not null,
  changed_at timestamptz not null,
  constraint settlement_accounts_pk primary key (merchant_id)
);

create table settlements (
  merchant_id uuid not null,
  settlement_id uuid not null,
  number integer not null,
  state text not null,
  -- As it was on the day: what was told to a merchant does not change with its name.
  merchant_name text not null,
  currency text not null,
  period_from timestamptz not null,
  period_to timestamptz not null,
  first_entry_number bigint not null,
  last_entry_number bigint not null,
  line_count integer not null,
  opening_cents bigint not null,
  payins_cents bigint not null,
  payouts_cents bigint not null,
  refunds_cents bigint not null,
  reversals_cents bigint not null,
  adjustments_cents bigint not null,
  fees_cents bigint not null,
  holds_cents bigint not null,
  net_cents bigint not null,
  paid_cents bigint not null,
  returned_cents bigint not null,
  closing_cents bigint not null,
  carried_cents bigint not null,
  payable_cents bigint not null,
  -- What the approval paid out; the rest is carried to the next statement.
  approved_cents bigint,
  trade_id uuid,
  drafted_at timestamptz not null,
  approved_at timestamptz,
  changed_at timestamptz not null,
  last_command_id uuid not null,
  constraint settlements_pk primary key (merchant_id, settlement_id),
  constraint settlements_number unique (merchant_id, number),
  constraint settlements_state check (
    state in ('draft', 'discarded', 'approved', 'sent', 'settled', 'returned')
  ),
  constraint settlements_period check (period_from < period_to),
  constraint settlements_entries check (
    first_entry_number >= 1 and last_entry_number >= first_entry_number - 1 and line_count >= 0
  ),
  constraint settlements_net check (
    net_cents = payins_cents + payouts_cents + refunds_cents + reversals_cents
      + adjustments_cents + fees_cents + holds_cents
  ),
  constraint settlements_movement check (
    closing_cents = opening_cents + net_cents + paid_cents + returned_cents
  ),
  constraint settlements_payable check (
    payable_cents = carried_cents + net_cents + returned_cents
  ),
  constraint settlements_approval check (
    (state in ('draft', 'discarded')) = (approved_cents is null)
    and (approved_cents is null) = (approved_at is null)
    and (coalesce(approved_cents, 0) > 0) = (trade_id is not null)
    and approved_cents between 0 and greatest(payable_cents, 0)
  )
);
-- Without gaps and overlaps: periods and entries begin where the statement before ended.
create unique index settlements_start on settlements (merchant_id, period_from)
  where state <> 'discarded';
create unique index settlements_first_entry on settlements (merchant_id, first_entry_number)
  where state <> 'discarded' and last_entry_number >= first_entry_number;
create index settlements_recent on settlements (settlement_id);

-- Frozen: the primary key is what keeps an entry out of a second statement. Only those of a
-- discarded draft are deleted, which makes room for the next draft.
create table settlement_lines (
  merchant_id uuid not null,
  entry_number bigint not null,
  settlement_id uuid not null,
  kind text not null,
  act text not null,
  entered_at timestamptz not null,
  trade_id uuid,
  order_id text,
  utr text,
  adjustment_id uuid,
  note text,
  trade_currency text,
  trade_amount_cents bigint,
  gross_cents bigint not null,
  fee_cents bigint not null,
  net_cents bigint not null,
  constraint settlement_lines_pk primary key (merchant_id, entry_number),
  constraint settlement_lines_kind check (
    kind in ('payin', 'payout', 'refund', 'reversal', 'adjustment', 'hold', 'settlement')
  ),
  constraint settlement_lines_net check (net_cents = gross_cents + fee_cents)
);
revoke update, truncate on settlement_lines from current_user;

-- What stays blocked of a pay-in's credit, and until when.
create table holds (
  merchant_id uuid not null,
  trade_id uuid not null,
  kind text not null,
  currency text not null,
  amount_cents bigint not null,
  -- What is still blocked by it: less after a refund, 0 after its release.
  remaining_cents bigint not null,
  -- What refunds took of it: blocked again where they come to nothing in its time.
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
create index holds_due on holds (release_at, merchant_id, trade_id, kind)
  where released_at is null;
create index holds_open on holds (merchant_id, release_at, trade_id, kind)
  where released_at is null;
