// Checks of the proof on pay-outs: trades, attempts and bank lines agree on money that left, was
// returned, or is being sent back to its payer.

import type { EntryAct } from '../../domain/ledger/ledger.ts';
import { LEFT_ATTEMPT_STATES, OPEN_ATTEMPT_STATES } from '../../domain/record/payout-attempt.ts';
import { PAYOUT_STATES_WITHOUT_MONEY } from '../../domain/record/state-sets.ts';
import type { Act, State } from '../../domain/record/trade.ts';
import { standingText } from '../callback/event-standing.ts';
import { caseOf, oneOf } from '../connection/word-list.ts';
import { ENTRY_LEGS } from '../ledger/entry-postings.ts';

/** Acts by which a person may have given the UTR of a pay-out. */
const SAY_PAID: readonly Act[] = ['complete', 'resolve'];

/** Acts on a pay-out that a line causes by showing that the money was returned. */
const BRING_BACK: readonly Act[] = ['reverse', 'charge'];

/**
 * Entries that credit a line's money to a merchant who sends it back, and the entries that undo it.
 */
const RETURN_ACTS: readonly EntryAct[] = ['line_received', 'line_given_up'];

const NOTHING_TRIED = 'a.tried > 0';
const PAID_ONCE = 'a.tried <> 1 or a.paid <> 1';
const NOTHING_LEFT = 'a.open + a.paid + a.by_word > 0 or a.charged > 1';

/** The condition that shows wrong attempts of a pay-out, by its state. */
const WRONG_TRIES: Readonly<Record<State, string>> = {
  created: NOTHING_TRIED,
  processing: 'a.tried <> 1 or a.open <> 1',
  completed: PAID_ONCE,
  disputed: PAID_ONCE,
  reversed: 'a.tried < 1 or a.open + a.paid > 0 or a.charged > 1',
  failed: NOTHING_LEFT,
  canceled: NOTHING_LEFT,
  // These states exist only for pay-ins.
  pending: NOTHING_TRIED,
  verifying: NOTHING_TRIED,
  expired: NOTHING_TRIED,
};

/** Each query returns no rows if the books are correct; each row describes one problem. */
export const PAYOUT_GAPS = {
  // The state of a pay-out agrees with its attempts. A failed or canceled pay-out may be charged
  // for one attempt. Without a charge its money never left (`rejected`) or was returned
  // (`returned`, which here only a bank line can show).
  tries: `
    select format('pay-out %s is %s over %s, its attempts are %s over %s', t.trade_id, t.state,
      t.amount_cents, a.states, a.most) as problem
    from trades t join (
      select merchant_id, trade_id, string_agg(state || case when charged_cents is null then ''
          else ' and charged' end, ', ' order by payout_attempt_id) as states,
        max(amount_cents) as most, min(amount_cents) as least,
        max(currency) as currency, min(currency) as another,
        count(*) filter (where state <> 'released') as tried,
        count(*) filter (where state in ${oneOf(OPEN_ATTEMPT_STATES)}) as open,
        count(*) filter (where state = 'paid' and charged_cents is null) as paid,
        count(charged_cents) as charged,
        count(*) filter (where state = 'returned' and return_line_id is null) as by_word
      from payout_attempts group by 1, 2
    ) a using (merchant_id, trade_id)
    where t.direction = 'payout' and (a.most <> t.amount_cents or a.least <> t.amount_cents
      or a.currency <> t.currency or a.another <> t.currency or ${caseOf('t.state', WRONG_TRIES)})`,
  orphans: `
    select format('attempt %s is of pay-out %s, which is not there', a.payout_attempt_id,
      a.trade_id) as problem
    from payout_attempts a left join trades t on t.merchant_id = a.merchant_id
      and t.trade_id = a.trade_id and t.direction = 'payout'
    where t.trade_id is null`,
  // The reverse of `attempts`: a line named by an attempt is matched to its pay-out, on the account
  // that paid it, and only attempts whose money may have left name a line.
  shown: `
    select format('attempt %s is %s and names bank line %s, which is not with pay-out %s over %s',
      a.payout_attempt_id, a.state, n.bank_line_id, a.trade_id, n.amount_cents) as problem
    from payout_attempts a
    cross join lateral (
      values (a.debit_line_id, -a.amount_cents, a.state in ${oneOf(LEFT_ATTEMPT_STATES)}),
        (a.return_line_id, a.amount_cents, a.state = 'returned')
    ) as n(bank_line_id, amount_cents, may_have)
    left join bank_line_outcomes o on o.bank_line_id = n.bank_line_id and o.status = 'matched'
      and o.merchant_id = a.merchant_id and o.trade_id = a.trade_id
    left join bank_lines b on b.bank_line_id = o.bank_line_id and b.amount_cents = n.amount_cents
      and b.receiving_account_id = coalesce(a.receiving_account_id, b.receiving_account_id)
      and n.may_have
    where n.bank_line_id is not null and b.bank_line_id is null`,
  // A fact recorded as told by a bank line is in that line and was not given before; any other fact
  // was given by a person, by the bank's answer or by the batch. If a pay-out has several attempts,
  // a fact given for one may be told by a line for another.
  told: `
    select format('attempt %s of pay-out %s: its lines told {%s}, the history says otherwise',
      a.payout_attempt_id, a.trade_id, array_to_string(a.told_by_line, ', ')) as problem
    from payout_attempts a
    left join bank_lines d on d.bank_line_id = a.debit_line_id
    left join bank_line_outcomes r on r.bank_line_id = a.return_line_id
    cross join lateral (select 'utr' = any(a.told_by_line) as utr,
      'account' = any(a.told_by_line) as account, 'return' = any(a.told_by_line) as came_back,
      exists (
        select from payout_attempts b where b.merchant_id = a.merchant_id
          and b.trade_id = a.trade_id and b.payout_attempt_id <> a.payout_attempt_id
      ) as has_others) told
    cross join lateral (select exists (
        select from events e where e.merchant_id = a.merchant_id and e.trade_id = a.trade_id
          and e.act in ${oneOf(SAY_PAID)} and (${standingText('e', 'utr')}) = a.utr
          and not exists (
            select from events b where b.merchant_id = e.merchant_id and b.trade_id = e.trade_id
              and b.sequence = e.sequence - 1 and (${standingText('b', 'utr')}) = a.utr)
      ) as utr, exists (
        select from events e where e.merchant_id = a.merchant_id and e.trade_id = a.trade_id
          and e.act = 'take'
          and (${standingText('e', 'receiving_account_id')}) = a.receiving_account_id::text
      ) as account) said
    where told.utr and (a.utr is null or d.utr is distinct from a.utr
        or (said.utr and not told.has_others))
      or not told.utr and a.utr is not null and not said.utr
      or told.account and (a.payout_batch_id is not null or a.receiving_account_id is null
        or (a.debit_line_id is null and a.return_line_id is null)
        or (said.account and not told.has_others))
      or not told.account and a.receiving_account_id is not null and a.payout_batch_id is null
        and not said.account
      or told.came_back and (a.return_line_id is null or not exists (
        select from events e where e.merchant_id = a.merchant_id and e.trade_id = a.trade_id
          and e.act in ${oneOf(BRING_BACK)} and e.happened_at >= r.decided_at))
      or not told.came_back and a.return_line_id is not null and not exists (
        select from audit_entries w where w.action = 'trade_reverse'
          and w.target = format('trades/%s/%s', a.merchant_id, a.trade_id))`,
  // For a reversed pay-out: a return without a bank line was stated by a person, and a rejection
  // was stated or followed from a line that was undone.
  ends: `
    select format('attempt %s of pay-out %s, which is reversed, is %s, and nobody said so',
      a.payout_attempt_id, a.trade_id, a.state) as problem
    from payout_attempts a join trades t using (merchant_id, trade_id)
    where t.state = 'reversed' and case
      when a.state = 'returned' then a.return_line_id is null and not exists (
        select from events e where e.merchant_id = a.merchant_id and e.trade_id = a.trade_id
          and e.act = 'reverse')
      when a.state = 'rejected' then t.state_reason is distinct from 'insufficient_evidence'
        and not exists (
          select from bank_line_acts u where u.act = 'undo' and u.merchant_id = a.merchant_id
            and u.trade_id = a.trade_id)
      else false end`,
  // A line that is being sent back has a pay-out that is open, paid or charged, and the line's
  // money was credited to the merchant of that pay-out.
  returns: `
    select format('bank line %s over %s is sent back by trade %s, a %s that is %s over %s',
      o.bank_line_id, b.amount_cents, o.trade_id, t.direction, t.state, t.amount_cents) as problem
    from bank_line_outcomes o join bank_lines b using (bank_line_id)
    join trades t on t.merchant_id = o.merchant_id and t.trade_id = o.trade_id
    where o.status = 'returned' and (t.direction <> 'payout' or t.currency <> b.currency
      or t.amount_cents <> b.amount_cents
      or (t.state in ${oneOf(PAYOUT_STATES_WITHOUT_MONEY)} and not exists (
        select from payout_attempts a where a.merchant_id = t.merchant_id
          and a.trade_id = t.trade_id and a.charged_cents is not null)))
    union all
    select format('bank line %s: %s credited or on its way back, its entries say %s',
      coalesce(l.bank_line_id, e.bank_line_id), coalesce(l.amount, 0), coalesce(e.amount, 0))
    from (
      select o.bank_line_id, o.merchant_id, b.amount_cents as amount
      from bank_line_outcomes o join bank_lines b using (bank_line_id)
      where o.status = 'credited' or (o.status = 'returned' and o.trade_id is not null)
    ) l full join (
      select e.bank_line_id, e.merchant_id, sum(leg.amount) as amount
      from ledger_entries e ${ENTRY_LEGS}
      where e.act in ${oneOf(RETURN_ACTS)} and leg.account = 'available'
      group by 1, 2
    ) e using (bank_line_id, merchant_id)
    where coalesce(l.amount, 0) <> coalesce(e.amount, 0)`,
  // The reverse: the line that a pay-out was created to send back is `returned` exactly while the
  // pay-out is open, paid or charged.
  sent_back: `
    select format('pay-out %s is %s%s, and the bank line %s that it was made for is %s', t.trade_id,
      t.state, case when c.charged then ' and charged' else '' end, r.bank_line_id, o.status)
      as problem
    from bank_line_acts r
    join trades t on t.merchant_id = r.merchant_id and t.trade_id = r.trade_id
    join bank_line_outcomes o on o.bank_line_id = r.bank_line_id
    cross join lateral (select exists (
      select from payout_attempts a where a.merchant_id = t.merchant_id
        and a.trade_id = t.trade_id and a.charged_cents is not null) as charged) c
    where r.act = 'return'
      and (t.state not in ${oneOf(PAYOUT_STATES_WITHOUT_MONEY)} or c.charged)
        <> (o.status = 'returned' and o.trade_id is not distinct from t.trade_id)`,
} as const satisfies Readonly<Record<string, string>>;
