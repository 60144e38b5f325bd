-- Settlements: numbered statements per merchant and period, and the account that they are paid to.

create table settlements (
  merchant_id uuid not null,
  settlement_id uuid not null,
  number integer not null,
  state text not null,
  -- As it was on the day: a settlement does not change with the merchant's name.
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

-- Where a merchant's settlements go: one account, encrypted like payees.
create table settlement_accounts (
  merchant_id uuid not null,
  type text not null,
  payee bytea not null,
  changed_at timestamptz not null,
  constraint settlement_accounts_pk primary key (merchant_id)
);

-- Because of the primary key no entry is in two settlements. Only the lines of a discarded draft
-- are deleted, which makes room for the next draft.
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

-- No two settlements of a merchant begin with the same moment or entry.
create unique index settlements_start on settlements (merchant_id, period_from)
  where state <> 'discarded';

create unique index settlements_first_entry on settlements (merchant_id, first_entry_number)
  where state <> 'discarded' and last_entry_number >= first_entry_number;
create index settlements_recent on settlements (settlement_id);

-- The settlements that wait for somebody are counted every minute.
create index settlements_waiting on settlements (state, changed_at)
  where state in ('draft', 'approved', 'sent');

revoke update, truncate on settlement_lines from current_user;
