-- A bank line is taken from its pay-out again, and a pay-out that came to nothing is charged where
-- its money left all the same: what only the line told goes with it, and what was charged is known.

alter table payout_attempts
  add column told_by_line text[] not null default '{}',
  add column charged_cents bigint;
alter table payout_attempts
  add constraint payout_attempts_told check (told_by_line <@ array['utr', 'account', 'return']),
  add constraint payout_attempts_charged check (
    charged_cents is null or (charged_cents >= 0 and state = 'paid')
  );

-- Of the lines that are there: one that completed its pay-out told its UTR, one that came with the
-- trade's own change told what the trade did not have before it.
update payout_attempts a set told_by_line = s.told
from (
  select p.merchant_id, p.trade_id, p.payout_attempt_id, array_remove(array[
      case when d.utr = p.utr and t.completed_at >= od.decided_at then 'utr' end,
      case when exists (
        select from events e join events b on b.merchant_id = e.merchant_id
          and b.trade_id = e.trade_id and b.sequence = e.sequence - 1
        where e.merchant_id = p.merchant_id and e.trade_id = p.trade_id and e.act = 'match'
          and e.happened_at >= od.decided_at
          and b.standing ->> 'receiving_account_id' is null
          and e.standing ->> 'receiving_account_id' is not null
      ) then 'account' end,
      case when t.final_at >= oc.decided_at then 'return' end
    ], null) as told
  from payout_attempts p
  join trades t using (merchant_id, trade_id)
  left join bank_lines d on d.bank_line_id = p.debit_line_id
  left join bank_line_outcomes od on od.bank_line_id = p.debit_line_id
  left join bank_line_outcomes oc on oc.bank_line_id = p.return_line_id
  where p.debit_line_id is not null or p.return_line_id is not null
) s
where a.merchant_id = s.merchant_id and a.trade_id = s.trade_id
  and a.payout_attempt_id = s.payout_attempt_id and s.told <> '{}';
