-- Disputes: somebody contests a trade or a part of its amount, until it is decided and closed.

create table disputes (
  merchant_id uuid not null,
  dispute_id uuid not null,
  trade_id uuid not null,
  type text not null,
  currency text not null,
  -- The contested part of the trade's amount, and what it blocks of the merchant's balance.
  amount_cents bigint not null,
  blocked_cents bigint not null,
  settlement_currency text not null,
  contested_from text not null,
  opener_role text not null,
  opener_id text,
  state text not null,
  sequence integer not null,
  assigned_to text,
  deadline_at timestamptz not null,
  overdue_at timestamptz,
  outcome text,
  awarded_cents bigint,
  basis text,
  evidence_line_id uuid,
  decided_at timestamptz,
  executed_at timestamptz,
  appeal_until timestamptz,
  appealed_at timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  changed_at timestamptz not null,
  constraint disputes_pk primary key (merchant_id, dispute_id),
  constraint disputes_type check (type in ('not_received', 'paid_not_credited', 'wrong_amount',
    'duplicate', 'paid_after_cancel', 'recalled_by_bank', 'fraud', 'other')),
  constraint disputes_state check (state in ('open', 'waiting_for_merchant',
    'waiting_for_customer', 'waiting_for_operator', 'decided', 'appealed', 'closed')),
  constraint disputes_outcome check (outcome in ('upheld', 'partly_upheld', 'rejected', 'accepted',
    'withdrawn')),
  constraint disputes_basis check (basis in ('bank_line', 'utr', 'consent', 'two_people',
    'one_person')),
  constraint disputes_amounts check (amount_cents >= 0 and blocked_cents >= 0
    and awarded_cents >= 0),
  constraint disputes_closed check (closed_at is null or executed_at is not null)
);

-- A trade is disputed because of one dispute.
create unique index disputes_binding on disputes (merchant_id, trade_id)
  where executed_at is null;
create index disputes_trade on disputes (merchant_id, trade_id);
create index disputes_open on disputes (opened_at, dispute_id) where closed_at is null;
create index disputes_opened on disputes (opened_at, dispute_id);
create index disputes_deadline on disputes (deadline_at) where closed_at is null;

-- The events of trades that tell of a dispute: the dispute as it was then.
create table dispute_events (
  merchant_id uuid not null,
  trade_id uuid not null,
  sequence integer not null,
  dispute_id uuid not null,
  dispute json not null,
  constraint dispute_events_pk primary key (merchant_id, trade_id, sequence)
);

create index dispute_events_dispute on dispute_events (merchant_id, dispute_id, sequence);

-- Trades that are in dispute now.
insert into disputes (merchant_id, dispute_id, trade_id, type, currency, amount_cents,
  blocked_cents, settlement_currency, contested_from, opener_role, state, sequence, deadline_at,
  opened_at, changed_at)
select t.merchant_id, t.trade_id, t.trade_id, 'other', t.currency,
  t.amount_cents - case when t.disputed_from = 'completed' then t.recalled_amount_cents else 0 end,
  coalesce((
    select sum(leg.amount) from ledger_entries e
    cross join lateral unnest(e.accounts, e.amounts) as leg(account, amount)
    where e.merchant_id = t.merchant_id and e.trade_id = t.trade_id and leg.account = 'blocked'
      and e.act in ('payin_disputed', 'payin_dispute_won')), 0),
  t.settlement_currency, coalesce(t.disputed_from, 'completed'), 'operator', 'open', 1,
  t.changed_at + interval '7 days', t.changed_at, t.changed_at
from trades t where t.state = 'disputed';

revoke delete, truncate on disputes from current_user;
revoke update, delete, truncate on dispute_events from current_user;
