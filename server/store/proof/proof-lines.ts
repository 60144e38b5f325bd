// Checks of the proof on bank lines: each line is on exactly one account of the house, and the
// balances of these accounts equal the sums of their lines.

import { DIFFERENCE_ACTS } from '../../domain/ledger/posting-rules.ts';
import { LINE_STATUSES, type LineStatus } from '../../domain/record/bank-line.ts';
import { caseOf, oneOf } from '../connection/word-list.ts';
import { ENTRY_LEGS } from '../ledger/entry-postings.ts';
import { REMOVED_HOUSE } from './proof-removals.ts';

/** The house's account that holds the amount of a line with this outcome. */
const PLACES: Readonly<Record<LineStatus, string>> = {
  suspense: `'suspense:' || b.receiving_account_id`,
  fee: `'costs:' || b.receiving_account_id`,
  own_transfer: `'transit'`,
  matched: `'due:' || o.merchant_id || ':' || b.receiving_account_id`,
  // What the house bears is a cost of the account; what a merchant bears is due from it.
  difference: `case o.reason when 'difference_to_house' then 'costs:'
    else 'due:' || o.merchant_id || ':' end || b.receiving_account_id`,
  credited: `'due:' || o.merchant_id || ':' || b.receiving_account_id`,
  returned: `coalesce('due:' || o.merchant_id, 'suspense') || ':' || b.receiving_account_id`,
  // Counted through its parts, or through the line that it is a part of.
  split: 'null',
  withdrawn: 'null',
};

const PLACELESS = LINE_STATUSES.filter((status) => PLACES[status] === 'null');

/** Each query returns no rows if the books are correct; each row describes one problem. */
export const LINE_GAPS = {
  placeless: `
    select format('bank line %s has no outcome', b.bank_line_id) as problem
    from bank_lines b left join bank_line_outcomes o using (bank_line_id)
    where o.bank_line_id is null`,
  vanished: `
    select format('bank line %s is gone, its outcome is there', o.bank_line_id) as problem
    from bank_line_outcomes o left join bank_lines b using (bank_line_id)
    where b.bank_line_id is null`,
  // Each account of the house equals the sum of its lines. A split line counts through its parts;
  // two lines that reverse each other cancel out in suspense. Removed lines count by the sums of
  // their months.
  house: `
    with placed as (
      select ${caseOf('o.status', PLACES)} as account, b.currency, b.amount_cents
      from bank_lines b join bank_line_outcomes o using (bank_line_id)
      where o.status not in ${oneOf(PLACELESS)}
      union all
      select 'bank:' || receiving_account_id, currency, -amount_cents
      from bank_lines where parent_line_id is null
      union all
      select account, currency, amount from (${REMOVED_HOUSE}) gone
    )
    select format('house %s %s: %s by the lines, %s in the ledger', account, currency,
      coalesce(l.amount, 0), coalesce(a.balance_cents, 0)) as problem
    from (
      select account, currency, sum(amount_cents) as amount from placed group by 1, 2
    ) l full join (
      select account, currency, balance_cents from ledger_accounts
      where merchant_id = '00000000-0000-0000-0000-000000000000'
    ) a using (account, currency)
    where coalesce(l.amount, 0) <> coalesce(a.balance_cents, 0)`,
  // The parts of a split line add up to it; no other line has valid parts.
  parts: `
    select format('bank line %s: %s, %s in its parts', p.parent_line_id,
      coalesce(b.amount_cents::text, 'gone'), p.amount) as problem
    from (
      select b.parent_line_id, b.receiving_account_id, b.currency,
        coalesce(sum(b.amount_cents) filter (where o.status <> 'withdrawn'), 0) as amount
      from bank_lines b join bank_line_outcomes o using (bank_line_id)
      where b.parent_line_id is not null group by 1, 2, 3
    ) p
    left join bank_lines b on b.bank_line_id = p.parent_line_id
      and b.receiving_account_id = p.receiving_account_id and b.currency = p.currency
    left join bank_line_outcomes o on o.bank_line_id = p.parent_line_id
    where p.amount is distinct from case o.status when 'split' then b.amount_cents else 0 end
    union all
    select format('bank line %s is split, and has no parts', o.bank_line_id)
    from bank_line_outcomes o
    where o.status = 'split' and not exists (
      select from bank_lines b where b.parent_line_id = o.bank_line_id)`,
  // A decided pay-in has no money that it is not credited with: that waits in suspense.
  surplus: `
    select format('trade %s: it is %s and received %s, of which %s is credited: %s', trade_id,
      state, received_amount_cents, credited,
      'undo or assign its lines') as problem
    from (
      select *, case when state = 'reversed' or state = 'failed' then 0
        else amount_cents - recalled_amount_cents end as credited
      from trades
      where direction = 'payin' and (state = 'completed' or state = 'reversed' or state = 'failed'
        or (state = 'disputed' and disputed_from = 'completed'))
    ) t where received_amount_cents > credited`,
  // A pay-in's received amount is the sum of the lines matched to it.
  received: `
    select format('trade %s: received %s, its bank lines say %s', t.trade_id,
      t.received_amount_cents, coalesce(l.amount, 0)) as problem
    from trades t left join (
      select o.merchant_id, o.trade_id, sum(b.amount_cents) as amount
      from bank_line_outcomes o join bank_lines b using (bank_line_id)
      where o.status = 'matched' group by 1, 2
    ) l using (merchant_id, trade_id)
    where t.direction = 'payin' and t.received_amount_cents <> coalesce(l.amount, 0)`,
  // Each line matched to a pay-out is named by one of its attempts, with the amount sent or
  // returned.
  attempts: `
    select format('bank line %s: no attempt of pay-out %s has it', b.bank_line_id, o.trade_id)
      as problem
    from bank_line_outcomes o
    join bank_lines b using (bank_line_id)
    join trades t on t.merchant_id = o.merchant_id and t.trade_id = o.trade_id
      and t.direction = 'payout'
    where o.status = 'matched' and not exists (
      select from payout_attempts a
      where a.merchant_id = o.merchant_id and a.trade_id = o.trade_id
        and (a.debit_line_id = b.bank_line_id and a.amount_cents = -b.amount_cents
          or a.return_line_id = b.bank_line_id and a.amount_cents = b.amount_cents))`,
  // What a merchant bears of a line moved its clearing by as much, and what the house bears moved
  // no merchant's book.
  differences: `
    select format('bank line %s: %s %s is borne by %s, its entries say %s',
      coalesce(l.bank_line_id, e.bank_line_id), coalesce(l.amount, 0), coalesce(l.currency, ''),
      coalesce(l.merchant_id, e.merchant_id), coalesce(e.amount, 0)) as problem
    from (
      select o.bank_line_id, o.merchant_id, b.currency, b.amount_cents as amount
      from bank_line_outcomes o join bank_lines b using (bank_line_id)
      where o.status = 'difference' and o.reason <> 'difference_to_house'
    ) l full join (
      select e.bank_line_id, e.merchant_id, -sum(leg.amount) as amount
      from ledger_entries e ${ENTRY_LEGS}
      where e.act in ${oneOf(DIFFERENCE_ACTS)} and leg.account like 'clearing:%' group by 1, 2
    ) e using (bank_line_id, merchant_id)
    where coalesce(l.amount, 0) <> coalesce(e.amount, 0)
    union all
    select format('bank line %s is a difference of %s, its line %s is %s', o.bank_line_id,
      o.trade_id, b.parent_line_id, coalesce(p.status, 'gone'))
    from bank_line_outcomes o join bank_lines b using (bank_line_id)
    left join bank_line_outcomes p on p.bank_line_id = b.parent_line_id
    where o.status = 'difference' and p.reason is distinct from 'assigned_with_difference'`,
  homeless: `
    select format('bank line %s lies with trade %s, which is not there', o.bank_line_id, o.trade_id)
      as problem
    from bank_line_outcomes o left join (
      select merchant_id, trade_id from trades
      union all select merchant_id, trade_id from past_trades
    ) t using (merchant_id, trade_id)
    where o.trade_id is not null and t.trade_id is null`,
} as const satisfies Readonly<Record<string, string>>;
