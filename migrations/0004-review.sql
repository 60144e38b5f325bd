-- People decide about bank lines, and pay-ins are refunded: parts of lines, what was done with a
-- line by whom and why, the house's own merchants, and refunds found by their pay-in.

-- Of a part: the line that was split. Nullable and without a default: no row is rewritten.
alter table bank_lines add column parent_line_id uuid;
create index bank_lines_parts on bank_lines (parent_line_id) where parent_line_id is not null;

alter table bank_line_outcomes drop constraint bank_line_outcomes_status;
alter table bank_line_outcomes add constraint bank_line_outcomes_status check (
  case status
    when 'matched' then merchant_id is not null and trade_id is not null
    -- Sent back by a pay-out, or taken back by the bank itself.
    when 'returned' then (merchant_id is null) = (trade_id is null)
    else status in ('suspense', 'split', 'fee', 'own_transfer', 'withdrawn')
      and merchant_id is null and trade_id is null
  end
);

-- What people did with a line. The command's id is part of the key, so that a retry after a lost
-- reply finds what it did.
create table bank_line_acts (
  bank_line_id uuid not null,
  command_id uuid not null,
  act text not null,
  from_status text not null,
  to_status text not null,
  merchant_id uuid,
  trade_id uuid,
  actor_role text not null,
  actor_id text,
  note text not null,
  acted_at timestamptz not null,
  constraint bank_line_acts_pk primary key (bank_line_id, command_id),
  constraint bank_line_acts_act check (
    act in ('assign', 'split', 'fee', 'own_transfer', 'return', 'undo')
  )
);

-- Merchants of the operator's own, one per currency: returns to senders are pay-outs of theirs.
alter table merchants add column is_house boolean not null default false;

create index trades_refunds on trades (merchant_id, refund_of, trade_id)
  where refund_of is not null;
-- The second net under refunds: no more is given back than the pay-in stands for.
alter table trades add constraint trades_refunded check (refunded_amount_cents <= amount_cents);

-- History cannot be changed by the service's own role.
revoke update, delete, truncate on bank_line_acts from current_user;
